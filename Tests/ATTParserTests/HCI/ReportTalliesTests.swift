import TestSupport
import Testing

@testable import ATTParser

@Suite("Tallies of advertising reports")
struct ReportTalliesTests {
  private static func report(
    _ device: UInt64, rssi: Int8 = -60, data: UInt64 = 7, type: UInt32 = 0
  ) -> PackedReport {
    PackedReport(
      identity: device, fingerprint: data, form: type &<< 16 | PackedReport.legacyForm, dataCount: 0,
      rssi: UInt8(bitPattern: rssi))
  }

  /// A legacy report in an event, in a packet.
  private static func packet(_ device: UInt8, type: UInt8 = 0, rssi: Int8 = -60, data: UInt8 = 9) -> [UInt8] {
    [4]
      + PacketBuilder.leEvent(
        2, [1, type, 1, device, 2, 3, 4, 5, 0xC6, 2, data, 0xFF, UInt8(bitPattern: rssi)])
  }

  /// The numbers of the frames found, not counted, when what is found is noted at once.
  private func found(_ packets: [[UInt8]], wanted: Int32 = .max, _ tallies: inout ReportTallies) throws
    -> [Int]
  {
    var writer = BTSnoopWriter()
    for packet in packets { writer.add(packet) }
    // So that the walk need not beware of the end.
    for _ in 0..<CaptureStream.aheadCount { writer.add([1, 3, 0x0C, 0]) }
    var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
    var frame = DecodedFrame()
    var bulk = BulkFrames()
    var time = Timestamp(nanoseconds: .min)
    var found: [Int] = []
    repeat {
      repeat {
        reader.nextBulk(into: &bulk, counting: &tallies, after: &time)
        for report in bulk.reports.toArray() {
          found.append(report.number)
          note(report, wanted: wanted, &tallies)
        }
      } while bulk.reports.count == CaptureReader.reportLimit
    } while reader.next(into: &frame)
    return found
  }

  private func note(_ bulk: BulkReport, wanted: Int32, _ tallies: inout ReportTallies) {
    var device = bulk.device < 0 ? tallies.find(bulk.report.identity) : bulk.device
    if device < 0 { device = tallies.append(bulk.report.identity, bulk.time) }
    var work = tallies.note(device, bulk.report, number: bulk.number, bulk.time)
    if work == .unusual { work = tallies.noteUnusual(device, bulk.report, number: bulk.number, bulk.time) }
    if work.contains(.wanted) { tallies.expect(wanted, of: device) }
    if work.contains(.content) { tallies.noteLook(device, bulk.report, isLast: false) }
  }

