import TestSupport
import Testing

@testable import ATTParser

@Suite("What sniffers write around packets")
struct RadioHeaderTests {
  @Test(
    "channel, signal, direction, CRC and counters, as far as a format tells them",
    arguments: AirEncapsulation.allCases)
  func fields(_ encapsulation: AirEncapsulation) throws {
    var script = AirScript(encapsulation)
    script.rssi = -61
    script.connect(channel: 38)
    script.nextEvent(after: 3)
    script.send(.central)
    script.send(.peripheral)
    let frames = try ReadCapture(script.bytes).frames.map(\.frame)
    try #require(frames.count == 3)
    let tellsSignal = encapsulation != .plain && encapsulation != .ppi
    for (frame, channel) in zip(frames, [38, 24, 24] as [UInt8]) {
      #expect(frame.problem == nil)
      #expect(frame.air.radio.channel == (encapsulation == .plain ? nil : channel))
      #expect(frame.air.radio.rssi == (tellsSignal ? -61 : nil))
      #expect(frame.air.radio.crc == .good)
    }
    let isNordic = encapsulation.linkType == 272
    #expect(frames.map(\.air.radio.packetCounter) == (isNordic ? [101, 102, 103] : [nil, nil, nil]))
    #expect(frames[1].air.radio.board == (isNordic ? AirEncapsulation.board : nil))
    #expect(frames[1].air.radio.eventCounter == (isNordic ? 2 : nil))
    #expect(frames[1].air.radio.direction == (encapsulation.tellsDirection ? .sent : .unknown))
    #expect(frames[2].air.radio.direction == (encapsulation.tellsDirection ? .received : .unknown))
    #expect(frames.map(\.record.direction) == [.unknown, .sent, .received])
    #expect(frames.map(\.air.accessAddress.rawValue) == [0x8E89_BED6, 0x5065_4C11, 0x5065_4C11])
    #expect(frames[1].air.eventCounter == 2)
    #expect(frames[1].air.missedEvents == 2 || isNordic)
  }

  @Test("every strict prefix of a record names the field that is short", arguments: AirEncapsulation.allCases)
  func prefixes(_ encapsulation: AirEncapsulation) throws {
    let packet = AirBuilder.packet(
      AirBuilder.advertisingAddress, AirBuilder.advertising(0, [1, 2, 3, 4, 5, 6, 2, 1, 6]),
      crcInit: AirBuilder.advertisingCRC)
    let seen = AirReception(
      channel: 37, rssi: -40, time: 5, delta: 0, isCentral: false, isAdvertising: true, isGood: true,
      counter: 1, event: 0, phy: 0, auxiliary: 0, duration: 100)
    let record = encapsulation.record(packet, seen)
    for count in 0..<record.count {
      var script = AirScript(encapsulation)
      script.raw(Array(record.prefix(count)))
      let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
      #expect(frame.problem != nil, "\(count) of \(record.count) bytes")
    }
  }

  @Test("messages of the nRF Sniffer that are no packets are notes") func messages() throws {
    var script = AirScript(.nordic3)
    script.message(0x0E)
    let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
    #expect(frame.kind == .note)
    #expect(frame.record.packetType == .snifferNote)
    #expect(frame.record.code == 0x0E)
    #expect(frame.problem == nil)
  }

  @Test("header version 0 of the nRF Sniffer") func legacy() throws {
    let packet = AirBuilder.packet(
      AirBuilder.advertisingAddress, AirBuilder.advertising(0, [1, 2, 3, 4, 5, 6]),
      crcInit: AirBuilder.advertisingCRC)
    var script = AirScript(.nordic1)
    script.raw(
      [0xBE, 0xEF, 6, 7, 0, 0, 0, UInt8(packet.count + 10), 10, 1, 39, 70, 0, 0, 1, 0, 0, 0] + packet)
    let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
    #expect(frame.problem == nil)
    #expect(frame.air.radio.packetCounter == 7)
    #expect(frame.air.radio.channel == 39)
    #expect(frame.air.radio.rssi == -70)
    #expect(frame.air.advertising.name == "ADV_IND")
  }

  @Test(
    "a packet on the Coded PHY has a coding indicator",
    arguments: [AirEncapsulation.nordic3, .pseudoHeaderWithDirection])
  func coded(_ encapsulation: AirEncapsulation) throws {
    let pdu = AirBuilder.data(2, sn: 0, nesn: 0, PacketBuilder.l2cap(4, [0x0A, 3, 0]))
    let packet = UInt32(0x5065_4C11).bytes() + [1] + pdu + AirBuilder.crc(pdu, initial: 5)
    let seen = AirReception(
      channel: 7, rssi: -40, time: 5, delta: 0, isCentral: true, isAdvertising: false, isGood: true,
      counter: 1, event: 0, phy: 2, auxiliary: 0, duration: 1000)
    var script = AirScript(encapsulation)
    script.raw(encapsulation.record(packet, seen))
    let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
    #expect(frame.problem == nil)
    #expect(frame.kind == .att)
    #expect(frame.air.radio.phy == 3)
  }

  @Test("PPI around something else than packets of the air is said to be wrong") func otherPPI() throws {
    var script = AirScript(.ppi)
    script.raw([0, 0, 8, 0, 105, 0, 0, 0, 1, 2, 3, 4])
    let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
    #expect(frame.problem?.reason == .invalidValue(105))
  }
}
