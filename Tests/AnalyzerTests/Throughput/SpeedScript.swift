import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A capture written packet by packet, and what is measured of it.
struct SpeedScript {
  /// The packets; its `time` is in milliseconds.
  var script = SessionScript()

  /// LE Read Buffer Size and its answer.
  mutating func buffers(_ packets: UInt8, length: UInt16 = 251, adapter: UInt32 = 0) {
    script.event(
      PacketBuilder.event(0x0E, [1] + UInt16(0x2002).bytes() + [0] + length.bytes() + [packets]),
      adapter: adapter)
  }

  /// Number Of Completed Packets.
  mutating func completes(_ count: UInt16, on handle: UInt16 = 0x40, adapter: UInt32 = 0) {
    script.event(PacketBuilder.event(0x13, [1] + handle.bytes() + count.bytes()), adapter: adapter)
  }

  /// A Write Command of so many bytes at a time.
  mutating func command(
    at time: Int64, bytes: Int = 20, to attribute: UInt16 = 0x20, on handle: UInt16 = 0x40,
    adapter: UInt32 = 0
  ) {
    script.time = time
    let pdu = [0x52] + attribute.bytes() + [UInt8](repeating: 7, count: bytes)
    script.data(
      PacketBuilder.acl(handle, boundary: 0, PacketBuilder.l2cap(4, pdu)), sent: true, adapter: adapter)
  }

  /// LE Connection Update Complete.
  mutating func updates(
    interval: UInt16, latency: UInt16 = 0, timeout: UInt16 = 400, on handle: UInt16 = 0x40
  ) {
    script.event(
      PacketBuilder.leEvent(0x03, [0] + handle.bytes() + interval.bytes() + latency.bytes() + timeout.bytes())
    )
  }

  /// LE PHY Update Complete.
  mutating func updates(phy: UInt8, on handle: UInt16 = 0x40) {
    script.event(PacketBuilder.leEvent(0x0C, [0] + handle.bytes() + [phy, phy]))
  }

  /// LE Data Length Change.
  mutating func updates(octets: UInt16, on handle: UInt16 = 0x40) {
    script.event(
      PacketBuilder.leEvent(
        0x07, handle.bytes() + octets.bytes() + UInt16(2120).bytes() + octets.bytes() + UInt16(2120).bytes()))
  }

  /// Encryption Change.
  mutating func encrypts(_ handle: UInt16 = 0x40) {
    script.event(PacketBuilder.event(0x08, [0] + handle.bytes() + [1]))
  }

  /// What is measured.
  func throughput(stallFloor: Int64 = ThroughputBuilder.standardFloor) throws -> Throughput {
    try Throughput(of: script.bytes, stallFloor: stallFloor)
  }

  /// The only stream.
  func stream() throws -> Throughput.Stream {
    let streams = try throughput().streams
    try #require(streams.count == 1, "\(streams.map(\.meter.kind))")
    return streams[0]
  }
}

extension Throughput {
  /// Measures a capture.
  init(of bytes: [UInt8], stallFloor: Int64 = ThroughputBuilder.standardFloor) throws {
    var options = TransferOptions()
    options.looksAtEverything = true
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder(transfers: options)
    var meters = ThroughputBuilder(stallFloor: stallFloor)
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      meters.add(&frame, connection, &builder, &reader)
    }
    self.init(meters.finish(), builder.finish())
  }
}

extension LimiterTimes {
  /// The times in milliseconds, by name.
  var milliseconds: [String: Double] {
    Dictionary(uniqueKeysWithValues: shares.map { ($0.limiter.name, Double($0.nanoseconds) / 1e6) })
  }
}
