/// Where text stops being JSON (RFC 8259).
///
/// The decoder says that text is no JSON and not where. This goes over the text, and makes no values of it.
struct JSONSyntax {
  /// Objects and arrays in each other, beyond which text is taken for broken.
  private static let deepest = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// What is wrong, and at which byte.
  struct Problem: Error {
    /// The byte's place.
    let offset: Int
    /// What is wrong, without a full stop.
    let what: String
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What is wrong with a text, nil when it is JSON.
  static func problem(in bytes: [UInt8]) -> Problem? {
    var syntax = JSONSyntax(bytes)
    do throws(Problem) {
      try syntax.value()
      syntax.skipSpace()
      if syntax.position < bytes.count { throw syntax.problem("nothing more is wanted after the value") }
      return nil
    } catch {
      return error
    }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func problem(_ what: String) -> Problem { Problem(offset: position, what: what) }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func value() throws(Problem) {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): try list(UInt8(ascii: "}"), hasNames: true)
    case UInt8(ascii: "["): try list(UInt8(ascii: "]"), hasNames: false)
    case UInt8(ascii: "\""): try string()
    case nil: throw problem("the text ends where a value is wanted")
    default: try word()
    }
  }

  /// The members of an object or the elements of an array.
  private mutating func list(_ end: UInt8, hasNames: Bool) throws(Problem) {
    depth += 1
    if depth > Self.deepest { throw problem("too many objects and arrays in each other") }
    position += 1
    skipSpace()
    if byte == end {
      position += 1
      depth -= 1
      return
    }
    while true {
      skipSpace()
      if hasNames {
        guard byte == UInt8(ascii: "\"") else { throw problem("a name between quotation marks is wanted") }
        try string()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw problem("a colon is wanted after the name") }
        position += 1
      }
      try value()
      skipSpace()
      if byte == end { break }
      guard byte == UInt8(ascii: ",") else {
        throw problem("a comma or \(hasNames ? "}" : "]") is wanted")
      }
      position += 1
      skipSpace()
      if byte == end { throw problem("there is a comma too many before it") }
    }
    position += 1
    depth -= 1
  }

  private mutating func string() throws(Problem) {
    let start = position
    position += 1
    while let byte, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw problem("a line end or another control character within a string") }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else {
      position = start
      throw problem("the string has no end")
    }
    position += 1
  }

  /// A number, or one of the three words.
  private mutating func word() throws(Problem) {
    let start = position
    let marks = Set("+-.".utf8)
    while let byte,
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || marks.contains(byte)
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isNumber = (text.first?.isNumber ?? false) || text.first == "-"
    if ["true", "false", "null"].contains(text) || isNumber && Double(text) != nil { return }
    position = start
    throw problem(text.isEmpty ? "a value is wanted" : "'\(text.prefix(20))' is no value")
  }
}
