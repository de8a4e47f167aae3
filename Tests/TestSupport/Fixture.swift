import Foundation
public import Testing

/// Finds and reads the files that tests share, in the project's own folders.
public enum Fixture {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file or folder in Tests/Fixtures.
  public static func path(_ name: String) -> String { root.appending(path: "Tests/Fixtures/\(name)").path }

  /// The path of a file or folder in Fuzz/corpus.
  public static func fuzzCorpusPath(_ name: String) -> String {
    root.appending(path: "Fuzz/corpus/\(name)").path
  }

  /// The bytes of a file in Tests/Fixtures.
  public static func bytes(_ name: String) throws -> [UInt8] { try bytes(atPath: path(name)) }

  /// The bytes of any file.
  public static func bytes(atPath path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Writes a file, replacing what is there; its folder must exist.
  public static func write(_ bytes: [UInt8], toPath path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// The paths, sorted, of the files in `folder` and below whose names end in one of `endings`.
  public static func paths(in folder: String, endings: [String]) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.sorted().filter { name in endings.contains { name.hasSuffix($0) } }.map { "\(folder)/\($0)" }
  }

  /// Every capture in Tests/Fixtures/captures, peers' captures included.
  public static var captures: [String] {
    paths(in: path("captures"), endings: [".btsnoop", ".pcap", ".pcapng", ".pklg"])
  }

  /// The folder of captures that are not part of the project, named by `BLESHARK_CORPUS`.
  public static var corpus: String? {
    if let folder = ProcessInfo.processInfo.environment["BLESHARK_CORPUS"], !folder.isEmpty { return folder }
    print("SKIPPED: set BLESHARK_CORPUS to a folder of captures to check them too")
    return nil
  }

  /// The number in an environment variable, or `standard` when it is not set.
  public static func count(_ variable: String, standard: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
  }
}

/// One line of a vector file: fields between bars, blanks around them taken off.
public struct VectorLine: Sendable, CustomTestStringConvertible {
  /// The fields, at least as many as were asked for.
  public var fields: [String]
  /// The line's number in the file, from 1.
  public var line: Int

  /// The first field, which names the vector.
  public var testDescription: String { "\(fields[0]) (line \(line))" }

  /// Reads the lines of a file in Tests/Fixtures; lines that are empty or begin with `#` are left out.
  public static func read(_ name: String, fields count: Int) -> [VectorLine] {
    guard let text = try? String(contentsOfFile: Fixture.path(name), encoding: .utf8) else {
      preconditionFailure("\(name) cannot be read")
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      place, line in
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return nil }
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      precondition(fields.count >= count, "\(name):\(place + 1) has \(fields.count) fields of \(count)")
      return VectorLine(fields: fields, line: place + 1)
    }
  }
}
