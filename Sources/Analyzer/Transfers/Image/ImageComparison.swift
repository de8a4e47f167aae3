/// How an image that was sent differs from the file it should be.
public struct ImageComparison: Sendable {
  /// What a difference looks like.
  public enum Kind: Sendable, Hashable {
    /// The bytes were never sent.
    case hole
    /// From here on everything is there, but at another place: positive when the image is ahead.
    case shifted(by: Int)
    /// Other bytes.
    case corrupt
    /// The image ends here, the file goes on.
    case short
    /// The file ends here, the image goes on.
    case long
  }

  /// A stretch that differs.
  public struct Difference: Sendable, Hashable {
    /// Where, in the image.
    public var range: Range<Int>
    /// What it looks like.
    public var kind: Kind
  }

  /// Differences kept.
  static let limit = 1000
  /// How far bytes are looked for at another place, and how many have to agree there.
  private static let reach = 8192
  private static let probe = 16

  /// The stretches that differ, in order, up to a limit.
  public private(set) var differences: [Difference] = []
  /// Bytes that differ.
  public private(set) var differingBytes = 0

  /// Compares an image with a file.
  ///
  /// - Parameter holes: ranges of the image that were never sent.
  public init(_ image: [UInt8], _ file: [UInt8], holes: [Range<Int>]) {
    let common = min(image.count, file.count)
    var offset = 0
    while offset < common {
      guard image[offset] != file[offset] else {
        offset += 1
        continue
      }
      let start = offset
      if let hole = holes.first(where: { $0.contains(start) }) {
        offset = min(common, hole.upperBound)
        add(start..<offset, .hole)
        continue
      }
      if let shift = Self.shift(image, file, at: start) {
        add(start..<common, .shifted(by: shift))
        break
      }
      while offset < common, image[offset] != file[offset], !holes.contains(where: { $0.contains(offset) }) {
        offset += 1
      }
      add(start..<offset, .corrupt)
    }
    if image.count < file.count { add(image.count..<file.count, .short) }
    if image.count > file.count { add(file.count..<image.count, .long) }
  }

  private mutating func add(_ range: Range<Int>, _ kind: Kind) {
    differingBytes += range.count
    if differences.count < Self.limit { differences.append(Difference(range: range, kind: kind)) }
  }

  /// How far the bytes from an offset on are from where the file has them; nil when they are not near.
  private static func shift(_ image: [UInt8], _ file: [UInt8], at offset: Int) -> Int? {
    guard image.count - offset >= probe else { return nil }
    let wanted = image[offset..<(offset + probe)]
    // Padding is found everywhere.
    guard Set(wanted).count > 2 else { return nil }
    for distance in 1...reach {
      for shift in [distance, -distance] {
        let place = offset + shift
        guard place >= 0, place + probe <= file.count else { continue }
        if file[place] == image[offset], file[place..<(place + probe)].elementsEqual(wanted) { return -shift }
      }
    }
    return nil
  }
}
