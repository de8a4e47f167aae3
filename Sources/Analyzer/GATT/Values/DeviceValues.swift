/// Characteristics of what a device has and does: battery, radio, alerts, HID, scan parameters.
enum DeviceValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    .choice(0x2A06, ["no alert", "mild alert", "high alert"]),
    .number(0x2A07, .signed(1), "dBm", allowed: -100...20),
    .number(0x2A19, .unsigned(1), "%", allowed: 0...100),
    .choice(0x2A31, ["server requires refresh"]),
    ValueDecoder(0x2A4A, hidInformation),
    .choice(0x2A4C, ["suspend", "exit suspend"]),
    .choice(0x2A4E, ["boot protocol", "report protocol"]),
    ValueDecoder(0x2A4F, scanIntervalWindow),
  ]

  /// bcdHID u16, bCountryCode u8, Flags u8.
  @Sendable private static func hidInformation(_ reader: inout ValueReader) -> String? {
    guard let minor = reader.u8(), let major = reader.u8(), let country = reader.u8(), let flags = reader.u8()
    else { return nil }
    return "HID \(major).\(ByteText.hex(CollectionOfOne(minor))), country \(country), "
      + ValueBits("remote wake", "normally connectable").text(flags, empty: "no remote wake")
  }

  /// LE Scan Interval u16, LE Scan Window u16, of 0.625 ms.
  @Sendable private static func scanIntervalWindow(_ reader: inout ValueReader) -> String? {
    guard let interval = reader.u16(), let window = reader.u16() else { return nil }
    let times = [interval, window].map { FixedPoint(UInt32($0) * 625, -3).trimmed + " ms" }
    return "interval \(times[0]), window \(times[1])"
  }
}
