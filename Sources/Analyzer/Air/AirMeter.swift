import ATTParser

/// Measures the connections of the air that are open: plain counters for each, in the link's place.
///
/// The decoder follows a limited number of links.
struct AirMeter: ~Copyable {
  /// Channels of a link, both directions: 37 and some room.
  private static let channels = 40
  /// Stretches of time over which the signal is averaged.
  private static let buckets = 32
  /// Nanoseconds of such a stretch at first; it doubles when they are used up.
  private static let firstStretch: Int64 = 250_000_000

  /// What one direction of a link adds up to.
  struct Way: Hashable, BitwiseCopyable {
    var pdus: UInt32 = 0
    var empty: UInt32 = 0
    var retransmissions: UInt32 = 0
    var emptyRetransmissions: UInt32 = 0
    var damaged: UInt32 = 0
    var missed: UInt32 = 0
    var moreData: UInt32 = 0
    var rssiCount: UInt32 = 0
    var bytes = 0
    var rssiSum = 0
    var rssiLeast: Int8 = 127
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
    var accessAddress = AccessAddress(rawValue: 0)
    /// Where its channels and its signal are counted, -1 when it has ended.
    var row: Int32 = -1
    var central = Way()
    var peripheral = Way()
    var events: UInt32 = 0
    var missedEvents = 0
    var withoutAnswer: UInt32 = 0
    var mostPackets: UInt32 = 0
    var packets = 0
    var packetsOfEvent: UInt32 = 0
    var isAnswered = false
    var intervalCount = 0
    var intervalSum: Int64 = 0
    var intervalLeast = Int64.max
    var intervalMost: Int64 = 0
    var driftCount = 0
    var driftSum: Int64 = 0
    var driftMost: Int64 = 0
    var driftSpan: Int64 = 0
    var isDirectionInferred = false
    var undecrypted: UInt32 = 0
    var decrypted: UInt32 = 0
    var noKeyFits = 0
    var needsPasskey = 0
    var signalStart = Timestamp(nanoseconds: 0)
    var stretch = AirMeter.firstStretch
    var bucketsUsed = 0
    /// The stretch under way: where it is counted, and from when to when it lasts after ``signalStart``.
    var bucket = 0
    var bucketStart: Int64 = 0
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
    var centralSum: Int32 = 0
    var centralCount: UInt32 = 0
    var peripheralSum: Int32 = 0
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

  private var entries = PackedArray<Entry>()
  private var counts = PackedArray<AirFacts.ChannelCount>()
  private var signal = PackedArray<Bucket>()
  /// Rows of links that have ended: far fewer are open than are followed.
  private var freeRows: [Int32] = []
  private var rowCount: Int32 = 0

  init() {}

  /// Begins to measure the link in a place.
  mutating func begin(_ link: Int, _ address: AccessAddress) {
    while entries.count <= link { entries.append(Entry()) }
    let row = entries[link].row >= 0 ? entries[link].row : takeRow()
    entries[link] = Entry()
    entries[link].accessAddress = address
    entries[link].row = row
    for place in 0..<(2 * Self.channels) { counts[Int(row) * 2 * Self.channels + place] = .init() }
    for place in 0..<Self.buckets { signal[Int(row) * Self.buckets + place] = Bucket() }
  }

  private mutating func takeRow() -> Int32 {
    if let row = freeRows.popLast() { return row }
    for _ in 0..<(2 * Self.channels) { counts.append(AirFacts.ChannelCount()) }
    for _ in 0..<Self.buckets { signal.append(Bucket()) }
    rowCount += 1
    return rowCount - 1
  }

  /// True when the link in a place is the one with an access address.
  @inline(__always)
  func isOn(_ address: AccessAddress, _ link: Int) -> Bool {
    link < entries.count && entries[link].accessAddress == address
  }

  /// Adds a data channel packet of the link in a place.
  mutating func add(_ packet: AirPacket, _ link: Int) {
    if entries[link].isBeyondStretch(packet) { beginBucket(packet.time, link) }
    Self.add(packet, &entries[link], &counts, &signal)
  }

