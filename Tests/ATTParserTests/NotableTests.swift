import TestSupport
import Testing

@testable import ATTParser

@Suite("Passing over what is not notable")
struct NotableTests {
  @Test("leaves every other frame as it is, in every fixture", arguments: [false, true])
  func fixtures(piped: Bool) throws {
    for fixture in Seeds.fixtures {
      let difference = try difference(in: fixture.bytes, piped: piped)
      #expect(difference == nil, "\(fixture.path)")
    }
  }

  @Test("leaves every other frame as it is, in captures changed at random")
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

  @Test("leaves out completed packets and inner pieces, and nothing before its time")
  func leftOut() throws {
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
    var time = Timestamp(nanoseconds: .max)
    var numbers: [Int] = []
    while reader.nextNotable(into: &frame, after: &time) {
      numbers.append(frame.record.number)
      time = frame.record.timestamp
    }
    // The first frame of all, the report, the first and the last piece, and the frame for which the clock went back.
    #expect(numbers == [1, 2, 4, 3 + pieces.count, 4 + pieces.count])
    #expect(reader.framesRead == 4 + pieces.count)
  }

  /// How the notable frames differ from the same frames among all, nil when they do not.
  private func difference(in bytes: [UInt8], piped: Bool) throws -> String? {
    var reader = try CaptureReader(stream(bytes, piped: piped))
    var all: [(text: String, isQuiet: Bool, time: Timestamp)] = []
    while let frame = reader.next() {
      all.append((text(frame, reader), isQuiet(frame), frame.record.timestamp))
    }
    var notable = try CaptureReader(stream(bytes, piped: piped))
    var frame = DecodedFrame()
    var time = Timestamp(nanoseconds: .max)
    var next = 0
    while notable.nextNotable(into: &frame, after: &time) {
      let place = frame.record.number - 1
      guard all.indices.contains(place), place >= next else { return "frame \(place + 1) is out of order" }
      for passed in next..<place where !all[passed].isQuiet { return "frame \(passed + 1) was passed over" }
      if place > 0, time != all[place - 1].time { return "the time before frame \(place + 1) is another" }
      let text = text(frame, notable)
      guard text == all[place].text else { return "\(text) instead of \(all[place].text)" }
      time = frame.record.timestamp
      // Fields that do not count for a frame are what they were.
      frame = DecodedFrame()
      next = place + 1
    }
    for passed in next..<all.count where !all[passed].isQuiet { return "frame \(passed + 1) was passed over" }
    let isSameEnd =
      reader.framesRead == notable.framesRead && reader.damage == notable.damage
      && reader.droppedRecords == notable.droppedRecords
    return isSameEnd ? nil : "it ends otherwise"
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
