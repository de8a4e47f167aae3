import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A capture written packet by packet, and its analysis.
struct SessionScript {
  private var writer: BTSnoopWriter
  private let isMonitor: Bool
  /// Milliseconds from the first frame to the next one; every frame moves it on by one.
  var time: Int64 = 0

  /// Begins a capture of one adapter, or as the Linux monitor records several.
  init(monitor: Bool = false) {
    isMonitor = monitor
    writer = BTSnoopWriter(dataLink: monitor ? 2001 : 1002)
  }

  /// The capture so far.
  var bytes: [UInt8] { writer.bytes }

  // MARK: Packets

  /// An event.
  mutating func event(_ packet: [UInt8], adapter: UInt32 = 0) { add(4, false, packet, adapter, opcode: 3) }

  /// A command.
  mutating func command(_ opcode: UInt16, _ parameters: [UInt8] = [], adapter: UInt32 = 0) {
    add(1, true, PacketBuilder.command(opcode, parameters), adapter, opcode: 2)
  }

  /// A data packet.
  mutating func data(_ packet: [UInt8], sent: Bool, adapter: UInt32 = 0, original: UInt32? = nil) {
    add(2, sent, packet, adapter, opcode: sent ? 4 : 5, original: original)
  }

  /// A record of the Linux monitor that is no packet.
  mutating func note(_ opcode: UInt32, adapter: UInt32 = 0) {
    add(0, false, [0, 0], adapter, opcode: opcode)
  }

  /// An L2CAP PDU in one packet.
  mutating func pdu(_ channel: UInt16, _ hex: String, on handle: UInt16, sent: Bool, adapter: UInt32 = 0) {
    let pdu = PacketBuilder.l2cap(channel, [UInt8](hex: hex))
    data(PacketBuilder.acl(handle, boundary: sent ? 0 : 2, pdu), sent: sent, adapter: adapter)
  }

  /// An ATT PDU that the recording host sends.
  mutating func sends(_ hex: String, on handle: UInt16 = 0x40, adapter: UInt32 = 0) {
    pdu(4, hex, on: handle, sent: true, adapter: adapter)
  }

  /// An ATT PDU that it receives.
  mutating func receives(_ hex: String, on handle: UInt16 = 0x40, adapter: UInt32 = 0) {
    pdu(4, hex, on: handle, sent: false, adapter: adapter)
  }

  /// LE Connection Complete; `peer` is the last byte of the other device's address.
  mutating func connects(
    _ handle: UInt16 = 0x40, status: UInt8 = 0, role: UInt8 = 0, peer: UInt8 = 0x06, adapter: UInt32 = 0
  ) {
    let complete = PacketBuilder.leConnectionComplete(
      handle, status: status, role: role, peer: [peer, 0x05, 0x04, 0x03, 0x02, 0xC1])
    event(complete, adapter: adapter)
  }

  /// A whole exchange: the recording host asks, the other device answers.
  mutating func asks(_ request: String, _ answer: String, on handle: UInt16 = 0x40) {
    sends(request, on: handle)
    receives(answer, on: handle)
  }

  /// Disconnection Complete.
  mutating func disconnects(_ handle: UInt16 = 0x40, reason: UInt8 = 0x13, adapter: UInt32 = 0) {
    event(PacketBuilder.disconnectionComplete(handle, reason: reason), adapter: adapter)
  }

  private mutating func add(
    _ indicator: UInt8, _ sent: Bool, _ packet: [UInt8], _ adapter: UInt32, opcode: UInt32,
    original: UInt32? = nil
  ) {
    let microseconds = 1_700_000_000_000_000 + time * 1000
    if isMonitor {
      writer.add(packet, flags: adapter << 16 | opcode, time: microseconds, original: original)
    } else {
      writer.add([indicator] + packet, flags: sent ? 0 : 1, time: microseconds, original: original)
    }
    time += 1
  }

  // MARK: The analysis

  /// Reads the capture to its end.
  func analysis(
    _ facts: SourceFacts = SourceFacts(), known: KnownTables = KnownTables(),
    transfers: TransferOptions = TransferOptions()
  ) throws -> Analysis {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder(known: known, transfers: transfers)
    builder.addAll(&reader)
    #expect(reader.damage == nil)
    return builder.finish(facts)
  }

  /// The transactions, in the order they ended.
  func transactions() throws -> [Transaction] {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder(keepsTransactions: true)
    var ended: [Transaction] = []
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      builder.add(&frame, &reader)
      ended += builder.takeTransactions()
    }
    builder.endConnections()
    return ended + builder.takeTransactions()
  }

  /// The connection's number for every frame, 0 for none.
  func connectionNumbers() throws -> [Int] {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder()
    var numbers: [Int] = []
    var frame = DecodedFrame()
    while reader.next(into: &frame) { numbers.append(builder.add(&frame, &reader)) }
    return numbers
  }
}

/// A stream as the tests write it down: kind, attribute, direction, PDUs, bytes, first and last frame.
struct StreamRow: Hashable, CustomStringConvertible {
  /// How the values travel.
  var kind: ValueStream.Kind
  /// The attribute.
  var handle: UInt16
  /// Which way.
  var direction: Direction
  /// PDUs.
  var count: Int
  /// Value bytes.
  var bytes: Int
  /// The first frame.
  var first: Int
  /// The last frame.
  var last: Int

  /// Makes a row.
  init(
    _ kind: ValueStream.Kind, _ handle: UInt16, _ direction: Direction, _ count: Int, _ bytes: Int,
    _ frames: ClosedRange<Int>
  ) {
    self.kind = kind
    self.handle = handle
    self.direction = direction
    self.count = count
    self.bytes = bytes
    first = frames.lowerBound
    last = frames.upperBound
  }

  var description: String {
    "\(kind) \(handle) \(direction): \(count) PDUs, \(bytes) bytes, \(first)-\(last)"
  }
}

extension Analysis {
  /// The streams of the connection with a number.
  func rows(_ id: Int) -> [StreamRow] {
    connections[id - 1].streams.map { stream in
      StreamRow(
        stream.kind, stream.attributeHandle.rawValue, stream.direction, stream.count, stream.bytes,
        stream.first.frame...stream.last.frame)
    }
  }

  /// The Error Responses of the connection with a number.
  func errorEvents(_ id: Int) -> [ATTErrorEvent] { connections[id - 1].errors }

  /// PDUs by opcode of the connection with a number; undefined opcodes under -1.
  func counts(_ id: Int) -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: connections[id - 1].opcodeCounts.map { entry in
        (entry.opcode.map { Int($0.rawValue) } ?? -1, entry.count)
      })
  }

  /// The MTU that the exchanges of the connection with a number tell: client, server and effective.
  func mtu(_ id: Int) -> [UInt16?]? {
    connections[id - 1].mtu.map { [$0.client, $0.server, $0.effective] }
  }
}
