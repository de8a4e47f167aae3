/// Why bytes are not CBOR, and where.
struct CBORError: Error, Hashable {
  /// The offset of the byte that cannot be, or of the first one that is missing.
  let position: Int
  /// What is wrong there.
  let reason: String
}

/// Reads CBOR (RFC 8949).
///
/// Lengths are compared with what is there before anything is read, and items nest at most
/// ``depthLimit`` deep.
struct CBORReader {
  /// How deep items may nest.
  static let depthLimit = 32

  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var position = 0

  /// Makes a reader that stands before the first item.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one item, with all that it holds.
  mutating func item() throws(CBORError) -> CBORItem { try item(depth: 0) }

  /// The first byte of an item: three bits of type, five of argument.
  private struct Head {
    var major: UInt8
    var information: UInt8
    var argument: UInt64
    var position: Int
    var isIndefinite: Bool { information == 31 }
  }

  private mutating func head() throws(CBORError) -> Head {
    let start = position
    let initial = try take(1, "an item")[start]
    var head = Head(major: initial >> 5, information: initial & 0x1F, argument: 0, position: start)
    switch head.information {
    case 0..<24: head.argument = UInt64(head.information)
    case 24...27:
      let size = 1 << Int(head.information - 24)
      head.argument = try take(size, "an argument").reduce(0) { $0 << 8 | UInt64($1) }
    case 28...30: throw CBORError(position: start, reason: "reserved additional information")
    default: break
    }
    return head
  }

  private mutating func take(_ count: Int, _ what: String) throws(CBORError) -> ArraySlice<UInt8> {
    let left = bytes.count - position
    guard count <= left else {
      throw CBORError(position: bytes.count, reason: "\(what) needs \(count - left) more bytes")
    }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  private mutating func item(depth: Int) throws(CBORError) -> CBORItem {
    let head = try head()
    guard depth < Self.depthLimit else {
      throw CBORError(position: head.position, reason: "nested more than \(Self.depthLimit) deep")
    }
    if head.isIndefinite, !(2...5 ~= head.major) {
      let reason = head.major == 7 ? "break outside an indefinite item" : "no definite argument"
      throw CBORError(position: head.position, reason: reason)
    }
    switch head.major {
    case 0: return .unsigned(head.argument)
    case 1: return .negative(head.argument)
    case 2, 3: return try head.isIndefinite ? chunks(head.major) : string(head)
    case 4: return .array(try items(head, depth), isIndefinite: head.isIndefinite)
    case 5: return .map(try pairs(head, depth), isIndefinite: head.isIndefinite)
    case 6: return .tagged(head.argument, try item(depth: depth + 1))
    default: return try simple(head)
    }
  }

  /// A byte string or text string of a known length.
  private mutating func string(_ head: Head) throws(CBORError) -> CBORItem {
    let left = bytes.count - position
    guard head.argument <= UInt64(left) else {
      throw CBORError(
        position: bytes.count, reason: "a string needs \(head.argument - UInt64(left)) more bytes")
    }
    let start = position
    let content = try take(Int(head.argument), "a string")
    if head.major == 2 { return .bytes(content) }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw CBORError(position: start, reason: "text that is not UTF-8")
    }
    return .text(text)
  }

  /// The chunks of a string without a length, up to its break.
  private mutating func chunks(_ major: UInt8) throws(CBORError) -> CBORItem {
    var chunks: [CBORItem] = []
    while try !takeBreak() {
      let chunk = try head()
      guard chunk.major == major, !chunk.isIndefinite else {
        throw CBORError(position: chunk.position, reason: "no chunk of the string")
      }
      chunks.append(try string(chunk))
    }
    return .chunks(chunks, isText: major == 3)
  }

  private mutating func items(_ head: Head, _ depth: Int) throws(CBORError) -> [CBORItem] {
    var items: [CBORItem] = []
    while try hasNext(head, UInt64(items.count)) { items.append(try item(depth: depth + 1)) }
    return items
  }

  private mutating func pairs(_ head: Head, _ depth: Int) throws(CBORError) -> [CBORItem.Pair] {
    var pairs: [CBORItem.Pair] = []
    while try hasNext(head, UInt64(pairs.count)) {
      let key = try item(depth: depth + 1)
      pairs.append(CBORItem.Pair(key: key, value: try item(depth: depth + 1)))
    }
    return pairs
  }

  /// True while an array or map has another member; takes the break of one without a count.
  private mutating func hasNext(_ head: Head, _ done: UInt64) throws(CBORError) -> Bool {
    if head.isIndefinite { return try !takeBreak() }
    return done < head.argument
  }

  private mutating func takeBreak() throws(CBORError) -> Bool {
    guard position < bytes.count else {
      throw CBORError(position: bytes.count, reason: "an indefinite item needs a break")
    }
    guard bytes[position] == 0xFF else { return false }
    position += 1
    return true
  }

  /// A simple value or a floating-point number.
  private func simple(_ head: Head) throws(CBORError) -> CBORItem {
    switch head.information {
    case 24 where head.argument < 32:
      throw CBORError(position: head.position, reason: "simple value \(head.argument) in two bytes")
    case 25: return .float(Self.half(UInt16(head.argument)))
    case 26: return .float(Double(Float(bitPattern: UInt32(head.argument))))
    case 27: return .float(Double(bitPattern: head.argument))
    default: return .simple(UInt8(head.argument))
    }
  }

  /// A half-precision number: 1 bit of sign, 5 of exponent, 10 of fraction.
  private static func half(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF)
    let magnitude =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 0x1F: fraction == 0 ? Double.infinity : .nan
      default: (fraction + 1024) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }
}
