import Foundation
public import Testing

/// Compares a text with the golden file of that name and reports the first line that differs.
///
/// `BLESHARK_UPDATE_GOLDEN=1` rewrites the file and still fails, so that a rewrite is read before it is kept.
///
/// - Parameter name: the file's path in Tests/Fixtures/golden.
public func expectGolden(
  _ name: String, _ actual: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = Fixture.path("golden/\(name)")
  let expected = try? String(contentsOfFile: path, encoding: .utf8)
  if expected == actual { return }
  if ProcessInfo.processInfo.environment["BLESHARK_UPDATE_GOLDEN"] == "1" {
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try actual.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("golden/\(name) was rewritten: read it and run again", sourceLocation: sourceLocation)
    } catch {
      Issue.record("golden/\(name) cannot be written: \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let expected else {
    Issue.record(
      "golden/\(name) is missing; BLESHARK_UPDATE_GOLDEN=1 writes it", sourceLocation: sourceLocation)
    return
  }
  let difference = firstDifferingLine(expected, actual)
  Issue.record("golden/\(name) differs: \(difference)", sourceLocation: sourceLocation)
}

/// Says which line of two texts differs first, and how.
public func firstDifferingLine(_ expected: String, _ actual: String) -> String {
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let found = actual.split(separator: "\n", omittingEmptySubsequences: false)
  for place in 0..<max(wanted.count, found.count) {
    let left = place < wanted.count ? "\"\(wanted[place])\"" : "the end"
    let right = place < found.count ? "\"\(found[place])\"" : "the end"
    if left != right { return "line \(place + 1)\n  expected \(left)\n  found    \(right)" }
  }
  return "nothing"
}
