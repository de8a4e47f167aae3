/// Which bytes of an image have been seen: ranges that neither touch nor overlap, in order.
public struct ByteCoverage: Sendable, Hashable {
  /// Ranges kept; an image in more pieces is forged, and what does not fit is counted as repeated.
  static let limit = 1 << 16

  /// The ranges, in order.
  public private(set) var ranges: [Range<Int>] = []
  /// Bytes that were seen again.
  public internal(set) var repeatedBytes = 0

  /// Makes an empty coverage.
  public init() {}

  /// Bytes that were seen at least once.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }
  /// Where the last range ends, 0 for none.
  public var end: Int { ranges.last?.upperBound ?? 0 }
  /// Bytes from the beginning without a hole.
  public var contiguous: Int {
    guard let first = ranges.first, first.lowerBound == 0 else { return 0 }
    return first.upperBound
  }

  /// Adds a range; negative and empty ones are none.
  @inline(__always)
  public mutating func add(_ range: Range<Int>) {
    guard range.lowerBound >= 0, !range.isEmpty else { return }
    // Images are mostly sent in order.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count &- 1] = last.lowerBound..<range.upperBound
    } else {
      insert(range)
    }
  }

  private mutating func insert(_ range: Range<Int>) {
    let first = place(notBefore: range.lowerBound)
    var next = first
    var merged = range
    while next < ranges.count, ranges[next].lowerBound <= merged.upperBound {
      repeatedBytes &+= ranges[next].clamped(to: range).count
      merged =
        min(merged.lowerBound, ranges[next].lowerBound)..<max(merged.upperBound, ranges[next].upperBound)
      next += 1
    }
    if first == next, ranges.count >= Self.limit {
      repeatedBytes &+= range.count
      return
    }
    ranges.replaceSubrange(first..<next, with: [merged])
  }

  /// The place of the first range that does not end before an offset.
  private func place(notBefore offset: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What of a range was seen.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    guard let last = ranges.last, range.lowerBound < last.upperBound else { return [] }
    var parts: [Range<Int>] = []
    for place in place(notBefore: range.lowerBound)..<ranges.count {
      guard ranges[place].lowerBound < range.upperBound else { break }
      let part = ranges[place].clamped(to: range)
      if !part.isEmpty { parts.append(part) }
    }
    return parts
  }

  /// The ranges up to `total` that were not seen.
  public func holes(upTo total: Int) -> [Range<Int>] {
    var holes: [Range<Int>] = []
    var next = 0
    for range in ranges where next < total {
      if range.lowerBound > next { holes.append(next..<min(range.lowerBound, total)) }
      next = max(next, range.upperBound)
    }
    if next < total { holes.append(next..<total) }
    return holes
  }

  /// The first bytes of a range that were not seen, nil when all of it was.
  func firstHole(in range: Range<Int>) -> Range<Int>? {
    var next = max(0, range.lowerBound)
    for seen in ranges[place(notBefore: next)...] where next < range.upperBound {
      if seen.lowerBound > next { return next..<min(seen.lowerBound, range.upperBound) }
      next = max(next, seen.upperBound)
    }
    return next < range.upperBound ? next..<range.upperBound : nil
  }

  /// Takes in what another coverage has seen.
  mutating func merge(_ other: ByteCoverage) {
    for range in other.ranges { add(range) }
    repeatedBytes &+= other.repeatedBytes
  }
}
