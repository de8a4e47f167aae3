/// A capture of the air written packet by packet: one connection, with the sequence numbers and times that two
/// well-behaved devices have.
public struct AirScript {
  /// One of the two devices.
  public enum Side: Sendable {
    case central, peripheral
  }

  /// What becomes of a packet on its way to the sniffer.
  public enum Fate: Sendable {
    /// It is heard.
    case heard
    /// The sniffer misses it.
    case missed
    /// The sniffer hears it damaged.
    case damaged
    /// The sniffer hears it, and its message is lost on the way to the computer.
    case dropped
  }

  private struct Device {
    var sequence: UInt8 = 1
    var expected: UInt8 = 0
    var last: (llid: UInt8, payload: [UInt8])?
  }

  private let encapsulation: AirEncapsulation
  private var pcap: PCAPWriter?
  private var pcapng: PCAPNGWriter?
  private var devices = [Device(), Device()]
  private var counter: UInt16 = 100
  private var lastEnd: UInt64 = 0
  private var anchor: UInt64 = 0
  private var isFirstEvent = true

  /// The connection's access address.
  public var address: UInt32
  /// What its CRCs begin with.
  public var crcInit: UInt32 = 0x12_3456
  /// Microseconds since the start.
  public private(set) var time: UInt64 = 1_000_000
  /// The number of the connection event.
  public private(set) var event: UInt16 = 0
  /// The connection interval in microseconds.
  public var interval: UInt64
  /// The signal in dBm.
  public var rssi: Int8 = -50
  /// The channel of the event under way.
  public private(set) var channel: UInt8 = 3
  /// The devices' addresses as sent.
  public let central: [UInt8] = [0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6]
  /// The peripheral's.
  public let peripheral: [UInt8] = [0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6]

  /// Begins a capture; the interval is in microseconds.
  public init(
    _ encapsulation: AirEncapsulation, pcapng isBlocks: Bool = false, address: UInt32 = 0x5065_4C11,
    interval: UInt64 = 30_000
  ) {
    self.encapsulation = encapsulation
    self.address = address
    self.interval = interval
    if isBlocks {
      var writer = PCAPNGWriter()
      writer.addInterface(linkType: encapsulation.linkType)
      pcapng = writer
    } else {
      pcap = PCAPWriter(linkType: UInt32(encapsulation.linkType))
    }
  }

  /// The capture so far.
  public var bytes: [UInt8] { pcap?.bytes ?? pcapng?.bytes ?? [] }

  // MARK: Advertising

  /// An advertising PDU.
  public mutating func advertise(
    _ type: UInt8, _ payload: [UInt8], flags: UInt8 = 0, channel: UInt8 = 37, auxiliary: UInt8 = 0,
    fate: Fate = .heard
  ) {
    let pdu = AirBuilder.advertising(type, payload, flags: flags)
    record(
      AirBuilder.packet(AirBuilder.advertisingAddress, pdu, crcInit: AirBuilder.advertisingCRC),
      channel: channel, isCentral: false, isAdvertising: true, auxiliary: auxiliary, fate: fate)
    time += 1_000
  }

  /// A CONNECT_IND, or on a secondary channel an AUX_CONNECT_REQ, from the central to the peripheral.
  public mutating func connect(channel: UInt8 = 37, fate: Fate = .heard) {
    advertise(
      5,
      AirBuilder.connectionRequest(
        central: central, peripheral: peripheral, address: address, crcInit: crcInit,
        interval: UInt16(interval / 1250)),
      flags: 0x40, channel: channel, fate: fate)
    // Back to the end of the packet; the first event is 2.5 ms after it.
    anchor = lastEnd + 2_500
    isFirstEvent = true
    devices = [Device(), Device()]
  }

  // MARK: Data

  /// Begins the next connection event, or one some events later.
  public mutating func nextEvent(after count: Int = 1) {
    if isFirstEvent {
      isFirstEvent = false
      event = UInt16(count - 1)
      anchor += UInt64(count - 1) * interval
    } else {
      event &+= UInt16(count)
      anchor += UInt64(count) * interval
    }
    channel = UInt8((Int(channel) + 7 * count) % 37)
    time = anchor
  }

