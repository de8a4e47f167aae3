import TestSupport

@testable import Analyzer

/// A session with a bootloader of Nordic Legacy DFU.
struct LegacySession {
  static let characteristics = [
    "00001531-1212-efde-1523-785feabcd123", "00001532-1212-efde-1523-785feabcd123",
  ]

  /// The session so far.
  var script = TransferScript(characteristics)
  /// Bytes of the image.
  var size = 200
  /// Bytes of a packet.
  var packet = 20

  /// A request and its answer.
  mutating func ask(_ request: String, _ answer: String) {
    script.write(0, request)
    script.notify(0, answer)
  }

  /// Everything up to the image.
  ///
  /// - Parameter receipts: after how many packets the device is asked for a receipt; 0 for never.
  mutating func begin(receipts: UInt8 = 0) {
    script.write(0, "0104")
    script.command(1, [UInt8](repeating: 0, count: 8) + UInt32(size).bytes())
    script.notify(0, "100101")
    if receipts > 0 { script.write(0, [0x08, receipts, 0]) }
    script.write(0, "03")
  }

  /// Packets of the image.
  mutating func send(_ range: Range<Int>) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: packet) {
      script.command(1, testImage(min(packet, range.upperBound - start)))
    }
  }

  /// The rest, behind the image.
  mutating func end() {
    script.notify(0, "100301")
    ask("04", "100401")
    script.write(0, "05")
    script.disconnect(0x13)
  }

  /// Everything.
  mutating func run() {
    begin()
    send(0..<size)
    end()
  }
}
