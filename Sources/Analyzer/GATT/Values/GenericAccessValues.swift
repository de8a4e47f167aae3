/// Characteristics of the Generic Access service (Vol 3, Part C, 12).
enum GenericAccessValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    .text(0x2A00),
    ValueDecoder(0x2A01) { $0.u16().map(Appearance.text) },
    .choice(0x2A02, ["privacy off", "privacy on"]),
    ValueDecoder(0x2A04, preferredConnectionParameters),
    .choice(0x2AA6, ["not supported", "supported"]),
    .choice(0x2AC9, ["only resolvable private addresses after bonding"]),
  ]

  /// Interval Min u16, Interval Max u16, Latency u16, Timeout u16; 0xFFFF is no preference.
  @Sendable private static func preferredConnectionParameters(_ reader: inout ValueReader) -> String? {
    guard let least = reader.u16(), let most = reader.u16(), let latency = reader.u16(),
      let timeout = reader.u16()
    else { return nil }
    let ends = [least, most].map { interval in
      interval == 0xFFFF ? "any" : "\(FixedPoint(UInt32(interval) * 125, -2).trimmed) ms"
    }
    return "interval \(ends[0]) to \(ends[1]), latency \(latency), timeout "
      + (timeout == 0xFFFF ? "any" : "\(UInt32(timeout) * 10) ms")
  }
}
