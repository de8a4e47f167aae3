/// Bytes and numbers off the air as text that is safe to show on a terminal.
enum ByteText {
  /// The bytes as lower-case hexadecimal digits without blanks.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 0xF))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number as `0x002a`, with as many digits as its type has.
  static func hex(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
    "0x" + hex((0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
  }

  /// UTF-8 between quotation marks, escaped; nil for bytes that are not UTF-8.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String? {
    guard let text = String(validating: Array(bytes), as: UTF8.self) else { return nil }
    var result = "\""
    for scalar in text.unicodeScalars { append(scalar, to: &result, quote: true) }
    return result + "\""
  }

  /// UTF-8 in which control characters and bytes that are not UTF-8 are escaped.
  static func escaped(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let count = scalarLength(first)
      let piece = rest.prefix(count)
      if piece.count == count, let text = String(validating: piece, as: UTF8.self) {
        for scalar in text.unicodeScalars { append(scalar, to: &result, quote: false) }
        rest = rest.dropFirst(count)
      } else {
        result += "\\x" + hex(CollectionOfOne(first))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Bytes of the UTF-8 sequence that begins with a byte, 1 for one that begins none.
  private static func scalarLength(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String, quote: Bool) {
    switch scalar {
    case "\\": text += "\\\\"
    case "\"" where quote: text += "\\\""
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\0": text += "\\0"
    default:
      if scalar.isUnsafeOnTerminal {
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// True for what moves the cursor, hides text or turns its direction: controls, line ends, formats.
  fileprivate var isUnsafeOnTerminal: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
