import ATTParser

extension AirMeter {
  /// Nanoseconds of a stretch of time at first; doubled when the stretches are used up.
  private static let firstStretch: Int64 = 250_000_000

  /// What one direction of a link adds up to.
  struct Way: Hashable, BitwiseCopyable {
    /// PDUs heard, all kinds, damaged ones not counted.
    var pdus: UInt32 = 0
    /// PDUs without payload, among them.
    var empty: UInt32 = 0
    /// PDUs heard before, among them.
    var retransmissions: UInt32 = 0
    /// Retransmissions of PDUs without payload, among those.
    var emptyRetransmissions: UInt32 = 0
    /// Packets with a bad CRC.
    var damaged: UInt32 = 0
    /// PDUs that the sniffer missed, at least.
    var missed: UInt32 = 0
    /// PDUs with the MD bit set.
    var moreData: UInt32 = 0
    /// Packets whose signal is told, damaged ones too.
    var rssiCount: UInt32 = 0
    /// Bytes of payload, retransmissions not counted.
    var bytes = 0
    /// The signals of ``rssiCount`` packets in dBm, added up.
    var rssiSum = 0
    /// The weakest of them in dBm; 127 when there is none.
    var rssiLeast: Int8 = 127
    /// The strongest of them in dBm; -128 when there is none.
    var rssiMost: Int8 = -128

    /// Adds how strong a packet was heard.
    @inline(__always)
    private mutating func add(_ rssi: Int8?) {
      guard let rssi else { return }
      rssiCount &+= 1
      rssiSum &+= Int(rssi)
      if rssi < rssiLeast { rssiLeast = rssi }
      if rssi > rssiMost { rssiMost = rssi }
    }

    /// Adds a packet of the direction that was expected: ``add(_:)`` in short.
    @inline(__always)
    mutating func addExpected(_ packet: inout BulkPacket) {
      add(packet.radio.rssi)
      pdus &+= 1
      if packet.header & 0x10 != 0 { moreData &+= 1 }
      let count = Int(packet.header &>> 8)
      if count == 0 { empty &+= 1 }
      bytes &+= count
    }

    /// Adds a data channel packet of the direction.
    @inline(__always)
    mutating func add(_ packet: AirPacket) {
      add(packet.rssi)
      if packet.isDamaged {
        damaged &+= 1
        return
      }
      pdus &+= 1
      missed &+= UInt32(packet.missed)
      if packet.hasMoreData { moreData &+= 1 }
      if packet.isEmpty { empty &+= 1 }
      if packet.notes.contains(.isRetransmission) {
        retransmissions &+= 1
        if packet.isEmpty { emptyRetransmissions &+= 1 }
      } else {
        bytes &+= packet.payloadCount
      }
    }
  }

  /// What a link adds up to.
  struct Entry: BitwiseCopyable {
    /// Tells whether the place is still that of a link.
    var accessAddress = AccessAddress(rawValue: 0)
    /// Where its channels and its signal are counted, -1 when it has ended.
    var row: Int32 = -1
    /// What the central sent.
    var central = Way()
    /// What the peripheral sent.
    var peripheral = Way()
    /// Connection events of which something was heard.
    var events: UInt32 = 0
    /// Connection events of which nothing was heard, where they can be counted.
    var missedEvents = 0
    /// Events in which the peripheral was not heard, but for the one under way.
    var withoutAnswer: UInt32 = 0
    /// The most packets heard in one event, but for the one under way.
    var mostPackets: UInt32 = 0
    /// Packets heard in all events, damaged ones too.
    var packets = 0
    /// Packets of the event under way.
    var packetsOfEvent: UInt32 = 0
    /// The peripheral was heard in the event under way.
    var isAnswered = false
    /// Times measured from the start of one event to that of the next, with none missed in between.
    var intervalCount = 0
    /// Nanoseconds of those, added up.
    var intervalSum: Int64 = 0
    /// The shortest of them in nanoseconds.
    var intervalLeast = Int64.max
    /// The longest of them in nanoseconds.
    var intervalMost: Int64 = 0
    /// Events whose time was compared with the connection interval.
    var driftCount = 0
    /// Nanoseconds that those came late, added up.
    var driftSum: Int64 = 0
    /// The greatest deviation of one of them in nanoseconds, negative when it came early.
    var driftMost: Int64 = 0
    /// Nanoseconds since the events before those, added up.
    var driftSpan: Int64 = 0
    /// The direction of a PDU was inferred from the order.
    var isDirectionInferred = false
    /// PDUs of ciphertext that could not be decrypted.
    var undecrypted: UInt32 = 0
    /// PDUs that were decrypted.
    var decrypted: UInt32 = 0
    /// The frame of the first ciphertext that certainly no key fits, 0 for none.
    var noKeyFits = 0
    /// The frame of the first ciphertext whose pairing no known temporary key fits, 0 for none.
    var needsPasskey = 0
    /// When the first stretch begins: with the first packet that tells its signal.
    var signalStart = Timestamp(nanoseconds: 0)
    /// Nanoseconds of a stretch.
    var stretch = AirMeter.firstStretch
    /// Stretches up to the last one in which something was heard.
    var bucketsUsed = 0
    /// Where the stretch under way is counted.
    var bucket = 0
    /// Nanoseconds after ``signalStart`` at which it begins.
    var bucketStart: Int64 = 0
    /// Nanoseconds after ``signalStart`` at which it ends; 0 while there is none.
    var bucketEnd: Int64 = 0

