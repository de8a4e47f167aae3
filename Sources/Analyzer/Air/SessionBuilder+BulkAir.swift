import ATTParser

// Packets of the air whose frames are not made. What is added up of them is what `addAir(_:_:)` adds up of frames.
extension SessionBuilder {
  /// Adds every frame that is left in a capture of the air.
  mutating func addAllOfAir(_ reader: inout CaptureReader) {
    var frame = DecodedFrame()
    var packets = PackedArray<BulkPacket>()
    while true {
      repeat {
        reader.nextBulk(into: &packets, after: &previousTime)
        add(&packets, &frame, &reader)
      } while packets.count == CaptureReader.packetLimit
      guard reader.next(into: &frame) else { return }
      add(&frame, &reader)
    }
  }

  /// Adds bulk packets, at a time those of a link that the sniffer sent one after the other.
  ///
  /// - Parameter frame: memory to decode into.
  private mutating func add(
    _ packets: inout PackedArray<BulkPacket>, _ frame: inout DecodedFrame, _ reader: inout CaptureReader
  ) {
    airTotals.data += packets.count
    var first = 0
    while first < packets.count {
      let link = packets[first].link
      let end = Self.end(of: first, in: &packets)
      airTotals.lostMessages &+= snifferCounters.missing(before: packets[first].radio)
      snifferCounters.note(packets[end &- 1].radio)
      if airMeter.isOn(packets[first].accessAddress, Int(link)),
        let slot = openSlot(Record.sniffer, ConnectionHandle(rawValue: link))
      {
        add(&packets, first..<end, slot, &frame, &reader)
      } else {
        airTotals.unattributed += end - first
      }
      first = end
    }
  }

  /// Where the packets end that follow one and are of the same link, with no message of the sniffer between them.
  @inline(__always)
  private static func end(of first: Int, in packets: inout PackedArray<BulkPacket>) -> Int {
    let link = packets[first].link
    let board = packets[first].radio.board
    var counter = packets[first].radio.packetCounter
    var end = first &+ 1
    while end < packets.count, packets[end].link == link, packets[end].radio.board == board {
      if let before = counter { counter = before &+ 1 }
      guard packets[end].radio.packetCounter == counter else { break }
      end &+= 1
    }
    return end
  }

  /// Adds packets of the connection in a slot.
  @inline(__always)
  private mutating func add(
    _ packets: inout PackedArray<BulkPacket>, _ places: Range<Int>, _ slot: Int, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader
  ) {
    let link = Int(packets[places.lowerBound].link)
    let key = Self.key(Record.sniffer, ConnectionHandle(rawValue: packets[places.lowerBound].link))
    airMeter.add(&packets, places, link)
    for place in places {
      if !packets[place].isExpected { addUnexpected(place, &packets, slot, &frame, &reader) }
      if packets[place].bringsValue { addValue(of: place, &packets, key, &frame, &reader) }
    }
    if !live[slot].air.isTerminated {
      let last = packets[places.upperBound - 1]
      live[slot].lastSeen = Moment(frame: last.number, time: last.time)
    }
  }

  /// Adds what may be told of a packet that is not the one that was expected.
  @inline(never)
  private mutating func addUnexpected(
    _ place: Int, _ packets: inout PackedArray<BulkPacket>, _ slot: Int, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader
  ) {
    let notes = packets[place].notes
    if notes.contains(.isRetransmission) { airTotals.retransmissions &+= 1 }
    let missed = Int(packets[place].missed) &+ Int(packets[place].missedOther)
    if missed > 0 || packets[place].missedEvents > 0 {
      airTotals.missed &+= missed
      live[slot].lastLoss = packets[place].number
    }
    if !notes.isDisjoint(with: Self.changes) {
      reader.fill(&frame, withPacket: packets[place])
      noteAir(&frame, slot)
    }
  }

  /// Adds the value that a packet brings.
  @inline(__always)
  private mutating func addValue(
    of place: Int, _ packets: inout PackedArray<BulkPacket>, _ link: UInt64, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader
  ) {
    let key = ValueStreamTable.key(
      link, packets[place].content == .writeCommand ? .writeCommand : .notification,
      packets[place].direction, packets[place].attributeHandle)
    let moment = Moment(frame: packets[place].number, time: packets[place].time)
    let connection = streams.add(to: key, bytes: packets[place].valueCount, moment)
    if connection <= 0 { addShown(place, &packets, &frame, &reader, isCounted: connection < 0) }
  }

  /// Adds a value that more is wanted of than its count: the first one of a stream, or one that is watched.
  @inline(never)
  private mutating func addShown(
    _ place: Int, _ packets: inout PackedArray<BulkPacket>, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader, isCounted: Bool
  ) {
    reader.fill(&frame, withPacket: packets[place])
    _ = isCounted ? addWatched(&frame, &reader) : addRareATT(&frame, &reader)
  }
}
