/// Characteristics of the Device Information service.
enum DeviceInformationValues {
  /// The decoders of this file.
  static let all: [ValueDecoder] = [
    ValueDecoder(0x2A23, systemID),
    .text(0x2A24), .text(0x2A25), .text(0x2A26), .text(0x2A27), .text(0x2A28), .text(0x2A29),
    ValueDecoder(0x2A2A, regulatoryCertification),
    ValueDecoder(0x2A50, pnpID),
  ]

  /// Manufacturer Identifier u40, Organizationally Unique Identifier u24; as EUI-64 it is read backwards.
  @Sendable private static func systemID(_ reader: inout ValueReader) -> String? {
    guard let bytes = reader.bytes(8) else { return nil }
    let identifier = Array(bytes.reversed())
    let text = pairs(identifier)
    guard identifier[3] == 0xFF, identifier[4] == 0xFE else { return text }
    return "\(text), from the address \(pairs(identifier[..<3] + identifier[5...]))"
  }

  private static func pairs(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ByteText.hex(CollectionOfOne($0)).uppercased() }.joined(separator: ":")
  }

  /// A list in big-endian IEEE 11073-20601 form (count u16, length u16, then for each entry body u8,
  /// structure type u8, length u16, data), or the short form of a device that is not certified.
  @Sendable private static func regulatoryCertification(_ reader: inout ValueReader) -> String? {
    let bytes = reader.remainder()
    if bytes.starts(with: [0xFE, 0x00]) {
      let text = bytes.dropFirst(2)
      guard !text.isEmpty, text.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
      return "not certified: " + String(decoding: text, as: UTF8.self)
    }
    var rest = bytes
    guard let count = bigEndian(&rest), let length = bigEndian(&rest), length == rest.count else {
      return nil
    }
    var entries: [String] = []
    while !rest.isEmpty {
      guard let body = rest.popFirst(), let structure = rest.popFirst(), let size = bigEndian(&rest),
        size <= rest.count
      else { return nil }
      let name = [1: "IEEE 11073", 2: "Continua", 254: "experimental"][body] ?? "body \(body)"
      entries.append("\(name) structure \(structure): \(ByteText.hex(rest.prefix(size)))")
      rest = rest.dropFirst(size)
    }
    return entries.count == count ? (entries.isEmpty ? "none" : entries.joined(separator: ", ")) : nil
  }

  private static func bigEndian(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let high = bytes.popFirst(), let low = bytes.popFirst() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// Vendor ID Source u8, Vendor ID u16, Product ID u16, Product Version u16 as JJ.M.N.
  @Sendable private static func pnpID(_ reader: inout ValueReader, _ names: ValueNames) -> String? {
    guard let source = reader.u8(), let vendor = reader.u16(), let product = reader.u16(),
      let version = reader.u16(), 1...2 ~= source
    else { return nil }
    let name = source == 1 ? names.company(vendor).map { "\($0) " } ?? "" : "USB "
    return "vendor \(name)\(ByteText.hex(vendor)), product \(ByteText.hex(product)), version "
      + "\(version >> 8).\(version >> 4 & 0xF).\(version & 0xF)"
  }
}
