import ATTParser

/// Measures the connections of the air that are open: plain counters for each, in the link's place.
///
/// The decoder follows a limited number of links.
struct AirMeter: ~Copyable {
  /// Channels of a link, both directions: 37 and some room.
  private static let channels = 40
  /// Stretches of time over which the signal is averaged.
  private static let buckets = 32

  private var entries = PackedArray<Entry>()
  private var counts = PackedArray<AirFacts.ChannelCount>()
  private var signal = PackedArray<Bucket>()
  /// Rows of links that have ended: far fewer are open than are followed.
  private var freeRows: [Int32] = []
  private var rowCount: Int32 = 0

  /// Makes a meter of no link.
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
