/// The unit of a pcapng interface's timestamps (option `if_tsresol`).
struct TimeResolution: BitwiseCopyable {
  /// Powers of ten that fit nanosecond arithmetic; finer units than 10^-19 s round to 0.
  private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(UInt64(1)) { product, _ in product &* 10 }
  }

  private let isBinary: Bool
  private let exponent: Int

  /// The default when an interface has no option.
  static let microseconds = TimeResolution(option: 6)

  /// Reads the option: an exponent of 10, or of 2 when the top bit is set, both negative.
  init(option: UInt8) {
    isBinary = option & 0x80 != 0
    exponent = Int(option & 0x7F)
  }

  /// Converts a tick count to a time, saturating where it leaves what 64 bits of nanoseconds hold.
  func timestamp(ticks: UInt64, offsetSeconds: Int64) -> Timestamp {
    let nanoseconds = Int64(clamping: isBinary ? binaryNanoseconds(ticks) : decimalNanoseconds(ticks))
    let (offset, overflow) = offsetSeconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return Timestamp(nanoseconds: offsetSeconds < 0 ? .min : .max) }
    let (sum, sumOverflow) = nanoseconds.addingReportingOverflow(offset)
    return Timestamp(nanoseconds: sumOverflow ? (offset < 0 ? .min : .max) : sum)
  }

  private func decimalNanoseconds(_ ticks: UInt64) -> UInt64 {
    if exponent <= 9 {
      let (product, overflow) = ticks.multipliedReportingOverflow(by: Self.powersOfTen[9 - exponent])
      return overflow ? .max : product
    }
    return exponent &- 9 < 20 ? ticks / Self.powersOfTen[exponent &- 9] : 0
  }

  private func binaryNanoseconds(_ ticks: UInt64) -> UInt64 {
    let product = ticks.multipliedFullWidth(by: 1_000_000_000)
    if exponent >= 64 { return exponent < 128 ? product.high >> UInt64(exponent &- 64) : 0 }
    if exponent == 0 { return product.high == 0 ? product.low : .max }
    guard product.high >> UInt64(exponent) == 0 else { return .max }
    return product.high << UInt64(64 &- exponent) | product.low >> UInt64(exponent)
  }
}
