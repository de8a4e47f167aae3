/// The file formats that are read, told apart by their first bytes and never by a name's ending.
public enum CaptureFormat: String, Sendable {
  /// Symbian's format as Android, BlueZ and many others write it.
  case btsnoop
  /// Classic libpcap.
  case pcap
  /// The block format Wireshark writes.
  case pcapng
  /// Apple's PacketLogger (.pklg).
  case packetLogger = "packetlogger"

  /// Bytes that ``sniff(_:)`` wants to see, fewer only when the file is shorter.
  static let sniffLength = 4096

  /// Finds the format of a capture from its first bytes.
  ///
  /// - Throws: ``CaptureError/notACapture(looksLike:advice:)`` naming what the bytes look like, or
  ///   ``CaptureError/unsupported(kind:advice:)`` for a capture of a kind that is not read.
  static func sniff(_ bytes: RawSpan) throws(CaptureError) -> CaptureFormat {
    guard bytes.byteCount > 0 else {
      throw .notACapture(looksLike: "the file is empty", advice: "check that recording had started")
    }
    if let format = magic(bytes) { return format }
    if bytes.byteCount >= 4, [0xA1B2_CD34, 0x34CD_B2A1].contains(bytes.u32LE(0)) {
      throw .unsupported(kind: "modified pcap (Kuznetzov)", advice: "convert it: editcap -F pcap IN OUT")
    }
    if PacketLoggerReader.isBigEndian(bytes) != nil { return .packetLogger }
    throw Unrecognized.error(for: bytes)
  }

  /// True when the first bytes alone tell the format.
  static func hasMagic(_ bytes: RawSpan) -> Bool { magic(bytes) != nil }

  private static func magic(_ bytes: RawSpan) -> CaptureFormat? {
    guard bytes.byteCount >= 4 else { return nil }
    if bytes.byteCount >= 8, bytes.u64LE(0) == 0x0070_6F6F_6E73_7462 { return .btsnoop }  // "btsnoop\0"
    switch bytes.u32LE(0) {
    case 0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1: return .pcap
    case 0x0A0D_0D0A: return .pcapng
    default: return nil
    }
  }
}