  /// Adds packets that follow each other and are of the link in a place.
  mutating func add(_ packets: inout PackedArray<BulkPacket>, _ places: Range<Int>, _ link: Int) {
    var place = places.lowerBound
    while place < places.upperBound {
      if entries[link].isBeyondStretch(AirPacket(&packets[place])) { beginBucket(packets[place].time, link) }
      place = Self.add(&packets, place..<places.upperBound, &entries[link], &counts, &signal)
    }
  }

  // What belongs together is handed on once, and not looked for again for each packet.
  /// Adds the first of the packets, and those after it that are in the same stretch of time.
  ///
  /// - Returns: the place of the first packet that was not added.
  @inline(__always)
  private static func add(
    _ packets: inout PackedArray<BulkPacket>, _ places: Range<Int>, _ entry: inout Entry,
    _ counts: inout PackedArray<AirFacts.ChannelCount>, _ signal: inout PackedArray<Bucket>
  ) -> Int {
    let first = entry.row < 0 ? -1 : Int(entry.row) &* 2 &* channels
    // Packets found together are in the order of their times. Where the first one tells nothing of the signal, it
    // may be from any time.
    let end =
      packets[places.lowerBound].radio.rssi == nil ? .min : entry.signalStart.nanoseconds &+ entry.bucketEnd
    let (central, peripheral) = (entry.central, entry.peripheral)
    var place = places.lowerBound
    repeat {
      if packets[place].isExpected, first >= 0 {
        addExpected(&packets[place], &entry, first, &counts)
      } else {
        addAny(AirPacket(&packets[place]), &entry, &counts)
      }
      place &+= 1
    } while place < places.upperBound
      && (packets[place].time.nanoseconds < end || packets[place].radio.rssi == nil)
    if first >= 0 {
      let bucket = Int(entry.row) &* buckets &+ entry.bucket
      signal[bucket].add(entry.central, since: central, entry.peripheral, since: peripheral)
    }
    return place
  }

  /// Adds a packet that was expected, see ``BulkPacket/isExpected``.
  ///
  /// - Parameter first: where the link's channels are counted.
  @inline(__always)
  private static func addExpected(
    _ packet: inout BulkPacket, _ entry: inout Entry, _ first: Int,
    _ counts: inout PackedArray<AirFacts.ChannelCount>
  ) {
    if packet.notes.contains(.beginsEvent) { entry.beginEvent(AirPacket(&packet)) }
    entry.packets &+= 1
    entry.packetsOfEvent &+= 1
    var counter = first
    if packet.direction == .sent {
      entry.central.addExpected(&packet)
    } else {
      entry.isAnswered = true
      entry.peripheral.addExpected(&packet)
      counter &+= channels
    }
    if let channel = packet.radio.channel, channel < channels { counts[counter &+ Int(channel)].pdus &+= 1 }
  }

  @inline(__always)
  private static func add(
    _ packet: AirPacket, _ entry: inout Entry, _ counts: inout PackedArray<AirFacts.ChannelCount>,
    _ signal: inout PackedArray<Bucket>
  ) {
    let (central, peripheral) = (entry.central, entry.peripheral)
    addAny(packet, &entry, &counts)
    guard entry.row >= 0 else { return }
    let bucket = Int(entry.row) &* buckets &+ entry.bucket
    signal[bucket].add(entry.central, since: central, entry.peripheral, since: peripheral)
  }

  /// Adds all of a packet but its signal in the stretch of time.
  @inline(never)
  private static func addAny(
    _ packet: AirPacket, _ entry: inout Entry, _ counts: inout PackedArray<AirFacts.ChannelCount>
  ) {
    if packet.notes.contains(.beginsEvent) { entry.beginEvent(packet) }
    entry.add(packet)
    let row = Int(entry.row)
    guard row >= 0 else { return }
    if let channel = packet.channel, channel < Self.channels {
      let place = row &* 2 &* Self.channels &+ Int(channel) &+ (packet.isCentral ? 0 : Self.channels)
      if packet.isDamaged {
        counts[place].damaged &+= 1
      } else {
        counts[place].pdus &+= 1
        if packet.notes.contains(.isRetransmission) { counts[place].retransmissions &+= 1 }
      }
    }
  }

