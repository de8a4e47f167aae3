/// Numbers as text, without a formatting library.
enum Numbers {
  /// Seconds with six decimals, from nanoseconds; rounded towards zero.
  static func seconds(nanoseconds: Int64) -> String {
    let microseconds = nanoseconds.magnitude / 1000
    let fraction = String(microseconds % 1_000_000)
    let padded = String(repeating: "0", count: 6 - fraction.count) + fraction
    return "\(nanoseconds < 0 && microseconds > 0 ? "-" : "")\(microseconds / 1_000_000).\(padded)"
  }

  /// A value with a fixed number of decimals, zeros at the end left out.
  static func short(_ value: Double, decimals: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return "\(value)" }
    var text = String(Int(scaled.magnitude))
    while text.count <= decimals { text = "0" + text }
    var whole = text.dropLast(decimals)
    var fraction = text.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    if scaled < 0 { whole = "-" + whole }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }

  /// `0x0042`: hexadecimal with at least `digits` digits.
  static func hex(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Bytes as hexadecimal digits without separators.
  static func hex(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  /// Seconds rounded to microseconds, as the analysis document gives times.
  static func rounded(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }
}
