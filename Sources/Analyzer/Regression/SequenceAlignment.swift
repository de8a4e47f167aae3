/// Pairs the items of two sequences so that as much as possible fits and the order of both is kept.
///
/// The classic alignment by scores: what fits exactly counts most, the same item with another value less,
/// and what has no counterpart nothing. Time and memory grow with the product of the lengths; equal items
/// at both ends are paired first, and of what is left at most ``limit`` of each are looked at.
struct SequenceAlignment {
  /// How well two items fit.
  enum Fit: Int32 {
    /// Not at all: they cannot be paired.
    case none = 0
    /// They are the same item with another value.
    case alike = 2
    /// They are the same.
    case equal = 5
  }

  /// A pair of places, or a place that has no counterpart.
  struct Pair: Hashable {
    /// The place in the first sequence.
    var left: Int?
    /// The place in the second one.
    var right: Int?

    /// True for a place in both.
    var isPaired: Bool { left != nil && right != nil }
  }

  /// Items of each sequence that are aligned, apart from what is equal at both ends.
  static let limit = 2048

  /// The pairs, in the order of both sequences.
  let pairs: [Pair]

  /// Aligns so many items of each sequence, which `fit` compares by their places.
  init(_ left: Int, _ right: Int, _ fit: (Int, Int) -> Fit) {
    var start = 0
    while start < min(left, right), fit(start, start) == .equal { start += 1 }
    var end = 0
    while end < min(left, right) - start, fit(left - 1 - end, right - 1 - end) == .equal { end += 1 }
    var pairs = (0..<start).map { Pair(left: $0, right: $0) }
    pairs += Self.middle(start..<left - end, start..<right - end, fit)
    pairs += (0..<end).reversed().map { Pair(left: left - 1 - $0, right: right - 1 - $0) }
    self.pairs = pairs
  }

  private static func middle(
    _ left: Range<Int>, _ right: Range<Int>, _ fit: (Int, Int) -> Fit
  ) -> [Pair] {
    let rows = min(left.count, limit)
    let columns = min(right.count, limit)
    // 1 up, 2 left, 3 both.
    var ways = [UInt8](repeating: 0, count: (rows + 1) * (columns + 1))
    var above = [Int32](repeating: 0, count: columns + 1)
    var line = above
    for row in stride(from: rows - 1, through: 0, by: -1) {
      line[columns] = 0
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let fits = fit(left.lowerBound + row, right.lowerBound + column)
        var best = fits == .none ? -1 : above[column + 1] + fits.rawValue
        var way: UInt8 = 3
        if above[column] > best { (best, way) = (above[column], 1) }
        if line[column + 1] > best { (best, way) = (line[column + 1], 2) }
        line[column] = best
        ways[row * (columns + 1) + column] = way
      }
      swap(&line, &above)
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      switch ways[row * (columns + 1) + column] {
      case 3:
        pairs.append(Pair(left: left.lowerBound + row, right: right.lowerBound + column))
        row += 1
        column += 1
      case 1:
        pairs.append(Pair(left: left.lowerBound + row, right: nil))
        row += 1
      default:
        pairs.append(Pair(left: nil, right: right.lowerBound + column))
        column += 1
      }
    }
    pairs += (left.lowerBound + row..<left.upperBound).map { Pair(left: $0, right: nil) }
    pairs += (right.lowerBound + column..<right.upperBound).map { Pair(left: nil, right: $0) }
    return pairs
  }
}
