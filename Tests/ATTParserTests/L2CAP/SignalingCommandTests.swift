import TestSupport
import Testing

@testable import ATTParser

/// A signalling command as it goes over the air and what it says.
struct SignalingVector: Sendable, CustomTestStringConvertible {
  /// The command's name in the specification's short form.
  var testDescription: String
  /// The code.
  var code: UInt8
  /// The data.
  var data: [UInt8]
  /// The fields that are looked into.
  var layout: String
  /// True when channels may follow the fields, as many as there is room for.
  var endsInChannels: Bool
  /// What the command says.
  var details: SignalingCommand.Details

  init(
    _ name: String, _ code: UInt8, _ hex: String, _ layout: String, endsInChannels: Bool = false,
    _ details: SignalingCommand.Details
  ) {
    testDescription = name
    self.code = code
    data = [UInt8](hex: hex)
    self.layout = layout
    self.endsInChannels = endsInChannels
    self.details = details
  }
}

private func channels(_ values: UInt16...) -> ChannelList {
  var list = ChannelList()
  for value in values { list.append(ChannelID(rawValue: value)) }
  return list
}

private func channel(_ value: UInt16) -> ChannelID { ChannelID(rawValue: value) }

/// All codes of Vol 3, Part A, 4.
let signalingVectors: [SignalingVector] = [
  SignalingVector("L2CAP_COMMAND_REJECT_RSP", 0x01, "0200 4000 4100", "2", .commandReject(reason: 2)),
  SignalingVector(
    "L2CAP_CONNECTION_REQ", 0x02, "1f00 4000", "2c", .connectionRequest(psm: 0x1F, source: channel(0x40))),
  SignalingVector(
    "L2CAP_CONNECTION_RSP", 0x03, "4100 4000 0100 0200", "cc2",
    .connectionResponse(destination: channel(0x41), source: channel(0x40), result: 1)),
  SignalingVector("L2CAP_CONFIGURATION_REQ", 0x04, "4100 0000 0102a002", "", .none),
  SignalingVector("L2CAP_CONFIGURATION_RSP", 0x05, "4000 0000 0000", "", .none),
  SignalingVector(
    "L2CAP_DISCONNECTION_REQ", 0x06, "4100 4000", "cc",
    .disconnection(destination: channel(0x41), source: channel(0x40))),
  SignalingVector(
    "L2CAP_DISCONNECTION_RSP", 0x07, "4100 4000", "cc",
    .disconnection(destination: channel(0x41), source: channel(0x40))),
  SignalingVector("L2CAP_ECHO_REQ", 0x08, "", "", .none),
  SignalingVector("L2CAP_ECHO_RSP", 0x09, "aa", "", .none),
  SignalingVector("L2CAP_INFORMATION_REQ", 0x0A, "0200", "", .none),
  SignalingVector("L2CAP_INFORMATION_RSP", 0x0B, "0200 0000 b8020000", "", .none),
  SignalingVector("L2CAP_CREATE_CHANNEL_REQ", 0x0C, "0100 4000 00", "", .none),
  SignalingVector("L2CAP_CREATE_CHANNEL_RSP", 0x0D, "4100 4000 0000 0000", "", .none),
  SignalingVector("L2CAP_MOVE_CHANNEL_REQ", 0x0E, "4000 00", "", .none),
  SignalingVector("L2CAP_MOVE_CHANNEL_RSP", 0x0F, "4000 0000", "", .none),
  SignalingVector("L2CAP_MOVE_CHANNEL_CONFIRMATION_REQ", 0x10, "4000 0000", "", .none),
  SignalingVector("L2CAP_MOVE_CHANNEL_CONFIRMATION_RSP", 0x11, "4000", "", .none),
  SignalingVector(
    "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ", 0x12, "0600 0c00 0400 c800", "2222",
    .parameterUpdateRequest(
      RequestedParameters(minInterval: 6, maxInterval: 12, latency: 4, supervisionTimeout: 200))),
  SignalingVector(
    "L2CAP_CONNECTION_PARAMETER_UPDATE_RSP", 0x13, "0100", "2", .parameterUpdateResponse(result: 1)),
  SignalingVector(
    "L2CAP_LE_CREDIT_BASED_CONNECTION_REQ", 0x14, "8000 4000 0002 f700 0a00", "2c222",
    .creditBasedRequest(spsm: 0x80, mtu: 512, mps: 247, credits: 10, channels: channels(0x40))),
  SignalingVector(
    "L2CAP_LE_CREDIT_BASED_CONNECTION_RSP", 0x15, "4100 0001 1700 0500 0000", "c2222",
    .creditBasedResponse(mtu: 256, mps: 23, credits: 5, result: 0, channels: channels(0x41))),
  SignalingVector(
    "L2CAP_FLOW_CONTROL_CREDIT_IND", 0x16, "4100 0300", "c2", .flowControlCredit(channel(0x41), credits: 3)),
  SignalingVector(
    "L2CAP_CREDIT_BASED_CONNECTION_REQ", 0x17, "2700 4000 4000 0500 4000 4100", "2222", endsInChannels: true,
    .creditBasedRequest(spsm: 0x27, mtu: 64, mps: 64, credits: 5, channels: channels(0x40, 0x41))),
  SignalingVector(
    "L2CAP_CREDIT_BASED_CONNECTION_RSP", 0x18, "4000 4000 0500 0400 5000 0000", "2222", endsInChannels: true,
    .creditBasedResponse(mtu: 64, mps: 64, credits: 5, result: 4, channels: channels(0x50, 0))),
  SignalingVector(
    "L2CAP_CREDIT_BASED_RECONFIGURE_REQ", 0x19, "0002 f700 4000 4100 4200 4300 4400", "22",
    endsInChannels: true,
    .reconfigureRequest(mtu: 512, mps: 247, channels: channels(0x40, 0x41, 0x42, 0x43, 0x44))),
  SignalingVector(
    "L2CAP_CREDIT_BASED_RECONFIGURE_RSP", 0x1A, "0300", "2", .reconfigureResponse(result: 3)),
]

