import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Advertising, scanning and connecting, packet by packet, as a Linux monitor capture.
struct AdvertisingScript {
  private var writer = BTSnoopWriter(dataLink: 2001)
  /// Microseconds from the first packet to the next one.
  var now: Int64 = 0
  /// Frames so far.
  private(set) var frames = 0

  /// Lets time pass.
  mutating func wait(milliseconds: Int64) { now += milliseconds * 1000 }

  /// The host sends a command.
  mutating func command(_ opcode: UInt16, _ hex: String, adapter: UInt32 = 0) {
    add(PacketBuilder.command(opcode, [UInt8](hex: hex)), 2, adapter)
  }

  /// The controller delivers an event.
  mutating func event(_ packet: [UInt8], adapter: UInt32 = 0) { add(packet, 3, adapter) }

  /// The controller delivers a legacy report of a random address.
  mutating func legacy(
    _ address: UInt64, type: UInt8 = 0, rssi: Int8 = -50, data: String = "", addressType: UInt8 = 1,
    adapter: UInt32 = 0
  ) {
    let data = [UInt8](hex: data)
    let bytes =
      [1, type, addressType] + address.bytes().prefix(6) + [UInt8(data.count)] + data
      + [UInt8(bitPattern: rssi)]
    event(PacketBuilder.leEvent(0x02, bytes), adapter: adapter)
  }

  /// The controller delivers an extended report of a random address.
  mutating func extended(
    _ address: UInt64, type: UInt16 = 0x01, rssi: Int8 = -50, txPower: Int8 = 127, sid: UInt8 = 0,
    data: String = "", addressType: UInt8 = 1
  ) {
    let data = [UInt8](hex: data)
    var bytes: [UInt8] = [1] + type.bytes() + [addressType] + address.bytes().prefix(6)
    bytes += [1, 2, sid, UInt8(bitPattern: txPower), UInt8(bitPattern: rssi), 0, 0, 0, 0, 0, 0, 0, 0, 0]
    event(PacketBuilder.leEvent(0x0D, bytes + [UInt8(data.count)] + data))
  }

  /// The host turns scanning on (active, 60 ms of 60 ms) or off.
  mutating func scan(_ isOn: Bool, filterDuplicates: Bool = false, usesFilterList: Bool = false) {
    if isOn { command(0x200B, "01 6000 6000 01 \(usesFilterList ? "01" : "00")") }
    command(0x200C, "\(isOn ? "01" : "00") \(filterDuplicates ? "01" : "00")")
  }

  /// The host connects to a random address; 0 is the filter list.
  mutating func connect(_ address: UInt64, type: UInt8 = 1) {
    let policy = address == 0 ? "01" : "00"
    command(
      0x200D,
      "6000 6000 \(policy) \([type].hex) \(Array(address.bytes().prefix(6)).hex) 01 1800 1800 0000 f401 0000 0000"
    )
  }

  /// The host gives up, and the controller says so.
  mutating func cancel() {
    command(0x200E, "")
    event(PacketBuilder.leConnectionComplete(0, status: 2, peer: [0, 0, 0, 0, 0, 0]))
  }

  /// Everything the capture says, and the attempts that ended.
  func read() throws -> (advertising: Advertising, attempts: [ConnectAttempt]) {
    try AnalyzerTests.read(advertising: writer.bytes)
  }

  private mutating func add(_ packet: [UInt8], _ opcode: UInt32, _ adapter: UInt32) {
    writer.add(packet, flags: adapter << 16 | opcode, time: 1_700_000_000_000_000 + now)
    now += 100
    frames += 1
  }
}

/// Reads the advertising of any capture.
func read(advertising bytes: [UInt8]) throws -> (advertising: Advertising, attempts: [ConnectAttempt]) {
  var reader = try CaptureReader(CaptureStream(bytes: bytes))
  var builder = AdvertisingBuilder()
  var attempts: [ConnectAttempt] = []
  var frame = DecodedFrame()
  while reader.next(into: &frame) {
    switch frame.packet {
    case .command(let command): builder.addCommand(command, frame.record)
    case .event(let event):
      builder.add(&frame, &reader)
      if let attempt = builder.addEvent(event, frame.record) { attempts.append(attempt) }
    default: break
    }
  }
  return (builder.finish(), attempts)
}

