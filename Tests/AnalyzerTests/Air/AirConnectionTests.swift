import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Connections of the air")
struct AirConnectionTests {
  private func analyze(_ bytes: [UInt8], keys: DecryptionKeys = DecryptionKeys()) throws -> Analysis {
    var reader = try CaptureReader(CaptureStream(bytes: bytes), keys: keys)
    var builder = SessionBuilder()
    builder.addAll(&reader)
    return builder.finish()
  }

  private func analyze(
    _ format: AirEncapsulation = .nordic3, _ body: (inout AirScript) -> Void
  ) throws -> Analysis {
    var script = AirScript(format)
    body(&script)
    return try analyze(script.bytes)
  }

  @Test("the same in every format but for what a format does not tell", arguments: AirEncapsulation.allCases)
  func everyFormat(_ format: AirEncapsulation) throws {
    let analysis = try analyze(
      AirTraffic.capture(format, pcapng: false), keys: DecryptionKeys(longTermKeys: [AirTraffic.longTermKey]))
    try #require(analysis.connections.count == 1)
    let connection = analysis.connections[0]
    let air = try #require(connection.air)
    #expect(air.accessAddress.rawValue == 0x5065_4C11)
    #expect(connection.peer == DeviceAddress(text: "E6:E5:E4:E3:E2:E1"))
    #expect(air.central == DeviceAddress(text: "C6:C5:C4:C3:C2:C1"))
    #expect(air.centralType == .randomDevice)
    #expect(connection.transport == .le)
    #expect(connection.opened?.frame == 6)
    #expect(connection.parameters.map(\.parameters.interval) == [24, 12])
    #expect(
      connection.dataLengths.map(\.lengths)
        == [DataLength(maxTxOctets: 27, maxTxTime: 328, maxRxOctets: 27, maxRxTime: 328)])
    #expect(connection.encryption?.enabled == 1)
    #expect(connection.closed == nil)
    #expect(air.decrypted == 4)
    #expect(analysis.quality.badCRCFrames == 1)
    #expect(air.fromCentral.retransmissions == 1)
    #expect(air.fromPeripheral.damaged == 1)
    #expect(air.events.missed == 2)
    #expect(air.isDirectionInferred == !format.tellsDirection)
    let counts = connection.opcodeCounts.map { ($0.opcode?.rawValue ?? 0, $0.count) }
    #expect(counts.map(\.0) == [0x0A, 0x0B, 0x12])
    #expect(counts.map(\.1) == [1, 1, 1])
    #expect(connection.streams.map(\.kind) == [.read, .writeRequest])
    #expect(connection.streams.last?.bytes == 30)
    #expect(analysis.notKept.isEmpty)
  }

  @Test("an LL_TERMINATE_IND ends it, whoever sends it; what comes after it belongs to it")
  func terminate() throws {
    for isCentral in [true, false] {
      let analysis = try analyze { script in
        script.connect()
        script.exchange()
        script.nextEvent()
        script.send(.central, isCentral ? 3 : 1, isCentral ? [2, 0x13] : [])
        script.send(.peripheral, isCentral ? 1 : 3, isCentral ? [] : [2, 0x16])
        script.nextEvent()
        script.send(.central)
      }
      try #require(analysis.connections.count == 1)
      let closed = try #require(analysis.connections[0].closed)
      #expect(closed.by == (isCentral ? .local : .peer))
      #expect(closed.reason?.rawValue == (isCentral ? 0x13 : 0x16))
      #expect(closed.moment.frame == (isCentral ? 4 : 5))
    }
  }

  @Test("the same access address again is another connection")
  func reuse() throws {
    let analysis = try analyze { script in
      script.connect()
      script.exchange(AirScript.l2cap(4, "0A0300"), AirScript.l2cap(4, "0B01"))
      script.exchange((3, [2, 0x13]))
      script.connect()
      script.exchange(AirScript.l2cap(4, "520300AA"))
    }
    #expect(analysis.connections.map { $0.opened?.frame } == [1, 6])
    #expect(analysis.connections.map { $0.closed?.moment.frame } == [4, nil])
    #expect(analysis.connections.map(\.pduCount) == [2, 1])
  }

  @Test("wishes for other settings are granted or refused")
  func requests() throws {
    let analysis = try analyze { script in
      script.connect()
      // Parameters: interval 6 to 12, latency 0, timeout 100; then offsets.
      let wish: [UInt8] = [0x0F, 6, 0, 12, 0, 0, 0, 100, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12)
      script.exchange((1, []), (3, wish))
      script.exchange((3, [0x11, 0x0F, 0x3B]))
      script.exchange((3, [0x16, 3, 3]), (3, [0x17, 3, 3]))
      script.exchange((3, [0x18, 2, 2] + UInt16(script.event + 3).bytes()))
      for _ in 0..<4 { script.exchange() }
      script.exchange((3, [0x14, 251, 0, 0x48, 8, 251, 0, 0x48, 8]), (3, [0x07, 0x14]))
    }
    let connection = analysis.connections[0]
    #expect(connection.requests.map(\.isLocal) == [false, true, true])
    #expect(connection.requests.map(\.way) == [.linkLayer, .linkLayer, .linkLayer])
    #expect(
      connection.requests.map(\.outcome)
        == [.refused(ErrorCode(rawValue: 0x3B)), .accepted, .refused(ErrorCode(rawValue: 0x1A))])
    #expect(connection.phys.map(\.tx) == [2])
    #expect(connection.phys.map(\.moment.frame) == [12])
    #expect(connection.dataLengths.isEmpty)
  }

  @Test("events, intervals, channels and signal are measured")
  func measures() throws {
    let analysis = try analyze { script in
      script.connect()
      for number in 0..<100 {
        script.rssi = number < 50 ? -40 : -70
        script.nextEvent(after: number == 50 ? 3 : 1)
        script.send(.central, more: number % 10 == 0)
        if number % 20 != 19 { script.send(.peripheral) }
        if number % 10 == 0 {
          script.send(.central)
          script.send(.peripheral)
        }
      }
    }
    let air = try #require(analysis.connections[0].air)
    #expect(air.events.heard == 100)
    #expect(air.events.missed == 2)
    #expect(air.events.withoutAnswer == 5)
    #expect(air.events.mostPackets == 4)
    #expect(air.events.packets == 215)
    #expect(air.fromCentral.pdus == 110)
    #expect(air.fromCentral.moreData == 10)
    #expect(air.fromCentral.rssi?.least == -70)
    #expect(air.fromCentral.rssi?.most == -40)
    #expect(air.intervals.mean == 30)
    #expect(air.drift.greatest == 0)
    #expect(air.channels.count == 37)
    #expect(air.channels.reduce(0) { $0 + Int($1.central.pdus + $1.peripheral.pdus) } == 215)
    #expect(air.signal.first?.central == -40)
    #expect(air.signal.last?.peripheral == -70)
    #expect(analysis.quality.missing.contains(.airPDUs))
  }

  @Test("a central whose clock is fast is told by how much")
  func drift() throws {
    var script = AirScript(.nordic3)
    script.connect()
    // 2 µs of 30 ms early in each event: 66.7 ppm.
    script.interval = 29_998
    for _ in 0..<200 { script.exchange() }
    let air = try #require(try analyze(script.bytes).connections[0].air)
    let found = try #require(air.drift.partsPerMillion)
    #expect((found + 2 / 0.03).magnitude < 0.01)
    #expect(air.drift.count == 199)
    #expect(air.drift.greatest == -2000)
  }

  @Test("messages that were lost between sniffer and computer are counted apart")
  func dropped() throws {
    let analysis = try analyze { script in
      script.connect()
      script.exchange()
      script.nextEvent()
      script.send(.central, fate: .dropped)
      script.send(.peripheral, fate: .dropped)
      script.exchange()
      script.exchange()
    }
    #expect(analysis.air.lostMessages == 2)
    #expect(analysis.air.data == 6)
  }

  @Test("a request whose answer the sniffer may have missed is not called unanswered by the device")
  func lossExplains() throws {
    let analysis = try analyze { script in
      script.connect()
      script.exchange()
      script.exchange(AirScript.l2cap(4, "0A0300"))
      script.nextEvent()
      script.send(.central)
      script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x0B, 1]), fate: .missed)
      script.exchange()
      script.exchange(AirScript.l2cap(4, "0A0500"), AirScript.l2cap(4, "0B02"))
    }
    let connection = analysis.connections[0]
    #expect(connection.unanswered.map(\.outcome) == [.unanswered(.captureLoss)])
    #expect(connection.anomalies.isEmpty)
  }

  @Test("advertising on the air joins the advertisers")
  func advertisers() throws {
    let analysis = try analyze { script in
      for _ in 0..<3 {
        script.advertise(0, script.peripheral + [2, 1, 6, 3, 9, 0x41, 0x42], flags: 0x40)
        script.advertise(4, script.peripheral + [3, 3, 0x0D, 0x18], flags: 0x40)
      }
      script.advertise(7, [0x49, 0x09] + script.peripheral + [0x34, 0x12, 3, 9, 0x43, 0x44], channel: 5)
      script.advertise(0, script.peripheral + [2, 1, 6], flags: 0x40, fate: .damaged)
      script.connect()
    }
    let advertisers = analysis.advertising.advertisers
    #expect(advertisers.count == 2)
    let legacy = try #require(advertisers.first)
    #expect(legacy.address == DeviceAddress(text: "E6:E5:E4:E3:E2:E1"))
    #expect(legacy.addressType == .randomDevice)
    #expect(legacy.content.name == "AB")
    #expect(analysis.advertising.reports == 7)
    #expect(analysis.quality.badCRCFrames == 1)
  }

  @Test("a key handed over in a pairing on the air resolves private addresses")
  func identity() throws {
    // IRK and a private address of it from Vol 3, Part H, D.7: prand 0x708194, hash 0x0DFBAA.
    let irk = [UInt8](hex: "ec0234a357c8ad05341010a60a397d9b")
    var script = AirScript(.nordic3)
    script.connect()
    script.exchange((1, []), AirScript.l2cap(6, "08" + Array(irk.reversed()).hex))
    script.exchange((1, []), AirScript.l2cap(6, "0900A1A2A3A4A5A6"))
    let analysis = try analyze(script.bytes)
    #expect(analysis.connections[0].identity == nil)
    #expect(DeviceIdentity(key: irk, address: DeviceAddress(1)).resolves(DeviceAddress(0x7081_940D_FBAA)))
  }

  @Test("many access addresses are followed without end, and none grows without bound")
  func manyLinks() throws {
    var script = AirScript(.nordic3)
    for number in 0..<3000 {
      script.address = 0x1000_0001 + UInt32(number) * 7
      script.nextEvent()
      script.send(.central, 2, PacketBuilder.l2cap(4, [0x52, 3, 0]))
    }
    let analysis = try analyze(script.bytes)
    #expect(analysis.connections.count == 3000)
    #expect(analysis.connections.allSatisfy { $0.pduCount == 1 })
  }
}
