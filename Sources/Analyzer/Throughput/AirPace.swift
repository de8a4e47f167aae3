import ATTParser

/// Where the two sides of a link of the air are in its connection events: what is seen there stands for the buffers and
/// reports of a controller, which a sniffer does not see.
///
/// A side whose last packet says that there is more (MD), or that sent one packet in its last event, may have been kept by
/// the link until its next packet. Its next packet tells: one without payload means that there was nothing to send.
struct AirPace: Sendable, Hashable {
  /// One side.
  struct Side: Sendable, Hashable {
    /// Packets with payload in the last event in which there were any.
    var packets = 0
    /// The number of that event.
    var event = 0
    /// When the last packet with payload was.
    var last: Int64 = 0
    /// There may be more to send.
    var isKept = false
  }

  /// Connection events heard so far.
  var event = 0
  /// The central.
  var central = Side()
  /// The peripheral.
  var peripheral = Side()
}

extension LinkPace {
  /// The link turns out to be one of the air.
  mutating func setOfTheAir() {
    isOfTheAir = true
    // What is on the air comes one connection event after the other, whoever sends it.
    local.tempo.isReceived = true
    local.knowsCredits = true
    peer.knowsCredits = true
  }

  /// A packet of the air begins; a value that it completes is sent after this.
  mutating func beginPacket(_ frame: inout DecodedFrame) {
    let packet = frame.air
    let time = frame.record.timestamp.nanoseconds
    if packet.notes.contains(.beginsEvent) { air.event &+= 1 }
    let isCentral = frame.record.direction == .sent
    radio.missed &+= Int(isCentral ? packet.missed : packet.missedOther)
    peerRadio.missed &+= Int(isCentral ? packet.missedOther : packet.missed)
    guard !packet.isDamaged else { return }
    if packet.notes.contains(.acknowledges) {
      if isCentral { peer.setQueued(false, time) } else { local.setQueued(false, time) }
    }
    if isCentral {
      Self.begin(packet, time, air.event, &air.central, &local, &radio)
    } else {
      Self.begin(packet, time, air.event, &air.peripheral, &peer, &peerRadio)
    }
  }

  /// A packet of the air is over.
  mutating func endPacket(_ frame: inout DecodedFrame) {
    let packet = frame.air
    guard packet.carriesData, !packet.isDamaged else { return }
    let time = frame.record.timestamp.nanoseconds
    if frame.record.direction == .sent {
      Self.end(packet, time, &air.central, &local)
    } else {
      Self.end(packet, time, &air.peripheral, &peer)
    }
  }

  private static func begin(
    _ packet: LinkLayerFrame, _ time: Int64, _ event: Int, _ side: inout AirPace.Side,
    _ clock: inout PaceClock,
    _ radio: inout RadioCount
  ) {
    if packet.carriesData, packet.notes.contains(.isRetransmission) {
      radio.repeated &+= 1
      clock.resend(since: side.last, time)
    } else if packet.carriesData {
      if side.isKept, side.event != event {
        clock.carry(side.packets, time)
      } else if side.isKept {
        clock.release(time)
      }
      if side.event != event || side.packets == 0 {
        side.packets = 0
        side.event = event
        radio.events += 1
      }
      side.packets &+= 1
      radio.packets &+= 1
    } else if packet.isEmpty, side.isKept {
      side.isKept = false
      clock.release(time)
    }
  }

  private static func end(
    _ packet: LinkLayerFrame, _ time: Int64, _ side: inout AirPace.Side, _ clock: inout PaceClock
  ) {
    side.last = time
    side.isKept = packet.hasMoreData || side.packets == 1
    clock.setFull(side.isKept, time)
    clock.setQueued(true, time)
  }
}

extension LinkLayerFrame {
  /// It carries a piece of an L2CAP PDU.
  fileprivate var carriesData: Bool { (llid == 1 || llid == 2) && !isEmpty }
}