  @Test("devices are found by their keys, however many there are and wherever their keys meet")
  func keys() {
    var random = SeededRandom.announced("keys of devices", seed: 20_261_201)
    for multiplier in [1, 0x9E37_79B9_7F4A_7C15, random.next() | 1] as [UInt64] {
      var tallies = ReportTallies(places: 64, multiplier: multiplier)
      var keys: [UInt64] = []
      var known: Set<UInt64> = []
      for number in 0..<5000 {
        let key = number % 2 == 0 ? UInt64(number) : random.next() &>> 8
        guard known.insert(key).inserted else { continue }
        #expect(tallies.find(key) == -1)
        #expect(tallies.append(key, Timestamp(nanoseconds: Int64(number))) == keys.count)
        keys.append(key)
      }
      #expect(tallies.count == keys.count)
      for (number, key) in keys.enumerated() { #expect(tallies.find(key) == number) }
    }
  }

  @Test("only reports that say nothing new are counted")
  func expected() throws {
    var tallies = ReportTallies()
    let found = try found(
      [
        Self.packet(1), Self.packet(1), Self.packet(2), Self.packet(1, rssi: -61), Self.packet(1, rssi: -60),
        Self.packet(1, rssi: -61), Self.packet(1, rssi: 127), Self.packet(1, data: 8),
        Self.packet(1, data: 8),
        Self.packet(1, type: 4), Self.packet(1, type: 4), Self.packet(1), Self.packet(1, type: 2),
      ], &tallies)
    // All before the first packet that is no report are found in one walk: the first of a device holds back the
    // others.
    #expect(found == Array(1...13))
    #expect(tallies.counted == 0)
    var again = ReportTallies()
    var packets: [[UInt8]] = []
    for packet in [
      Self.packet(1), Self.packet(1), Self.packet(2), Self.packet(1, rssi: -61), Self.packet(1, rssi: -60),
      Self.packet(1, rssi: -61), Self.packet(1, rssi: 127), Self.packet(1, data: 8), Self.packet(1, data: 8),
      Self.packet(1, type: 4), Self.packet(1, type: 4), Self.packet(1, data: 8), Self.packet(1, type: 2),
    ] { packets += [packet, [1, 3, 0x0C, 0]] }
    let apart = try self.found(packets, &again).map { ($0 + 1) / 2 }
    #expect(apart == [1, 3, 4, 7, 8, 10, 13])
    #expect(again.counted == 6)
    #expect(again.advertisements(0).count == 10)
    #expect(again.responses(0)?.count == 2)
    #expect(again.advertisements(0).rssiLeast == -61 && again.advertisements(0).rssiMost == -60)
  }

  @Test("a report that is found is not overtaken by those of its device, but by those of others")
  func order() throws {
    var tallies = ReportTallies()
    let pause: [UInt8] = [1, 3, 0x0C, 0]
    let found = try found(
      [
        Self.packet(1), Self.packet(2), pause, Self.packet(1), Self.packet(2), Self.packet(1, data: 8),
        Self.packet(1, data: 8), Self.packet(2), Self.packet(1, data: 8), pause, Self.packet(1, data: 8),
      ], &tallies)
    #expect(found == [1, 2, 6, 7, 9])
    #expect(tallies.counted == 4)
    #expect(tallies.advertisements(0).frameNumber == 11)
    #expect(tallies.advertisements(1).frameNumber == 8)
  }

  @Test(
    "what adds up does not depend on which reports are wanted",
    arguments: [0, 1, 2, 6, 1000, .max] as [Int32])
  func wanted(_ wanted: Int32) throws {
    var random = SeededRandom.announced("wanted reports", seed: 20_261_202)
    let packets = (0..<3000).map { _ in
      random.below(9) == 0
        ? [1, 3, 0x0C, 0]
        : Self.packet(
          UInt8(random.below(3)), type: random.below(3) == 0 ? 4 : 0, rssi: Int8(-60 + random.below(4)),
          data: random.below(40) == 0 ? 8 : 9)
    }
    var tallies = ReportTallies()
    var plain = ReportTallies()
    let found = try found(packets, wanted: wanted, &tallies)
    #expect(found.count + tallies.counted == packets.count { $0[0] == 4 })
    #expect(wanted == 0 || tallies.counted > 500)
    for (place, packet) in packets.enumerated() where packet[0] == 4 {
      let report = Self.report(
        UInt64(packet[7]), rssi: Int8(bitPattern: packet[16]), data: UInt64(packet[14]),
        type: UInt32(packet[5]))
      note(
        BulkReport(report, device: -1, number: place + 1, time: Timestamp(nanoseconds: 0), start: 0),
        wanted: 0, &plain)
    }
    for device in 0..<3 {
      let key = UInt64(0xC605_0403_0200 + device) &<< 8 | 1
      let (sum, other) = (tallies.find(key), plain.find(UInt64(device)))
      guard sum >= 0, other >= 0 else {
        Issue.record("device \(device) is missing")
        continue
      }
      let (advertisements, plainly) = (tallies.advertisements(sum), plain.advertisements(other))
      #expect(advertisements.count == plainly.count)
      #expect(advertisements.frameNumber == plainly.frameNumber)
      #expect(advertisements.rssiLeast == plainly.rssiLeast && advertisements.rssiMost == plainly.rssiMost)
      #expect(tallies.responses(sum)?.count == plain.responses(other)?.count)
      #expect(tallies.responses(sum)?.frameNumber == plain.responses(other)?.frameNumber)
      // Those noted one by one are added to the advertisements' RSSI, whatever they are.
      let rssiSum = advertisements.rssiSum + (tallies.responses(sum)?.rssiSum ?? 0)
      #expect(rssiSum == plainly.rssiSum + (plain.responses(other)?.rssiSum ?? 0))
    }
  }

  /// A packet with an event that begins like this, and has an address where a report of its form has one.
  private static func event(_ first: UInt8, _ second: UInt8, _ type: UInt8) -> [UInt8] {
    let address: [UInt8] = [1, 1, 2, 3, 4, 5, 0xC6]
    let isExtended = first & 8 != 0
    var body = [second, type] + (isExtended ? [type == 0xFF ? 0xFF : 0] : []) + address
    body += isExtended ? [1, 0, 0xFF, 127, 0xC4] + [UInt8](repeating: 0, count: 10) : [2, 9, 0xFF, 0xC4]
    return [4] + PacketBuilder.leEvent(first, body)
  }

  @Test("an event of another kind is no report, whatever it has where one has the address of a device")
  func forms() throws {
    for report in [Self.event(2, 1, 0x10), Self.event(0x0D, 1, 0x10)] {
      for first in [0, 1, 2, 3, 6, 8, 0x0A, 0x0C, 0x0D, 0x0F, 0xFF] as [UInt8] {
        for second in [0, 1, 2, 0xFF] as [UInt8] {
          for type in [0, 0x10, 0xFF] as [UInt8] {
            let other = Self.event(first, second, type)
            var tallies = ReportTallies()
            _ = try found([report, [1, 3, 0x0C, 0], other], &tallies)
            #expect(tallies.count == 1)
            #expect(tallies.counted == (other == report ? 1 : 0), "\(other.hex)")
          }
        }
      }
    }
  }
}
