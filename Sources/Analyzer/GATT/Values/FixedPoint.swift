/// A decimal number as devices send it: an integer times a power of ten.
struct FixedPoint: Hashable, Sendable, CustomStringConvertible {
  /// The integer.
  var mantissa: Int64
  /// The power of ten.
  var exponent: Int

  /// Makes `mantissa` × 10 to the power of `exponent`.
  init(_ mantissa: some BinaryInteger, _ exponent: Int = 0) {
    self.mantissa = Int64(mantissa)
    self.exponent = exponent
  }

  /// All digits that were sent, `36.40`; with an exponent when that would be many zeros, `12e30`.
  var description: String {
    if mantissa == 0 && exponent > 0 { return "0" }
    guard exponent < 0 else {
      return exponent <= 6 ? String(mantissa) + String(repeating: "0", count: exponent) : scientific
    }
    guard exponent >= -12 else { return scientific }
    let digits = String(mantissa.magnitude)
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return (mantissa < 0 ? "-" : "") + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }

  /// The same number without zeros at the end of its fraction, `7.5`.
  var trimmed: String {
    var short = self
    while short.exponent < 0, short.mantissa % 10 == 0 {
      short.mantissa /= 10
      short.exponent += 1
    }
    return short.description
  }

  private var scientific: String { "\(mantissa)e\(exponent)" }
}
