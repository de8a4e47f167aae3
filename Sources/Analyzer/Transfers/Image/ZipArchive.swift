/// A zip archive: what is in it, and its files decompressed.
///
/// ```
/// local header     50 4B 03 04, version u16, flags u16, method u16, …, name length u16 @26, extra length u16 @28, name, extra, data
/// central header   50 4B 01 02, …, flags u16 @8, method u16 @10, crc u32 @16, compressed u32 @20, size u32 @24,
///                  name length u16 @28, extra u16 @30, comment u16 @32, …, local header u32 @42, name @46
/// end              50 4B 05 06, …, entries u16 @10, size u32 @12, central headers u32 @16, comment length u16 @20
/// ```
public struct ZipArchive: Sendable {
  /// Why an archive cannot be read.
  public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// It ends where something has to be, or says what cannot be.
    case damaged(String)
    /// It is right and not supported.
    case unsupported(String)

    /// The reason in words.
    public var description: String {
      switch self {
      case .damaged(let what): "damaged zip archive: \(what)"
      case .unsupported(let what): "zip archive with \(what), which is not supported"
      }
    }
  }

  /// A file in the archive.
  public struct Entry: Sendable, Hashable {
    /// Its path.
    public let name: String
    /// Its size when decompressed.
    public let size: Int
    fileprivate let flags: Int
    fileprivate let method: Int
    fileprivate let crc: UInt32
    fileprivate let compressed: Int
    fileprivate let header: Int
  }

  /// Files that an archive may have.
  static let entryLimit = 4096
  /// Bytes of a file in it.
  static let sizeLimit = 64 << 20

  /// The files.
  public let entries: [Entry]
  private let bytes: [UInt8]

  /// True for what begins like an archive.
  public static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Reads the list of files.
  public init(_ bytes: [UInt8]) throws(Failure) {
    self.bytes = bytes
    func number(_ offset: Int, _ count: Int) throws(Failure) -> Int {
      guard let value = bytes.littleEndian(at: offset, count) else { throw .damaged("it is cut short") }
      return Int(value)
    }
    guard let end = Self.end(bytes) else { throw .damaged("its end is missing") }
    let count = try number(end + 10, 2)
    var place = try number(end + 16, 4)
    guard count != 0xFFFF, place != 0xFFFF_FFFF else { throw .unsupported("64-bit sizes") }
    guard count <= Self.entryLimit else { throw .unsupported("more than \(Self.entryLimit) files") }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard try number(place, 4) == 0x0201_4B50 else {
        throw .damaged("its list of files is not where it should be")
      }
      let nameLength = try number(place + 28, 2)
      let next = place + 46 + nameLength + (try number(place + 30, 2)) + (try number(place + 32, 2))
      guard next <= bytes.count else { throw .damaged("it is cut short") }
      entries.append(
        Entry(
          name: String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self),
          size: try number(place + 24, 4), flags: try number(place + 8, 2), method: try number(place + 10, 2),
          crc: UInt32(truncatingIfNeeded: try number(place + 16, 4)), compressed: try number(place + 20, 4),
          header: try number(place + 42, 4)))
      place = next
    }
    self.entries = entries
  }

  /// Where the record at the end begins; a comment may follow it.
  private static func end(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let first = max(0, bytes.count - 22 - 0xFFFF)
    return (first...(bytes.count - 22)).last { bytes.littleEndian(at: $0, 4) == 0x0605_4B50 }
  }

  /// A file's contents.
  public func contents(_ entry: Entry) throws(Failure) -> [UInt8] {
    guard entry.flags & 1 == 0 else { throw .unsupported("an encrypted file, \(entry.name)") }
    guard entry.size <= Self.sizeLimit else {
      throw .unsupported("a file of more than \(Self.sizeLimit >> 20) MiB, \(entry.name)")
    }
    guard bytes.littleEndian(at: entry.header, 4) == 0x0403_4B50,
      let name = bytes.littleEndian(at: entry.header + 26, 2),
      let extra = bytes.littleEndian(at: entry.header + 28, 2)
    else { throw .damaged("\(entry.name) is not where it should be") }
    let start = entry.header + 30 + Int(name) + Int(extra)
    guard start <= bytes.count, entry.compressed <= bytes.count - start else {
      throw .damaged("\(entry.name) is cut short")
    }
    let data = bytes[start..<(start + entry.compressed)]
    let contents: [UInt8]?
    switch entry.method {
    case 0: contents = entry.compressed == entry.size ? Array(data) : nil
    case 8: contents = Inflate.raw(data, count: entry.size)
    default: throw .unsupported("compression \(entry.method)")
    }
    guard let contents, CyclicCheck.of(contents, .crc32) == entry.crc else {
      throw .damaged("\(entry.name) does not decompress to what it was")
    }
    return contents
  }
}
