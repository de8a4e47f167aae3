import TestSupport
import Testing

@testable import ATTParser

/// An event as it goes over the wire and what it says.
struct EventVector: Sendable, CustomTestStringConvertible {
  /// The event's name.
  var testDescription: String
  /// The event code.
  var code: UInt8
  /// The parameters.
  var parameters: [UInt8]
  /// The fields that are looked into.
  var layout: String
  /// What the event says.
  var details: HCIEvent.Details

  init(_ name: String, _ code: UInt8, _ hex: String, _ layout: String, _ details: HCIEvent.Details) {
    testDescription = name
    self.code = code
    parameters = [UInt8](hex: hex)
    self.layout = layout
    self.details = details
  }

  /// Bytes of the fields that are looked into.
  var needed: Int { ATTParserTests.layout(layout).reduce(0) { $0 + $1.size } }
}

private let handle = ConnectionHandle(rawValue: 0x0040)
private let peer = DeviceAddress(0xC102_0304_0506)
private let parameters = ConnectionParameters(interval: 24, latency: 4, supervisionTimeout: 500)

private func connected(
  status: ErrorCode = .success, role: UInt8 = 0, resolvable: UInt64 = 0
) -> HCIEvent.Details {
  .leConnectionComplete(
    LEConnectionComplete(
      status: status, connectionHandle: handle, role: role, peerType: .randomDevice, peer: peer,
      peerResolvable: DeviceAddress(resolvable), parameters: parameters))
}

