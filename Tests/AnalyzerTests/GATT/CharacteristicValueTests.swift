import ATTParser
import Analyzer
import TestSupport
import Testing

@Suite("Values of well-known attributes") struct CharacteristicValueTests {
  @Test(
    "text",
    arguments: [
      ValueSample(0x2A00, "54 68 65 72 6d 6f", "\"Thermo\""),
      ValueSample(0x2A00, "", "\"\""),
      ValueSample(0x2A00, "4b c3 bc 63 68 65", "\"Küche\""),
      ValueSample(0x2A00, "c3", nil),
      ValueSample(0x2A00, "ff fe", nil),
      ValueSample(0x2A29, "41 22 5c 0a 00 1b 7f", "\"A\\\"\\\\\\n\\0\\u{1b}\\u{7f}\""),
      ValueSample(0x2A26, "31 2e 30", "\"1.0\""),
      ValueSample(0x2901, "4c 65 64", "\"Led\""),
    ])
  func text(_ sample: ValueSample) { #expect(sample.decoded == sample.text) }

  @Test(
    "generic access",
    arguments: [
      ValueSample(0x2A01, "c1 00", "Watch: Sports Watch (0x00c1)"),
      ValueSample(0x2A01, "40 00", "Phone (0x0040)"),
      ValueSample(0x2A01, "41 05", "Sensor: Motion Sensor (0x0541)"),
      ValueSample(0x2A01, "48 0d", "Insulin Pump: Insulin Pen (0x0d48)"),
      ValueSample(0x2A01, "42 0d", "Insulin Pump, unknown subcategory 2 (0x0d42)"),
      ValueSample(0x2A01, "14 15", "Cookware Device: Baking Tray (0x1514)"),
      ValueSample(0x2A01, "15 15", "Cookware Device, unknown subcategory 21 (0x1515)"),
      ValueSample(0x2A01, "ff ff", "unknown category 1023 (0xffff)"),
      ValueSample(
        0x2A04, "18 00 28 00 00 00 2a 00", "interval 30 ms to 50 ms, latency 0, timeout 420 ms"),
      ValueSample(
        0x2A04, "06 00 09 00 04 00 58 02", "interval 7.5 ms to 11.25 ms, latency 4, timeout 6000 ms"),
      ValueSample(
        0x2A04, "ff ff ff ff 00 00 ff ff", "interval any to any, latency 0, timeout any"),
      ValueSample(0x2AA6, "01", "supported"),
      ValueSample(0x2AA6, "02", nil),
      ValueSample(0x2AC9, "00", "only resolvable private addresses after bonding"),
    ])
  func genericAccess(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "descriptors and generic attribute",
    arguments: [
      ValueSample(0x2900, "01 00", "reliable write"),
      ValueSample(0x2900, "03 00", "reliable write, writable auxiliaries"),
      ValueSample(0x2902, "00 00", "notifications and indications off"),
      ValueSample(0x2902, "01 00", "notifications on"),
      ValueSample(0x2902, "02 00", "indications on"),
      ValueSample(0x2902, "03 00", "notifications on, indications on"),
      ValueSample(0x2902, "05 80", "notifications on, reserved bits 0x8004"),
      ValueSample(0x2903, "01 00", "broadcasts on"),
      ValueSample(
        0x2904, "0e fe 2f 27 01 06 01", "sint16, × 10^-2, Celsius temperature (degree Celsius), main"),
      ValueSample(0x2904, "04 00 ad 27 01 00 00", "uint8, percentage"),
      ValueSample(0x2904, "19 00 00 27 01 02 00", "utf8s, unitless, number 2"),
      ValueSample(
        0x2904, "1c 01 ff 27 00 34 12", "medASN1, × 10^1, unit 0x27ff, name space 0, description 0x1234"),
      ValueSample(0x2904, "1d 00 00 27 01 11 01", "format 29, unitless, description 0x0111"),
      ValueSample(0x2908, "02 01", "input report 2"),
      ValueSample(0x2908, "00 03", "feature report 0"),
      ValueSample(0x2908, "00 00", nil),
      ValueSample(0x2A05, "01 00 ff ff", "attributes 0x0001 to 0xffff"),
      ValueSample(
        0x2B2A, "f1 ca 2d 48 ec f5 8b ac 8a 88 30 bb b9 fb a9 90", "f1ca2d48ecf58bac8a8830bbb9fba990"),
    ])
  func descriptors(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "attributes of any length",
    arguments: [
      ValueSample(0x2B29, "03", "robust caching, enhanced ATT bearer"),
      ValueSample(0x2B29, "04", "multiple handle value notifications"),
      ValueSample(0x2B29, "00", "none"),
      ValueSample(0x2B29, "01 00", "robust caching"),
      ValueSample(0x2B29, "09 01", "robust caching, reserved bits 0x08, reserved octets 01"),
      ValueSample(0x2B29, "00 02", "no known bit, reserved octets 02"),
      ValueSample(0x2B29, "", nil),
      ValueSample(0x2B3A, "01", "enhanced ATT bearer"),
      ValueSample(0x2905, "10 00 12 00", "formats at 0x0010, 0x0012"),
      ValueSample(0x2905, "10 00 12", nil),
      ValueSample(0x2905, "", nil),
      ValueSample(0x2907, "19 2a", "Battery Level (2a19)"),
      ValueSample(0x2907, "ff 7f", "7fff"),
      ValueSample(
        0x2907, "9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 03 00 40 6e",
        "Nordic UART TX (6e400003-b5a3-f393-e0a9-e50e24dcca9e)"),
      ValueSample(0x2907, "19 2a 00", nil),
    ])
  func anyLength(_ sample: ValueSample) { #expect(sample.decoded == sample.text) }

  @Test(
    "device information",
    arguments: [
      ValueSample(
        0x2A23, "de bc 9a fe ff 56 34 12",
        "12:34:56:FF:FE:9A:BC:DE, from the address 12:34:56:9A:BC:DE"),
      ValueSample(0x2A23, "01 02 03 04 05 06 07 08", "08:07:06:05:04:03:02:01"),
      ValueSample(
        0x2A50, "01 59 00 34 12 10 01",
        "vendor Nordic Semiconductor ASA 0x0059, product 0x1234, version 1.1.0"),
      ValueSample(0x2A50, "02 6d 04 01 00 23 11", "vendor USB 0x046d, product 0x0001, version 17.2.3"),
      ValueSample(0x2A50, "01 fe ff 00 00 00 00", "vendor 0xfffe, product 0x0000, version 0.0.0"),
      ValueSample(0x2A50, "03 00 00 00 00 00 00", nil),
    ])
  func deviceInformation(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "regulatory certification",
    arguments: [
      ValueSample(
        0x2A2A, "fe 00 65 78 70 65 72 69 6d 65 6e 74 61 6c", "not certified: experimental"),
      ValueSample(0x2A2A, "fe 00", nil),
      ValueSample(0x2A2A, "fe 00 ff", nil),
      ValueSample(0x2A2A, "00 00 00 00", "none"),
      ValueSample(0x2A2A, "00 01 00 06 02 01 00 02 05 00", "Continua structure 1: 0500"),
      ValueSample(
        0x2A2A, "00 02 00 0a 01 01 00 01 aa 07 02 00 01 bb",
        "IEEE 11073 structure 1: aa, body 7 structure 2: bb"),
      ValueSample(0x2A2A, "00 02 00 06 02 01 00 02 05 00", nil),
      ValueSample(0x2A2A, "00 01 00 06 02 01 00 03 05 00", nil),
      ValueSample(0x2A2A, "00 01 00 07 02 01 00 02 05 00", nil),
      ValueSample(0x2A2A, "00 01 00", nil),
    ])
  func certification(_ sample: ValueSample) { #expect(sample.decoded == sample.text) }

  @Test(
    "battery, radio, alert, HID, scan",
    arguments: [
      ValueSample(0x2A19, "00", "0 %"), ValueSample(0x2A19, "64", "100 %"), ValueSample(0x2A19, "65", nil),
      ValueSample(0x2A07, "fc", "-4 dBm"), ValueSample(0x2A07, "14", "20 dBm"),
      ValueSample(0x2A07, "9c", "-100 dBm"), ValueSample(0x2A07, "15", nil), ValueSample(0x2A07, "80", nil),
      ValueSample(0x2A06, "02", "high alert"), ValueSample(0x2A06, "03", nil),
      ValueSample(0x2A4A, "11 01 00 02", "HID 1.11, country 0, normally connectable"),
      ValueSample(0x2A4A, "01 02 21 00", "HID 2.01, country 33, no remote wake"),
      ValueSample(0x2A4E, "01", "report protocol"), ValueSample(0x2A4C, "00", "suspend"),
      ValueSample(0x2A4F, "a0 00 30 00", "interval 100 ms, window 30 ms"),
      ValueSample(0x2A4F, "05 00 01 00", "interval 3.125 ms, window 0.625 ms"),
      ValueSample(0x2A31, "00", "server requires refresh"),
    ])
  func devices(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test("names come from the closures that are passed in")
  func names() {
    let names = ValueNames(unit: { "unit \($0)" }, company: { _ in "Acme" }, attributeType: { _ in nil })
    let format = CharacteristicValue.text(
      BluetoothUUID(0x2904), [UInt8](hex: "04 00 01 00 01 00 00"), names: names)
    #expect(format == "uint8, unit 1")
    let vendor = CharacteristicValue.text(
      BluetoothUUID(0x2A50), [UInt8](hex: "01 59 00 01 00 00 01"), names: names)
    #expect(vendor == "vendor Acme 0x0059, product 0x0001, version 1.0.0")
  }

  @Test("what has no decoder has no text")
  func unknown() throws {
    #expect(CharacteristicValue.text(BluetoothUUID(0x2A4D), [1, 2, 3]) == nil)
    let vendor = try #require(BluetoothUUID(text: "6e400003-b5a3-f393-e0a9-e50e24dcca9e"))
    #expect(CharacteristicValue.text(vendor, [1, 2, 3]) == nil)
    #expect(CharacteristicValue.text(BluetoothUUID(short32: 0x0001_2A19), [50]) == nil)
  }

  @Test("everything that is decoded has an assigned name, and random bytes do no harm")
  func random() {
    var random = SeededRandom.announced("characteristic values", seed: 0x2A37)
    #expect(CharacteristicValue.decoded.count >= 70)
    for number in CharacteristicValue.decoded {
      let uuid = BluetoothUUID(number)
      #expect(AssignedNumbers.attributeType(uuid) != nil, "\(uuid)")
      for _ in 0..<400 {
        let text = CharacteristicValue.text(uuid, random.bytes(random.below(24)))
        #expect(text != "")
        #expect(text?.unicodeScalars.contains { $0.value < 0x20 } != true)
      }
    }
  }
}
