/// Captures to start mutations from: fixtures, and pieces of them cut at record boundaries.
public enum Seeds {
  /// The fixtures that are btsnoop files, by path.
  public static let fixtures: [(path: String, bytes: [UInt8])] = Fixture.captures.compactMap { path in
    guard path.hasSuffix(".btsnoop"), let bytes = try? Fixture.bytes(atPath: path) else { return nil }
    return (path, bytes)
  }

  /// The file header and about `limit` bytes of whole records, from a record that `place` chooses.
  public static func piece(of bytes: [UInt8], from place: Int, limit: Int) -> [UInt8] {
    let starts = recordStarts(bytes)
    guard let first = starts.isEmpty ? nil : starts[place % starts.count] else { return bytes }
    let end = starts.last { $0 <= first + limit } ?? bytes.count
    return Array(bytes[0..<16] + bytes[first..<(end > first ? end : bytes.count)])
  }

  private static func recordStarts(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var offset = 16
    while offset + 24 <= bytes.count {
      starts.append(offset)
      offset += 24 + bytes[(offset + 4)..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) }
    }
    return starts
  }
}
