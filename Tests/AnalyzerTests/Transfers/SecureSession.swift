import TestSupport

@testable import Analyzer

/// A session with a device of Nordic Secure DFU, request by request; its pages have 128 bytes.
struct SecureSession {
  /// Packet{signed_command{command{op_code INIT, init{fw_version 3, hw_version 52, app_size 200}}}}, by hand.
  static let initPacket = "120d0a0b0801120708031034" + "38c801"
  static let image = testImage(200)
  static let bootloader = [
    "8ec90001-f315-4f60-9fb8-838830daea50", "8ec90002-f315-4f60-9fb8-838830daea50",
  ]
  static let application = "8ec90003-f315-4f60-9fb8-838830daea50"

  /// The session so far.
  var script = TransferScript(bootloader)

  /// A request and its answer.
  mutating func ask(_ request: String, _ answer: String) {
    script.write(0, request)
    script.notify(0, answer)
  }

  /// Everything up to the first data object, of which the device has `offset` bytes of the image.
  mutating func begin(offset: Int = 0) {
    ask("0601", "600601000100000000000000000000")
    ask("0101" + "0f000000", "600101")
    script.command(1, Self.initPacket)
    ask("03", "6003010f00000000000000")
    ask("04", "600401")
    ask("0602", "60060180000000" + UInt32(offset).bytes().hex + check(offset))
  }

  /// Creates an object, and writes its bytes.
  mutating func send(_ range: Range<Int>) {
    ask("0102" + UInt32(range.count).bytes().hex, "600101")
    write(range)
  }

  /// Writes bytes of the object that is there.
  mutating func write(_ range: Range<Int>) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 20) {
      script.command(1, Array(Self.image[start..<min(start + 20, range.upperBound)]))
    }
  }

  /// Asks what the device has.
  mutating func check(says offset: Int) {
    ask("03", "600301" + UInt32(offset).bytes().hex + check(min(offset, 200)))
  }

  /// Everything from the first data object on.
  mutating func finish() {
    for range in [0..<128, 128..<200] {
      send(range)
      check(says: range.upperBound)
      ask("04", "600401")
    }
    script.wait(200)
    script.disconnect(0x13)
  }

  private func check(_ offset: Int) -> String {
    CyclicCheck.of(Self.image[..<offset], .crc32).bytes().hex
  }
}