  /// Finds the stretch that a packet belongs to.
  @inline(never)
  private mutating func beginBucket(_ time: Timestamp, _ link: Int) {
    if entries[link].bucketsUsed == 0 { entries[link].signalStart = time }
    // What comes before the first one, where the clock goes back, belongs to it.
    let elapsed = max(0, time.nanoseconds(since: entries[link].signalStart))
    while elapsed / entries[link].stretch >= Int64(Self.buckets), entries[link].stretch < Int64.max / 4 {
      halve(link)
    }
    let number = elapsed / entries[link].stretch
    let bucket = min(Self.buckets - 1, Int(number))
    entries[link].bucket = bucket
    entries[link].bucketStart = number &* entries[link].stretch
    entries[link].bucketEnd = entries[link].bucketStart &+ entries[link].stretch
    entries[link].bucketsUsed = max(entries[link].bucketsUsed, bucket + 1)
  }

  /// Makes one stretch of two.
  private mutating func halve(_ link: Int) {
    let start = Int(entries[link].row) * Self.buckets
    for place in 0..<Self.buckets {
      var joined = Bucket()
      if place < Self.buckets / 2 {
        for half in [signal[start + 2 * place], signal[start + 2 * place + 1]] {
          joined.centralSum &+= half.centralSum
          joined.centralCount &+= half.centralCount
          joined.peripheralSum &+= half.peripheralSum
          joined.peripheralCount &+= half.peripheralCount
        }
      }
      signal[start + place] = joined
    }
    entries[link].stretch *= 2
    entries[link].bucketsUsed = (entries[link].bucketsUsed + 1) / 2
  }

  // MARK: - The result

  /// Fills in what the link in a place added up to.
  mutating func finish(_ link: Int, into facts: inout AirFacts) {
    guard link < entries.count, entries[link].row >= 0 else { return }
    entries[link].endEvent()
    let entry = entries[link]
    facts.fromCentral = AirFacts.Side(entry.central)
    facts.fromPeripheral = AirFacts.Side(entry.peripheral)
    facts.events = AirFacts.Events(
      heard: Int(entry.events), missed: entry.missedEvents, withoutAnswer: Int(entry.withoutAnswer),
      mostPackets: Int(entry.mostPackets), packets: entry.packets)
    if entry.intervalCount > 0 {
      facts.intervals = AirFacts.Intervals(
        count: entry.intervalCount, least: entry.intervalLeast, most: entry.intervalMost,
        sum: entry.intervalSum)
    }
    facts.drift = AirFacts.Drift(
      count: entry.driftCount, sum: entry.driftSum, greatest: entry.driftMost, span: entry.driftSpan)
    facts.isDirectionInferred = entry.isDirectionInferred
    facts.undecrypted = Int(entry.undecrypted)
    facts.decrypted = Int(entry.decrypted)
    facts.noKeyFits = entry.noKeyFits == 0 ? nil : entry.noKeyFits
    facts.needsPasskey = entry.needsPasskey == 0 ? nil : entry.needsPasskey
    let first = Int(entry.row) * 2 * Self.channels
    var channels: [AirFacts.Channel] = []
    for index in 0..<Self.channels {
      let (central, peripheral) = (counts[first + index], counts[first + Self.channels + index])
      guard central != AirFacts.ChannelCount() || peripheral != AirFacts.ChannelCount() else { continue }
      channels.append(AirFacts.Channel(index: index, central: central, peripheral: peripheral))
    }
    facts.channelCounts = AirFacts.ChannelCounts(channels)
    var buckets: [Bucket] = []
    for place in 0..<entry.bucketsUsed { buckets.append(signal[Int(entry.row) * Self.buckets + place]) }
    facts.signalCourse = AirFacts.SignalCourse(entry.signalStart, stretch: entry.stretch, buckets)
    freeRows.append(entry.row)
    entries[link].row = -1
  }
}
