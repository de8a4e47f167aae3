/// How the packets of a capture of the air are wrapped; one reader a link type, in the files beside this one.
enum RadioEncapsulation: UInt16 {
  /// Link type 251: nothing around the packet.
  case none
  /// Link type 256.
  case pseudoHeader
  /// Link type 272.
  case nordic
  /// Link type 192.
  case ppi

  /// Reads what is in front of the packet.
  ///
  /// - Returns: the bytes in front of the access address; nil for a record that is no packet of the air.
  func read(_ record: ByteReader, into radio: inout RadioInfo) throws(DecodeError) -> Int? {
    radio = RadioInfo()
    switch self {
    case .none: return 0
    case .pseudoHeader: return try PseudoHeader.read(record, into: &radio)
    case .nordic: return try NordicHeader.read(record, into: &radio)
    case .ppi: return try PPIHeader.read(record, into: &radio)
    }
  }

  /// Reads what is in front of a packet where there is nothing out of the ordinary about it.
  ///
  /// - Parameters:
  ///   - bytes: the record and what follows it; what is loaded from behind a short one is not used.
  ///   - count: bytes of the record.
  ///   - pattern: what is known from the packets before.
  /// - Returns: the bytes in front of the access address; nil for a record that is left to
  ///   ``read(_:into:)``.
  @inline(__always)
  func readPlain(
    _ bytes: RawSpan, _ count: Int, like pattern: inout NordicHeader.Pattern, into radio: inout RadioInfo
  ) -> Int? {
    // Compared one by one: a jump table costs more.
    if self == .nordic { return NordicHeader.readPlain(bytes, count, like: &pattern, into: &radio) }
    radio = RadioInfo()
    guard self == .pseudoHeader else { return self == .none ? 0 : nil }
    let start = PseudoHeader.readPlain(bytes, count, into: &radio)
    return radio.isOrdinary ? start : nil
  }
}
