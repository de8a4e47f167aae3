import TestSupport

/// Captures of what no fixture holds.
enum RareCapture {
  /// All of them.
  static let all =
    [monitor(), h4(), cut(), link(), identity()]
    + AirTraffic.captures.map(\.bytes) + [lossy(), extended(), unreadable(), passkey()]

  /// A session as its host logs it and as a sniffer hears it, with losses of every kind.
  static let hostAndAir: (host: [UInt8], air: [UInt8]) = {
    var host = BTSnoopWriter()
    var air = AirScript(.nordic3)
    air.connect()
    host.add(
      [4] + PacketBuilder.leConnectionComplete(0x40, peer: air.peripheral), flags: 1,
      time: 1_700_000_000_000_000)
    for number in 0..<60 {
      let write = PacketBuilder.l2cap(4, [0x52, 3, 0, UInt8(number)])
      let value = PacketBuilder.l2cap(4, [0x1B, 5, 0, UInt8(number)])
      air.nextEvent()
      air.send(.central, 2, write, fate: number == 20 ? .missed : .heard)
      if number < 59 { air.send(.peripheral, 2, value) }
      let time = 1_700_000_000_000_000 + Int64(air.time)
      if number != 30 { host.add([2] + PacketBuilder.acl(0x40, boundary: 0, write), time: time - 4000) }
      if number != 40, number < 59 {
        host.add([2] + PacketBuilder.acl(0x40, boundary: 2, value), flags: 1, time: time + 1000)
      }
    }
    return (host.bytes, air.bytes)
  }()

