/// A data item of CBOR (RFC 8949), with all that it holds.
indirect enum CBORItem: Hashable, Sendable {
  /// An integer that is not negative.
  case unsigned(UInt64)
  /// The integer −1 − n.
  case negative(UInt64)
  /// A byte string.
  case bytes(ArraySlice<UInt8>)
  /// A text string.
  case text(String)
  /// A string of no stated length, in the pieces it came in.
  case chunks([CBORItem], isText: Bool)
  /// An array.
  case array([CBORItem], isIndefinite: Bool)
  /// A map, in the order it was written.
  case map([Pair], isIndefinite: Bool)
  /// An item with a tag in front.
  case tagged(UInt64, CBORItem)
  /// A floating-point number.
  case float(Double)
  /// false, true, null, undefined or another simple value.
  case simple(UInt8)

  /// An entry of a map.
  struct Pair: Hashable, Sendable {
    /// The key.
    var key: CBORItem
    /// What it stands for.
    var value: CBORItem
  }

  // MARK: - Reading values

  /// The first entry of a map with a text key; nil when it has none, or this is no map.
  subscript(key: String) -> CBORItem? {
    guard case .map(let pairs, _) = self else { return nil }
    return pairs.first { $0.key == .text(key) }?.value
  }

  /// The number, when it is an integer from 0 to 2^62.
  var integer: Int? {
    guard case .unsigned(let value) = self, value <= 1 << 62 else { return nil }
    return Int(value)
  }

  /// The bytes of a byte string.
  var byteString: ArraySlice<UInt8>? {
    switch self {
    case .bytes(let bytes): bytes
    case .chunks(let chunks, isText: false): Array(chunks.compactMap(\.byteString).joined())[...]
    default: nil
    }
  }

  /// The characters of a text string.
  var string: String? {
    switch self {
    case .text(let text): text
    case .chunks(let chunks, isText: true): chunks.compactMap(\.string).joined()
    default: nil
    }
  }

  /// The truth value.
  var boolean: Bool? {
    switch self {
    case .simple(20): false
    case .simple(21): true
    default: nil
    }
  }

  /// The elements of an array.
  var elements: [CBORItem]? {
    guard case .array(let items, _) = self else { return nil }
    return items
  }

  // MARK: - Diagnostic notation

  /// The item in diagnostic notation (RFC 8949, section 8).
  var notation: String {
    switch self {
    case .unsigned(let value): String(value)
    case .negative(let value): value == .max ? "-18446744073709551616" : "-" + String(value + 1)
    case .bytes(let bytes): "h'" + ByteText.hex(bytes) + "'"
    case .text(let text): ByteText.quoted(text.utf8) ?? "\"\""
    case .chunks(let chunks, let isText):
      if chunks.isEmpty { isText ? "\"\"_" : "''_" } else { "(_ " + Self.list(chunks) + ")" }
    case .array(let items, let isIndefinite): "[" + (isIndefinite ? "_ " : "") + Self.list(items) + "]"
    case .map(let pairs, let isIndefinite):
      "{" + (isIndefinite ? "_ " : "")
        + pairs.map { $0.key.notation + ": " + $0.value.notation }.joined(separator: ", ") + "}"
    case .tagged(let tag, let item): "\(tag)(" + item.notation + ")"
    case .float(let value): Self.text(value)
    case .simple(20): "false"
    case .simple(21): "true"
    case .simple(22): "null"
    case .simple(23): "undefined"
    case .simple(let value): "simple(\(value))"
    }
  }

  private static func list(_ items: [CBORItem]) -> String { items.map(\.notation).joined(separator: ", ") }

  /// A number as RFC 8949 writes it: shortest digits, always a fraction, an exponent when far from 1.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    let sign = value.sign == .minus ? "-" : ""
    if value.isInfinite { return sign + "Infinity" }
    if value == 0 { return sign + "0.0" }
    let (digits, exponent) = decimal(value.magnitude)
    let whole = exponent + 1
    switch exponent {
    case -6..<0: return sign + "0." + String(repeating: "0", count: -whole) + digits
    case 0..<21 where digits.count <= whole:
      return sign + digits + String(repeating: "0", count: whole - digits.count) + ".0"
    case 0..<21: return sign + digits.prefix(whole) + "." + digits.dropFirst(whole)
    default:
      let fraction = digits.count > 1 ? String(digits.dropFirst()) : "0"
      return sign + digits.prefix(1) + "." + fraction + "e" + (exponent < 0 ? "-" : "+")
        + String(exponent.magnitude)
    }
  }

  /// The shortest digits that give a positive number back, and the power of ten of the first one.
  private static func decimal(_ value: Double) -> (digits: String, exponent: Int) {
    let parts = value.description.split(separator: "e")
    let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = number.count > 1 ? number[1] : ""
    let all = number[0] + fraction
    let leading = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leading)
    while digits.last == "0" { digits.removeLast() }
    let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return (String(digits), power + number[0].count - 1 - leading)
  }
}
