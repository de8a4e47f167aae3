import TestSupport
import Testing

@testable import Analyzer

@Suite("Alignment of sequences") struct SequenceAlignmentTests {
  /// Aligns words: equal letters fit, capital and small ones are alike.
  private func aligned(_ left: String, _ right: String) -> String {
    let (a, b) = (Array(left), Array(right))
    let alignment = SequenceAlignment(a.count, b.count) { row, column in
      a[row] == b[column] ? .equal : a[row].lowercased() == b[column].lowercased() ? .alike : .none
    }
    return alignment.pairs.map { pair in
      let first = pair.left.map { String(a[$0]) } ?? "-"
      return first + (pair.right.map { String(b[$0]) } ?? "-")
    }.joined(separator: " ")
  }

  @Test(
    "pairs",
    arguments: [
      ("abc", "abc", "aa bb cc"), ("abc", "ac", "aa b- cc"), ("ac", "abc", "aa -b cc"), ("", "ab", "-a -b"),
      ("ab", "", "a- b-"), ("abc", "aBc", "aa bB cc"), ("aAb", "Ab", "a- AA bb"),
      ("xaby", "xzby", "xx a- -z bb yy"),
    ])
  func pairs(_ left: String, _ right: String, _ wanted: String) {
    let result = aligned(left, right)
    // Where something is replaced, either may stand first.
    let other = wanted.replacing("a- -z", with: "-z a-")
    #expect(result == wanted || result == other)
  }

  @Test("keeps both orders and every item, whatever comes") func whole() {
    var random = SeededRandom.announced("alignment", seed: 3)
    for _ in 0..<200 {
      let left = (0..<random.below(30)).map { _ in random.below(4) }
      let right = (0..<random.below(30)).map { _ in random.below(4) }
      let pairs = SequenceAlignment(left.count, right.count) { left[$0] == right[$1] ? .equal : .none }.pairs
      #expect(pairs.compactMap(\.left) == Array(left.indices))
      #expect(pairs.compactMap(\.right) == Array(right.indices))
      #expect(pairs.allSatisfy { $0.left == nil || $0.right == nil || left[$0.left!] == right[$0.right!] })
      #expect(pairs.count { $0.left != nil && $0.right != nil } == longest(left, right))
    }
  }

  /// The length of the longest common subsequence, by the textbook's recursion over prefixes.
  private func longest(_ left: [Int], _ right: [Int]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in left.indices {
      for column in right.indices {
        table[row + 1][column + 1] =
          left[row] == right[column]
          ? table[row][column] + 1 : max(table[row][column + 1], table[row + 1][column])
      }
    }
    return table[left.count][right.count]
  }

  @Test("of very long sequences only so much is looked at") func limit() {
    let count = SequenceAlignment.limit + 500
    var calls = 0
    let pairs = SequenceAlignment(count, count) { left, right in
      calls += 1
      return left == right + 1 ? .equal : .none
    }.pairs
    #expect(pairs.compactMap(\.left) == Array(0..<count))
    #expect(pairs.compactMap(\.right) == Array(0..<count))
    #expect(calls <= SequenceAlignment.limit * SequenceAlignment.limit + 2 * count + 2)
  }
}