  /// Numbered writes that the device answers now and then, and of which nothing says that they are an image.
  static func numberedBulk() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 1002)
    for number in 0..<64 {
      let time = Int64(number) * 20_000
      let write =
        [0x52, 0x20, 0x00, UInt8(number), 0] + (0..<18).map { UInt8(truncatingIfNeeded: number * $0) }
      writer.add(
        [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, write)), flags: 0, time: time)
      guard number % 8 == 7 else { continue }
      let value = PacketBuilder.l2cap(4, [0x1B, 0x22, 0x00, 0x06])
      writer.add([2] + PacketBuilder.acl(0x40, boundary: 2, value), flags: 1, time: time + 5000)
    }
    return writer.bytes
  }

  /// A connection of the air in a noisy place: all that may be missed is.
  private static func lossy() -> [UInt8] {
    var script = AirScript(.pseudoHeaderWithDirection)
    script.connect()
    for number in 0..<80 {
      script.nextEvent()
      script.send(.central, fate: number % 9 == 4 ? .missed : .heard)
      script.send(.peripheral, fate: number % 7 == 3 ? .missed : .heard)
    }
    // The peripheral's PDU that acknowledges the central's is one that was heard before, and is missed.
    script.nextEvent()
    script.sendInVain(.central)
    script.sendInVain(.peripheral)
    script.nextEvent()
    script.resend(.central)
    script.resend(.peripheral, fate: .missed)
    script.exchange((3, [0x02, 0x13]))
    return script.bytes
  }

  /// Extended and periodic advertising with every field of its header.
  private static func extended() -> [UInt8] {
    var script = AirScript(.nordic3)
    let syncInfo = [UInt8](hex: "0000 5000 FFFFFFFF1F 11223344 556677 0000")
    let header =
      [0x7F] + script.peripheral + script.central + [0x14, 0x34, 0x12, 0x85, 0x0A, 0x40] + syncInfo + [0xF4]
    script.advertise(7, [UInt8(header.count) | 0x40] + header + [2, 1, 6], channel: 5)
    script.advertise(0, script.peripheral, fate: .damaged)
    script.connect(fate: .missed)
    script.nextEvent()
    script.send(.central, fate: .damaged)
    return script.bytes
  }

  /// Secure pairing, then ciphertext.
  private static func unreadable() -> [UInt8] {
    var script = AirScript(.nordic2)
    script.connect()
    script.exchange(AirScript.l2cap(6, "0C" + String(repeating: "00", count: 64)))
    script.exchange((3, AirTraffic.encryptionRequest), (3, AirTraffic.encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    script.exchange((3, AirTraffic.startResponses.central), (3, AirTraffic.startResponses.peripheral))
    return script.bytes
  }

  /// A pairing whose passkey is not known, and keys that do not fit.
  private static func passkey() -> [UInt8] {
    var script = AirScript(.nordic2)
    script.connect()
    script.exchange(AirScript.l2cap(6, "01040001100101"), AirScript.l2cap(6, "02020001100101"))
    let number = String(repeating: "11", count: 16)
    script.exchange(AirScript.l2cap(6, "03" + number), AirScript.l2cap(6, "03" + number))
    script.exchange(AirScript.l2cap(6, "04" + number), AirScript.l2cap(6, "04" + number))
    let request = [0x03] + [UInt8](repeating: 0, count: 10) + AirTraffic.encryptionRequest.dropFirst(11)
    // A key that was handed over before is tried.
    script.exchange((1, []), AirScript.l2cap(6, "06" + number))
    script.exchange((1, []), AirScript.l2cap(6, "070000" + String(repeating: "00", count: 8)))
    script.exchange((3, request), (3, AirTraffic.encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    for _ in 0..<2 {
      script.exchange((3, AirTraffic.startResponses.central), (3, AirTraffic.startResponses.peripheral))
    }
    return script.bytes
  }

  /// Two adapters; one goes away with a connection open.
  private static func monitor() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 2001)
    writer.add(PacketBuilder.leConnectionComplete(0x40), flags: 1 << 16 | 3)
    let write = PacketBuilder.l2cap(4, [0x52, 3, 0, 7])
    writer.add(PacketBuilder.acl(0x40, boundary: 0, write), flags: 1 << 16 | 4)
    writer.add([], flags: 1 << 16 | 1)
    return writer.bytes
  }

  /// A link nobody opened, with PDUs that are rare or wrong.
  private static func h4() -> [UInt8] {
    let pdus: [(channel: UInt16, bytes: [UInt8])] = [
      (0x04, [0x0E, 1, 0, 2, 0]), (0x04, [0x7F, 1]), (0x04, [0x18, 1]), (0x04, [0x0C, 1, 0, 2, 0]),
      (0x04, [0x0A]), (0x41, [1, 2, 3]), (0x04, [0x0A, 1, 0]), (0x04, [0x0A, 2, 0]),
    ]
    var writer = BTSnoopWriter()
    for pdu in pdus {
      writer.add([2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(pdu.channel, pdu.bytes)))
    }
    writer.add([4] + PacketBuilder.connectionComplete(0x50), flags: 1)
    writer.add([4] + PacketBuilder.leConnectionComplete(0, status: 0x3E), flags: 1)
    writer.add([2] + PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]))
    return writer.bytes
  }

  /// A packet that the recording program cut, after packets that it dropped.
  private static func cut() -> [UInt8] {
    let packet = [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 3, 0, 7, 8, 9]))
    var writer = BTSnoopWriter()
    writer.add(Array(packet.dropLast(2)), original: UInt32(packet.count), drops: 3)
    return writer.bytes
  }

  /// A link whose parameters stay as they are, a service of which only a configuration is known, and a long
  /// write with a hole that fails.
  private static func link() -> [UInt8] {
    let update = UInt16(0x40).bytes() + [12, 0, 24, 0, 0, 0, 100, 0, 0, 0, 0, 0]
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 1)
    writer.add([1] + PacketBuilder.command(0x2013, update))
    writer.add([4] + PacketBuilder.leEvent(0x03, [0x3B, 0x40, 0, 24, 0, 0, 0, 100, 0]), flags: 1)
    let pdus: [[UInt8]] = [
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0x0D, 0x18], [0x12, 5, 0, 1, 0], [0x13],
      [0x16, 7, 0, 4, 0, 1, 2], [0x17, 7, 0, 4, 0, 1, 2], [0x18, 1], [0x01, 0x18, 7, 0, 0x0D],
    ]
    for pdu in pdus {
      let flags: UInt32 = [0x01, 0x11, 0x13, 0x17].contains(pdu[0]) ? 1 : 0
      writer.add(
        [2] + PacketBuilder.acl(0x40, boundary: UInt16(2 * flags), PacketBuilder.l2cap(4, pdu)), flags: flags)
    }
    return writer.bytes
  }

  /// Two connections to private addresses of one device, whose key a pairing hands over, and which refuses
  /// to exchange the MTU; then an attempt to connect to another one that has no end.
  private static func identity() -> [UInt8] {
    // The sample data of the Core Specification, Vol 3, Part H, D.7; the key's least significant byte first.
    let key = [UInt8](hex: "9b7d390aa610103405adc857a33402ec")
    let address = [UInt8](hex: "aafb0d948170")
    let connect = PacketBuilder.leConnectionComplete(0x40, peer: address)
    var writer = BTSnoopWriter()
    writer.add([4] + connect, flags: 1)
    writer.add(
      [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x02, 0x05, 0x02])))
    let received: [(channel: UInt16, bytes: [UInt8])] = [
      (4, [0x01, 0x02, 0, 0, 0x06]), (6, [0x08] + key), (6, [0x09, 1] + [UInt8](hex: "0100000000c0")),
    ]
    for pdu in received {
      let packet = PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(pdu.channel, pdu.bytes))
      writer.add([2] + packet, flags: 1)
    }
    writer.add([4] + PacketBuilder.disconnectionComplete(0x40), flags: 1)
    writer.add([4] + connect, flags: 1)
    // A keyboard is heard, and the capture ends while the host connects to it.
    let keyboard = [UInt8](hex: "111213141516")
    let report = [1, 0, 1] + keyboard + [4, 3, 0x19, 0xC1, 0x03, 0xC4]
    writer.add([4] + PacketBuilder.leEvent(0x02, report), flags: 1)
    let create = [UInt8](hex: "600060000001") + keyboard + [UInt8](hex: "01180018000000f40100000000")
    writer.add([1] + PacketBuilder.command(0x200D, create))
    return writer.bytes
  }
}
