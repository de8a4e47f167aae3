import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Advertising reports counted where they are found")
struct AdvertiserBulkTests {
  @Test("the advertisers of every fixture are those of its reports added one by one")
  func fixtures() throws {
    for fixture in Seeds.fixtures {
      let (bulk, plain) = try (result(fixture.bytes, isBulk: true), result(fixture.bytes, isBulk: false))
      #expect(bulk.text == plain.text, "\(fixture.path)")
    }
  }

  @Test("the advertisers of captures changed at random are those of their reports added one by one")
  func mutations() throws {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 20_000) / 40
    var random = SeededRandom.announced("\(count) mutations", seed: 20_261_203)
    let captures = (0..<8).map { _ in Self.capture(&random) }
    for capture in captures {
      let (bulk, plain) = try (result(capture, isBulk: true), result(capture, isBulk: false))
      #expect(bulk.text == plain.text)
      #expect(bulk.counted > 100)
    }
    var mutator = Mutator(random: random)
    for number in 0..<count {
      let capture = captures[number % captures.count]
      let mutant = mutator.mutate(capture, splicing: captures[mutator.random.below(captures.count)])
      guard let bulk = try? result(mutant, isBulk: true), let plain = try? result(mutant, isBulk: false),
        bulk.text != plain.text
      else { continue }
      Issue.record("mutation \(number): \(bulk.text) instead of \(plain.text)\n\(mutant.hex)")
    }
  }

  @Test("scan responses that repeat are counted as advertisements are")
  func responses() throws {
    var writer = BTSnoopWriter()
    for time in 0..<10_000 {
      for type in [0, 4] as [UInt8] {
        let report: [UInt8] = [1, type, 1, 1, 2, 3, 4, 5, 0xC6, 3, 2, 0x0A, type, 0xC4]
        writer.add([4] + PacketBuilder.leEvent(2, report), flags: 3, time: Int64(time) * 20_000)
      }
      if time % 50 == 0 { writer.add([1, 3, 0x0C, 0], flags: 2, time: Int64(time) * 20_000) }
    }
    let bulk = try result(writer.bytes, isBulk: true)
    #expect(try bulk.text == result(writer.bytes, isBulk: false).text)
    #expect(bulk.counted > 10_000)
  }

  /// Reports of a few devices between other packets, as calm as they are in a room, but for a few.
  private static func capture(_ random: inout SeededRandom) -> [UInt8] {
    var writer = BTSnoopWriter()
    var time: Int64 = 0
    let types: [UInt16] = [0x13, 0x15, 0x12, 0x10, 0x1A]
    for _ in 0..<800 {
      time += random.below(50) == 0 ? -5 : Int64(random.below(30_000))
      let isOdd = random.below(30) == 0
      let device = UInt8(random.below(4))
      let isExtended = device == 2 || isOdd
      let code = random.below(3) == 0 ? 4 : isOdd ? random.below(6) : Int(device) % 4
      let data = [UInt8](repeating: isOdd ? 1 : 2, count: [0, 5, 31, 20][Int(device)] + (isOdd ? 1 : 0))
      let rssi = UInt8(bitPattern: isOdd ? 127 : Int8(-60 + random.below(8)))
      let address: [UInt8] = [1, device, 2, 3, 4, 5, 0xC6]
      var report: [UInt8]
      if isExtended {
        report = types[min(code, 4)].bytes() + address + [1, 0, 0xFF, 127, rssi]
        report += [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data
      } else {
        report = [UInt8(code)] + address + [UInt8(data.count)] + data + [rssi]
      }
      let event: [UInt8] = isOdd && random.below(2) == 0 ? [2] + report + report : [1] + report
      writer.add([4] + PacketBuilder.leEvent(isExtended ? 0x0D : 2, event), flags: 3, time: time)
      if random.below(12) == 0 { writer.add([1, 3, 0x0C, 0], flags: 2, time: time) }
    }
    return writer.bytes
  }

  private struct Result {
    let text: String
    let counted: Int
  }

  private func result(_ bytes: [UInt8], isBulk: Bool) throws -> Result {
    var table = AdvertiserTable()
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var frame = DecodedFrame()
    var bulk = BulkFrames()
    var time = Timestamp(nanoseconds: .max)
    while true {
      if isBulk {
        reader.nextBulk(into: &bulk, counting: &table.tallies, after: &time)
        table.add(&bulk.reports, &reader)
      }
      guard reader.next(into: &frame) else { break }
      if frame.kind == .event { table.add(&frame, &reader) }
      time = frame.record.timestamp
    }
    let text = "\(table.all) \(table.reports) \(table.overflow) \(table.malformedEvents)"
    return Result(text: text, counted: table.tallies.counted)
  }
}