private let device: UInt64 = 0xC102_0304_0506
private let name = "02 01 06 06 09 536861726b"

@Suite("Advertisers")
struct AdvertisingTests {
  @Test("counts reports, scan responses and kinds of advertising")
  func counts() throws {
    var script = AdvertisingScript()
    script.legacy(device, data: name)
    script.legacy(device, type: 4, data: "02 0a 04")
    script.legacy(device, type: 3, data: "03 03 0f18")
    script.extended(device, type: 0x21, sid: 4, data: "03 ff 4c00")
    let result = try script.read().advertising
    #expect(result.reports == 4)
    #expect(result.malformedEvents == 0)
    let advertiser = try #require(result.advertiser(DeviceAddress(device), .randomDevice))
    #expect(result.advertisers.count == 1)
    #expect(advertiser.reports == 4)
    #expect(advertiser.scanResponses == 1)
    #expect(advertiser.first.frame == 1)
    #expect(advertiser.last.frame == 4)
    #expect(advertiser.lastConnectable?.frame == 4)
    #expect(advertiser.isConnectable)
    #expect(advertiser.wasUnconnectable)
    #expect(advertiser.isScannable)
    #expect(!advertiser.isDirected)
    #expect(advertiser.usesLegacy)
    #expect(advertiser.usesExtended)
    #expect(advertiser.content.name == "Shark")
    #expect(advertiser.content.services == [BluetoothUUID(0x180F)])
    #expect(advertiser.txPower == 4)
    // The piece of frame 4 is not followed by the rest.
    #expect(advertiser.content.manufacturers.isEmpty)
    #expect(advertiser.sid == 4)
  }

  @Test("a device whose scan responses alone were heard is not called connectable or not")
  func scanResponsesOnly() throws {
    var script = AdvertisingScript()
    script.legacy(device, type: 4, data: "06 09 536861726b")
    let advertiser = try #require(try script.read().advertising.advertisers.first)
    #expect(advertiser.scanResponses == 1)
    #expect(!advertiser.isConnectable)
    #expect(!advertiser.wasUnconnectable)
    #expect(advertiser.content.name == "Shark")
    #expect(advertiser.interval == nil)
  }

  @Test("the signal: least, most, mean, last; 127 is not heard")
  func signal() throws {
    var script = AdvertisingScript()
    for rssi: Int8 in [-70, -50, -90, 127, -60, 127] { script.legacy(device, rssi: rssi) }
    let signal = try #require(try script.read().advertising.advertisers.first?.signal)
    #expect(signal.least == -90)
    #expect(signal.most == -50)
    #expect(signal.mean == -67.5)
    #expect(signal.last == -60)
    #expect(signal.lastMoment.frame == 5)
    var silent = AdvertisingScript()
    silent.legacy(device, rssi: 127)
    #expect(try silent.read().advertising.advertisers.first?.signal == nil)
  }

  @Test("the last connectable report before the device stopped being connectable")
  func lastConnectable() throws {
    var script = AdvertisingScript()
    for type: UInt8 in [3, 0, 0, 4, 2, 2] { script.legacy(device, type: type) }
    let advertiser = try #require(try script.read().advertising.advertisers.first)
    #expect(advertiser.lastConnectable?.frame == 3)
  }

  @Test(
    "the interval is the median of gaps, whatever was not heard",
    arguments: [(20, 20), (100, 100), (1022, 1022)] as [(Int64, Int64)])
  func interval(_ milliseconds: Int64, _ wanted: Int64) throws {
    var script = AdvertisingScript()
    var random = SeededRandom(seed: 3)
    for number in 0..<300 {
      script.now = Int64(number) * milliseconds * 1000 + Int64(random.below(5000))
      // Every fifth event is not heard, and each is heard on two channels and scanned.
      if number % 5 == 4 { continue }
      script.legacy(device)
      script.legacy(device)
      script.legacy(device, type: 4)
    }
    let advertiser = try #require(try script.read().advertising.advertisers.first)
    let interval = try #require(advertiser.interval)
    #expect(abs(interval.milliseconds - Double(wanted)) < 6, "\(interval)")
    #expect(interval.gapCount > 30)
    #expect((32...64).contains(advertiser.samples.count))
  }

