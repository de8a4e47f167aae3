/// Characteristics of running and cycling sensors.
enum FitnessValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    ValueDecoder(0x2A53, runningMeasurement),
    ValueDecoder(0x2A5B, cyclingMeasurement),
    .choice(0x2A5D, sensorLocations),
  ]

  private static let sensorLocations = [
    "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank", "left pedal",
    "right pedal", "front hub", "rear dropout", "chainstay", "rear wheel", "rear hub", "chest", "spider",
    "chain ring",
  ]

  /// Flags u8, speed u16 of 1/256 m/s, cadence u8, then as the flags say Stride Length u16 of 0.01 m and
  /// Total Distance u32 of 0.1 m.
  @Sendable private static func runningMeasurement(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 8, let speed = reader.u16(), let cadence = reader.u8() else {
      return nil
    }
    var parts = [
      flags & 4 == 0 ? "walking" : "running", "\(FixedPoint((UInt32(speed) * 100 + 128) / 256, -2)) m/s",
      "\(cadence) steps/min",
    ]
    if flags & 1 != 0 {
      guard let stride = reader.u16() else { return nil }
      parts.append("stride \(FixedPoint(stride, -2)) m")
    }
    if flags & 2 != 0 {
      guard let distance = reader.u32() else { return nil }
      parts.append("distance \(FixedPoint(distance, -1)) m")
    }
    return parts.joined(separator: ", ")
  }

  /// Flags u8, then as the flags say Cumulative Wheel Revolutions u32 with Last Wheel Event Time u16 of
  /// 1/1024 s, and Cumulative Crank Revolutions u16 with Last Crank Event Time u16.
  @Sendable private static func cyclingMeasurement(_ reader: inout ValueReader) -> String? {
    guard let flags = reader.u8(), flags < 4 else { return nil }
    var parts: [String] = []
    if flags & 1 != 0 {
      guard let revolutions = reader.u32(), let time = reader.u16() else { return nil }
      parts.append("wheel \(revolutions) revolutions, last at \(seconds(time)) s")
    }
    if flags & 2 != 0 {
      guard let revolutions = reader.u16(), let time = reader.u16() else { return nil }
      parts.append("crank \(revolutions) revolutions, last at \(seconds(time)) s")
    }
    return parts.isEmpty ? "no data" : parts.joined(separator: ", ")
  }

  private static func seconds(_ time: UInt16) -> FixedPoint {
    FixedPoint((UInt32(time) * 1000 + 512) / 1024, -3)
  }
}
