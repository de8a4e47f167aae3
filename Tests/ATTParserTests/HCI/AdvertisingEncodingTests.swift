import TestSupport
import Testing

@testable import ATTParser

/// Advertising data written and read again (Core Specification Supplement, Part A).
@Suite("Advertising data, encoded")
struct AdvertisingEncodingTests {
  private static let long = BluetoothUUID(high: 0xB1E5_0000_0000_4A00, low: 0x8000_0080_5F9B_34FB)

  private var everything: AdvertisingData {
    var data = AdvertisingData()
    data.flags = 0x06
    data.name = "Shark"
    data.services = [BluetoothUUID(0x180D), BluetoothUUID(0x180F), Self.long]
    data.solicitedServices = [BluetoothUUID(0x1805), Self.long]
    data.serviceData = [
      .init(service: BluetoothUUID(0x180F), bytes: [99]), .init(service: Self.long, bytes: []),
    ]
    data.manufacturerData = [.init(company: 0x05F1, bytes: [1, 2, 3])]
    data.txPower = -4
    data.appearance = 0x0341
    return data
  }

  @Test("what is written is read again", arguments: [false, true])
  func roundTrip(isCut: Bool) {
    var data = everything
    (data.hasMoreServices, data.isNameShortened) = (isCut, isCut)
    #expect(AdvertisingData(data.encoded(limit: .max)) == data)
  }

  @Test("bytes, the most telling first")
  func bytes() {
    var data = AdvertisingData()
    #expect(data.encoded().isEmpty)
    data.name = "Shark"
    data.flags = 0x06
    data.services = [BluetoothUUID(0x180D), BluetoothUUID(0x180F)]
    #expect(data.encoded() == [UInt8](hex: "020106 0503 0d18 0f18 0609 536861726b"))
  }

  @Test("every limit is kept, and what is written is part of what there is", arguments: 0...120)
  func limits(_ limit: Int) {
    let bytes = everything.encoded(limit: limit)
    #expect(bytes.count <= limit)
    let read = AdvertisingData(bytes)
    #expect(!read.isMalformed)
    #expect(everything.services.starts(with: read.services))
    #expect(read.name.map { "Shark".hasPrefix($0) } ?? true)
  }

  @Test("lists are cut to whole UUIDs and called incomplete")
  func lists() {
    var data = AdvertisingData()
    data.services = (0..<20).map { BluetoothUUID(0x1800 + $0) }
    #expect(data.encoded(limit: 31).prefix(4) == [29, 0x02, 0x00, 0x18])
    #expect(data.encoded(limit: 31).count == 30)
    #expect(data.encoded(limit: 42).prefix(2) == [41, 0x03])
    data.services = [Self.long, Self.long]
    #expect(data.encoded(limit: 31).prefix(2) == [17, 0x06])
    #expect(data.encoded(limit: 17).isEmpty)
  }

  @Test("a name is cut between characters, and only when it cannot stand alone")
  func names() {
    var data = AdvertisingData()
    data.name = String(repeating: "x", count: 28) + "é"
    #expect(data.encoded() == [29, 0x08] + [UInt8](repeating: 0x78, count: 28))
    data.flags = 0x06
    #expect(data.encoded() == [2, 1, 6])
    data.name = String(repeating: "x", count: 29)
    data.flags = nil
    #expect(data.encoded() == [30, 0x09] + [UInt8](repeating: 0x78, count: 29))
    #expect(data.encoded(limit: 1).isEmpty)
  }
}
