/// What a value has to look like: bytes of which some do not matter, words, or anything.
///
/// As text: pairs of hexadecimal digits, `??` for any byte, `*` at the end for any more bytes; `*` alone for any
/// value. Words stand between quotation marks only in code; in files they are what is no such text.
public enum ValuePattern: Hashable, Sendable, CustomStringConvertible {
  /// Bytes, nil for any; and whether more may follow.
  case bytes([UInt8?], isOpen: Bool)
  /// Exactly these words.
  case words(String)

  /// Any value.
  public static let any = ValuePattern.bytes([], isOpen: true)

  /// Exactly a value; of one that is longer than what is kept, its beginning.
  public init(_ value: TraceValue) {
    switch value {
    case .words(let text): self = .words(text)
    case .bytes(let bytes, let count): self = .bytes(bytes, isOpen: count > bytes.count)
    }
  }

  /// Reads the text of a pattern of bytes; nil for what is none.
  public init?(bytes text: String) {
    var digits = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
    var isOpen = false
    if digits.last == UInt8(ascii: "*") {
      isOpen = true
      digits.removeLast()
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8?] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = digits[place...place + 1]
      if pair.allSatisfy({ $0 == UInt8(ascii: "?") }) {
        bytes.append(nil)
      } else if let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16),
        pair.allSatisfy({ $0 != 0x2B && $0 != 0x2D })
      {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    self = .bytes(bytes, isOpen: isOpen)
  }

  /// The text of the pattern.
  public var description: String {
    switch self {
    case .words(let text): text
    case .bytes(let bytes, let isOpen):
      bytes.map { $0.map { ByteText.hex(CollectionOfOne($0)) } ?? "??" }.joined() + (isOpen ? "*" : "")
    }
  }

  /// True when a value looks like this.
  public func matches(_ value: TraceValue) -> Bool {
    switch (self, value) {
    case (.words(let wanted), .words(let text)): return wanted == text
    case (.bytes(let wanted, let isOpen), .bytes(let bytes, let count)):
      guard isOpen ? count >= wanted.count : count == wanted.count else { return false }
      return zip(wanted, bytes).allSatisfy { $0 == nil || $0 == $1 }
    case (.bytes(let wanted, let isOpen), .words): return wanted.isEmpty && isOpen
    case (.words, .bytes): return false
    }
  }

  /// Places of bytes that a value has otherwise; nil when it has another length or is of another kind.
  func mismatches(_ value: TraceValue) -> [Int]? {
    guard case .bytes(let wanted, let isOpen) = self, case .bytes(let bytes, let count) = value,
      isOpen ? count >= wanted.count : count == wanted.count
    else { return nil }
    return zip(wanted, bytes).enumerated().compactMap { place, pair in
      pair.0 == nil || pair.0 == pair.1 ? nil : place
    }
  }

  /// Bytes that a value has at least, nil for words.
  var length: Int? {
    if case .bytes(let bytes, _) = self { bytes.count } else { nil }
  }

  /// True when a value of so many bytes may look like this; words take any.
  func takes(length: Int) -> Bool {
    guard case .bytes(let bytes, let isOpen) = self else { return true }
    return isOpen ? length >= bytes.count : length == bytes.count
  }

  /// The pattern that looks like this one and another of the same length: what differs is left open.
  func merged(_ other: ValuePattern) -> ValuePattern? {
    if self == other { return self }
    guard case .bytes(let left, let isOpen) = self, case .bytes(let right, let isOther) = other,
      left.count == right.count, isOpen == isOther
    else { return nil }
    return .bytes(zip(left, right).map { $0 == $1 ? $0 : nil }, isOpen: isOpen)
  }

  /// The same with bytes left open.
  func masked(_ places: Set<Int>) -> ValuePattern {
    guard case .bytes(let bytes, let isOpen) = self else { return self }
    return .bytes(bytes.enumerated().map { places.contains($0) ? nil : $1 }, isOpen: isOpen)
  }

  /// Alternatives kept before values are taken for ones that may be anything.
  static let alternativeLimit = 8

  /// A list of alternatives with one more; what has the same length is merged, so that the list stays short.
  static func adding(_ value: ValuePattern, to list: [ValuePattern]) -> [ValuePattern] {
    var list = list
    for place in list.indices {
      if let merged = list[place].merged(value) {
        list[place] = merged
        return list
      }
    }
    if list.count >= alternativeLimit { return [any] }
    list.append(value)
    return list
  }
}
