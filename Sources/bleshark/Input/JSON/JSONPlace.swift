/// Where in the text of a JSON file the value is that a path names.
///
/// The decoder gives values without their places. This looks for one in text that has been decoded before; it
/// skips values and makes nothing of them.
struct JSONPlace {
  /// The line, from 1.
  let line: Int
  /// The column in characters, from 1.
  let column: Int

  /// A part of a path.
  private enum Part {
    case member(String)
    case element(Int)
  }

  /// Finds the value of a path such as `$.messages[2].at`, or the innermost one around it that is there.
  ///
  /// - Parameter bytes: the text of the file, which is well-formed.
  init(_ path: String, in bytes: [UInt8]) {
    var scanner = Scanner(bytes: bytes)
    scanner.skipSpace()
    var place = scanner.position
    for part in Self.parts(path) {
      guard let next = scanner.enter(part) else { break }
      place = next
    }
    self.init(at: place, in: bytes)
  }

  /// The place of a byte.
  init(at offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes after the first one of a character are no columns.
    column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// The parts of a path such as `$.messages[2].at`.
  ///
  /// A name with a point or a bracket in it is not found, and its object told instead.
  private static func parts(_ path: String) -> [Part] {
    var parts: [Part] = []
    for piece in path.dropFirst().split(separator: ".") {
      let name = piece.prefix { $0 != "[" }
      if !name.isEmpty { parts.append(.member(String(name))) }
      for index in piece.dropFirst(name.count).split(separator: "[") {
        if let number = Int(index.dropLast()) { parts.append(.element(number)) }
      }
    }
    return parts
  }

  /// Goes over JSON text without making values of it.
  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func skipSpace() {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Moves to a part of the value here and returns where it is, of a member its name; nil when it is not there.
    mutating func enter(_ part: Part) -> Int? {
      skipSpace()
      switch part {
      case .member(let name):
        guard byte == UInt8(ascii: "{") else { return nil }
        position += 1
        while position < bytes.count {
          skipSpace()
          let start = position
          guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
          skipSpace()
          position += 1
          skipSpace()
          if key == name { return start }
          skipValue()
          skipSpace()
          guard byte == UInt8(ascii: ",") else { return nil }
          position += 1
        }
        return nil
      case .element(let index):
        guard byte == UInt8(ascii: "[") else { return nil }
        position += 1
        for _ in 0..<index {
          skipValue()
          skipSpace()
          guard byte == UInt8(ascii: ",") else { return nil }
          position += 1
        }
        skipSpace()
        return position
      }
    }

    /// The text between quotation marks as it is written, and moves behind it.
    private mutating func string() -> String? {
      position += 1
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipValue() {
      skipSpace()
      var depth = 0
      while position < bytes.count {
        switch byte {
        case UInt8(ascii: "\""): _ = string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return }
          depth -= 1
          position += 1
        case UInt8(ascii: ","):
          if depth == 0 { return }
          position += 1
        default: position += 1
        }
      }
    }
  }
}
