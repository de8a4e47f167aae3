/// Builds packets of the air: access address, PDU, CRC, without a preamble.
public enum AirBuilder {
  /// The access address of advertising.
  public static let advertisingAddress: UInt32 = 0x8E89_BED6
  /// What CRCs on advertising channels begin with.
  public static let advertisingCRC: UInt32 = 0x55_5555

  /// The CRC of a PDU as the shift register of Vol 6, Part B, 3.1.1 makes it, bit by bit.
  public static func crc(_ pdu: [UInt8], initial: UInt32) -> [UInt8] {
    var register = initial & 0xFF_FFFF
    for byte in pdu {
      for bit in 0..<8 {
        let isSet = (register >> 23 & 1) ^ UInt32(byte >> UInt8(bit) & 1) == 1
        register = register << 1 & 0xFF_FFFF
        // Taps behind positions 0, 1, 3, 4, 6, 9 and 10.
        if isSet { register ^= 0x00_065B }
      }
    }
    // Position 23 is sent first, and the first bit of a byte is its lowest.
    var bytes: [UInt8] = [0, 0, 0]
    for place in 0..<24 where register >> UInt32(23 - place) & 1 == 1 {
      bytes[place / 8] |= 1 << UInt8(place % 8)
    }
    return bytes
  }

  /// A packet: access address, PDU, CRC.
  public static func packet(_ address: UInt32, _ pdu: [UInt8], crcInit: UInt32) -> [UInt8] {
    address.bytes() + pdu + crc(pdu, initial: crcInit)
  }

  /// An advertising PDU; `flags` are the bits ChSel 0x20, TxAdd 0x40, RxAdd 0x80.
  public static func advertising(_ type: UInt8, _ payload: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    [type | flags, UInt8(payload.count)] + payload
  }

  /// A data PDU.
  public static func data(
    _ llid: UInt8, sn: UInt8, nesn: UInt8, more: Bool = false, _ payload: [UInt8] = []
  ) -> [UInt8] {
    [llid | nesn << 2 | sn << 3 | (more ? 0x10 : 0), UInt8(payload.count)] + payload
  }

  /// The payload of a CONNECT_IND.
  public static func connectionRequest(
    central: [UInt8], peripheral: [UInt8], address: UInt32, crcInit: UInt32, interval: UInt16,
    latency: UInt16 = 0, timeout: UInt16 = 100, windowOffset: UInt16 = 0, channelMap: UInt64 = 0x1F_FFFF_FFFF,
    hop: UInt8 = 7
  ) -> [UInt8] {
    var bytes = central + peripheral
    bytes += address.bytes() + crcInit.bytes().prefix(3)
    bytes += [2] + windowOffset.bytes() + interval.bytes()
    bytes += latency.bytes() + timeout.bytes()
    return bytes + channelMap.bytes().prefix(5) + [hop | 5 << 5]
  }
}

/// What a sniffer writes around a packet of the air.
public enum AirEncapsulation: Sendable, CaseIterable {
  /// Link type 251.
  case plain
  /// Link type 256, without directions and checked CRCs.
  case pseudoHeader
  /// Link type 256, with both.
  case pseudoHeaderWithDirection
  /// Link type 272, header version 1.
  case nordic1
  /// Link type 272, header version 2.
  case nordic2
  /// Link type 272, header version 3.
  case nordic3
  /// Link type 192 with packets of link type 251.
  case ppi

  /// The number of the link type.
  public var linkType: UInt16 {
    switch self {
    case .plain: 251
    case .pseudoHeader, .pseudoHeaderWithDirection: 256
    case .nordic1, .nordic2, .nordic3: 272
    case .ppi: 192
    }
  }

  /// True when the direction of data PDUs is written.
  public var tellsDirection: Bool {
    switch self {
    case .plain, .pseudoHeader, .ppi: false
    case .pseudoHeaderWithDirection, .nordic1, .nordic2, .nordic3: true
    }
  }
}

/// What a sniffer knows of a packet beside the packet.
public struct AirReception: Sendable {
  /// The channel's index, 0 to 39.
  public var channel: UInt8
  /// Signal in dBm, below zero.
  public var rssi: Int8
  /// When it began, in microseconds.
  public var time: UInt64
  /// From the end of the packet before to its start, in microseconds.
  public var delta: UInt32
  /// It is from the central.
  public var isCentral: Bool
  /// It is on an advertising channel.
  public var isAdvertising: Bool
  /// The CRC fits.
  public var isGood: Bool
  /// The sniffer's count of messages.
  public var counter: UInt16
  /// The connection event's number.
  public var event: UInt16
  /// 0 = 1M, 1 = 2M, 2 = Coded.
  public var phy: UInt8
  /// Type of auxiliary PDU.
  public var auxiliary: UInt8
  /// How long the packet took, in microseconds.
  public var duration: UInt64
  /// The sniffer saw it encrypted, and the MIC fits or does not.
  public var micStatus: Bool?

