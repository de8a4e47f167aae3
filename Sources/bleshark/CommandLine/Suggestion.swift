/// What a mistyped word may have meant.
enum Suggestion {
  /// `; did you mean 'exists'?`, or nothing when no word is close.
  static func text(_ word: String, _ words: [String]) -> String {
    let close = words.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= max(1, min(3, $0.word.count / 3)) }
      .min { $0.distance < $1.distance }
    return close.map { "; did you mean '\($0.word)'?" } ?? ""
  }

  /// Letters that have to be put in, taken out, changed or swapped with the next to make one word of the other.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var rows = [Array(0...right.count)]
    for row in left.indices {
      var line = [row + 1]
      for column in right.indices {
        var best = rows[row][column] + (left[row] == right[column] ? 0 : 1)
        best = min(best, rows[row][column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        line.append(best)
      }
      rows.append(line)
    }
    return rows[left.count][right.count]
  }
}
