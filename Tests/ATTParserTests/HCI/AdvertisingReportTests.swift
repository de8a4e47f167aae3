import TestSupport
import Testing

@testable import ATTParser

/// Reads the reports of an LE Meta event whose parameters, subevent first, are `parameters`.
private func reports(
  _ parameters: [UInt8]
) throws -> (all: [AdvertisingReport], left: UInt8, bytes: [[UInt8]], base: Int) {
  var writer = BTSnoopWriter()
  writer.add([4] + PacketBuilder.event(0x3E, parameters), flags: 3)
  var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
  let next = reader.next()
  let frame = try #require(next)
  var cursor = AdvertisingReportCursor(frame.event)
  var all: [AdvertisingReport] = []
  var bytes: [[UInt8]] = []
  while let report = cursor.next(reader) {
    all.append(report)
    bytes.append(reader.copyBytes(of: report.data))
  }
  return (all, cursor.left, bytes, frame.event.parameters.offset)
}

private let address = DeviceAddress(0xC102_0304_0506)
private let legacyReport = [UInt8](hex: "00 01 0605040302c1 03 020106 c5")
private let extendedReport = [UInt8](
  hex: "1300 01 0605040302c1 03 02 05 f8 b0 5000 01 665544332241 03 020106")

@Suite("Advertising reports")
struct AdvertisingReportTests {
  @Test(
    "legacy types say what extended ones say in bits",
    arguments: [
      (0, [.legacy, .connectable, .scannable]), (1, [.legacy, .connectable, .directed]),
      (2, [.legacy, .scannable]), (3, .legacy), (4, [.legacy, .scannable, .scanResponse]), (5, .legacy),
      (0xFF, .legacy),
    ] as [(UInt8, AdvertisingEventType)])
  func legacyTypes(_ type: UInt8, _ wanted: AdvertisingEventType) throws {
    var report = legacyReport
    report[0] = type
    let read = try reports([2, 1] + report)
    let only = try #require(read.all.first)
    #expect(only.eventType == wanted)
    #expect(only.isConnectable == wanted.contains(.connectable))
    #expect(only.isScannable == wanted.contains(.scannable))
    #expect(only.isDirected == wanted.contains(.directed))
    #expect(only.isScanResponse == wanted.contains(.scanResponse))
    #expect(only.isLegacy)
    #expect(only.dataStatus == .complete)
  }

  @Test("a legacy report, field by field")
  func legacy() throws {
    let read = try reports([2, 1] + legacyReport)
    let report = try #require(read.all.first)
    #expect(read.all.count == 1)
    #expect(read.left == 0)
    #expect(report.address == address)
    #expect(report.addressType == .randomDevice)
    #expect(report.rssi == -59)
    #expect(report.txPower == nil)
    #expect(report.sid == nil)
    #expect(report.primaryPHY == 1)
    #expect(report.secondaryPHY == nil)
    #expect(report.data == ByteRange(offset: read.base + 11, count: 3))
    #expect(read.bytes == [[2, 1, 6]])
  }

  @Test("an extended report, field by field")
  func extended() throws {
    let read = try reports([0x0D, 1] + extendedReport)
    let report = try #require(read.all.first)
    #expect(read.all.count == 1)
    #expect(report.eventType == [.legacy, .connectable, .scannable])
    #expect(report.address == address)
    #expect(report.addressType == .randomDevice)
    #expect(report.primaryPHY == 3)
    #expect(report.secondaryPHY == 2)
    #expect(report.sid == 5)
    #expect(report.txPower == -8)
    #expect(report.rssi == -80)
    #expect(report.data == ByteRange(offset: read.base + 26, count: 3))
    #expect(read.bytes == [[2, 1, 6]])
  }

  @Test("127 is no RSSI and no TX power, 0xFF no set, 0 no secondary PHY")
  func unknown() throws {
    var report = extendedReport
    report.replaceSubrange(10...13, with: [0, 0xFF, 127, 127])
    let extended = try #require(try reports([0x0D, 1] + report).all.first)
    #expect(extended.secondaryPHY == nil)
    #expect(extended.sid == nil)
    #expect(extended.txPower == nil)
    #expect(extended.rssi == nil)
    let legacy = try #require(try reports([2, 1] + legacyReport.dropLast() + [127]).all.first)
    #expect(legacy.rssi == nil)
  }

