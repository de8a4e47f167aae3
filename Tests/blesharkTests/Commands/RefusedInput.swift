import TestSupport
import Testing

/// An input that is not read, or not to its end.
struct RefusedInput: Sendable, CustomTestStringConvertible {
  /// What it is.
  let testDescription: String
  /// All of it.
  let bytes: [UInt8]

  /// One input for each message.
  static let all: [RefusedInput] = others + captures + damaged

  /// A text with every number replaced by N, as the document writes them.
  static func withoutNumbers(_ text: String) -> String {
    var result = ""
    for character in text {
      if !character.isNumber { result.append(character) } else if result.last != "N" { result.append("N") }
    }
    return result
  }

  private init(_ description: String, _ bytes: some Sequence<UInt8>) {
    testDescription = description
    self.bytes = Array(bytes)
  }

  private static let others =
    [
      ("zip", "PK\u{3}\u{4}"), ("bzip2", "BZh9"), ("btmon text", "Bluetooth monitor ver 5.66"), ("JSON", "{"),
      ("HTML", "<html>"), ("ELF", "\u{7F}ELF"), ("PDF", "%PDF-1.4"), ("Solaris snoop", "snoop\0\0\0"),
      ("Network Monitor", "GMBU"), ("text", "hello\n"), ("nothing", ""),
    ].map { RefusedInput($0.0, Array($0.1.utf8)) } + [
      RefusedInput("gzip", [0x1F, 0x8B]), RefusedInput("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
      RefusedInput("zstd", [0x28, 0xB5, 0x2F, 0xFD]), RefusedInput("PNG", [0x89, 0x50, 0x4E, 0x47]),
      RefusedInput("Ellisys", [0x13, 0xFB]), RefusedInput("bytes", [1, 2, 3, 4, 250, 6, 7, 8]),
      RefusedInput("modified pcap", [0x34, 0xCD, 0xB2, 0xA1] + [UInt8](repeating: 0, count: 20)),
    ]

  private static let captures: [RefusedInput] = {
    var inputs = [1003, 1004, 9].map { RefusedInput("btsnoop \($0)", BTSnoopWriter(dataLink: $0).bytes) }
    inputs.append(RefusedInput("btsnoop version", BTSnoopWriter(version: 2).bytes))
    inputs.append(RefusedInput("btsnoop header", Array(BTSnoopWriter().bytes.prefix(12))))
    inputs.append(RefusedInput("pcap header", Array(PCAPWriter(linkType: 187).bytes.prefix(20))))
    for linkType: UInt32 in [1, 101, 105, 113, 189, 999] {
      inputs.append(RefusedInput("pcap \(linkType)", PCAPWriter(linkType: linkType).bytes))
    }
    var pcapng = PCAPNGWriter()
    pcapng.addInterface(linkType: 1)
    pcapng.addPacket([1, 2, 3])
    inputs.append(RefusedInput("pcapng of Ethernet", pcapng.bytes))
    return inputs
  }()

  private static let damaged: [RefusedInput] = {
    let packet = [1] + PacketBuilder.command(0x0C03)
    var whole = BTSnoopWriter()
    whole.add(packet)
    whole.add(packet)
    var tooLong = BTSnoopWriter()
    tooLong.add(packet)
    tooLong.add(packet, included: .max)
    var logger = PacketLoggerWriter()
    for _ in 0..<4 { logger.add(0, PacketBuilder.command(0x0C03)) }
    logger.add(0, [], length: 3)
    var block = PCAPNGWriter()
    block.addBlock(6, [], total: 9)
    var packetBlock = PCAPNGWriter()
    packetBlock.addBlock(6, [])
    var interface = PCAPNGWriter()
    interface.addInterface(linkType: 187)
    interface.addPacket(packet, interface: 3)
    var description = PCAPNGWriter()
    description.addBlock(1, [0, 0, 0, 0])
    var overlong = PCAPNGWriter()
    overlong.addInterface(linkType: 187)
    overlong.addPacket(packet, captured: 100)
    var interfaces = PCAPNGWriter()
    for _ in 0...4096 { interfaces.addInterface(linkType: 187) }
    var order = PCAPNGWriter().bytes
    order.overwrite(at: 8, with: [0, 0, 0, 0])
    var skipped = PCAPNGWriter()
    skipped.addBlock(0x0BAD, [UInt8](repeating: 0, count: 32))
    return [
      RefusedInput("cut packet", whole.bytes.dropLast(2)),
      RefusedInput("cut header", whole.bytes.dropLast(8)),
      RefusedInput("too long", tooLong.bytes), RefusedInput("PacketLogger length", logger.bytes),
      RefusedInput("block length", block.bytes), RefusedInput("packet block", packetBlock.bytes),
      RefusedInput("interface", interface.bytes), RefusedInput("interface description", description.bytes),
      RefusedInput("packet in block", overlong.bytes), RefusedInput("interfaces", interfaces.bytes),
      RefusedInput("byte order", order), RefusedInput("cut block", skipped.bytes.dropLast(8)),
    ]
  }()
}
