import TestSupport
import Testing

@testable import ATTParser

@Suite("The fuzzers' corpus, without a fuzzer")
struct CorpusReplayTests {
  @Test("every seed and every past crasher is read to its end")
  func replay() throws {
    let paths = Fixture.paths(in: Fixture.fuzzCorpusPath("capture"), endings: [""])
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = try Fixture.bytes(atPath: path)
      if let violation = violation(reading: bytes) { Issue.record("\(path): \(violation)") }
    }
  }

  /// Past crashers, which are named `crash-…`, stay as they are.
  @Test(
    "the seeds are made again",
    .enabled(if: Fixture.count("BLESHARK_WRITE_CORPUS", standard: 0) > 0, "set BLESHARK_WRITE_CORPUS=1"))
  func writeSeeds() throws {
    for capture in Traffic.all {
      let name = capture.name.replacing(" ", with: "-")
      try Fixture.write(capture.bytes, toPath: Fixture.fuzzCorpusPath("capture/seed-\(name)"))
    }
    for fixture in Seeds.fixtures {
      let name = fixture.path.split(separator: "/").suffix(2).joined(separator: "-")
      let start = Seeds.piece(of: fixture.bytes, from: 0, limit: 2400)
      try Fixture.write(start, toPath: Fixture.fuzzCorpusPath("capture/seed-start-\(name)"))
      let middle = Seeds.piece(of: fixture.bytes, from: 80, limit: 1000)
      try Fixture.write(middle, toPath: Fixture.fuzzCorpusPath("capture/seed-middle-\(name)"))
    }
  }

  @Test("every capture of the outside corpus is read to its end", .enabled(if: Fixture.corpus != nil))
  func corpus() throws {
    let folder = try #require(Fixture.corpus)
    for path in Fixture.paths(in: folder, endings: [".btsnoop", ".pcap", ".pcapng", ".pklg"]) {
      let bytes = try Fixture.bytes(atPath: path)
      if let violation = violation(reading: bytes) { Issue.record("\(path): \(violation)") }
    }
  }
}
