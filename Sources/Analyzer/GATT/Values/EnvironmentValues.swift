/// Characteristics of weather, light, air and electricity.
enum EnvironmentValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    .number(0x2A6C, .signed(3), "m", exponent: -2),
    .number(0x2A6D, .unsigned(4), "Pa", exponent: -1),
    .number(0x2A6E, .signed(2), "°C", exponent: -2, allowed: -27315...32767, unknown: -0x8000),
    .number(0x2A6F, .unsigned(2), "%", exponent: -2, allowed: 0...10000, unknown: 0xFFFF),
    .number(0x2A70, .unsigned(2), "m/s", exponent: -2),
    .number(0x2A71, .unsigned(2), "°", exponent: -2, allowed: 0...35999),
    .number(0x2A72, .unsigned(2), "m/s", exponent: -2),
    .number(0x2A73, .unsigned(2), "°", exponent: -2, allowed: 0...35999),
    .number(0x2A74, .unsigned(1), "× the mean wind", exponent: -1),
    ValueDecoder(0x2A76) { reader in reader.u8().map { "UV index \($0)" } },
    .number(0x2A77, .unsigned(2), "W/m²", exponent: -1),
    .number(0x2A78, .unsigned(2), "mm"),
    .number(0x2A79, .signed(1), "°C"),
    .number(0x2A7A, .signed(1), "°C"),
    .number(0x2A7B, .signed(1), "°C"),
    .choice(0x2AA3, pressureTrends),
    .number(0x2AEE, .unsigned(2), "A", exponent: -2, unknown: 0xFFFF),
    .number(0x2AFB, .unsigned(3), "lx", exponent: -2, unknown: 0xFF_FFFF),
    ValueDecoder(0x2B18, voltage),
  ]

  private static let pressureTrends = [
    "trend not known", "continuously falling", "continuously rising", "falling, then steady",
    "rising, then steady", "falling before a lesser rise", "falling before a greater rise",
    "rising before a greater fall", "rising before a lesser fall", "steady",
  ]

  /// u16 of 1/64 V.
  @Sendable private static func voltage(_ reader: inout ValueReader) -> String? {
    guard let value = reader.u16() else { return nil }
    return value == 0xFFFF ? "not known" : "\(FixedPoint((UInt32(value) * 1000 + 32) / 64, -3)) V"
  }
}