  @Test("three gaps are needed, and a controller that filters duplicates tells none")
  func noInterval() throws {
    for (count, filters, isKnown) in [(3, false, false), (4, false, true), (20, true, false)] {
      var script = AdvertisingScript()
      script.scan(true, filterDuplicates: filters)
      for _ in 0..<count {
        script.legacy(device)
        script.wait(milliseconds: 100)
      }
      let advertiser = try #require(try script.read().advertising.advertisers.first)
      #expect((advertiser.interval != nil) == isKnown)
      #expect(advertiser.samples.count == count)
    }
  }

  @Test("samples are spread over the whole time, at most 64 and in order")
  func samples() throws {
    for count in [1, 8, 9, 64, 65, 1000] {
      var script = AdvertisingScript()
      for number in 0..<count {
        script.now = Int64(number) * 100_000
        script.legacy(device, rssi: Int8(-30 - number % 50))
      }
      let samples = try #require(try script.read().advertising.advertisers.first?.samples)
      #expect(samples.count == count || (32...64).contains(samples.count))
      #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
      for sample in samples {
        let number = (sample.time.seconds(since: samples[0].time) * 10).rounded()
        #expect(sample.rssi == Int8(-30 - Int(number) % 50))
      }
      let last = try #require(samples.last).time.seconds(since: samples[0].time)
      #expect(last >= Double(count - 1) / 10 * 0.9 - 0.001)
    }
  }

  @Test("a clock that goes back breaks nothing")
  func clock() throws {
    var script = AdvertisingScript()
    for second in [100, 50, 0, 200] {
      script.now = Int64(second) * 1_000_000
      script.legacy(device)
    }
    let advertiser = try #require(try script.read().advertising.advertisers.first)
    #expect(advertiser.samples.count == 4)
    #expect(advertiser.interval == nil)
  }

  @Test("data is put together from pieces, whatever comes between them")
  func pieces() throws {
    var script = AdvertisingScript()
    script.extended(device, type: 0x21, data: "02 01 06 06 09 5368")
    script.legacy(device + 1, data: name)
    script.extended(device, type: 0x21, data: "61726b 05 ff")
    script.extended(device, type: 0x41, data: "4c00 02")
    let result = try script.read().advertising
    let content = try #require(result.advertiser(DeviceAddress(device), .randomDevice)).content
    #expect(content.name == "Shark")
    #expect(content.flags == 6)
    // The last piece is cut, which is not the device's fault.
    #expect(content.manufacturers.isEmpty)
    #expect(!content.isMalformed)
    #expect(result.advertiser(DeviceAddress(device + 1), .randomDevice)?.content.name == "Shark")
  }

