import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Analyses of the air with and without bulk packets")
struct BulkAirAnalysisTests {
  @Test("are the same", arguments: AirEncapsulation.allCases)
  func encapsulations(_ encapsulation: AirEncapsulation) throws {
    for seed in 0..<5 {
      let capture = AirBulkTraffic.capture(encapsulation, seed: UInt64(seed))
      let difference = try difference(in: capture)
      #expect(difference == nil, "seed \(seed)")
    }
    #expect(try difference(in: AirTraffic.capture(encapsulation, pcapng: false)) == nil)
  }

  @Test("are the same of captures changed at random")
  func mutations() throws {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 20_000) / 160
    var mutator = Mutator(random: .announced("\(count) mutations", seed: 20_261_202))
    let captures = AirEncapsulation.allCases.map { AirBulkTraffic.capture($0, seed: 3) }
    for number in 0..<count {
      let capture = captures[number % captures.count]
      let mutant = mutator.mutate(capture, splicing: captures[mutator.random.below(captures.count)])
      guard let difference = try? difference(in: mutant) else { continue }
      Issue.record("mutation \(number): \(difference)\n\(mutant.hex)")
      return
    }
  }

  @Test("are the same of the outside corpus", .enabled(if: Fixture.corpus != nil))
  func outside() throws {
    let folder = try #require(Fixture.corpus)
    for path in Fixture.paths(in: folder, endings: [".pcap", ".pcapng"]) {
      let bytes = try Fixture.bytes(atPath: path)
      let difference = try? difference(in: bytes)
      #expect(difference == nil, "\(path)")
    }
  }

  /// The first line in which the two analyses of a capture differ, nil when they do not.
  private func difference(in bytes: [UInt8]) throws -> String? {
    let (bulk, single) = (try lines(bytes, isBulk: true), try lines(bytes, isBulk: false))
    // The order of a dictionary's entries is chance, and no part of what is analyzed.
    guard bulk.sorted() != single.sorted() else { return nil }
    let place = zip(bulk, single).prefix { $0 == $1 }.count
    return "\(bulk.dropFirst(place).first ?? "") instead of \(single.dropFirst(place).first ?? "")"
  }

  /// All that an analysis holds.
  private func lines(_ bytes: [UInt8], isBulk: Bool) throws -> [String] {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder()
    if isBulk {
      builder.addAll(&reader)
    } else {
      var frame = DecodedFrame()
      while reader.next(into: &frame) { builder.add(&frame, &reader) }
    }
    var text = ""
    dump(builder.finish(SourceFacts(reader)), to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}
