import TestSupport
import Testing

@testable import ATTParser

/// A command as it goes over the wire and what it says.
struct CommandVector: Sendable, CustomTestStringConvertible {
  /// The command's name.
  var testDescription: String
  /// The command.
  var opcode: CommandOpcode
  /// The parameters.
  var parameters: [UInt8]
  /// The fields that are looked into.
  var layout: String
  /// What the command says.
  var details: HCICommand.Details

  init(
    _ name: String, _ opcode: UInt16, _ hex: String, _ layout: String, _ details: HCICommand.Details
  ) {
    testDescription = name
    self.opcode = CommandOpcode(rawValue: opcode)
    parameters = [UInt8](hex: hex)
    self.layout = layout
    self.details = details
  }
}

private let handle = ConnectionHandle(rawValue: 0x0040)
private let peer = DeviceAddress(0xC102_0304_0506)

/// The commands of Vol 4, Part E, 7.1 to 7.8 that are looked into.
let commandVectors: [CommandVector] = [
  CommandVector("Reset", 0x0C03, "", "", .none),
  CommandVector("Disconnect", 0x0406, "4000 13", "h1", .disconnect(handle, .remoteUserTerminated)),
  CommandVector(
    "LE Create Connection", 0x200D,
    "6000 3000 00 01 0605040302c1 01 0c00 1800 0000 f401 0000 0000", "41163 2",
    .createConnection(peer: peer, type: .randomDevice, usesFilterList: false, maxInterval: 24)),
  CommandVector(
    "LE Create Connection from the filter list", 0x200D,
    "6000 3000 01 00 000000000000 01 0c00 2800 0000 f401 0000 0000", "41163 2",
    .createConnection(peer: DeviceAddress(0), type: .publicDevice, usesFilterList: true, maxInterval: 40)),
  CommandVector(
    "LE Extended Create Connection", 0x2043,
    "00 01 01 0605040302c1 01 6000 3000 0c00 1800 0000 f401 0000 0000", "111672",
    .createConnection(peer: peer, type: .randomDevice, usesFilterList: false, maxInterval: 24)),
  CommandVector(
    "LE Connection Update", 0x2013, "4000 0600 0c00 0000 c800 0000 0000", "h2222",
    .connectionUpdate(
      handle, RequestedParameters(minInterval: 6, maxInterval: 12, latency: 0, supervisionTimeout: 200))),
  CommandVector(
    "LE Set Data Length", 0x2022, "4000 fb00 4808", "h22",
    .setDataLength(handle, txOctets: 251, txTime: 2120)),
  CommandVector("LE Set PHY", 0x2032, "4000 00 02 03 0000", "h111", .setPHY(handle, txPHYs: 2, rxPHYs: 3)),
  CommandVector(
    "LE Enable Encryption", 0x2019,
    "4000 0000000000000000 0000 000102030405060708090a0b0c0d0e0f", "h82k", .enableEncryption(handle)),
  CommandVector(
    "LE Long Term Key Request Reply", 0x201A, "4000 000102030405060708090a0b0c0d0e0f", "hk",
    .longTermKeyReply(handle)),
  CommandVector("LE Set Scan Enable", 0x200C, "01 00", "11", .scanEnable(true, filtersDuplicates: false)),
  CommandVector(
    "LE Set Extended Scan Enable, off", 0x2042, "00 00 0000 0000", "11",
    .scanEnable(false, filtersDuplicates: false)),
  CommandVector(
    "LE Set Extended Scan Enable, each device once a period", 0x2042, "01 02 0000 0a00", "11",
    .scanEnable(true, filtersDuplicates: true)),
  CommandVector("LE Set Advertising Enable", 0x200A, "01", "1", .advertisingEnable(true)),
  CommandVector(
    "LE Set Extended Advertising Enable, off", 0x2039, "00 01 01 0000 00", "1", .advertisingEnable(false)),
  CommandVector("LE Set Random Address", 0x2005, "0605040302c1", "6", .setRandomAddress(peer)),
  CommandVector("LE Rand, not looked into", 0x2018, "", "", .none),
]

@Suite("HCI commands")
struct HCICommandTests {
  @Test("says what the specification says", arguments: commandVectors)
  func whole(_ vector: CommandVector) {
    let frame = decodeOne(.command, PacketBuilder.command(vector.opcode.rawValue, vector.parameters))
    #expect(frame.kind == .command)
    #expect(frame.problem == nil)
    #expect(
      frame.command
        == HCICommand(
          opcode: vector.opcode, details: vector.details,
          parameters: ByteRange(offset: 3, count: vector.parameters.count)))
    #expect(frame.connectionHandle?.rawValue == (vector.layout.first == "h" ? 0x40 : nil))
  }

  @Test(
    "the key is the last parameter",
    arguments: [
      (0x2019, "4000 0102030405060708 0910 000102030405060708090a0b0c0d0e0f", 15),
      (0x201A, "4000 000102030405060708090a0b0c0d0e0f", 5),
    ])
  func key(_ opcode: UInt16, _ hex: String, _ start: Int) {
    let bytes = [UInt8](hex: hex)
    let frame = decodeOne(.command, PacketBuilder.command(opcode, bytes))
    #expect(frame.command.longTermKey == ByteRange(offset: start, count: 16))
    let cut = decodeOne(.command, PacketBuilder.command(opcode, Array(bytes.dropLast())))
    #expect(cut.command.longTermKey == nil)
    #expect(decodeOne(.command, PacketBuilder.command(0x0C03, bytes)).command.longTermKey == nil)
  }

  @Test("a packet cut anywhere names its end", arguments: commandVectors)
  func packetPrefixes(_ vector: CommandVector) {
    let packet = PacketBuilder.command(vector.opcode.rawValue, vector.parameters)
    let header: FieldLayout = [
      (.commandOpcode, 2), (.parameterTotalLength, 1), (.parameters, vector.parameters.count),
    ]
    for count in 0..<packet.count {
      let frame = decodeOne(.command, Array(packet.prefix(count)))
      #expect(frame.problem == shortage(header, .hci, origin: 0, count: count), "the first \(count) bytes")
      #expect(frame.kind == (count < 3 ? .note : .command))
      if count >= 3 { #expect(frame.command.details == .none) }
    }
  }

  @Test("too few parameters name the first field that is short", arguments: commandVectors)
  func shortParameters(_ vector: CommandVector) {
    let fields = layout(vector.layout.filter { $0 != " " })
    let needed = fields.reduce(0) { $0 + $1.size }
    for count in 0..<vector.parameters.count {
      let packet = PacketBuilder.command(vector.opcode.rawValue, Array(vector.parameters.prefix(count)))
      let frame = decodeOne(.command, packet)
      #expect(frame.problem == shortage(fields, .hci, origin: 3, count: count), "\(count) bytes")
      #expect(frame.command.details == (count >= needed ? vector.details : .none))
      #expect(frame.command.opcode == vector.opcode)
    }
  }
}
