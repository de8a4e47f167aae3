import TestSupport
import Testing

@testable import ATTParser

@Suite("Advertising PDUs of the air")
struct AdvertisingPDUTests {
  private let advertiser = "E1E2E3E4E5E6"
  private let other = "C1C2C3C4C5C6"

  private func frames(
    _ type: UInt8, _ hex: String, flags: UInt8 = 0, channel: UInt8 = 37, auxiliary: UInt8 = 0
  )
    throws -> [DecodedFrame]
  {
    var script = AirScript(.nordic3)
    script.advertise(type, [UInt8](hex: hex), flags: flags, channel: channel, auxiliary: auxiliary)
    return try ReadCapture(script.bytes).frames.map(\.frame)
  }

  @Test(
    "legacy PDUs name the advertiser and the other device",
    arguments: [
      (0, "ADV_IND", true, false), (1, "ADV_DIRECT_IND", true, true), (2, "ADV_NONCONN_IND", true, false),
      (3, "SCAN_REQ", true, true), (4, "SCAN_RSP", true, false), (6, "ADV_SCAN_IND", true, false),
    ] as [(UInt8, String, Bool, Bool)])
  func legacy(_ type: UInt8, _ name: String, _ hasAdvertiser: Bool, _ hasOther: Bool) throws {
    let hex = type == 3 ? other + advertiser : advertiser + (type == 1 ? other : "020106")
    // TxAdd is the first device's, RxAdd the second one's.
    let frame = try #require(try frames(type, hex, flags: 0x40).first)
    #expect(frame.problem == nil)
    #expect(frame.kind == .advertising)
    let pdu = frame.air.advertising
    #expect(pdu.name == name)
    #expect(pdu.advertiser == (hasAdvertiser ? DeviceAddress(text: "E6:E5:E4:E3:E2:E1") : nil))
    #expect(pdu.other == (hasOther ? DeviceAddress(text: "C6:C5:C4:C3:C2:C1") : nil))
    #expect((type == 3 ? pdu.otherType : pdu.advertiserType) == .randomDevice)
    #expect((type == 3 ? pdu.advertiserType : pdu.otherType) == .publicDevice)
    #expect(pdu.data.count == (type == 1 || type == 3 ? 0 : 3))
  }

  @Test("a CONNECT_IND tells everything about the connection", arguments: [37, 9] as [UInt8])
  func connect(_ channel: UInt8) throws {
    var script = AirScript(.nordic3, address: 0xAF9A_9394, interval: 50_000)
    script.connect(channel: channel)
    let frame = try #require(try ReadCapture(script.bytes).frames.first?.frame)
    #expect(frame.air.advertising.name == (channel == 37 ? "CONNECT_IND" : "AUX_CONNECT_REQ"))
    let request = frame.air.advertising.request
    #expect(request.accessAddress.rawValue == 0xAF9A_9394)
    #expect(request.crcInit == 0x12_3456)
    #expect(request.parameters == ConnectionParameters(interval: 40, latency: 0, supervisionTimeout: 100))
    #expect(request.channelMap == 0x1F_FFFF_FFFF)
    #expect(request.hop == 7)
    #expect(request.sleepClockAccuracy == 5)
    #expect(frame.air.notes.contains(.opensLink))
  }

  @Test(
    "auxiliary PDUs are named by what the sniffer says",
    arguments: [(0, "AUX_ADV_IND"), (1, "AUX_CHAIN_IND"), (2, "AUX_SYNC_IND"), (3, "AUX_SCAN_RSP")]
      as [(UInt8, String)])
  func auxiliary(_ type: UInt8, _ name: String) throws {
    let frame = try #require(try frames(7, "01 00", channel: 5, auxiliary: type).first)
    #expect(frame.air.advertising.name == name)
    #expect(frame.problem == nil)
  }

  @Test("every field of an extended header") func extended() throws {
    // AdvA, TargetA, CTEInfo, ADI, AuxPtr, SyncInfo, TxPower, one byte of ACAD, then data.
    let syncInfo = "0000 5000 FFFFFFFF1F 11223344 556677 0000"
    let header = "7F" + advertiser + other + "14 3412 850A40" + syncInfo + "F4" + "AA"
    let bytes = [UInt8](hex: header)
    let payload = [UInt8(bytes.count) | 0x40] + bytes + [2, 1, 6]
    let pdu = try #require(try frames(7, payload.hex, flags: 0x80, channel: 5).first).air.advertising
    #expect(pdu.mode == 1)
    #expect(pdu.advertiser == DeviceAddress(text: "E6:E5:E4:E3:E2:E1"))
    #expect(pdu.advertiserType == .publicDevice)
    #expect(pdu.other == DeviceAddress(text: "C6:C5:C4:C3:C2:C1"))
    #expect(pdu.otherType == .randomDevice)
    #expect(pdu.dataID == 0x234)
    #expect(pdu.sid == 1)
    // Channel 5 and units of 300 µs in 0x85; offset 10; PHY 2, which is Coded, in the upper three bits.
    #expect(pdu.pointer == .init(channel: 5, offset: 3000, phy: 3))
    #expect(
      pdu.train
        == .init(accessAddress: AccessAddress(rawValue: 0x4433_2211), crcInit: 0x77_6655, interval: 80))
    #expect(pdu.txPower == -12)
    #expect(pdu.data.count == 3)
  }

  @Test("every prefix of an extended header says what is missing") func prefixes() throws {
    let whole = [UInt8](hex: "49 09 E1E2E3E4E5E6 3412")
    for count in 0..<whole.count where count != 1 {
      let frame = try #require(try frames(7, Array(whole.prefix(count)).hex, channel: 5).first)
      #expect(frame.problem != nil, "\(count) bytes")
    }
  }

  @Test("bytes too many and types that are not defined") func odd() throws {
    #expect(
      try frames(3, other + advertiser + "00").first?.problem?.reason == .trailing(1))
    #expect(try frames(12, "00").first?.problem?.reason == .unknownCode(12))
    #expect(try frames(0, "0102").first?.problem?.reason == .needs(6, has: 2))
    #expect(try frames(5, other + advertiser).first?.problem?.reason == .needs(22, has: 0))
  }
}
