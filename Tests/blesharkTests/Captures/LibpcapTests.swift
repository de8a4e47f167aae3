import CPcap
import Foundation
import TestSupport
import Testing

/// Captures written by libpcap itself, for every link type of a host.
@Suite("Captures written by libpcap") struct LibpcapTests {
  /// A packet of a session: its H4 indicator, whether the host sent it, and its bytes.
  private struct Packet {
    var indicator: UInt8
    var isSent: Bool
    var bytes: [UInt8]

    /// With the wrapping of a link type in front.
    func wrapped(_ linkType: Int32) -> [UInt8] {
      switch linkType {
      case 187: return [indicator] + bytes
      case 201: return UInt32(isSent ? 0 : 1).bytes(.big) + [indicator] + bytes
      default:
        let opcode: UInt16 = indicator == 4 ? 3 : isSent ? 4 : 5
        return UInt16(0).bytes(.big) + opcode.bytes(.big) + bytes
      }
    }
  }

  private static func att(_ pdu: String, isSent: Bool) -> Packet {
    let data = PacketBuilder.l2cap(4, [UInt8](hex: pdu))
    return Packet(
      indicator: 2, isSent: isSent, bytes: PacketBuilder.acl(0x40, boundary: isSent ? 0 : 2, data))
  }

  private static let session = [
    Packet(indicator: 4, isSent: false, bytes: PacketBuilder.leConnectionComplete(0x40)),
    att("02 f700", isSent: true), att("03 b900", isSent: false),
    att("52 2a00 010203", isSent: true), att("52 2a00 0405", isSent: true),
    att("1b 2c00 ff", isSent: false),
    Packet(indicator: 4, isSent: false, bytes: PacketBuilder.disconnectionComplete(0x40)),
  ]

  @Test("are read back", arguments: [Int32(187), 201, 254], [false, true])
  func readBack(_ linkType: Int32, _ nanoseconds: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("capture.pcap")
    try write(Self.session.map { $0.wrapped(linkType) }, linkType, nanoseconds: nanoseconds, to: path)
    let analysis = try CaptureFile(path: path).analysis()
    #expect(analysis.capture.format == "pcap")
    #expect(analysis.capture.linkType == (linkType == 254 ? "linux_monitor" : "hci_h4"))
    #expect(analysis.capture.frames == Self.session.count)
    #expect(analysis.capture.firstTime == "2023-11-14T22:13:20.000000Z")
    #expect(analysis.capture.durationS == (nanoseconds ? 0.001_506 : 1.5))
    #expect(analysis.capture.quality.malformedFrames == 0)
    let connection = try #require(analysis.connections.first)
    #expect(analysis.connections.count == 1)
    #expect(connection.opened?.frame == 1)
    #expect(connection.closed?.reason == 0x13)
    #expect(connection.att.pdus == ["0x02": 1, "0x03": 1, "0x52": 2, "0x1b": 1])
    let writes = connection.streams.first { $0.kind == "write_command" }
    #expect(writes?.count == 2)
    #expect(writes?.bytes == 5)
    // Link type 187 has no direction, but the boundary flag of LE data tells it.
    #expect(writes?.sender == "local")
    #expect(connection.streams.first { $0.kind == "notification" }?.sender == "peer")
    #expect(connection.mtu?.effective == 185)
  }

  /// Writes packets a quarter of a second, or of 1.004 ms, apart.
  private func write(_ packets: [[UInt8]], _ linkType: Int32, nanoseconds: Bool, to path: String) throws {
    let precision = nanoseconds ? PCAP_TSTAMP_PRECISION_NANO : PCAP_TSTAMP_PRECISION_MICRO
    // Unsafe: libpcap's handles are pointers; they live until they are closed below.
    let capture = try unsafe #require(
      pcap_open_dead_with_tstamp_precision(linkType, 65_535, UInt32(precision)))
    defer { unsafe pcap_close(capture) }
    let dump = try unsafe #require(pcap_dump_open(capture, path))
    defer { unsafe pcap_dump_close(dump) }
    for (place, packet) in packets.enumerated() {
      // The field holds nanoseconds in a capture of that precision.
      let fraction = nanoseconds ? place * 251_000 : place * 250_000
      let second = nanoseconds ? 1_000_000_000 : 1_000_000
      var header = pcap_pkthdr()
      header.ts = timeval(tv_sec: 1_700_000_000 + fraction / second, tv_usec: .init(fraction % second))
      header.caplen = UInt32(packet.count)
      header.len = UInt32(packet.count)
      // Unsafe: libpcap reads `caplen` bytes of the array, which lives through the call.
      unsafe packet.withUnsafeBufferPointer { bytes in
        unsafe pcap_dump(
          UnsafeMutableRawPointer(dump).assumingMemoryBound(to: UInt8.self), &header, bytes.baseAddress)
      }
    }
  }
}
