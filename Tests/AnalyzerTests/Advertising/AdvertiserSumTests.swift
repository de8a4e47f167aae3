import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Sums of advertising reports")
struct AdvertiserSumTests {
  /// What the reports of one device add up to, counted as plainly as can be.
  private struct Sum {
    var advertisements: [(frame: Int, type: AdvertisingEventType)] = []
    var responses = 0
    var signals: [(frame: Int, rssi: Int8)] = []
  }

  @Test("reports of both forms and of all types add up to what was sent, found in bulk and one by one")
  func mixed() throws {
    var random = SeededRandom.announced("reports of both forms", seed: 20_261_201)
    let legacyTypes: [UInt16] = [0x13, 0x15, 0x12, 0x10, 0x1A, 0x10, 0x10, 0x10, 0x10]
    var writer = BTSnoopWriter()
    var sums = [Sum](repeating: Sum(), count: 4)
    for frame in 1...4000 {
      let device = random.below(sums.count)
      let rssi = [-128, -127, -90, -60, -60, -60, -59, -1, 20, 126, 127][random.below(11)] as Int8
      // Of the first devices types seldom change, though forms do; of the last one everything does.
      let isCalm = device < 3 && random.below(20) > 0
      let isExtended = Bool.random(using: &random)
      let code = isCalm ? [0, 3, 4][device] : random.below(isExtended ? 32 : legacyTypes.count)
      let type = isExtended && !isCalm ? UInt16(code) : legacyTypes[code]
      let data = random.bytes(isCalm ? 0 : random.below(20))
      let address: [UInt8] = [UInt8(device), 1, 2, 3, 4, 0xC5]
      var report: [UInt8] = [isExtended ? 0x0D : 2, 1]
      if isExtended {
        report += type.bytes() + [1] + address + [1, 0, 0xFF, 127, UInt8(bitPattern: rssi)]
        report += [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data
      } else {
        report += [UInt8(code), 1] + address + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
      }
      writer.add([4] + PacketBuilder.event(0x3E, report), flags: 3, time: Int64(frame))
      let eventType = AdvertisingEventType(rawValue: type)
      if eventType.contains(.scanResponse) {
        sums[device].responses += 1
      } else {
        sums[device].advertisements.append((frame, eventType))
      }
      if rssi != 127 { sums[device].signals.append((frame, rssi)) }
    }
    for isBulk in [false, true] {
      let advertisers = try advertisers(writer.bytes, isBulk: isBulk)
      #expect(advertisers.count == sums.count)
      for advertiser in advertisers {
        expect(advertiser, sums[Int(advertiser.address.value & 0xFF)])
      }
    }
  }

  private func advertisers(_ bytes: [UInt8], isBulk: Bool) throws -> [Advertiser] {
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
      guard reader.next(into: &frame) else { return table.all }
      table.add(&frame, &reader)
      time = frame.record.timestamp
    }
  }

  private func expect(_ advertiser: Advertiser, _ sum: Sum) {
    let types = sum.advertisements.map(\.type)
    #expect(advertiser.scanResponses == sum.responses)
    #expect(advertiser.reports == sum.responses + types.count)
    #expect(
      advertiser.lastConnectable?.frame
        == sum.advertisements.last { $0.type.contains(.connectable) }?.frame)
    #expect(advertiser.wasUnconnectable == types.contains { !$0.contains(.connectable) })
    #expect(advertiser.isScannable == types.contains { $0.contains(.scannable) })
    #expect(advertiser.isDirected == types.contains { $0.contains(.directed) })
    #expect(advertiser.usesLegacy == types.contains { $0.contains(.legacy) })
    #expect(advertiser.usesExtended == types.contains { !$0.contains(.legacy) })
    let signals = sum.signals.map { Int($0.rssi) }
    #expect(advertiser.signal?.least == signals.min().map { Int8($0) })
    #expect(advertiser.signal?.most == signals.max().map { Int8($0) })
    #expect(advertiser.signal?.last == sum.signals.last?.rssi)
    #expect(advertiser.signal?.lastMoment.frame == sum.signals.last?.frame)
    let mean = Double(signals.reduce(0, +)) / Double(signals.count)
    #expect(abs((advertiser.signal?.mean ?? 0) - mean) < 1e-9)
  }
}
