/// Names what a file that is no capture looks like, so that the user knows what to give instead.
enum Unrecognized {
  /// A beginning of a file, what it means and what to do about it.
  private struct Signature {
    var magic: [UInt8]
    var looksLike: String
    var advice: String
    var isCapture = false
  }

  private static let signatures: [Signature] = [
    Signature(
      magic: Array("PK\u{3}\u{4}".utf8), looksLike: "a zip archive",
      advice: "unpack it; in an Android bug report the capture is FS/data/log/bt/btsnoop_hci.log"),
    Signature(
      magic: [0x1F, 0x8B], looksLike: "gzip-compressed data", advice: "decompress it with gunzip first"),
    Signature(magic: Array("BZh".utf8), looksLike: "bzip2-compressed data", advice: "decompress it first"),
    Signature(
      magic: [0xFD, 0x37, 0x7A, 0x58, 0x5A], looksLike: "xz-compressed data", advice: "decompress it first"),
    Signature(
      magic: [0x28, 0xB5, 0x2F, 0xFD], looksLike: "zstd-compressed data", advice: "decompress it first"),
    Signature(
      magic: Array("Bluetooth monitor ver".utf8), looksLike: "the text that btmon prints",
      advice: "record with btmon -w FILE and give that file"),
    Signature(
      magic: Array("{".utf8), looksLike: "JSON text", advice: "give the capture, not a report about it"),
    Signature(
      magic: Array("<".utf8), looksLike: "HTML or XML text", advice: "give the capture itself, not a web page"
    ),
    Signature(magic: [0x7F, 0x45, 0x4C, 0x46], looksLike: "an ELF program", advice: "give a capture"),
    Signature(magic: [0x89, 0x50, 0x4E, 0x47], looksLike: "a PNG picture", advice: "give a capture"),
    Signature(magic: Array("%PDF".utf8), looksLike: "a PDF document", advice: "give a capture"),
    Signature(
      magic: Array("snoop\0\0\0".utf8), looksLike: "a Solaris snoop capture",
      advice: "convert it with editcap -F pcapng IN OUT", isCapture: true),
    Signature(
      magic: Array("GMBU".utf8), looksLike: "a Network Monitor capture",
      advice: "convert it with editcap -F pcapng IN OUT", isCapture: true),
    Signature(
      magic: [0x13, 0xFB], looksLike: "an Ellisys capture", advice: "export it as btsnoop or pcapng",
      isCapture: true),
  ]

  /// The error for a file that begins with `bytes`.
  static func error(for bytes: RawSpan) -> CaptureError {
    for signature in signatures where begins(bytes, with: signature.magic) {
      return signature.isCapture
        ? .unsupported(kind: signature.looksLike, advice: signature.advice)
        : .notACapture(looksLike: "it looks like \(signature.looksLike)", advice: signature.advice)
    }
    if begins(Array("btsnoop\0".utf8), withCut: bytes) {
      return .damagedHeader("the file ends inside the btsnoop header")
    }
    let advice = "give a btsnoop, pcap, pcapng or PacketLogger file"
    if isText(bytes) { return .notACapture(looksLike: "it looks like text", advice: advice) }
    return .notACapture(looksLike: "the first bytes are \(hex(bytes))", advice: advice)
  }

  private static func begins(_ bytes: RawSpan, with magic: [UInt8]) -> Bool {
    bytes.byteCount >= magic.count && magic.indices.allSatisfy { bytes.u8($0) == magic[$0] }
  }

  private static func begins(_ magic: [UInt8], withCut bytes: RawSpan) -> Bool {
    bytes.byteCount < magic.count && (0..<bytes.byteCount).allSatisfy { bytes.u8($0) == magic[$0] }
  }

  private static func isText(_ bytes: RawSpan) -> Bool {
    (0..<min(64, bytes.byteCount)).allSatisfy { index in
      let byte = bytes.u8(index)
      return byte == 9 || byte == 10 || byte == 13 || (32..<127).contains(byte) || byte >= 0x80
    }
  }

  private static func hex(_ bytes: RawSpan) -> String {
    (0..<min(8, bytes.byteCount)).map { index in
      let digits = String(bytes.u8(index), radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: " ")
  }
}
