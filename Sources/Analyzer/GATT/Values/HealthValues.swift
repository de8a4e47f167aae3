/// Characteristics of health services: thermometer, heart rate, blood pressure, weight.
enum HealthValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    ValueDecoder(0x2A1C, temperatureMeasurement),
    .choice(0x2A1D, temperatureTypes),
    ValueDecoder(0x2A1E, temperatureMeasurement),
    ValueDecoder(0x2A21) { reader in
      reader.u16().map { $0 == 0 ? "no periodic measurement" : "every \($0) s" }
    },
    ValueDecoder(0x2A35, bloodPressure),
    ValueDecoder(0x2A36, bloodPressure),
    ValueDecoder(0x2A37, heartRate),
    .choice(0x2A38, ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]),
    .choice(0x2A39, [1: "reset energy expended"]),
    ValueDecoder(0x2A9D, weight),
  ]

  private static let temperatureTypes: [UInt8: String] = [
    1: "armpit", 2: "body", 3: "ear", 4: "finger", 5: "gastro-intestinal tract", 6: "mouth", 7: "rectum",
    8: "toe", 9: "tympanum",
  ]

  /// Flags u8, value FLOAT, then as the flags say Time Stamp, Temperature Type u8.
  @Sendable private static func temperatureMeasurement(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 8, let value = reader.medicalFloat() else { return nil }
    var parts = [value + (flags & 1 == 0 ? " °C" : " °F")]
    if flags & 2 != 0 {
      guard let time = TimeValues.dateTime(&reader) else { return nil }
      parts.append(time)
    }
    if flags & 4 != 0 {
      guard let type = reader.u8().flatMap({ temperatureTypes[$0] }) else { return nil }
      parts.append(type)
    }
    return parts.joined(separator: ", ")
  }

  /// Flags u8, rate u8 or u16, then as the flags say Energy Expended u16 and RR-Intervals u16 of 1/1024 s.
  @Sendable private static func heartRate(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 0x20, let rate = reader.unsigned(flags & 1 == 0 ? 1 : 2) else {
      return nil
    }
    var parts = ["\(rate) bpm"]
    switch flags >> 1 & 3 {
    case 2: parts.append("no skin contact")
    case 3: parts.append("skin contact")
    default: break
    }
    if flags & 8 != 0 {
      guard let energy = reader.u16() else { return nil }
      parts.append(energy == 0xFFFF ? "65535 kJ or more" : "\(energy) kJ")
    }
    if flags & 0x10 != 0 {
      guard reader.remaining >= 2 else { return nil }
      var intervals: [String] = []
      while let interval = reader.u16() {
        intervals.append(FixedPoint((UInt32(interval) * 1000 + 512) / 1024, 0).description)
      }
      parts.append("RR \(intervals.joined(separator: " ")) ms")
    }
    return parts.joined(separator: ", ")
  }

  /// Flags u8, three SFLOATs, then as the flags say Time Stamp, Pulse Rate SFLOAT, User ID u8, Status u16.
  @Sendable private static func bloodPressure(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 0x20, let systolic = reader.medicalShortFloat(),
      let diastolic = reader.medicalShortFloat(), let mean = reader.medicalShortFloat()
    else { return nil }
    var parts = ["\(systolic)/\(diastolic) \(flags & 1 == 0 ? "mmHg" : "kPa")", "mean \(mean)"]
    if flags & 2 != 0 {
      guard let time = TimeValues.dateTime(&reader) else { return nil }
      parts.append(time)
    }
    if flags & 4 != 0 {
      guard let pulse = reader.medicalShortFloat() else { return nil }
      parts.append("\(pulse) bpm")
    }
    if flags & 8 != 0 {
      guard let user = reader.u8() else { return nil }
      parts.append(user == 255 ? "user not known" : "user \(user)")
    }
    if flags & 0x10 != 0 {
      guard let status = reader.u16() else { return nil }
      parts.append("status \(ByteText.hex(status))")
    }
    return parts.joined(separator: ", ")
  }

  /// Flags u8, weight u16, then as the flags say Time Stamp, User ID u8, BMI u16 and height u16.
  @Sendable private static func weight(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 0x10, let raw = reader.u16() else { return nil }
    let imperial = flags & 1 != 0
    let weight = imperial ? "\(FixedPoint(raw, -2)) lb" : "\(FixedPoint(UInt32(raw) * 5, -3)) kg"
    var parts = [raw == 0xFFFF ? "measurement unsuccessful" : weight]
    if flags & 2 != 0 {
      guard let time = TimeValues.dateTime(&reader) else { return nil }
      parts.append(time)
    }
    if flags & 4 != 0 {
      guard let user = reader.u8() else { return nil }
      parts.append(user == 255 ? "user not known" : "user \(user)")
    }
    if flags & 8 != 0 {
      guard let index = reader.u16(), let height = reader.u16() else { return nil }
      parts.append("BMI \(FixedPoint(index, -1))")
      parts.append("height " + (imperial ? "\(FixedPoint(height, -1)) in" : "\(FixedPoint(height, -3)) m"))
    }
    return parts.joined(separator: ", ")
  }
}