  /// Begins the next connection event under another interval, `offset` microseconds later than by the old one.
  public mutating func nextEvent(interval fresh: UInt64, offset: UInt64) {
    event &+= 1
    anchor += interval + offset
    interval = fresh
    channel = UInt8((Int(channel) + 7) % 37)
    time = anchor
  }

  /// A new data PDU, which the other device receives.
  public mutating func send(
    _ side: Side, _ llid: UInt8 = 1, _ payload: [UInt8] = [], more: Bool = false, fate: Fate = .heard,
    micStatus: Bool? = nil
  ) {
    devices[index(side)].sequence ^= 1
    devices[index(side)].last = (llid, payload)
    transmit(side, more: more, fate: fate, isReceived: true, micStatus: micStatus)
  }

  /// The last PDU once more, which the other device receives.
  public mutating func resend(_ side: Side, fate: Fate = .heard) {
    transmit(side, more: false, fate: fate, isReceived: true, micStatus: nil)
  }

  /// A new data PDU that the other device does not receive.
  public mutating func sendInVain(_ side: Side, _ llid: UInt8 = 1, _ payload: [UInt8] = []) {
    devices[index(side)].sequence ^= 1
    devices[index(side)].last = (llid, payload)
    transmit(side, more: false, fate: .heard, isReceived: false, micStatus: nil)
  }

  /// A whole event: one PDU each way.
  public mutating func exchange(
    _ fromCentral: (UInt8, [UInt8]) = (1, []), _ fromPeripheral: (UInt8, [UInt8]) = (1, [])
  ) {
    nextEvent()
    send(.central, fromCentral.0, fromCentral.1)
    send(.peripheral, fromPeripheral.0, fromPeripheral.1)
  }

  /// The parameters of an L2CAP PDU on a channel in one LL PDU.
  public static func l2cap(_ channel: UInt16, _ hex: String) -> (UInt8, [UInt8]) {
    (2, PacketBuilder.l2cap(channel, [UInt8](hex: hex)))
  }

  /// A message of the sniffer that is no packet; nothing but nRF headers have such.
  public mutating func message(_ type: UInt8) {
    counter &+= 1
    write([AirEncapsulation.board, 0, 0, 3] + counter.bytes() + [type])
  }

  /// A record of any bytes.
  public mutating func raw(_ bytes: [UInt8]) { write(bytes) }

  private func index(_ side: Side) -> Int { side == .central ? 0 : 1 }

  private mutating func transmit(
    _ side: Side, more: Bool, fate: Fate, isReceived: Bool, micStatus: Bool?
  ) {
    let (own, other) = (index(side), 1 - index(side))
    guard let last = devices[own].last else { return }
    let pdu = AirBuilder.data(
      last.llid, sn: devices[own].sequence, nesn: devices[own].expected, more: more, last.payload)
    if isReceived { devices[other].expected = devices[own].sequence ^ 1 }
    record(
      AirBuilder.packet(address, pdu, crcInit: crcInit), channel: channel, isCentral: side == .central,
      isAdvertising: false, fate: fate, micStatus: micStatus)
    // T_IFS to the next packet.
    time = lastEnd + 150
  }

  private mutating func record(
    _ packet: [UInt8], channel: UInt8, isCentral: Bool, isAdvertising: Bool, auxiliary: UInt8 = 0, fate: Fate,
    micStatus: Bool? = nil
  ) {
    let duration = UInt64(packet.count + 1) * 8
    defer { lastEnd = time + duration }
    if fate == .missed { return }
    counter &+= 1
    if fate == .dropped { return }
    let seen = AirReception(
      channel: channel, rssi: rssi, time: time, delta: UInt32(time - min(time, lastEnd)),
      isCentral: isCentral, isAdvertising: isAdvertising, isGood: fate != .damaged, counter: counter,
      event: event, phy: 0, auxiliary: auxiliary, duration: duration, micStatus: micStatus)
    var packet = packet
    // A bit error in the payload, or in the CRC of a PDU without one.
    if fate == .damaged { packet[packet.count - 4] ^= packet.count > 9 ? 0x20 : 0x10 }
    write(encapsulation.record(packet, seen))
  }

  private mutating func write(_ record: [UInt8]) {
    pcap?.add(record, seconds: UInt32(1_700_000_000 + time / 1_000_000), fraction: UInt32(time % 1_000_000))
    pcapng?.addPacket(record, ticks: 1_700_000_000_000_000 + time)
  }
}