    /// True when another stretch of time begins with a packet, or nothing is counted in one yet.
    @inline(__always)
    func isBeyondStretch(_ packet: AirPacket) -> Bool {
      guard packet.rssi != nil, row >= 0 else { return false }
      let elapsed = packet.time.nanoseconds(since: signalStart)
      return elapsed < bucketStart || elapsed >= bucketEnd
    }

    /// Begins a connection event.
    @inline(__always)
    mutating func beginEvent(_ packet: AirPacket) {
      endEvent()
      events &+= 1
      missedEvents &+= Int(packet.missedEvents)
      let elapsed = packet.sinceAnchor
      guard packet.notes.contains(.hasDrift) else { return }
      if packet.missedEvents == 0 {
        intervalCount &+= 1
        intervalSum &+= elapsed
        intervalLeast = min(intervalLeast, elapsed)
        intervalMost = max(intervalMost, elapsed)
      }
      driftCount &+= 1
      driftSum &+= packet.drift
      driftSpan &+= elapsed
      if packet.drift.magnitude > driftMost.magnitude { driftMost = packet.drift }
    }

    /// Ends the connection event under way.
    @inline(__always)
    mutating func endEvent() {
      guard packetsOfEvent > 0 else { return }
      if !isAnswered { withoutAnswer &+= 1 }
      mostPackets = max(mostPackets, packetsOfEvent)
      packetsOfEvent = 0
      isAnswered = false
    }

    /// Adds a data channel packet.
    @inline(__always)
    mutating func add(_ packet: AirPacket) {
      let notes = packet.notes
      packets &+= 1
      packetsOfEvent &+= 1
      if notes.contains(.isDirectionInferred) { isDirectionInferred = true }
      if packet.isCentral {
        central.add(packet)
        peripheral.missed &+= UInt32(packet.missedOther)
      } else {
        isAnswered = true
        peripheral.add(packet)
        central.missed &+= UInt32(packet.missedOther)
      }
      if notes.contains(.isDecrypted) { decrypted &+= 1 }
      if notes.contains(.isCiphertext) {
        undecrypted &+= 1
        if notes.contains(.noKeyFits), noKeyFits == 0 { noKeyFits = packet.number }
        if notes.contains(.needsPasskey), needsPasskey == 0 { needsPasskey = packet.number }
      }
    }
  }

  /// The signal of a stretch of time.
  struct Bucket: Hashable, Sendable, BitwiseCopyable {
    /// The signals of the central's packets in dBm, added up.
    var centralSum: Int32 = 0
    /// Packets of the central whose signal is told.
    var centralCount: UInt32 = 0
    /// The signals of the peripheral's packets in dBm, added up.
    var peripheralSum: Int32 = 0
    /// Packets of the peripheral whose signal is told.
    var peripheralCount: UInt32 = 0

    /// Adds what both directions heard since they were as given.
    @inline(__always)
    mutating func add(_ central: Way, since oldCentral: Way, _ peripheral: Way, since oldPeripheral: Way) {
      centralSum &+= Int32(truncatingIfNeeded: central.rssiSum &- oldCentral.rssiSum)
      centralCount &+= central.rssiCount &- oldCentral.rssiCount
      peripheralSum &+= Int32(truncatingIfNeeded: peripheral.rssiSum &- oldPeripheral.rssiSum)
      peripheralCount &+= peripheral.rssiCount &- oldPeripheral.rssiCount
    }
  }
}
