import Foundation
import TestSupport
import Testing

/// docs/ota-symptoms.md: every trouble has a row, and what a row names is there.
@Suite("The table of what goes wrong with updates")
struct SymptomDocumentTests {
  /// How many troubles each part has.
  private static let parts: [(letter: String, count: Int)] = [
    ("A", 5), ("B", 14), ("C", 14), ("D", 16), ("E", 8), ("F", 13), ("G", 13), ("H", 12), ("I", 12),
  ]

  /// Name, sight, what is said, and what shows it.
  private static func rows() throws -> [[String]] {
    try Document("docs/ota-symptoms.md").tableRows.filter { $0.count == 4 && !$0[0].isEmpty }
  }

  /// What stands between backticks.
  private static func names(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// Rules of docs/diagnostics.md, which is what the program prints; limiters and remarks of docs/speed.md.
  private static func said() throws -> Set<String> {
    let diagnostics = try Document("docs/diagnostics.md").lines.flatMap(names).filter { $0.contains(".") }
    let speed = try Document("docs/speed.md")
    let limiters = speed.lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    return Set(diagnostics + limiters + speed.tableRows.flatMap { names($0[0]) })
  }

  @Test("every row is there, once and in order") func complete() throws {
    let wanted = Self.parts.flatMap { part in (1...part.count).map { "\(part.letter)\($0)" } }
    #expect(try Self.rows().map { $0[0] } == wanted)
  }

  @Test("every rule, limiter and remark exists") func rules() throws {
    let known = try Self.said()
    for row in try Self.rows() {
      for name in Self.names(row[2]) { #expect(known.contains(name), "\(row[0]): \(name)") }
    }
  }

  @Test("every rule about transfers has a row") func allRules() throws {
    let named = Set(try Self.rows().flatMap { Self.names($0[2]) })
    let rules = try Document("docs/diagnostics.md").tableRows.flatMap { Self.names($0[0]) }
      .filter { $0.hasPrefix("ota.") }
    #expect(!rules.isEmpty)
    // What is neither collected from anyone nor seen in the wild, and still has its tests.
    let others: Set = ["ota.att-error", "ota.chunk-repeated"]
    #expect(Set(rules).subtracting(named) == others)
  }

  @Test("every test and capture exists, and every row has one") func tests() throws {
    let paths = Fixture.paths(in: Document.path("Tests"), endings: [".swift"])
    var suites: [String: String] = [:]
    for path in paths {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      // What extends a suite stands in a file of its own.
      let suite = name.components(separatedBy: "+")[0]
      suites[suite, default: ""] += try String(contentsOfFile: path, encoding: .utf8)
    }
    let captures = Set(UpdateSession.all.map(\.name))
    for row in try Self.rows() {
      let names = Self.names(row[3])
      #expect(!names.isEmpty, "\(row[0])")
      for name in names where !captures.contains(name) {
        let parts = name.components(separatedBy: ".")
        let text = try #require(suites[parts[0]], "\(row[0]): \(name)")
        guard parts.count == 2 else { continue }
        #expect(
          text.contains("func \(parts[1])("), "\(row[0]): \(name)")
      }
    }
  }
}