/// The events of Vol 4, Part E, 7.7 that are looked into.
let eventVectors: [EventVector] = [
  EventVector(
    "Connection Complete", 0x03, "00 4000 060504030201 01 00", "1h61",
    .connectionComplete(.success, handle, peer: DeviceAddress(0x0102_0304_0506), linkType: 1)),
  EventVector(
    "Connection Complete, failed", 0x03, "04 0000 060504030201 01 00", "1h61",
    .connectionComplete(
      ErrorCode(rawValue: 4), ConnectionHandle(rawValue: 0), peer: DeviceAddress(0x0102_0304_0506),
      linkType: 1)),
  EventVector(
    "Disconnection Complete", 0x05, "00 4000 13", "1h1",
    .disconnectionComplete(.success, handle, reason: .remoteUserTerminated)),
  EventVector(
    "Encryption Change", 0x08, "00 4000 01", "1h1", .encryptionChange(.success, handle, enabled: 1)),
  EventVector(
    "Encryption Change v2", 0x59, "06 4000 00 10", "1h1",
    .encryptionChange(ErrorCode(rawValue: 6), handle, enabled: 0)),
  EventVector(
    "Encryption Key Refresh Complete", 0x30, "00 4000", "1h", .encryptionKeyRefresh(.success, handle)),
  EventVector("Hardware Error", 0x10, "42", "1", .hardwareError(0x42)),
  EventVector(
    "Command Status", 0x0F, "0c 01 4320", "11o",
    .commandStatus(.leExtendedCreateConnection, ErrorCode(rawValue: 0x0C))),
  EventVector(
    "Command Complete, status only", 0x0E, "01 030c 00", "1o", .commandComplete(.reset, .success, .none)),
  EventVector(
    "Command Complete, nothing returned", 0x0E, "01 0000", "1o",
    .commandComplete(CommandOpcode(rawValue: 0), nil, .none)),
  EventVector(
    "Command Complete, failed", 0x0E, "01 0220 12", "1o",
    .commandComplete(.leReadBufferSize, ErrorCode(rawValue: 0x12), .none)),
  EventVector(
    "LE Read Buffer Size", 0x0E, "01 0220 00 fb00 0c", "1o121",
    .commandComplete(.leReadBufferSize, .success, .leBufferSize(dataLength: 251, packets: 12))),
  EventVector(
    "LE Read Buffer Size v2", 0x0E, "01 6020 00 1b00 08 0000 00", "1o121",
    .commandComplete(.leReadBufferSizeV2, .success, .leBufferSize(dataLength: 27, packets: 8))),
  EventVector(
    "Read BD_ADDR", 0x0E, "01 0910 00 060504030201", "1o16",
    .commandComplete(.readBDADDR, .success, .address(DeviceAddress(0x0102_0304_0506)))),
  EventVector(
    "LE Connection Complete, central", 0x3E, "01 00 4000 00 01 0605040302c1 1800 0400 f401 05", "s1h116222",
    connected()),
  EventVector(
    "LE Connection Complete, peripheral, failed", 0x3E, "01 3e 4000 01 01 0605040302c1 1800 0400 f401 00",
    "s1h116222", connected(status: ErrorCode(rawValue: 0x3E), role: 1)),
  EventVector(
    "LE Enhanced Connection Complete", 0x3E,
    "0a 00 4000 00 01 0605040302c1 000000000000 665544332241 1800 0400 f401 05", "s1h11666222",
    connected(resolvable: 0x4122_3344_5566)),
  EventVector(
    "LE Enhanced Connection Complete v2", 0x3E,
    "29 00 4000 01 01 0605040302c1 000000000000 000000000000 1800 0400 f401 05 01 ffff", "s1h11666222",
    connected(role: 1)),
  EventVector(
    "LE Connection Update Complete", 0x3E, "03 00 4000 1800 0400 f401", "s1h222",
    .connectionUpdateComplete(.success, handle, parameters)),
  EventVector(
    "LE Read Remote Features Complete", 0x3E, "04 00 4000 ff00000000000000", "s1h",
    .remoteFeatures(.success, handle)),
  EventVector(
    "LE Long Term Key Request", 0x3E, "05 4000 0102030405060708 0900", "sh", .longTermKeyRequest(handle)),
  EventVector(
    "LE Remote Connection Parameter Request", 0x3E, "06 4000 0600 0c00 0000 c800", "sh2222",
    .remoteParameterRequest(
      handle, RequestedParameters(minInterval: 6, maxInterval: 12, latency: 0, supervisionTimeout: 200))),
  EventVector(
    "LE Data Length Change", 0x3E, "07 4000 fb00 4808 1b00 4801", "sh2222",
    .dataLengthChange(
      handle, DataLength(maxTxOctets: 251, maxTxTime: 2120, maxRxOctets: 27, maxRxTime: 328))),
  EventVector(
    "LE PHY Update Complete", 0x3E, "0c 00 4000 02 01", "s1h11",
    .phyUpdateComplete(.success, handle, txPHY: 2, rxPHY: 1)),
  EventVector(
    "LE Advertising Set Terminated", 0x3E, "12 00 01 4000 07", "s11h",
    .advertisingSetTerminated(.success, handle)),
  EventVector(
    "LE Channel Selection Algorithm", 0x3E, "14 4000 01", "sh1", .channelSelection(handle, algorithm: 1)),
  EventVector(
    "LE Advertising Report", 0x3E, "02 01 00 01 0605040302c1 03 020106 c5", "s1",
    .advertisingReports(count: 1, isExtended: false)),
  EventVector(
    "LE Extended Advertising Report", 0x3E,
    "0d 02 1300 01 0605040302c1 01 00 ff 7f c5 0000 00 000000000000 00", "s1",
    .advertisingReports(count: 2, isExtended: true)),
  EventVector("an LE subevent not looked into", 0x3E, "0b 010203", "s", .none),
  EventVector("an event not looked into", 0x0D, "00 4000", "", .none),
]

@Suite("HCI events")
struct HCIEventTests {
  @Test("says what the specification says", arguments: eventVectors)
  func whole(_ vector: EventVector) {
    let packet = PacketBuilder.event(vector.code, vector.parameters)
    let frame = decodeOne(.event, packet)
    #expect(frame.kind == .event)
    #expect(frame.problem == nil)
    #expect(frame.event.code.rawValue == vector.code)
    #expect(frame.event.subevent == (vector.code == 0x3E ? vector.parameters[0] : 0))
    #expect(frame.event.details == vector.details)
    #expect(frame.event.parameters == ByteRange(offset: 2, count: vector.parameters.count))
  }

