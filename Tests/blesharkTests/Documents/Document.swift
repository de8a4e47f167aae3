import Foundation
import TestSupport

/// A document of the project as lines.
struct Document {
  /// The document's lines, without a last empty one.
  let lines: [String]

  /// Reads a file in the project's folder.
  init(_ name: String) throws { try self.init(atPath: Self.path(name)) }

  init(atPath path: String) throws {
    var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  /// The path of a file in the project's folder.
  static func path(_ name: String) -> String { "\(Shell.root)/\(name)" }

  /// The cells of the tables' rows, headings included.
  var tableRows: [[String]] {
    lines.filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The fenced blocks of a language, with the line where each begins.
  func blocks(_ language: String) -> [(line: Int, lines: [String])] {
    var blocks: [(line: Int, lines: [String])] = []
    var open: (line: Int, lines: [String])?
    var isFenced = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = !isFenced && line == "```\(language)" ? (index + 1, []) : nil
        isFenced.toggle()
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// The commands in `console` blocks and what the document shows of their output.
  var examples: [Example] {
    blocks("console").flatMap { block in
      var examples: [Example] = []
      for (index, line) in block.lines.enumerated() {
        if line.hasPrefix("$ ") {
          examples.append(Example(line: block.line + index + 1, command: String(line.dropFirst(2))))
        } else if !examples.isEmpty {
          examples[examples.count - 1].shown.append(line)
        }
      }
      return examples
    }
  }

  /// Where the links of the text lead.
  var links: [String] {
    lines.flatMap { $0.components(separatedBy: "](").dropFirst() }.compactMap { rest in
      rest.firstIndex(of: ")").map { String(rest[..<$0]) }
    }
  }

  /// The names by which links reach the headings.
  var anchors: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { heading in
        let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
          .replacingOccurrences(of: " ", with: "-")
      })
  }
}

/// A command and what a document shows of its output.
struct Example {
  /// The command's line in the document.
  let line: Int
  /// What is typed, to a shell in the project's folder.
  let command: String
  /// The lines shown.
  var shown: [String] = []

  /// Compares lines; a line `…` stands for any number of lines, and `…` at an end for the rest of a line.
  static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    let rest = shown.dropFirst()
    if first.trimmingCharacters(in: .whitespaces) == "…" {
      return (printed.startIndex...printed.endIndex).contains { matches(rest, printed[$0...]) }
    }
    guard let line = printed.first else { return false }
    let isCut = first.hasSuffix("…") && line.hasPrefix(first.dropLast())
    return (line == first || isCut) && matches(rest, printed.dropFirst())
  }
}

/// Runs commands as a reader of the documents would.
enum Shell {
  /// The project's folder.
  static let root = URL(fileURLWithPath: Fixture.path("captures")).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The lines that a command prints, on either stream, with the built tool first on the path.
  static func lines(_ command: String) throws -> [String] {
    let programs = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tools = URL(fileURLWithPath: Bleshark.path).deletingLastPathComponent().path
    let result = try Program.run(
      "/bin/sh", ["-c", "exec 2>&1\n\(command)"], environment: ["PATH": "\(tools):\(programs)"], folder: root)
    var lines = result.text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
