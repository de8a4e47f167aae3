import ATTParser
import Foundation
import Testing

@testable import Replay

/// How fast write commands go through our host, beside another stack's client on the same virtual link.
@Suite("Throughput over HCI", .enabled(if: LivePeer.isThere), .serialized)
struct ThroughputTests {
  private static let count = 600
  private static let size = 244

  @Test("write commands are at least 80 % as fast as Bumble's", arguments: [4, 60])
  func writeCommands(packetsPerEvent: Int) throws {
    // Both are processes of their own in real time: on a busy machine one of them may be held up.
    for attempt in 1...3 {
      let theirs = try bumble(packetsPerEvent)
      let ours = try bleshark(packetsPerEvent)
      let ratio = ours / theirs
      print(
        "throughput, \(packetsPerEvent) packets an event: ours \(Int(ours)) bytes/s, Bumble's \(Int(theirs)), ratio",
        (ratio * 100).rounded() / 100)
      if ratio >= 0.8 { return }
      #expect(attempt < 3, "three times slower than 80 %, at last \(ratio)")
    }
  }

  private func device(_ packetsPerEvent: Int) throws -> LivePeer {
    try LivePeer("--packets-per-event", "\(packetsPerEvent)")
  }

  private func bumble(_ packetsPerEvent: Int) throws -> Double {
    let device = try device(packetsPerEvent)
    let client = try PeerProcess(
      "throughput.py", device.places[0].replacingOccurrences(of: "tcp:", with: "tcp-client:"),
      "\(Self.count)",
      "\(Self.size)")
    let line = try client.line(within: 60) { $0["bytes_per_s"] != nil }
    return try #require(line["bytes_per_s"] as? Double ?? (line["bytes_per_s"] as? Int).map(Double.init))
  }

  private func bleshark(_ packetsPerEvent: Int) throws -> Double {
    let device = try device(packetsPerEvent)
    var options = HCIOptions()
    (options.minInterval, options.maxInterval) = (12, 12)
    let bearer = HCIATTBearerTests.bearer(device, options)
    _ = try bearer.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    try bearer.change(.dataLength(251), until: LiveClient.soon)
    let client = LiveClient(bearer)
    _ = try client.exchangeMTU(247)
    let setting = try #require(try client.discover().values[HCIATTBearerTests.setting])
    let start = MonotonicTime.now
    for number in 0..<Self.count {
      let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Self.size)
      try bearer.send([0x52] + client.word(setting) + value, until: LiveClient.soon)
    }
    _ = try client.request([0x0A] + client.word(setting))
    let milliseconds = MonotonicTime.now.milliseconds(since: start)
    bearer.close()
    return Double(Self.count * Self.size) * 1000 / Double(max(1, milliseconds))
  }
}
