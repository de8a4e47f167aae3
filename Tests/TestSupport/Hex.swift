extension [UInt8] {
  /// Reads bytes from hex digits, two a byte; blanks, colons and underscores are passed over.
  ///
  /// A character that is no hex digit, or half a byte, is a mistake in the test and ends it.
  public init(hex text: String) {
    let digits = text.filter { !$0.isWhitespace && $0 != ":" && $0 != "_" }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = digit.hexDigitValue else { preconditionFailure("no hex digit: \(digit) in \(text)") }
      if let upper = high {
        bytes.append(upper << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    precondition(high == nil, "half a byte at the end of \(text)")
    self = bytes
  }

  /// The bytes as lower-case hex digits without blanks.
  public var hex: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
