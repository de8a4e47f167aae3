import TestSupport
import Testing

@testable import ATTParser

@Suite("Bulk frames")
struct BulkTests {
  @Test(
    "hold what decoding gives, and leave every other frame as it is, in every fixture",
    arguments: [false, true])
  func fixtures(piped: Bool) throws {
    for fixture in Seeds.fixtures {
      let difference = try difference(in: fixture.bytes, piped: piped)
      #expect(difference == nil, "\(fixture.path)")
    }
  }

  @Test("hold what decoding gives, and leave every other frame as it is, in captures changed at random")
  func mutations() throws {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 20_000) / 10
    var mutator = Mutator(random: .announced("\(count) mutations", seed: 20_261_201))
    let captures = Traffic.captures.map(\.bytes).filter { $0.starts(with: Array("btsnoop".utf8)) }
    #expect(!captures.isEmpty)
    for number in 0..<count {
      let capture = captures[number % captures.count]
      let mutant = mutator.mutate(capture, splicing: captures[mutator.random.below(captures.count)])
      guard let difference = try? difference(in: mutant, piped: false) else { continue }
      Issue.record("mutation \(number): \(difference)\n\(mutant.hex)")
    }
  }

  @Test("completed packets and inner pieces are passed over, and nothing before its time is found")
  func passedOver() throws {
    var writer = BTSnoopWriter()
    let pdu = PacketBuilder.l2cap(4, [0x52, 3, 0] + Array(0..<40))
    let pieces = PacketBuilder.fragments(0x40, first: 0, of: pdu, size: 9)
    let report = [4] + PacketBuilder.leEvent(2, [1, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0xC0])
    let credits = [4] + PacketBuilder.event(0x13, [1, 0x40, 0, 1, 0])
    writer.add(credits, time: 10)
    writer.add(report, time: 20)
    writer.add(credits, time: 30)
    for piece in pieces { writer.add([2] + piece, time: 40) }
    writer.add(credits, time: 35)
    var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
    var frame = DecodedFrame()
    var bulk = BulkFrames()
    var tallies = ReportTallies()
    var time = Timestamp(nanoseconds: .max)
    var (found, decoded): ([Int], [Int]) = ([], [])
    repeat {
      reader.nextBulk(into: &bulk, counting: &tallies, after: &time)
      found += bulk.reports.toArray().map(\.number)
      guard reader.next(into: &frame) else { break }
      decoded.append(frame.record.number)
      time = frame.record.timestamp
    } while true
    #expect(found == [2])
    // The first frame of all, the first and the last piece, and the frame for which the clock went back.
    #expect(decoded == [1, 4, 3 + pieces.count, 4 + pieces.count])
    #expect(reader.framesRead == 4 + pieces.count)
  }

  @Test("what brings no bulk frames is told by its first bytes")
  func expected() throws {
    let packets: [(packet: [UInt8], mayBringBulk: Bool)] = [
      ([4] + PacketBuilder.leEvent(2, [1, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0xC0]), true),
      ([4] + PacketBuilder.event(0x13, [1, 0x40, 0, 1, 0]), true),
      ([4] + PacketBuilder.event(0x0E, [1, 3, 0x0C, 0]), false),
      ([1, 3, 0x0C, 0], false),
      ([2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x1B, 3, 0, 1])), true),
      ([2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 3, 0, 1])), true),
      ([2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x0B, 0x1B, 0x52])), false),
      ([2] + PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]), true),
    ]
    for (packet, mayBringBulk) in packets {
      var writer = BTSnoopWriter()
      writer.add([1, 3, 0x0C, 0])
      writer.add(packet)
      var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
      _ = reader.next()
      let isExpected = reader.mayBringBulk()
      #expect(isExpected == mayBringBulk, "\(packet.hex)")
      _ = reader.next()
      let isExpectedAtEnd = reader.mayBringBulk()
      #expect(!isExpectedAtEnd)
    }
  }

  @Test("records that report more drops than those before, or fewer, are left to the decoder")
  func drops() throws {
    var writer = BTSnoopWriter()
    let report = [4] + PacketBuilder.leEvent(2, [1, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0xC0])
    let drops: [UInt32] = [0, 0, 3, 3, 2, 3, 0, 3]
    for number in drops { writer.add(report, drops: number) }
    var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
    var frame = DecodedFrame()
    var bulk = BulkFrames()
    var tallies = ReportTallies()
    var time = Timestamp(nanoseconds: .min)
    var (found, decoded): ([Int], [Int]) = ([], [])
    repeat {
      reader.nextBulk(into: &bulk, counting: &tallies, after: &time)
      found += bulk.reports.toArray().map(\.number)
      guard reader.next(into: &frame) else { break }
      decoded.append(frame.record.number)
    } while true
    #expect(found == [1, 2, 4, 6, 8])
    #expect(decoded == [3, 5, 7])
    #expect(reader.droppedRecords == 3)
  }

  @Test("one call finds no more than its limit, and the next one goes on")
  func limit() throws {
    var writer = BTSnoopWriter()
    let value = [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 3, 0, 1]))
    let count = 3 * CaptureReader.bulkLimit
    for time in 0..<count { writer.add(value, time: Int64(time)) }
    var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
    var bulk = BulkFrames()
    var tallies = ReportTallies()
    var time = Timestamp(nanoseconds: .min)
    for call in 0..<3 {
      reader.nextBulk(into: &bulk, counting: &tallies, after: &time)
      #expect(bulk.values.count == CaptureReader.bulkLimit)
      #expect(bulk.values[0].number == call * CaptureReader.bulkLimit + 1)
    }
    reader.nextBulk(into: &bulk, counting: &tallies, after: &time)
    #expect(bulk.values.count == 0 && bulk.reports.count == 0)
    #expect(reader.framesRead == count)
  }

  /// A frame as decoding gives it.
  private struct Decoded {
    let text: String
    let isQuiet: Bool
    let time: Timestamp
    let report: PackedReport?
  }

  /// How the frames that are found or decoded after bulk frames differ from those decoded one by one, nil when
  /// they do not.
  private func difference(in bytes: [UInt8], piped: Bool) throws -> String? {
    var reader = try CaptureReader(stream(bytes, piped: piped))
    var all: [Decoded] = []
    while let frame = reader.next() {
      all.append(
        Decoded(
          text: text(frame, reader), isQuiet: isQuiet(frame), time: frame.record.timestamp,
          report: report(frame, &reader)))
    }
    var other = try CaptureReader(stream(bytes, piped: piped))
    var bulk = BulkFrames()
    var tallies = ReportTallies()
    var time = Timestamp(nanoseconds: .max)
    var next = 0
    func reach(_ number: Int) -> String? {
      guard all.indices.contains(number - 1), number > next else { return "frame \(number) is out of order" }
      for passed in next..<(number - 1) where !all[passed].isQuiet { return "frame \(passed + 1) is missing" }
      next = number
      return nil
    }
    while true {
      let (read, mayBringBulk) = (other.framesRead, other.mayBringBulk())
      other.nextBulk(into: &bulk, counting: &tallies, after: &time)
      if !mayBringBulk, other.framesRead > read { return "frame \(read + 1) is bulk and was not expected" }
      // In the order of their frames.
      var (reports, values) = (0, 0)
      while reports < bulk.reports.count || values < bulk.values.count {
        let isReport =
          values == bulk.values.count
          || reports < bulk.reports.count && bulk.reports[reports].number < bulk.values[values].number
        let number = isReport ? bulk.reports[reports].number : bulk.values[values].number
        let foundTime = isReport ? bulk.reports[reports].time : bulk.values[values].time
        if let difference = reach(number) { return difference }
        let decoded = all[number - 1]
        guard foundTime == decoded.time else { return "the time of frame \(number) is another" }
        if isReport {
          let found = bulk.reports[reports]
          let here = other.packedReport(found.start, found.report.length, isExtended: found.report.isExtended)
          guard found.report == decoded.report, here == found.report else {
            return "the report of frame \(number) is another"
          }
          reports += 1
        } else {
          // Fields that do not count for a frame are what they were.
          var frame = DecodedFrame()
          other.fill(&frame, withValue: bulk.values[values])
          let text = text(frame, other)
          guard text == decoded.text else { return "\(text) instead of \(decoded.text)" }
          values += 1
        }
      }
      var frame = DecodedFrame()
      guard other.next(into: &frame) else { break }
      let number = frame.record.number
      if let difference = reach(number) { return difference }
      if number > 1, time != all[number - 2].time { return "the time before frame \(number) is another" }
      let text = text(frame, other)
      guard text == all[number - 1].text else { return "\(text) instead of \(all[number - 1].text)" }
      time = frame.record.timestamp
    }
    for passed in next..<all.count where !all[passed].isQuiet { return "frame \(passed + 1) is missing" }
    let isSameEnd =
      reader.framesRead == other.framesRead && reader.damage == other.damage
      && reader.droppedRecords == other.droppedRecords
    return isSameEnd ? nil : "it ends otherwise"
  }

  /// The report of an event that has one.
  private func report(_ frame: DecodedFrame, _ reader: inout CaptureReader) -> PackedReport? {
    guard frame.kind == .event, case .advertisingReports(1, let isExtended) = frame.event.details else {
      return nil
    }
    let range = frame.event.parameters
    return reader.packedReport(range.offset + 2, range.count - 2, isExtended: isExtended)
  }

  private func stream(_ bytes: [UInt8], piped: Bool) -> CaptureStream {
    piped ? CaptureStream(descriptor: pipedDescriptor(bytes), closing: true) : CaptureStream(bytes: bytes)
  }

  private func isQuiet(_ frame: DecodedFrame) -> Bool {
    guard frame.problem == nil else { return false }
    if frame.kind == .fragment { return true }
    guard frame.kind == .event else { return false }
    switch frame.event.details {
    case .completedPackets(let packets): return packets.count == 1
    default: return false
    }
  }

  private func text(_ frame: DecodedFrame, _ reader: borrowing CaptureReader) -> String {
    let bytes = reader.copyBytes(of: ReadCapture.innermost(frame)).hex
    return "\(frame.record) \(frame.packet) \(frame.payload) \(frame.problem as Any) \(bytes)"
  }
}
