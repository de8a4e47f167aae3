import Testing

@Suite("Values of sensors and clocks") struct MeasurementValueTests {
  @Test(
    "heart rate",
    arguments: [
      ValueSample(0x2A37, "00 48", "72 bpm"),
      ValueSample(0x2A37, "06 48", "72 bpm, skin contact"),
      ValueSample(0x2A37, "04 48", "72 bpm, no skin contact"),
      ValueSample(0x2A37, "01 2c 01", "300 bpm"),
      ValueSample(0x2A37, "08 48 0a 00", "72 bpm, 10 kJ"),
      // RR-Intervals of 1024 and 870 units of 1/1024 s.
      ValueSample(0x2A37, "16 48 00 04 66 03", "72 bpm, skin contact, RR 1000 850 ms"),
      ValueSample(0x2A37, "19 2c 01 ff ff 00 04", "300 bpm, 65535 kJ or more, RR 1000 ms"),
      ValueSample(0x2A37, "10 48", nil),
      ValueSample(0x2A37, "10 48 00 04 66", nil),
      ValueSample(0x2A37, "00 48 00", nil),
      ValueSample(0x2A37, "20 48", nil),
      ValueSample(0x2A37, "", nil),
      ValueSample(0x2A38, "01", "chest"),
      ValueSample(0x2A38, "07", nil),
      ValueSample(0x2A39, "01", "reset energy expended"),
    ])
  func heartRate(_ sample: ValueSample) { #expect(sample.decoded == sample.text) }

  @Test(
    "temperature as IEEE 11073 FLOAT",
    arguments: [
      // Mantissa 364, exponent -1.
      ValueSample(0x2A1C, "00 6c 01 00 ff", "36.4 °C"),
      ValueSample(0x2A1C, "01 dd 03 00 ff", "98.9 °F"),
      // Mantissa -5, exponent -2.
      ValueSample(0x2A1C, "00 fb ff ff fe", "-0.05 °C"),
      ValueSample(0x2A1C, "00 24 00 00 00", "36 °C"),
      ValueSample(0x2A1C, "00 03 00 00 02", "300 °C"),
      ValueSample(0x2A1C, "00 03 00 00 7f", "3e127 °C"),
      ValueSample(0x2A1C, "00 03 00 00 80", "3e-128 °C"),
      ValueSample(0x2A1C, "00 ff ff 7f 00", "not a number °C"),
      ValueSample(0x2A1C, "00 01 00 80 00", nil),
      ValueSample(
        0x2A1C, "06 6c 01 00 ff ea 07 0b 1e 07 00 00 02", "36.4 °C, 2026-11-30 07:00:00, body"),
      ValueSample(0x2A1E, "04 6c 01 00 ff 09", "36.4 °C, tympanum"),
      ValueSample(0x2A1C, "04 6c 01 00 ff 0a", nil),
      ValueSample(0x2A1C, "08 6c 01 00 ff", nil),
      ValueSample(0x2A1D, "03", "ear"),
      ValueSample(0x2A21, "3c 00", "every 60 s"),
      ValueSample(0x2A21, "00 00", "no periodic measurement"),
    ])
  func temperatureFloat(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "blood pressure and weight",
    arguments: [
      ValueSample(0x2A35, "00 78 00 50 00 5d 00", "120/80 mmHg, mean 93"),
      // 1200 × 10^-1, 800 × 10^-1, 933 × 10^-1.
      ValueSample(0x2A35, "00 b0 f4 20 f3 a5 f3", "120.0/80.0 mmHg, mean 93.3"),
      ValueSample(
        0x2A35, "1e 78 00 50 00 5d 00 ea 07 0b 1e 07 00 00 48 00 01 04 00",
        "120/80 mmHg, mean 93, 2026-11-30 07:00:00, 72 bpm, user 1, status 0x0004"),
      ValueSample(0x2A36, "01 10 00 ff 07 ff 07", "16/not a number kPa, mean not a number"),
      ValueSample(0x2A9D, "00 98 3a", "75.000 kg"),
      ValueSample(0x2A9D, "01 98 3a", "150.00 lb"),
      ValueSample(0x2A9D, "0c 98 3a ff fa 00 d8 06", "75.000 kg, user not known, BMI 25.0, height 1.752 m"),
      ValueSample(0x2A9D, "00 ff ff", "measurement unsuccessful"),
    ])
  func health(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "running and cycling",
    arguments: [
      ValueSample(0x2A53, "00 00 02 50", "walking, 2.00 m/s, 80 steps/min"),
      ValueSample(
        0x2A53, "07 80 03 b4 6e 00 10 27 00 00",
        "running, 3.50 m/s, 180 steps/min, stride 1.10 m, distance 1000.0 m"),
      ValueSample(
        0x2A5B, "03 10 00 00 00 00 04 05 00 00 08",
        "wheel 16 revolutions, last at 1.000 s, crank 5 revolutions, last at 2.000 s"),
      ValueSample(0x2A5B, "00", "no data"),
      ValueSample(0x2A5D, "0c", "rear wheel"),
      ValueSample(0x2A5D, "11", nil),
    ])
  func fitness(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "environment",
    arguments: [
      ValueSample(0x2A6E, "c4 09", "25.00 °C"), ValueSample(0x2A6E, "18 fc", "-10.00 °C"),
      ValueSample(0x2A6E, "fb ff", "-0.05 °C"), ValueSample(0x2A6E, "00 80", "not known"),
      ValueSample(0x2A6E, "01 80", nil),
      ValueSample(0x2A6F, "94 11", "45.00 %"), ValueSample(0x2A6F, "10 27", "100.00 %"),
      ValueSample(0x2A6F, "11 27", nil), ValueSample(0x2A6F, "ff ff", "not known"),
      ValueSample(0x2A6D, "02 76 0f 00", "101325.0 Pa"), ValueSample(0x2A6D, "ff ff ff ff", "429496729.5 Pa"),
      ValueSample(0x2A6C, "10 27 00", "100.00 m"), ValueSample(0x2A6C, "ff ff ff", "-0.01 m"),
      ValueSample(0x2A71, "9f 8c", "359.99 °"), ValueSample(0x2A71, "a0 8c", nil),
      ValueSample(0x2A76, "07", "UV index 7"), ValueSample(0x2A7B, "f6", "-10 °C"),
      ValueSample(0x2A77, "e8 03", "100.0 W/m²"), ValueSample(0x2A78, "0c 00", "12 mm"),
      ValueSample(0x2AA3, "09", "steady"), ValueSample(0x2AA3, "0a", nil),
      ValueSample(0x2AFB, "a0 86 01", "1000.00 lx"), ValueSample(0x2AFB, "ff ff ff", "not known"),
      ValueSample(0x2B18, "d3 00", "3.297 V"), ValueSample(0x2AEE, "7d 00", "1.25 A"),
    ])
  func environment(_ sample: ValueSample) { sample.expectFixedLength() }

  @Test(
    "dates and times",
    arguments: [
      ValueSample(0x2A08, "ea 07 0b 1e 07 1e 05", "2026-11-30 07:30:05"),
      ValueSample(0x2A08, "00 00 00 00 17 3b 3b", "????-??-?? 23:59:59"),
      ValueSample(0x2A08, "ea 07 0d 1e 07 1e 05", nil), ValueSample(0x2A08, "ea 07 0b 20 07 1e 05", nil),
      ValueSample(0x2A08, "ea 07 0b 1e 18 1e 05", nil), ValueSample(0x2A08, "ea 07 0b 1e 07 1e 3c", nil),
      ValueSample(0x2A08, "2d 06 0b 1e 07 1e 05", nil),
      ValueSample(0x2A2B, "ea 07 0b 1e 07 1e 05 01 80 00", "2026-11-30 07:30:05.500 (Monday)"),
      ValueSample(
        0x2A2B, "ea 07 0b 1e 07 1e 05 01 00 09",
        "2026-11-30 07:30:05.000 (Monday), manual update, change of daylight saving"),
      ValueSample(0x2A2B, "ea 07 0b 1e 07 1e 05 08 80 00", nil),
      ValueSample(0x2A0A, "ea 07 0b 1e 07 1e 05 00", "2026-11-30 07:30:05 (day of the week not known)"),
      ValueSample(0x2A0C, "ea 07 0b 1e 07 1e 05 01 ff", "2026-11-30 07:30:05.996 (Monday)"),
      ValueSample(0x2A09, "07", "Sunday"), ValueSample(0x2A0E, "04", "UTC+01:00"),
      ValueSample(0x2A0E, "ee", "UTC-04:30"), ValueSample(0x2A0E, "80", "UTC offset not known"),
      ValueSample(0x2A0E, "39", nil), ValueSample(0x2A0E, "00", "UTC+00:00"),
      ValueSample(0x2A0F, "04 04", "UTC+01:00, daylight time"), ValueSample(0x2A0F, "04 01", nil),
      ValueSample(0x2A14, "02 08 00 05", "GPS, accuracy 1 s, updated 0 days 5 hours ago"),
      ValueSample(
        0x2A14, "01 fe ff ff",
        "network time protocol, accuracy worse than 31.625 s, updated 255 days ago or more"),
      ValueSample(0x2A14, "02 08 00 18", nil), ValueSample(0x2A12, "01", "accuracy 0.125 s"),
      ValueSample(0x2A13, "07", "not synchronized"), ValueSample(0x2A13, "08", nil),
    ])
  func times(_ sample: ValueSample) { sample.expectFixedLength() }
}
