public import ATTParser

/// All connections of a capture that are to one device, in their order.
public struct DeviceStory: Hashable, Sendable {
  /// Why connections are taken to be to one device.
  public enum Link: String, Hashable, Sendable {
    /// They name the same address.
    case sameAddress = "same_address"
    /// The later one is to the address whose lowest byte is one more, as a Nordic bootloader takes it.
    case addressPlusOne = "address_plus_one"
    /// Its private address is resolved by a key that a pairing in the capture handed over.
    case resolvedAddress = "resolved_address"
  }

  /// A connection of the story.
  public struct Chapter: Hashable, Sendable {
    /// The connection's number.
    public var connection: Int
    /// Seconds since the connection before ended; nil for the first, or when that end is unknown.
    public var gap: Double?
    // Last, where it takes no room of its own.
    /// Why it belongs here; nil for the first.
    public var link: Link?
  }

  /// The device's address in the first connection; nil for a connection whose opening is not in the capture.
  public var address: DeviceAddress?
  /// The first connection.
  private let first: Int
  /// Those after it: most devices are connected to once, and there may be thousands.
  private var others: [Chapter] = []

  /// The connections.
  public var chapters: [Chapter] { [Chapter(connection: first, gap: nil, link: nil)] + others }
  /// True for a device that was connected to more than once.
  public var isAboutSeveral: Bool { !others.isEmpty }
  /// The last connection.
  private var last: Int { others.last?.connection ?? first }

  private init(address: DeviceAddress?, connection: Int) {
    self.address = address
    first = connection
  }

  /// Groups connections by the device they are to.
  static func stories(of connections: [Connection]) -> [DeviceStory] {
    var stories: [DeviceStory] = []
    stories.reserveCapacity(connections.count)
    // By the addresses' 48 bits.
    var places = IntegerMap(expecting: connections.count)
    // By their places: connections are large to copy.
    for index in connections.indices {
      let number = connections[index].id
      let identity = connections[index].identity
      guard let peer = identity ?? connections[index].peer else {
        stories.append(DeviceStory(address: nil, connection: number))
        continue
      }
      // Only the lowest byte is counted up, without a carry.
      let before = DeviceAddress(peer.value & ~0xFF | (peer.value &- 1) & 0xFF)
      var known: (place: Int, link: Link)?
      if case let place = places.find(peer.value), place >= 0 {
        known = (place, identity == nil ? .sameAddress : .resolvedAddress)
      } else if case let place = places.find(before.value), place >= 0 {
        known = (place, .addressPlusOne)
      }
      let ended = known.flatMap { connections[stories[$0.place].last - 1].closed }?.moment
      let opened = connections[index].opened
      let gap = ended.flatMap { end in opened.map { $0.time.seconds(since: end.time) } }
      // A bootloader's connection follows the application's; one at the same time is to a neighbour.
      if let (place, link) = known, link != .addressPlusOne || (gap ?? -1) >= 0 {
        stories[place].others.append(Chapter(connection: number, gap: gap, link: link))
        places.set(peer.value, place)
      } else {
        places.set(peer.value, stories.count)
        stories.append(DeviceStory(address: peer, connection: number))
      }
    }
    return stories
  }
}
