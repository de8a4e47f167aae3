import Foundation
import TestSupport
import Testing

/// A capture as the argument of a test.
struct CaptureFile: Sendable, CustomTestStringConvertible {
  /// Where it is.
  let path: String

  /// The file's name.
  var name: String { URL(fileURLWithPath: path).lastPathComponent }
  /// The name within its collection: the folder of captures made by other stacks is kept.
  var testDescription: String { path.contains("/peer/") ? "peer/\(name)" : name }
  /// Frames that other tools make of it are only compared where the link type is one of a host's.
  var isOfTheAir: Bool { name.hasPrefix("ll-") || name == "empty.pcap" }

  /// The captures of the project.
  static let fixtures = Fixture.captures.map(CaptureFile.init)
  /// Captures that are not part of the project, without those that are there twice.
  static let corpus: [CaptureFile] = {
    guard let folder = Fixture.corpus else { return [] }
    let known = Set(fixtures.map(\.testDescription))
    return Fixture.paths(in: folder, endings: [".btsnoop", ".pcap", ".pcapng", ".pklg"])
      .map(CaptureFile.init).filter { !known.contains($0.testDescription) }
  }()
  /// Every capture of a host at hand.
  static let ofHosts = (fixtures + corpus).filter { !$0.isOfTheAir }

  /// Reads its analysis with the built tool.
  func analysis() throws -> AnalysisReading {
    try AnalysisReading(of: Bleshark.run("analyze", "--json", path))
  }

  /// Reads its PDUs with the built tool.
  func packets(_ options: [String] = []) throws -> [PacketReading] {
    let result = try Bleshark.run(["packets", "--jsonl"] + options + [path])
    try #require(result.status == 0, "\(result.errors)")
    return try result.output.split(separator: 10).map { line in
      try AnalysisReading.decoder.decode(PacketReading.self, from: Data(line))
    }
  }
}
