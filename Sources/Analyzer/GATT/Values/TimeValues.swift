/// Characteristics of dates, times and time zones.
enum TimeValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    ValueDecoder(0x2A08) { dateTime(&$0) },
    .choice(0x2A09, days),
    ValueDecoder(0x2A0A) { dayDateTime(&$0) },
    ValueDecoder(0x2A0C) { exactTime(&$0) },
    .choice(0x2A0D, daylightSaving),
    ValueDecoder(0x2A0E) { timeZone(&$0) },
    ValueDecoder(0x2A0F) { reader in
      guard let zone = timeZone(&reader), let saving = reader.u8().flatMap({ daylightSaving[$0] }) else {
        return nil
      }
      return "\(zone), \(saving)"
    },
    ValueDecoder(0x2A12) { accuracy(&$0) },
    ValueDecoder(0x2A13) { reader in reader.u8().flatMap { source($0) } },
    ValueDecoder(0x2A14, referenceTimeInformation),
    ValueDecoder(0x2A2B, currentTime),
  ]

  private static let days: [UInt8: String] = [
    0: "day of the week not known", 1: "Monday", 2: "Tuesday", 3: "Wednesday", 4: "Thursday", 5: "Friday",
    6: "Saturday", 7: "Sunday",
  ]

  private static let daylightSaving: [UInt8: String] = [
    0: "standard time", 2: "half an hour daylight time", 4: "daylight time", 8: "double daylight time",
    255: "daylight saving not known",
  ]

  /// Year u16, Month, Day, Hours, Minutes, Seconds u8; a year, month or day of 0 is not known.
  static func dateTime(_ reader: inout ValueReader) -> String? {
    guard let year = reader.u16(), let fields = reader.bytes(5).map(Array.init),
      year == 0 || 1582...9999 ~= year, fields[0] <= 12, fields[1] <= 31, fields[2] <= 23, fields[3] <= 59,
      fields[4] <= 59
    else { return nil }
    let date = [
      year == 0 ? "????" : String(year), fields[0] == 0 ? "??" : digits(fields[0]),
      fields[1] == 0 ? "??" : digits(fields[1]),
    ]
    return date.joined(separator: "-") + " " + fields[2...].map(digits).joined(separator: ":")
  }

  private static func digits(_ number: UInt8) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Date Time, Day of Week u8.
  private static func dayDateTime(_ reader: inout ValueReader) -> String? {
    guard let time = dateTime(&reader), let day = reader.u8().flatMap({ days[$0] }) else { return nil }
    return "\(time) (\(day))"
  }

  /// Day Date Time, Fractions256 u8.
  private static func exactTime(_ reader: inout ValueReader) -> String? {
    guard let time = dateTime(&reader), let day = reader.u8().flatMap({ days[$0] }), let part = reader.u8()
    else { return nil }
    let fraction = FixedPoint(UInt32(part) * 1000 / 256, -3).description.dropFirst()
    return "\(time)\(fraction) (\(day))"
  }

  /// Exact Time 256, Adjust Reason u8.
  @Sendable private static func currentTime(_ reader: inout ValueReader) -> String? {
    guard let time = exactTime(&reader), let reason = reader.u8() else { return nil }
    let reasons = ValueBits(
      "manual update", "external reference update", "change of time zone", "change of daylight saving")
    return reason == 0 ? time : "\(time), \(reasons.text(reason, empty: ""))"
  }

  /// Quarters of an hour from UTC, -48 to 56; -128 is not known.
  private static func timeZone(_ reader: inout ValueReader) -> String? {
    guard let quarters = reader.i8() else { return nil }
    if quarters == -128 { return "UTC offset not known" }
    guard -48...56 ~= quarters else { return nil }
    let (hours, rest) = quarters.magnitude.quotientAndRemainder(dividingBy: 4)
    return "UTC\(quarters < 0 ? "-" : "+")\(digits(hours)):\(digits(rest * 15))"
  }

  private static func source(_ number: UInt8) -> String? {
    let sources = [
      "source not known", "network time protocol", "GPS", "radio time signal", "manual", "atomic clock",
      "cellular network", "not synchronized",
    ]
    return number < sources.count ? sources[Int(number)] : nil
  }

  /// Drift in eighths of a second.
  private static func accuracy(_ reader: inout ValueReader) -> String? {
    switch reader.u8() {
    case nil: nil
    case 254: "accuracy worse than 31.625 s"
    case 255: "accuracy not known"
    case let eighths?: "accuracy \(FixedPoint(UInt32(eighths) * 125, -3).trimmed) s"
    }
  }

  /// Time Source u8, Time Accuracy u8, Days Since Update u8, Hours Since Update u8; 255 is 255 days or more.
  @Sendable private static func referenceTimeInformation(_ reader: inout ValueReader) -> String? {
    guard let source = reader.u8().flatMap(source), let accuracy = accuracy(&reader), let days = reader.u8(),
      let hours = reader.u8(), hours <= 23 || hours == 255
    else { return nil }
    let age = days == 255 ? "255 days ago or more" : "\(days) days \(hours) hours ago"
    return "\(source), \(accuracy), updated \(age)"
  }
}
