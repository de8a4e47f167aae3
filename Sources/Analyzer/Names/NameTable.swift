import ATTParser

/// Names by UUID in a text, looked up in place: the large tables are never parsed as a whole.
///
/// Each line is 4 or 32 lower-case digits, the latter in the 8-4-4-4-12 form, a space and the name. Lines with
/// 4 digits come first, and those of one kind are in the order of their digits.
struct NameTable {
  private let lines: [UInt8]

  /// Takes a text of such lines.
  init(_ lines: String) { self.lines = Array(lines.utf8) }

  /// The name of a UUID, nil when no line has it.
  func name(of uuid: BluetoothUUID) -> String? {
    // What is sought begins in `low..<high`, both of which are beginnings of lines.
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      let start = (lines[low..<middle].lastIndex(of: Self.newLine) ?? low - 1) + 1
      let end = lines[middle...].firstIndex(of: Self.newLine) ?? lines.count
      guard let (found, space) = Self.readUUID(lines, start) else { return nil }
      if found == uuid { return String(decoding: lines[(space + 1)..<end], as: UTF8.self) }
      if Self.isOrdered(found, uuid) { low = end + 1 } else { high = start }
    }
    return nil
  }

  /// Whether the first UUID stands before the other among the lines.
  private static func isOrdered(_ left: BluetoothUUID, _ right: BluetoothUUID) -> Bool {
    let (isLeftLong, isRightLong) = (left.short == nil, right.short == nil)
    if isLeftLong != isRightLong { return isRightLong }
    return left.high == right.high ? left.low < right.low : left.high < right.high
  }

  private static let newLine = UInt8(ascii: "\n")

  /// Reads the 4 or 32 digits from `start` to a space, and finds the space; nil for anything else.
  static func readUUID(_ text: [UInt8], _ start: Int) -> (BluetoothUUID, space: Int)? {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var (place, count) = (start, 0)
    while place < text.count, text[place] != UInt8(ascii: " ") {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "-") { continue }
      let digit = byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : byte &- UInt8(ascii: "a") &+ 10
      (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit & 0xF))
      count += 1
    }
    switch count {
    case 4 where place < text.count: return (BluetoothUUID(UInt16(truncatingIfNeeded: low)), place)
    case 32 where place < text.count: return (BluetoothUUID(high: high, low: low), place)
    default: return nil
    }
  }
}
