/// An image as an Intel HEX file: lines of bytes with addresses.
///
/// ```
/// :LLAAAATT data CC     count u8, address u16 (big-endian), type u8, data, check u8; the sum of all bytes is 0
/// ```
///
/// Types: 0 data, 1 end, 2 segment (× 16), 3 and 5 where to start, 4 upper half of the address.
public struct IntelHex: Sendable {
  /// What is wrong with a line.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// What is wrong.
    public let what: String

    /// Line and reason.
    public var description: String { "line \(line): \(what)" }
  }

  /// Bytes that follow one another.
  public struct Segment: Sendable, Hashable {
    /// The address of the first one.
    public let address: Int
    /// The bytes.
    public fileprivate(set) var bytes: [UInt8]
    fileprivate var end: Int { address + bytes.count }
  }

  /// Bytes that all segments may have together.
  static let sizeLimit = 64 << 20
  /// The longest gap that is filled with 0xFF, as flash is; a longer one begins another segment.
  static let longestGap = 4096

  /// What is in the file, by address.
  public private(set) var segments: [Segment] = []

  /// True for what begins like a file of this kind.
  public static func isHex(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: ":") else { return false }
    return bytes.dropFirst().prefix(8).allSatisfy { digit($0) != nil }
  }

  /// Reads a file.
  public init(_ bytes: [UInt8]) throws(Failure) {
    var base = 0
    var pieces: [Segment] = []
    var total = 0
    var isEnded = false
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let text = line.last == 0x0D ? line.dropLast() : line
      if text.isEmpty || isEnded { continue }
      let record = try Self.record(text, number)
      let address = Int(record[1]) << 8 | Int(record[2])
      let data = record[4..<(record.count - 1)]
      switch record[3] {
      case 0:
        total += data.count
        guard total <= Self.sizeLimit else {
          throw Failure(line: number, what: "more than \(Self.sizeLimit >> 20) MiB of data")
        }
        Self.add(data, at: base + address, to: &pieces)
      case 1: isEnded = true
      case 2, 4:
        guard data.count == 2 else { throw Failure(line: number, what: "an address of \(data.count) bytes") }
        let upper = Int(data[data.startIndex]) << 8 | Int(data[data.startIndex + 1])
        base = record[3] == 2 ? upper << 4 : upper << 16
      case 3, 5: break
      default: throw Failure(line: number, what: "record type \(record[3]) is not known")
      }
    }
    guard isEnded else { throw Failure(line: number, what: "the record that ends the file is missing") }
    segments = Self.joined(pieces)
  }

  private static func record(_ text: ArraySlice<UInt8>, _ number: Int) throws(Failure) -> [UInt8] {
    guard text.first == UInt8(ascii: ":"), text.count >= 11, text.count % 2 == 1 else {
      throw Failure(line: number, what: "no record")
    }
    var record: [UInt8] = []
    var place = text.startIndex + 1
    while place < text.endIndex {
      guard let high = digit(text[place]), let low = digit(text[place + 1]) else {
        throw Failure(line: number, what: "not a hexadecimal digit")
      }
      record.append(high << 4 | low)
      place += 2
    }
    guard record.count == Int(record[0]) + 5 else {
      throw Failure(line: number, what: "\(record[0]) bytes are promised, \(record.count - 5) are there")
    }
    guard record.reduce(0, &+) == 0 else { throw Failure(line: number, what: "its check is wrong") }
    return record
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  private static func add(_ data: ArraySlice<UInt8>, at address: Int, to pieces: inout [Segment]) {
    if let last = pieces.indices.last, pieces[last].end == address {
      pieces[last].bytes.append(contentsOf: data)
    } else {
      pieces.append(Segment(address: address, bytes: Array(data)))
    }
  }

  /// By address, with short gaps filled; what comes later in the file goes over what came before.
  private static func joined(_ pieces: [Segment]) -> [Segment] {
    var segments: [Segment] = []
    for piece in pieces.enumerated().sorted(by: {
      ($0.element.address, $0.offset) < ($1.element.address, $1.offset)
    }) {
      let piece = piece.element
      guard let last = segments.indices.last, piece.address - segments[last].end <= longestGap else {
        segments.append(piece)
        continue
      }
      let gap = piece.address - segments[last].end
      if gap > 0 { segments[last].bytes += repeatElement(0xFF, count: gap) }
      let start = piece.address - segments[last].address
      let end = min(segments[last].bytes.count, start + piece.bytes.count)
      segments[last].bytes.replaceSubrange(start..<end, with: piece.bytes)
    }
    return segments
  }
}
