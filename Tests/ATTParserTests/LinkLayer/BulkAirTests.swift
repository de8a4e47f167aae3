import TestSupport
import Testing

@testable import ATTParser

@Suite("Bulk packets of the air")
struct BulkAirTests {
  @Test(
    "hold what decoding gives, and leave every other frame as it is", arguments: AirEncapsulation.allCases,
    [false, true])
  func encapsulations(_ encapsulation: AirEncapsulation, piped: Bool) throws {
    var found = 0
    for seed in 0..<5 {
      let capture = AirBulkTraffic.capture(encapsulation, seed: UInt64(seed))
      let difference = try difference(in: capture, piped: piped, &found)
      #expect(difference == nil, "seed \(seed)")
    }
    #expect(try difference(in: AirTraffic.capture(encapsulation, pcapng: false), piped: piped, &found) == nil)
    #expect(encapsulation == .ppi ? found == 0 : found > 500)
  }

  @Test("hold what decoding gives, and leave every other frame as it is, in captures changed at random")
  func mutations() throws {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 20_000) / 80
    var mutator = Mutator(random: .announced("\(count) mutations", seed: 20_261_201))
    let captures = AirEncapsulation.allCases.map { AirBulkTraffic.capture($0, seed: 7) }
    var found = 0
    for number in 0..<count {
      let capture = captures[number % captures.count]
      let mutant = mutator.mutate(capture, splicing: captures[mutator.random.below(captures.count)])
      guard let difference = try? difference(in: mutant, piped: false, &found) else { continue }
      Issue.record("mutation \(number): \(difference)\n\(mutant.hex)")
      return
    }
    #expect(found > count)
  }

  @Test("hold what decoding gives in captures of the outside corpus", .enabled(if: Fixture.corpus != nil))
  func outside() throws {
    let folder = try #require(Fixture.corpus)
    var found = 0
    for path in Fixture.paths(in: folder, endings: [".pcap", ".pcapng"]) {
      guard let bytes = try? Fixture.bytes(atPath: path) else { continue }
      let difference = try? difference(in: bytes, piped: false, &found)
      #expect(difference == nil, "\(path)")
    }
    #expect(found > 0)
  }

  @Test("one call finds no more than its limit, and the next one goes on; nothing before its time is found")
  func limit() throws {
    var script = AirScript(.nordic3)
    script.connect()
    script.exchange()
    let count = 2 * CaptureReader.packetLimit
    for _ in 0..<(count / 2) { script.exchange(AirScript.l2cap(4, "520300AA")) }
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    let hasBulkPackets = reader.hasBulkPackets
    #expect(hasBulkPackets)
    var packets = PackedArray<BulkPacket>()
    var time = Timestamp(nanoseconds: .max)
    reader.nextBulk(into: &packets, after: &time)
    #expect(packets.count == 0)
    // The CONNECT_IND: no packet of its link is taken in before it.
    let first = reader.next()
    #expect(first?.kind == .advertising)
    time = Timestamp(nanoseconds: 0)
    var (numbers, expected): ([Int], Int) = ([], 0)
    repeat {
      reader.nextBulk(into: &packets, after: &time)
      #expect(packets.count <= CaptureReader.packetLimit)
      numbers += packets.toArray().map(\.number)
      expected += packets.toArray().filter(\.isExpected).count
    } while packets.count > 0
    #expect(numbers == Array(2...(count + 3)))
    // All but the first ones, which begin to follow the link.
    #expect(expected >= count)
    let hasMore = reader.next() != nil
    #expect(!hasMore)
  }

  /// Nothing is missing before a packet, it was not heard before and says nothing that is new about its link.
  private static func isExpected(_ air: LinkLayerFrame) -> Bool {
    air.missed == 0 && air.missedOther == 0 && air.missedEvents == 0
      && air.notes.subtracting([.beginsEvent, .hasDrift, .hasEventCounter, .acknowledges]).isEmpty
  }

  /// How the frames that are found or decoded after bulk packets differ from those decoded one by one, nil when
  /// they do not.
  private func difference(in bytes: [UInt8], piped: Bool, _ found: inout Int) throws -> String? {
    var reader = try CaptureReader(stream(bytes, piped: piped))
    var all: [(text: String, time: Timestamp)] = []
    while let frame = reader.next() { all.append((text(frame, reader), frame.record.timestamp)) }
    var other = try CaptureReader(stream(bytes, piped: piped))
    var packets = PackedArray<BulkPacket>()
    var time = Timestamp(nanoseconds: .max)
    var number = 0
    while true {
      other.nextBulk(into: &packets, after: &time)
      found += packets.count
      for place in 0..<packets.count {
        number += 1
        // Fields that do not count for a frame are what they were.
        var frame = DecodedFrame()
        other.fill(&frame, withPacket: packets[place])
        guard all.indices.contains(number - 1), packets[place].number == number else {
          return "packet \(packets[place].number) is out of order"
        }
        let text = text(frame, other)
        guard text == all[number - 1].text else { return "\(text) instead of \(all[number - 1].text)" }
        if packets[place].isExpected, !Self.isExpected(frame.air) {
          return "packet \(number) is not what was expected: \(text)"
        }
        guard number == 1 || all[number - 2].time <= all[number - 1].time else {
          return "packet \(number) is before its time"
        }
      }
      if packets.count > 0, time != all[number - 1].time {
        return "the time after packet \(number) is another"
      }
      var frame = DecodedFrame()
      guard other.next(into: &frame) else { break }
      number += 1
      guard all.indices.contains(number - 1) else { return "frame \(number) is one too many" }
      let text = text(frame, other)
      guard text == all[number - 1].text else { return "\(text) instead of \(all[number - 1].text)" }
      time = frame.record.timestamp
    }
    let isSameEnd =
      number == all.count && reader.framesRead == other.framesRead && reader.damage == other.damage
    return isSameEnd ? nil : "it ends otherwise"
  }

  private func stream(_ bytes: [UInt8], piped: Bool) -> CaptureStream {
    piped ? CaptureStream(descriptor: pipedDescriptor(bytes), closing: true) : CaptureStream(bytes: bytes)
  }

  private func text(_ frame: DecodedFrame, _ reader: borrowing CaptureReader) -> String {
    let bytes = reader.copyBytes(of: ReadCapture.innermost(frame)).hex
    return "\(frame.record) \(frame.packet) \(frame.payload) \(frame.problem as Any) \(bytes)"
  }
}
