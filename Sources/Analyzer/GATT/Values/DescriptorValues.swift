import ATTParser

/// Descriptors, and the characteristics of the Generic Attribute service (Vol 3, Part G, 3.3.3 and 7).
enum DescriptorValues {
  /// The decoders of this file.
  static let all = [
    ValueDecoder(0x2900) { reader in
      reader.u16().map { extendedProperties.text($0, empty: "none") }
    },
    .text(0x2901),
    ValueDecoder(0x2902) { reader in
      reader.u16().map { clientConfiguration.text($0, empty: "notifications and indications off") }
    },
    ValueDecoder(0x2903) { reader in
      reader.u16().map { ValueBits("broadcasts on").text($0, empty: "broadcasts off") }
    },
    ValueDecoder(0x2904, presentationFormat),
    ValueDecoder(0x2905, aggregateFormat),
    ValueDecoder(0x2907, externalReportReference),
    ValueDecoder(0x2908, reportReference),
    ValueDecoder(0x2A05, serviceChanged),
    ValueDecoder(0x2B29) { octets($0.remainder(), clientFeatures) },
    ValueDecoder(0x2B2A) { $0.bytes(16).map { ByteText.hex($0) } },
    ValueDecoder(0x2B3A) { octets($0.remainder(), serverFeatures) },
  ]

  private static let extendedProperties = ValueBits("reliable write", "writable auxiliaries")
  private static let clientConfiguration = ValueBits("notifications on", "indications on")
  private static let clientFeatures = ValueBits(
    "robust caching", "enhanced ATT bearer", "multiple handle value notifications")
  private static let serverFeatures = ValueBits("enhanced ATT bearer")

  /// Bits of as many octets as there are, of which only the first has words; nil without an octet.
  private static func octets(_ bytes: ArraySlice<UInt8>, _ words: ValueBits) -> String? {
    guard let first = bytes.first else { return nil }
    let more = bytes.dropFirst().drop { $0 == 0 }
    let text = words.text(first, empty: more.isEmpty ? "none" : "no known bit")
    return more.isEmpty ? text : text + ", reserved octets \(ByteText.hex(bytes.dropFirst()))"
  }

  /// Format u8, Exponent i8, Unit u16, Name Space u8, Description u16.
  @Sendable private static func presentationFormat(_ reader: inout ValueReader, _ names: ValueNames)
    -> String?
  {
    guard let format = reader.u8().map(Int.init), let exponent = reader.i8(), let unit = reader.u16(),
      let space = reader.u8(), let description = reader.u16()
    else { return nil }
    var parts = [1..<formats.count ~= format ? formats[format] : "format \(format)"]
    if exponent != 0 { parts.append("× 10^\(exponent)") }
    parts.append(names.unit(unit) ?? "unit \(ByteText.hex(unit))")
    if space == 1 {
      if let place = place(description) { parts.append(place) }
    } else {
      parts.append("name space \(space), description \(ByteText.hex(description))")
    }
    return parts.joined(separator: ", ")
  }

  private static let formats = [
    "", "boolean", "uint2", "uint4", "uint8", "uint12", "uint16", "uint24", "uint32", "uint48", "uint64",
    "uint128", "sint8", "sint12", "sint16", "sint24", "sint32", "sint48", "sint64", "sint128", "float32",
    "float64", "medfloat16", "medfloat32", "uint16[2]", "utf8s", "utf16s", "struct", "medASN1",
  ]

  /// A description in the name space of the Bluetooth SIG: which of several, or where; nil for unknown.
  private static func place(_ description: UInt16) -> String? {
    switch description {
    case 0: nil
    case 1...0xFF: "number \(description)"
    case 0x100..<UInt16(0x100 + places.count): places[Int(description - 0x100)]
    default: "description \(ByteText.hex(description))"
    }
  }

  private static let places = [
    "front", "back", "top", "bottom", "upper", "lower", "main", "backup", "auxiliary", "supplementary",
    "flash", "inside", "outside", "left", "right", "internal", "external",
  ]

  @Sendable private static func aggregateFormat(_ reader: inout ValueReader) -> String? {
    var handles: [String] = []
    while let handle = reader.u16() { handles.append(ByteText.hex(handle)) }
    return handles.isEmpty ? nil : "formats at " + handles.joined(separator: ", ")
  }

  @Sendable private static func externalReportReference(_ reader: inout ValueReader, _ names: ValueNames)
    -> String?
  {
    let uuid: BluetoothUUID
    if reader.remaining == 2, let short = reader.u16() {
      uuid = BluetoothUUID(short)
    } else if let low = reader.unsigned(8), let high = reader.unsigned(8) {
      uuid = BluetoothUUID(high: high, low: low)
    } else {
      return nil
    }
    guard let name = names.attributeType(uuid) else { return uuid.description }
    return "\(name) (\(uuid))"
  }

  /// Report ID u8, Report Type u8.
  @Sendable private static func reportReference(_ reader: inout ValueReader) -> String? {
    guard let identifier = reader.u8(), let type = reader.u8(), 1...3 ~= type else { return nil }
    return "\(["input", "output", "feature"][Int(type) - 1]) report \(identifier)"
  }

  /// Start of Affected Attribute Handle Range u16, End u16.
  @Sendable private static func serviceChanged(_ reader: inout ValueReader) -> String? {
    guard let start = reader.u16(), let end = reader.u16() else { return nil }
    return "attributes \(ByteText.hex(start)) to \(ByteText.hex(end))"
  }
}
