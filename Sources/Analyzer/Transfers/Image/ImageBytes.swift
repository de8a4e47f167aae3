/// The bytes of an image as they were sent; what is sent again replaces what was there.
public struct ImageBytes: Sendable {
  /// Bytes kept; what lies beyond is not.
  public static let limit = 256 << 20

  /// The bytes up to the last one that was sent, 0xFF where nothing was.
  public private(set) var bytes: [UInt8] = []
  /// True when bytes lay beyond the limit.
  public private(set) var isCut = false
  /// Bytes between the end and a chunk far behind it that are filled up; a larger jump is a wrong offset.
  private static let longestJump = 16 << 20

  /// Makes an empty image.
  public init() {}

  /// Puts bytes at an offset.
  mutating func put(_ chunk: ArraySlice<UInt8>, at offset: Int) {
    guard offset >= 0, offset <= bytes.count + Self.longestJump, chunk.count <= Self.limit - offset else {
      isCut = isCut || !chunk.isEmpty
      return
    }
    if offset == bytes.count {
      bytes.append(contentsOf: chunk)
      return
    }
    if offset > bytes.count {
      bytes.append(contentsOf: repeatElement(0xFF, count: offset - bytes.count))
      bytes.append(contentsOf: chunk)
      return
    }
    let end = min(bytes.count, offset + chunk.count)
    bytes.replaceSubrange(offset..<end, with: chunk)
  }

  /// Puts what another image holds over this one.
  mutating func merge(_ other: ImageBytes, _ coverage: ByteCoverage) {
    for range in coverage.ranges where range.upperBound <= other.bytes.count {
      put(other.bytes[range], at: range.lowerBound)
    }
    isCut = isCut || other.isCut
  }
}