  @Test("a last piece whose first ones are lost is not taken for the whole")
  func lostPieces() throws {
    var script = AdvertisingScript()
    script.extended(device, type: 0x21, data: "02 01 06 06 09 5368")
    script.extended(device + 1, type: 0x21, data: "02 01 06 06 09 5368")
    script.extended(device, type: 0x29, data: "03 03 0f")
    script.extended(device, data: "03 09 4142")
    script.extended(device + 1, data: "03 09 4142")
    script.extended(device, type: 0x08, data: "18")
    let result = try script.read().advertising
    for advertiser in result.advertisers { #expect(advertiser.content.name == nil) }
    #expect(result.advertisers[0].content.services == [BluetoothUUID(0x180F)])
    #expect(result.advertisers[1].content == AdvertisedContent())
  }

  @Test("data in pieces that are longer than any data is let go")
  func endlessPieces() throws {
    var script = AdvertisingScript()
    let filler = String(repeating: "00", count: 200)
    for _ in 0..<9 { script.extended(device, type: 0x21, data: "03 09 4142" + filler) }
    for number: UInt8 in 0..<9 {
      script.extended(device + 1, type: 0x21, data: "03 09 41\([number].hex)" + filler)
    }
    script.extended(device + 1, data: name)
    for advertiser in try script.read().advertising.advertisers {
      #expect(advertiser.content == AdvertisedContent())
    }
  }

  @Test("new data is looked at again, in advertisements and scan responses apart, at most 16 times")
  func looks() throws {
    var script = AdvertisingScript()
    for number: UInt16 in 0..<40 {
      script.legacy(device, data: "03 03 \(number.bytes().hex)")
      script.legacy(device, type: 4, data: name)
    }
    let content = try #require(try script.read().advertising.advertisers.first?.content)
    #expect(content.services.count == 15)
    #expect(content.services.first == BluetoothUUID(0))
    #expect(content.name == "Shark")
  }

  @Test("data that only measures something new is not looked at closer")
  func measurements() throws {
    var script = AdvertisingScript()
    for number: UInt16 in 0..<12 { script.legacy(device, data: "05 ff 4c00 \(number.bytes().hex)") }
    script.legacy(device, data: "05 ff 5900 0000")
    let content = try #require(try script.read().advertising.advertisers.first?.content)
    #expect(content.manufacturers == [0x4C, 0x59])
  }

  @Test("a name that changes is the last complete one")
  func renamed() throws {
    var script = AdvertisingScript()
    for data in ["03 08 4142", "04 09 414243", "02 08 41", "04 09 444655"] {
      script.legacy(device, data: data)
    }
    let content = try #require(try script.read().advertising.advertisers.first?.content)
    #expect(content.name == "DFU")
    #expect(!content.isNameShortened)
  }

  @Test("adapters and types of address are told apart, identities are not")
  func identities() throws {
    var script = AdvertisingScript()
    script.legacy(device, rssi: -40)
    script.legacy(device, rssi: -50, addressType: 0)
    script.legacy(device, rssi: -60, adapter: 1)
    script.legacy(device + 2, rssi: -70, addressType: 2)
    let result = try script.read().advertising
    #expect(result.advertisers.count == 4)
    func last(_ address: UInt64, _ type: AddressType, _ adapter: UInt16? = nil) -> Int8? {
      result.advertiser(DeviceAddress(address), type, adapter: adapter)?.signal?.last
    }
    #expect(last(device, .randomDevice) == -40)
    #expect(last(device, .randomDevice, 1) == -60)
    #expect(last(device, .randomDevice, 2) == nil)
    #expect(last(device, .publicDevice) == -50)
    #expect(last(device + 2, .publicDevice) == -70)
    #expect(last(device + 3, .randomDevice) == nil)
  }

  @Test("advertisers beyond the limit are counted, those before it go on")
  func limit() throws {
    var table = AdvertiserTable()
    var writer = BTSnoopWriter()
    let count = AdvertiserTable.limit + 10
    let report = [UInt8](hex: "02 01 00 01 000000000000 00 c4")
    for number in [0] + Array(0..<count) {
      var report = report
      report.overwrite(at: 4, with: Array(UInt64(number).bytes().prefix(6)))
      writer.add([4] + PacketBuilder.event(0x3E, report), flags: 3)
    }
    var reader = try CaptureReader(CaptureStream(bytes: writer.bytes))
    var frame = DecodedFrame()
    while reader.next(into: &frame) { table.add(&frame, &reader) }
    #expect(table.overflow == 10)
    #expect(table.reports == count + 1)
    #expect(table.sighting(DeviceAddress(0), .randomDevice, adapter: 0)?.reports == 2)
    #expect(table.sighting(DeviceAddress(UInt64(count - 1)), .randomDevice, adapter: 0) == nil)
  }

  @Test("forged events end in counts")
  func forged() throws {
    var random = SeededRandom.announced("forged advertising", seed: 11)
    var script = AdvertisingScript()
    for _ in 0..<3000 {
      var parameters: [UInt8] = [random.below(2) == 0 ? 2 : 0x0D, UInt8(random.below(4))]
      parameters += random.bytes(random.below(60))
      if random.below(3) == 0 {
        parameters.overwrite(at: 2, with: Array(repeating: 0xFF, count: parameters.count - 2))
      }
      script.event(PacketBuilder.event(0x3E, parameters), adapter: UInt32(random.below(0x10000)))
    }
    let result = try script.read().advertising
    #expect(result.malformedEvents > 0)
    #expect(result.advertisers.reduce(0) { $0 + $1.reports } == result.reports)
    for advertiser in result.advertisers { _ = (advertiser.samples, advertiser.interval) }
  }
}