  /// Makes the reception of a packet.
  public init(
    channel: UInt8, rssi: Int8, time: UInt64, delta: UInt32, isCentral: Bool, isAdvertising: Bool,
    isGood: Bool,
    counter: UInt16, event: UInt16, phy: UInt8, auxiliary: UInt8, duration: UInt64, micStatus: Bool? = nil
  ) {
    self.channel = channel
    self.rssi = rssi
    self.time = time
    self.delta = delta
    self.isCentral = isCentral
    self.isAdvertising = isAdvertising
    self.isGood = isGood
    self.counter = counter
    self.event = event
    self.phy = phy
    self.auxiliary = auxiliary
    self.duration = duration
    self.micStatus = micStatus
  }
}

extension AirEncapsulation {
  /// The sniffer's board in nRF headers.
  public static let board: UInt8 = 9

  /// A record around a packet.
  public func record(_ packet: [UInt8], _ seen: AirReception) -> [UInt8] {
    switch self {
    case .plain: return packet
    case .pseudoHeader, .pseudoHeaderWithDirection: return pseudoHeader(packet, seen) + packet
    case .nordic1, .nordic2, .nordic3: return nordic(packet, seen)
    case .ppi:
      let megahertz = UInt16(2402 + 2 * Int(Self.rfChannel(seen.channel)))
      // Ubertooth reads its clock at the end of a packet.
      let clock = (seen.time + seen.duration) * 10
      var header: [UInt8] = [0, 0, 24, 0, 251, 0, 0, 0] + UInt16(30_006).bytes() + [12, 0, 0]
      header += megahertz.bytes() + [UInt8(truncatingIfNeeded: clock / 3_276_800_000)]
      header += UInt32(clock % 3_276_800_000).bytes() + [0, 0, 0, 0]
      return header + packet
    }
  }

  private func pseudoHeader(_ packet: [UInt8], _ seen: AirReception) -> [UInt8] {
    var flags: UInt16 = 0x0001 | 0x0002 | UInt16(seen.phy) << 14
    if self == .pseudoHeaderWithDirection {
      flags |= 0x0400 | (seen.isGood ? 0x0800 : 0)
      if !seen.isAdvertising {
        flags |= seen.isCentral ? 2 << 7 : 3 << 7
        if let isGood = seen.micStatus { flags |= 0x1008 | (isGood ? 0x2000 : 0) }
      } else if seen.channel < 37 {
        flags |= 1 << 7 | UInt16(seen.auxiliary) << 12
      }
    }
    let signal = UInt8(bitPattern: seen.rssi)
    return [Self.rfChannel(seen.channel), signal, 0x80, 0] + packet.prefix(4) + flags.bytes()
  }

  private func nordic(_ packet: [UInt8], _ seen: AirReception) -> [UInt8] {
    var flags: UInt8 = (seen.isGood ? 1 : 0) | seen.phy << 4
    if seen.isAdvertising {
      if self == .nordic3, seen.channel < 37 { flags |= seen.auxiliary << 1 }
    } else {
      if seen.isCentral { flags |= 2 }
      if let isGood = seen.micStatus { flags |= isGood ? 0x0C : 0x04 }
    }
    let time = self == .nordic3 ? UInt32(truncatingIfNeeded: seen.time) : seen.delta
    var payload: [UInt8] = [10, flags, seen.channel, UInt8(-Int(seen.rssi))]
    payload += seen.event.bytes() + time.bytes() + packet
    let type: UInt8 = self == .nordic3 && seen.isAdvertising ? 2 : 6
    switch self {
    case .nordic1:
      let header = [Self.board, 6, UInt8(truncatingIfNeeded: payload.count), 1]
      return header + seen.counter.bytes() + [type] + payload
    case .nordic2, .nordic3:
      let version: UInt8 = self == .nordic3 ? 3 : 2
      let header = [Self.board] + UInt16(payload.count).bytes() + [version]
      return header + seen.counter.bytes() + [type] + payload
    case .plain, .pseudoHeader, .pseudoHeaderWithDirection, .ppi: return []
    }
  }

  /// The RF channel, from 2402 MHz in steps of 2 MHz, of a channel index.
  public static func rfChannel(_ index: UInt8) -> UInt8 {
    switch index {
    case 37: 0
    case 38: 12
    case 39: 39
    case 0...10: index + 1
    default: index + 2
    }
  }
}