  @Test(
    "the status of the data",
    arguments: [(0x00, .complete), (0x20, .incomplete), (0x40, .truncated), (0x60, .reserved)]
      as [(UInt8, AdvertisingEventType.DataStatus)])
  func status(_ bits: UInt8, _ wanted: AdvertisingEventType.DataStatus) throws {
    var report = extendedReport
    report[0] = bits
    #expect(try reports([0x0D, 1] + report).all.first?.dataStatus == wanted)
  }

  @Test("several reports are read one after the other, each whole")
  func several() throws {
    let second = [UInt8](hex: "04 00 010203040506 00 a0")
    let legacy = try reports([2, 3] + legacyReport + second + legacyReport)
    #expect(legacy.all.map(\.rssi) == [-59, -96, -59])
    #expect(legacy.all.map(\.address.value) == [0xC102_0304_0506, 0x0605_0403_0201, 0xC102_0304_0506])
    #expect(legacy.bytes == [[2, 1, 6], [], [2, 1, 6]])
    let extended = try reports([0x0D, 2] + extendedReport + extendedReport)
    #expect(extended.all.count == 2)
    #expect(extended.all[1].data.offset == extended.all[0].data.offset + extendedReport.count)
  }

  @Test("every strict prefix gives the whole reports in it and says how many are missing")
  func prefixes() throws {
    for (subevent, single) in [(UInt8(2), legacyReport), (0x0D, extendedReport)] {
      let all = [subevent, 2] + single + single
      for count in 2..<all.count {
        let read = try reports(Array(all.prefix(count)))
        let whole = (count - 2) / single.count
        #expect(read.all.count == whole, "\(count) bytes")
        #expect(read.left == UInt8(2 - whole))
      }
    }
  }

  @Test("lengths that are too long end the walk, whatever is around them")
  func malformed() throws {
    var random = SeededRandom.announced("advertising reports", seed: 7)
    for _ in 0..<2000 {
      var parameters =
        [Bool.random(using: &random) ? 2 : 0x0D, UInt8(random.below(5))] + extendedReport + legacyReport
      for _ in 0..<random.below(4) { parameters[random.below(parameters.count)] = UInt8(random.below(256)) }
      parameters.removeLast(random.below(parameters.count - 1))
      let read = try reports(parameters)
      for (report, bytes) in zip(read.all, read.bytes) { #expect(report.data.count == bytes.count) }
    }
  }

  @Test("an event of another kind has no reports")
  func otherEvents() throws {
    #expect(try reports([0x0A, 1] + legacyReport).all.isEmpty)
  }

  @Test("fingerprints tell lengths and bytes at both ends apart, not the rest of a report")
  func fingerprints() {
    func print(_ data: [UInt8], rssi: UInt8 = 0xC5, isExtended: Bool = false) -> UInt64 {
      var bytes =
        (isExtended ? extendedReport : legacyReport).prefix(isExtended ? 23 : 8) + [UInt8(data.count)]
      if isExtended { bytes[13] = rssi }
      bytes += data
      if !isExtended { bytes.append(rssi) }
      return isExtended
        ? PackedReport.extended(unsafe Array(bytes).span.bytes, from: 0, bytes.count).fingerprint
        : PackedReport.legacy(unsafe Array(bytes).span.bytes, from: 0, bytes.count).fingerprint
    }
    for isExtended in [false, true] {
      var seen: Set<UInt64> = []
      for count in 0...31 {
        let data = (0..<count).map { UInt8($0) }
        let plain = print(data, isExtended: isExtended)
        #expect(plain == print(data, rssi: 0x90, isExtended: isExtended))
        #expect(seen.insert(plain).inserted, "\(count) bytes")
        for place in data.indices where place < 8 || place >= count - 16 {
          var changed = data
          changed[place] ^= 0x80
          #expect(seen.insert(print(changed, isExtended: isExtended)).inserted, "\(count) bytes, \(place)")
        }
      }
      #expect(print([], isExtended: isExtended) == 0)
    }
  }
}

@Suite("Scan commands")
struct ScanCommandTests {
  @Test(
    "scan parameters, legacy and extended, and what is missing of them",
    arguments: [
      (0x200B, "01 6000 3000 00 01", 7), (0x2041, "00 01 01 01 6000 3000", 8),
      (0x2041, "00 03 05 01 6000 3000 00 0001 0001", 8),
    ] as [(UInt16, String, Int)])
  func parameters(_ opcode: UInt16, _ hex: String, _ needed: Int) {
    let parameters = [UInt8](hex: hex)
    let wanted = HCICommand.Details.scanParameters(
      isActive: true, interval: 0x60, window: 0x30, usesFilterList: true)
    for count in 0...parameters.count {
      let frame = decodeOne(.command, PacketBuilder.command(opcode, Array(parameters.prefix(count))))
      #expect(frame.command.details == (count >= needed ? wanted : .none), "\(count) bytes")
      #expect((frame.problem == nil) == (count >= needed))
    }
  }

