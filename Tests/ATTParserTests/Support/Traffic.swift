import TestSupport

@testable import ATTParser

/// A little traffic of every kind, to be written in every format.
enum Traffic {
  /// H4 indicator, whether the packet is received, and the packet.
  struct Packet: Sendable {
    /// The H4 packet indicator.
    var indicator: UInt8
    /// True from the controller to the host.
    var isReceived: Bool
    /// The HCI packet.
    var bytes: [UInt8]

    /// The Linux monitor's opcode for it.
    var monitorOpcode: UInt16 {
      switch indicator {
      case 1: 2
      case 4: 3
      case 2: isReceived ? 5 : 4
      case 3: isReceived ? 7 : 6
      default: isReceived ? 19 : 18
      }
    }
    /// PacketLogger's type for it.
    var packetLoggerType: UInt8 {
      switch indicator {
      case 1: 0
      case 4: 1
      case 2: isReceived ? 3 : 2
      default: isReceived ? 9 : 8
      }
    }
    /// btsnoop's flags for it.
    var flags: UInt32 { (isReceived ? 1 : 0) | (indicator == 2 ? 0 : 2) }
  }

  /// Reset, connection, a request and its fragmented response, a notification, voice, disconnection.
  static let packets: [Packet] = {
    let response = PacketBuilder.fragments(
      0x40, first: 2, of: PacketBuilder.l2cap(4, [0x0B] + [UInt8](0..<40)), size: 27)
    return [
      Packet(indicator: 1, isReceived: false, bytes: PacketBuilder.command(0x0C03)),
      Packet(indicator: 4, isReceived: true, bytes: PacketBuilder.event(0x0E, [1, 3, 0x0C, 0])),
      Packet(indicator: 4, isReceived: true, bytes: PacketBuilder.leConnectionComplete(0x40)),
      Packet(
        indicator: 2, isReceived: false,
        bytes: PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x0A, 0x2A, 0]))),
      Packet(indicator: 2, isReceived: true, bytes: response[0]),
      Packet(indicator: 2, isReceived: true, bytes: response[1]),
      Packet(
        indicator: 2, isReceived: true,
        bytes: PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x1B, 0x0E, 0, 1, 2]))),
      Packet(indicator: 4, isReceived: true, bytes: PacketBuilder.disconnectionComplete(0x40)),
    ]
  }()

  /// What the traffic decodes to, frame by frame.
  static let kinds: [DecodedFrame.Kind] = [.command, .event, .event, .att, .fragment, .att, .att, .event]

  /// The traffic in every format and encapsulation that is read: a name and the capture.
  static let captures: [(name: String, bytes: [UInt8])] = [
    ("btsnoop 1002", btsnoop()), ("btsnoop 1001", btsnoopH1()), ("btsnoop 2001", btsnoopMonitor()),
    ("pcap 201 little", pcap(.little, nanoseconds: false)), ("pcap 201 big", pcap(.big, nanoseconds: false)),
    ("pcap 201 little ns", pcap(.little, nanoseconds: true)),
    ("pcap 201 big ns", pcap(.big, nanoseconds: true)),
    ("pcap 254", pcapMonitor()), ("pcapng 201 little", pcapng(.little)), ("pcapng 201 big", pcapng(.big)),
    ("PacketLogger big", packetLogger(.big)), ("PacketLogger little", packetLogger(.little)),
  ]

  /// Those of hosts and those of the air.
  static let all = captures + AirTraffic.captures

  /// btsnoop with H4 indicators.
  static func btsnoop() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 1002)
    for packet in packets { writer.add([packet.indicator] + packet.bytes, flags: packet.flags) }
    return writer.bytes
  }

  private static func btsnoopH1() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 1001)
    for packet in packets { writer.add(packet.bytes, flags: packet.flags) }
    return writer.bytes
  }

  private static func btsnoopMonitor() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 2001)
    for packet in packets { writer.add(packet.bytes, flags: UInt32(packet.monitorOpcode)) }
    return writer.bytes
  }

  /// The packet behind a direction word and an H4 indicator (link type 201).
  static func withDirection(_ packet: Packet) -> [UInt8] {
    [0, 0, 0, packet.isReceived ? 1 : 0, packet.indicator] + packet.bytes
  }

  private static func pcap(_ order: ByteOrder, nanoseconds: Bool) -> [UInt8] {
    var writer = PCAPWriter(linkType: 201, order: order, nanoseconds: nanoseconds)
    for packet in packets { writer.add(withDirection(packet)) }
    return writer.bytes
  }

  private static func pcapMonitor() -> [UInt8] {
    var writer = PCAPWriter(linkType: 254)
    for packet in packets { writer.add([0, 0] + packet.monitorOpcode.bytes(.big) + packet.bytes) }
    return writer.bytes
  }

  /// pcapng with comments, a name resolution block and options among the packets.
  static func pcapng(_ order: ByteOrder) -> [UInt8] {
    var writer = PCAPNGWriter(order: order)
    writer.addInterface(linkType: 201, options: [.comment("the first"), .resolution(9)])
    writer.addBlock(4, [UInt8](repeating: 0, count: 20))
    for (place, packet) in packets.enumerated() {
      writer.addPacket(
        withDirection(packet), ticks: 1_700_000_000_000_000_000 + UInt64(place),
        options: place == 2 ? [.comment("a comment")] : [])
    }
    writer.addBlock(5, [UInt8](repeating: 0, count: 12))
    return writer.bytes
  }

  private static func packetLogger(_ order: ByteOrder) -> [UInt8] {
    var writer = PacketLoggerWriter(order: order)
    for packet in packets { writer.add(packet.packetLoggerType, packet.bytes) }
    return writer.bytes
  }
}
