import TestSupport
import Testing

@testable import ATTParser

@Suite("UUIDs")
struct BluetoothUUIDTests {
  @Test("a short number is the same UUID as its full form on the Bluetooth Base")
  func shortAndFull() throws {
    let full = try #require(BluetoothUUID(text: "00002a37-0000-1000-8000-00805f9b34fb"))
    #expect(full == BluetoothUUID(0x2A37))
    #expect(full.short == 0x2A37)
    #expect(full.description == "2a37")
  }

  @Test(
    "text in all usual forms",
    arguments: [
      ("2a37", "2a37"), ("0x2A37", "2a37"), ("00002A37", "2a37"),
      ("0001abcd", "0001abcd-0000-1000-8000-00805f9b34fb"),
      ("6E400001-B5A3-F393-E0A9-E50E24DCCA9E", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
      ("6e400001b5a3f393e0a9e50e24dcca9e", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    ])
  func text(_ text: String, _ description: String) {
    #expect(BluetoothUUID(text: text)?.description == description)
  }

  @Test(
    "no UUID",
    arguments: [
      "", "2a3", "2a37f", "xyzw", "+2a3", "-2a3", "2a37-", "6e400001-b5a3-f393-e0a9", "é2a3",
      "6e400001b5a3-f393-e0a9-e50e-24dcca9e", "+e400001-b5a3-f393-e0a9-e50e24dcca9e",
    ])
  func noUUID(_ text: String) {
    #expect(BluetoothUUID(text: text) == nil)
  }

  @Test("a UUID off the Base has no short number")
  func offTheBase() {
    #expect(BluetoothUUID(high: 0x0000_2A37_0000_1001, low: 0x8000_0080_5F9B_34FB).short == nil)
    #expect(BluetoothUUID(short32: 0x1_2A37).short == nil)
  }

  @Test("bytes go least significant first")
  func bytes() {
    #expect(BluetoothUUID(0x2A37).encoded() == [0x37, 0x2A])
    let full = BluetoothUUID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
    #expect(full.encoded().hex == "ffeeddccbbaa99887766554433221100")
  }
}