@Suite("L2CAP signalling commands")
struct SignalingCommandTests {
  /// Decodes a signalling PDU on its fixed channel; its code is byte 8.
  private func decode(_ pdu: [UInt8], channel: UInt16 = 5) -> DecodedFrame {
    decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(channel, pdu)))
  }

  @Test("says what the specification says", arguments: signalingVectors)
  func whole(_ vector: SignalingVector) {
    let frame = decode(PacketBuilder.signaling(vector.code, 7, vector.data))
    #expect(frame.kind == .signaling)
    #expect(frame.problem == nil)
    #expect(frame.signaling.code.name == vector.testDescription)
    #expect(
      frame.signaling
        == SignalingCommand(
          code: SignalingCode(rawValue: vector.code), identifier: 7, details: vector.details,
          data: ByteRange(offset: 12, count: vector.data.count)))
  }

  @Test("a PDU cut anywhere names what is short", arguments: signalingVectors)
  func pduPrefixes(_ vector: SignalingVector) {
    let pdu = PacketBuilder.signaling(vector.code, 7, vector.data)
    let header: FieldLayout = [
      (.signalingCode, 1), (.signalingCode, 1), (.signalingLength, 2), (.signalingLength, vector.data.count),
    ]
    for count in 0..<pdu.count {
      let frame = decode(Array(pdu.prefix(count)))
      #expect(
        frame.problem == shortage(header, .signaling, origin: 8, count: count), "the first \(count) bytes")
      #expect(frame.kind == (count < 4 ? .other : .signaling))
      #expect(frame.l2cap == L2CAPHeader(pduLength: UInt16(count), channelID: .leSignaling))
    }
  }

  @Test("too little data names the first field that is short", arguments: signalingVectors)
  func shortData(_ vector: SignalingVector) {
    let fields = layout(vector.layout)
    let needed = fields.reduce(0) { $0 + $1.size }
    for count in 0..<vector.data.count {
      let frame = decode(PacketBuilder.signaling(vector.code, 7, Array(vector.data.prefix(count))))
      var wanted = shortage(fields, .signaling, origin: 12, count: count)
      if wanted == nil, vector.endsInChannels, (count - needed) % 2 == 1 {
        wanted = DecodeError(
          .signaling, .channelID, ByteRange(offset: 12 + count - 1, count: 1), .needs(2, has: 1))
      }
      #expect(frame.problem == wanted, "\(count) bytes")
      if wanted != nil { #expect(frame.signaling.details == .none) }
      #expect(frame.signaling.code.rawValue == vector.code)
    }
  }

  @Test("undefined codes keep their number", arguments: [0x00, 0x1B, 0xFF] as [UInt8])
  func undefinedCodes(_ code: UInt8) {
    let frame = decode(PacketBuilder.signaling(code, 1, [1, 2]))
    #expect(frame.signaling.details == .none)
    #expect(frame.signaling.code.name == "L2CAP_UNKNOWN_\(String(code, radix: 16))")
  }

  @Test("a list keeps five channels")
  func sixChannels() {
    let list = channels(1, 2, 3, 4, 0xFFFF, 6)
    #expect(list.count == 5)
    #expect((0..<6).map { list[$0].rawValue } == [1, 2, 3, 4, 0xFFFF, 0])
    #expect(list[-1].rawValue == 0)
  }

  @Test("a BR/EDR PDU of several commands shows the first, and names a cut second")
  func severalCommands() {
    let first = PacketBuilder.signaling(0x0A, 1, [2, 0])
    let second = PacketBuilder.signaling(0x08, 2, [])
    let both = decode(first + second, channel: 1)
    #expect(both.problem == nil)
    #expect(both.signaling.code.rawValue == 0x0A)
    let cut = decode(first + second.dropLast(2), channel: 1)
    #expect(cut.signaling.code.rawValue == 0x0A)
    #expect(text(of: cut.problem) == "signaling.signalingLength 16+0 needs(2, has: 0)")
  }
}