  @Test("passive scanning without a filter list")
  func passive() {
    let frame = decodeOne(.command, PacketBuilder.command(0x200B, [UInt8](hex: "00 1000 1000 01 02")))
    #expect(
      frame.command.details
        == .scanParameters(isActive: false, interval: 16, window: 16, usesFilterList: false))
    #expect(frame.connectionHandle == nil)
  }
}

@Suite("Advertising data")
struct AdvertisingDataTests {
  @Test("every kind of structure")
  func structures() {
    let data = AdvertisingData(
      [UInt8](
        hex: """
          02 01 06  05 02 0d18 0f18  05 05 78563412  11 07 fb349b5f80000080004a00000000dec0
          05 08 53686172  06 09 536861726b  02 0a f4  03 19 c103  05 ff 4c00 0215  05 16 aafe 1020
          07 20 78563412 aabb  13 21 fb349b5f80000080004a00000000dec0 01 02  03 14 1218  02 24 00  00 ff ff
          """))
    #expect(data.flags == 6)
    #expect(
      data.services.map(\.description)
        == ["180d", "180f", "12345678-0000-1000-8000-00805f9b34fb", "c0de0000-0000-4a00-8000-00805f9b34fb"])
    #expect(data.hasMoreServices)
    #expect(data.name == "Shark")
    #expect(!data.isNameShortened)
    #expect(data.txPower == -12)
    #expect(data.appearance == 0x03C1)
    #expect(data.manufacturerData == [.init(company: 0x004C, bytes: [0x02, 0x15])])
    #expect(
      data.serviceData.map(\.service.description).prefix(2) == [
        "feaa", "12345678-0000-1000-8000-00805f9b34fb",
      ])
    #expect(data.serviceData.map(\.bytes) == [[0x10, 0x20], [0xAA, 0xBB], [1, 2]])
    #expect(data.solicitedServices == [BluetoothUUID(0x1812)])
    #expect(!data.isMalformed)
  }

  @Test(
    "names",
    arguments: [
      ("03 08 4142", "AB", true), ("03 09 4142 02 08 41", "AB", false), ("02 08 41 03 09 4142", "AB", false),
      ("05 09 41420000", "AB", false), ("01 09", "", false), ("03 09 41ff", "A\u{FFFD}", false),
    ])
  func names(_ hex: String, _ name: String, _ isShortened: Bool) {
    let data = AdvertisingData([UInt8](hex: hex))
    #expect(data.name == name)
    #expect(data.isNameShortened == isShortened)
    #expect(!data.isMalformed)
  }

  @Test("every strict prefix keeps the whole structures and says when one is cut")
  func prefixes() {
    let all = [UInt8](
      hex: "02 01 06  05 03 0d18 0f18  04 09 414243  03 ff 4c00  11 07 000102030405060708090a0b0c0d0e0f")
    let ends = [0, 3, 9, 14, 18, 36]
    for count in 0..<all.count {
      let data = AdvertisingData(Array(all.prefix(count)))
      #expect(data.isMalformed == !ends.contains(count), "\(count) bytes")
      #expect(data.flags == (count >= 3 ? 6 : nil))
      #expect(data.services.count == (count >= 9 ? 2 : 0))
      #expect(data.name == (count >= 14 ? "ABC" : nil))
      #expect(data.manufacturerData.count == (count >= 18 ? 1 : 0))
    }
  }

  @Test(
    "structures too short for their type",
    arguments: [
      "01 01", "01 0a", "02 19 00", "02 ff 4c", "02 16 aa", "04 20 000000", "04 03 0d18 0f", "03 07 0000",
    ])
  func short(_ hex: String) {
    #expect(AdvertisingData([UInt8](hex: hex)).isMalformed)
  }
}
