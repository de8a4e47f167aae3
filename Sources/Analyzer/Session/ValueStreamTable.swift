import ATTParser

/// The streams of the connections that are open, found by link, attribute, kind and direction.
struct ValueStreamTable: ~Copyable {
  /// Streams under way at most; those beyond are counted and reported as not kept.
  static let limit = 1 << 19

  /// A stream under way.
  ///
  /// Not private: Swift 6.3.1 then crashes in debug builds of other files that destroy a table.
  struct Live: BitwiseCopyable {
    /// What its PDUs add up to so far.
    var stream: ValueStream
    /// The connection's number; negative when every PDU of the stream is wanted, not only its count.
    var connection: Int
    /// What it is found by.
    var key: UInt64
    /// The connection's stream that began before this one, or the next free place; -1 for none.
    var previous: Int32
  }

  private var live = PackedArray<Live>()
  private var index = IntegerMap()
  private var firstFree: Int32 = -1
  /// PDUs of streams that were not kept.
  private(set) var overflow = 0
  /// Streams looked at because attributes changed.
  private var looks = 0

  /// Streams looked at for changes at most; from then on streams run through them.
  private static let lookLimit = 1 << 22
  /// The key of a stream that has ended although its connection has not.
  private static let endedKey = UInt64.max

  /// Names a stream of the connection that is open on a link.
  @inline(__always)
  static func key(
    _ link: UInt64, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle
  ) -> UInt64 {
    link &<< 22 | UInt64(handle.rawValue) &<< 6 | UInt64(kind.rawValue) &<< 2 | UInt64(direction.rawValue)
  }

  /// Adds one PDU to a stream that is there and returns its connection's number, 0 when there is none.
  ///
  /// The number is negative for a watched stream; so watching costs the others nothing.
  @inline(__always)
  mutating func add(to key: UInt64, bytes: Int, _ moment: Moment) -> Int {
    let place = index.find(key)
    if place < 0 { return 0 }
    live[place].stream.add(bytes: bytes, moment)
    return live[place].connection
  }

  /// Adds one PDU to its stream, which begins with it if it is not there.
  ///
  /// - Parameter newest: the connection's newest stream, kept up to date.
  /// - Returns: the stream's place, -1 when it was not kept.
  mutating func add(
    _ stream: ValueStream, _ key: UInt64, connection: Int, newest: inout Int32, bytes: Int,
    _ record: Record
  ) -> Int {
    var place = index.find(key)
    if place < 0 {
      let entry = Live(stream: stream, connection: connection, key: key, previous: newest)
      if firstFree >= 0 {
        place = Int(firstFree)
        firstFree = live[place].previous
        live[place] = entry
      } else {
        guard live.count < Self.limit else {
          overflow &+= 1
          return -1
        }
        place = live.count
        live.append(entry)
      }
      newest = Int32(truncatingIfNeeded: place)
      index.set(key, place)
    }
    live[place].stream.add(bytes: bytes, Moment(record))
    return place
  }

  /// Has every further PDU of a stream shown to whoever asked, or no longer.
  @inline(__always)
  mutating func watch(_ place: Int, _ isWatched: Bool) {
    guard place >= 0, place < live.count else { return }
    let number = abs(live[place].connection)
    live[place].connection = isWatched ? -number : number
  }

  /// The place of a stream, -1 when it is not there.
  @inline(__always)
  func place(_ key: UInt64) -> Int { index.find(key) }

  /// Adds value bytes that arrived later than the PDU they belong to.
  mutating func addBytes(_ place: Int, _ bytes: Int) {
    guard place >= 0, place < live.count else { return }
    live[place].stream.addBytes(bytes)
  }

  /// Values that a server has sent of an attribute so far.
  func valuesSent(_ link: UInt64, _ direction: Direction, _ handle: AttributeHandle) -> Int {
    [ValueStream.Kind.notification, .indication, .multipleNotification].reduce(0) { sum, kind in
      let place = index.find(Self.key(link, kind, direction, handle))
      return place < 0 ? sum : sum + live[place].stream.count
    }
  }

  /// True when an attribute was used in no way that a CCCD is not, as far as the streams under way tell.
  func areLikeConfiguration(_ link: UInt64, _ requests: Direction, _ handle: AttributeHandle) -> Bool {
    ValueStream.Kind.all.allSatisfy { kind in
      let direction = kind.isFromServer ? requests.opposite : requests
      let place = index.find(Self.key(link, kind, direction, handle))
      return place < 0 || live[place].stream.isLikeConfiguration
    }
  }

  /// Ends the streams of a connection on a range of one device's attributes, which are others from now on.
  ///
  /// They stay with their connection; the next PDU begins a new stream.
  mutating func end(
    _ range: ClosedRange<AttributeHandle>, of server: Connection.Server, newest: Int32
  ) {
    var place = newest
    while place >= 0, looks < Self.lookLimit {
      looks &+= 1
      let entry = live[Int(place)]
      if entry.key != Self.endedKey, range.contains(entry.stream.attributeHandle),
        entry.stream.server == server
      {
        index.remove(entry.key)
        live[Int(place)].key = Self.endedKey
      }
      place = entry.previous
    }
  }

  /// Takes the streams of a connection that ends, in the order they began.
  mutating func take(newest: Int32) -> [ValueStream] {
    if newest < 0 { return [] }
    var count = 0
    var place = newest
    while place >= 0 {
      count += 1
      place = live[Int(place)].previous
    }
    // Room for just these: there may be thousands of connections.
    var streams = [ValueStream](repeating: live[Int(newest)].stream, count: count)
    place = newest
    // From the newest to the oldest.
    while place >= 0 {
      count -= 1
      let (key, previous) = (live[Int(place)].key, live[Int(place)].previous)
      streams[count] = live[Int(place)].stream
      if key != Self.endedKey { index.remove(key) }
      live[Int(place)].previous = firstFree
      firstFree = place
      place = previous
    }
    return streams
  }
}