  @Test("a packet cut anywhere names its end", arguments: eventVectors)
  func packetPrefixes(_ vector: EventVector) {
    let packet = PacketBuilder.event(vector.code, vector.parameters)
    for count in 0..<packet.count {
      let frame = decodeOne(.event, Array(packet.prefix(count)))
      let wanted =
        count < 2
        ? DecodeError(
          .hci, .parameterTotalLength, ByteRange(offset: 0, count: count), .needs(2, has: Int32(count)))
        : DecodeError(
          .hci, .parameters, ByteRange(offset: 2, count: count - 2),
          .needs(Int32(vector.parameters.count), has: Int32(count - 2)))
      #expect(frame.problem == wanted, "the first \(count) bytes")
      #expect(frame.kind == .event)
      // Command Complete goes on as far as its return parameters do.
      guard vector.code != 0x0E else { continue }
      #expect(frame.event.details == (count - 2 >= vector.needed && count >= 2 ? vector.details : .none))
    }
  }

  @Test("too few parameters name the first field that is short", arguments: eventVectors)
  func shortParameters(_ vector: EventVector) {
    for count in 0..<vector.parameters.count {
      // Three bytes of Command Complete are a whole one: no return parameters.
      if vector.code == 0x0E, (3...4).contains(count) { continue }
      let frame = decodeOne(.event, PacketBuilder.event(vector.code, Array(vector.parameters.prefix(count))))
      #expect(
        frame.problem == shortage(layout(vector.layout), .hci, origin: 2, count: count), "\(count) bytes")
      #expect(frame.event.details == (count >= vector.needed ? vector.details : .none))
    }
  }

  @Test(
    "Number Of Completed Packets keeps all its pairs",
    arguments: [
      ("00", 0, 0, 0), ("01 4000 0300", 1, 0x40, 3), ("03 4000 0300 4100 0100 4200 0200", 3, 0x40, 3),
    ] as [(String, UInt8, UInt16, UInt16)])
  func completedPackets(_ hex: String, _ count: UInt8, _ first: UInt16, _ completed: UInt16) {
    let parameters = [UInt8](hex: hex)
    let frame = decodeOne(.event, PacketBuilder.event(0x13, parameters))
    #expect(frame.problem == nil)
    #expect(
      frame.event.details
        == .completedPackets(
          CompletedPackets(
            pairs: ByteRange(offset: 3, count: 4 * Int(count)), count: count,
            firstHandle: ConnectionHandle(rawValue: first), firstCompleted: completed)))
    #expect(frame.event.connectionHandle?.rawValue == (count == 1 ? first : nil))
    for cut in 0..<parameters.count {
      let problem = decodeOne(.event, PacketBuilder.event(0x13, Array(parameters.prefix(cut)))).problem
      let fields: FieldLayout = [(.parameters, 1), (.parameters, 4 * Int(count))]
      #expect(problem == shortage(fields, .hci, origin: 2, count: cut))
    }
  }

  @Test("a frame reused for one event after the other keeps nothing of the one before")
  func reuse() {
    var decoder = FrameDecoder()
    var frame = DecodedFrame()
    for vector in eventVectors + eventVectors.reversed() {
      let packet = PacketBuilder.event(vector.code, vector.parameters)
      frame.record = Record(
        number: 1, timestamp: Timestamp(nanoseconds: 0), direction: .received, packetType: .event,
        payload: ByteRange(offset: 0, count: packet.count))
      decoder.decode(unsafe packet.span.bytes, into: &frame)
      #expect(frame.event.details == vector.details, "\(vector.testDescription)")
      #expect(frame.problem == nil)
    }
  }

  @Test("the handle an event names")
  func handles() {
    for vector in eventVectors {
      let event = decodeOne(.event, PacketBuilder.event(vector.code, vector.parameters)).event
      guard vector.layout.contains("h") else {
        #expect(event.connectionHandle == nil, "\(vector.testDescription)")
        continue
      }
      let wanted: UInt16 = vector.testDescription == "Connection Complete, failed" ? 0 : 0x40
      #expect(event.connectionHandle?.rawValue == wanted, "\(vector.testDescription)")
    }
  }

  @Test("parameters in the units of people")
  func units() {
    #expect(parameters.intervalMilliseconds == 30)
    #expect(parameters.timeoutMilliseconds == 5000)
  }
}
