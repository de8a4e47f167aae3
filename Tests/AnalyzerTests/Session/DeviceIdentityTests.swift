import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Resolving private addresses") struct DeviceIdentityTests {
  /// The sample data of the Core Specification, Vol 3, Part H, D.7.
  private let key: [UInt8] = [
    0xEC, 0x02, 0x34, 0xA3, 0x57, 0xC8, 0xAD, 0x05, 0x34, 0x10, 0x10, 0xA6, 0x0A, 0x39, 0x7D, 0x9B,
  ]

  @Test("the specification's sample resolves, and no other hash does")
  func sample() {
    let identity = DeviceIdentity(key: key, address: DeviceAddress(0xC0_0000_0000_01))
    #expect(identity.resolves(DeviceAddress(0x7081_940D_FBAA)))
    #expect(!identity.resolves(DeviceAddress(0x7081_940D_FBAB)))
    #expect(!identity.resolves(DeviceAddress(0x7081_950D_FBAA)))
  }

  @Test("FIPS 197's example is encrypted as it says, and keys of other lengths are refused")
  func cipher() {
    let plain = (0..<16).map { UInt8($0 * 0x11) }
    let wanted: [UInt8] = [
      0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5, 0x5A,
    ]
    #expect(AES128.encrypt(plain, key: (0..<16).map { UInt8($0) }) == wanted)
    #expect(AES128.encrypt(plain, key: [1, 2, 3]) == nil)
    #expect(AES128.encrypt([], key: key) == nil)
  }

  @Test(
    "only random addresses whose two top bits are 01 are resolvable",
    arguments: [
      (UInt64(0x7081_940D_FBAA), AddressType.randomDevice, true),
      (0x4000_0000_0000, .randomDevice, true), (0xC081_940D_FBAA, .randomDevice, false),
      (0x3081_940D_FBAA, .randomDevice, false), (0x7081_940D_FBAA, .publicDevice, false),
    ])
  func pattern(_ value: UInt64, _ type: AddressType, _ expected: Bool) {
    #expect(DeviceIdentity.isResolvable(DeviceAddress(value), type) == expected)
  }

  /// The sample's key, then an identity address, on one connection or on two.
  private func pairing(disconnects: Bool) -> SessionScript {
    var script = SessionScript()
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: [UInt8](hex: "aafb0d948170")))
    script.pdu(6, "08 9b7d390aa610103405adc857a33402ec", on: 0x40, sent: false)
    if disconnects {
      script.disconnects()
      script.connects()
    }
    script.pdu(6, "09 01 0100000000c0", on: 0x40, sent: false)
    return script
  }

  @Test("a key whose connection ended is not taken for the next one's") func staleKey() throws {
    let whole = try pairing(disconnects: false).analysis().connections[0]
    #expect(whole.identity == DeviceAddress(0xC000_0000_0001))
    #expect(try pairing(disconnects: true).analysis().connections.allSatisfy { $0.identity == nil })
  }

  @Test("an address is resolved once, whether an identity is found or not") func once() throws {
    var script = SessionScript()
    script.pdu(6, "08 9b7d390aa610103405adc857a33402ec", on: 0x40, sent: false)
    script.pdu(6, "09 01 0100000000c0", on: 0x40, sent: false)
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    var book = IdentityBook()
    var frame = DecodedFrame()
    while reader.next(into: &frame) { book.add(frame.smp, link: 1, &reader) }
    #expect(book.identities.count == 1)
    var connections = (1...20).map { number in
      var connection = Connection(
        id: number, transport: .le, adapter: 0, handle: ConnectionHandle(rawValue: 0x40),
        firstSeen: Moment(frame: number, time: Timestamp(nanoseconds: 0)))
      connection.peer = DeviceAddress(number % 2 == 0 ? 0x7081_940D_FBAA : 0x7081_940D_FBAB)
      connection.peerType = .randomDevice
      return connection
    }
    var tried: [DeviceAddress] = []
    book.resolve(&connections) { identity, address in
      tried.append(address)
      return identity.resolves(address)
    }
    #expect(tried.map(\.value).sorted() == [0x7081_940D_FBAA, 0x7081_940D_FBAB])
    #expect(
      connections.filter { $0.identity != nil }.map(\.id) == stride(from: 2, through: 20, by: 2).map { $0 })
  }

  @Test("many addresses are tried with many identities up to a limit") func attempts() throws {
    var script = SessionScript()
    for number in 0..<256 {
      let low = String(number, radix: 16)
      let digits = low.count == 1 ? "0" + low : low
      script.pdu(6, "08 \(digits)7d390aa610103405adc857a33402ec", on: 0x40, sent: false)
      script.pdu(6, "09 01 \(digits)00000000c0", on: 0x40, sent: false)
    }
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    var book = IdentityBook()
    var frame = DecodedFrame()
    while reader.next(into: &frame) { book.add(frame.smp, link: 1, &reader) }
    try #require(book.identities.count == 256)
    var connections = (1...5000).map { number in
      var connection = Connection(
        id: number, transport: .le, adapter: 0, handle: ConnectionHandle(rawValue: 0x40),
        firstSeen: Moment(frame: number, time: Timestamp(nanoseconds: 0)))
      connection.peer = DeviceAddress(0x4000_0000_0000 | UInt64(number))
      connection.peerType = .randomDevice
      return connection
    }
    var attempts = 0
    book.resolve(&connections) { _, _ in
      attempts += 1
      return false
    }
    #expect(attempts == 4096 * 256)
    #expect(attempts == IdentityBook.attemptLimit)
  }
}
