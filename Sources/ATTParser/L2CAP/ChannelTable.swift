/// The dynamic channels open on every link, learned from signalling.
///
/// A side names a channel by its own identifier, so each channel is found by the direction of travel and the
/// identifier of the side that receives.
struct ChannelTable: ~Copyable {
  /// What travels on a dynamic channel.
  enum Mode: BitwiseCopyable {
    /// SDUs cut into K-frames (credit-based flow control).
    case creditBased
    /// Plain B-frames (BR/EDR basic mode).
    case basic
  }

  /// An open channel.
  struct Channel: BitwiseCopyable {
    /// What the channel is for: the SPSM of a credit-based channel, else the PSM.
    var spsm: UInt16
    /// What its PDUs are.
    var mode: Mode
    /// Numbers the channels of the whole capture from 1; both directions of a channel share it.
    var number: UInt16
    /// Key of this direction: the link, the way the PDUs travel, the receiver's identifier.
    var key: UInt64
  }

  /// A request whose response is awaited.
  private struct Request {
    var key: UInt64
    var spsm: UInt16
    var mode: Mode
    var sources: ChannelList
  }

  /// Channels kept at most; a capture that has more is forged.
  private static let limit = 4096
  /// Requests for channels that wait for their answers at most; the oldest is forgotten.
  private static let requestLimit = 64

  private var channels: [Channel] = []
  private var index = IntegerMap()
  private var requests: [Request] = []
  private var lastNumber: UInt16 = 0

  /// The channel that a PDU travels on, nil when its opening is not in the capture.
  @inline(__always)
  func channel(_ link: LinkIdentifier, _ direction: Direction, _ channelID: ChannelID) -> Channel? {
    let place = index.find(Self.key(link, direction, channelID))
    return place < 0 ? nil : channels[place]
  }

  /// Learns from a signalling command that travels in `direction`.
  ///
  /// - Parameter segments: what is under way on the channels; one that opens has nothing under way.
  mutating func add(
    _ command: SignalingCommand, _ link: LinkIdentifier, _ direction: Direction, _ segments: inout PDUBuffers
  ) {
    let requestKey = Self.requestKey(link, direction, command.identifier)
    let answeredKey = Self.requestKey(link, direction.opposite, command.identifier)
    switch command.details {
    case .creditBasedRequest(let spsm, _, _, _, let sources):
      remember(Request(key: requestKey, spsm: spsm, mode: .creditBased, sources: sources))
    case .connectionRequest(let psm, let source):
      var sources = ChannelList()
      sources.append(source)
      remember(Request(key: requestKey, spsm: psm, mode: .basic, sources: sources))
    case .creditBasedResponse(_, _, _, let result, let destinations):
      if command.code.rawValue == 0x15 {
        // With any result but success, the rest of this response means nothing.
        open(answeredKey, result == 0 ? destinations : ChannelList(), link, direction, &segments)
      } else if !(0x000D...0x000F).contains(result) {
        // These three say pending; a final response with the same identifier follows.
        open(answeredKey, destinations, link, direction, &segments)
      }
    case .connectionResponse(let destination, _, let result):
      // A pending response (1) is followed by a final one with the same identifier.
      guard result != 1 else { return }
      var destinations = ChannelList()
      if result == 0 { destinations.append(destination) }
      open(answeredKey, destinations, link, direction, &segments)
    case .disconnection(let destination, let source) where command.code.rawValue == 0x07:
      // The responder owns `destination`; PDUs towards it travel against the response.
      close(Self.key(link, direction.opposite, destination))
      close(Self.key(link, direction, source))
    default:
      break
    }
  }

  /// Forgets the channels of a link that opens or closes.
  mutating func removeAll(of link: LinkIdentifier) {
    guard !channels.isEmpty || !requests.isEmpty else { return }
    requests.removeAll { $0.key >> 16 == link.packed }
    let kept = channels.filter { $0.key >> 18 != link.packed }
    if kept.count != channels.count { rebuild(kept) }
  }

  /// Forgets the channels of an adapter, as a controller does on reset.
  mutating func removeAll(ofAdapter adapter: UInt16) {
    requests.removeAll { LinkIdentifier.adapter($0.key >> 16) == adapter }
    let kept = channels.filter { LinkIdentifier.adapter($0.key >> 18) != adapter }
    if kept.count != channels.count { rebuild(kept) }
  }

  private mutating func remember(_ request: Request) {
    requests.removeAll { $0.key == request.key }
    if requests.count >= Self.requestLimit { requests.removeFirst() }
    requests.append(request)
  }

  private mutating func open(
    _ requestKey: UInt64, _ destinations: ChannelList, _ link: LinkIdentifier, _ direction: Direction,
    _ segments: inout PDUBuffers
  ) {
    guard let place = requests.firstIndex(where: { $0.key == requestKey }) else { return }
    let request = requests.remove(at: place)
    for position in 0..<min(Int(request.sources.count), Int(destinations.count)) {
      let source = request.sources[position]
      let destination = destinations[position]
      // An identifier below the dynamic range marks a channel that was refused.
      guard source.isDynamic, destination.isDynamic else { continue }
      // 0 is the fixed channel's number.
      lastNumber = lastNumber == .max ? 1 : lastNumber &+ 1
      // The response travels towards the requester, as will PDUs to the requester's identifier.
      insert(Self.key(link, direction, source), request, &segments)
      insert(Self.key(link, direction.opposite, destination), request, &segments)
    }
  }

  private mutating func insert(_ key: UInt64, _ request: Request, _ segments: inout PDUBuffers) {
    segments.abandon(segments.stream(key))
    let channel = Channel(spsm: request.spsm, mode: request.mode, number: lastNumber, key: key)
    let place = index.find(key)
    if place >= 0 {
      channels[place] = channel
      return
    }
    if channels.count >= Self.limit { rebuild([]) }
    index.set(key, channels.count)
    channels.append(channel)
  }

  private mutating func close(_ key: UInt64) {
    let place = index.find(key)
    guard place >= 0 else { return }
    index.remove(key)
    // The last one takes its place.
    let last = channels.removeLast()
    guard place < channels.count else { return }
    channels[place] = last
    index.set(last.key, place)
  }

  private mutating func rebuild(_ kept: [Channel]) {
    channels = kept
    index.removeAll()
    for (place, channel) in kept.enumerated() { index.set(channel.key, place) }
  }

  /// The key of a channel's one direction.
  static func key(_ link: LinkIdentifier, _ direction: Direction, _ channelID: ChannelID) -> UInt64 {
    link.packed << 18 | UInt64(direction.rawValue) << 16 | UInt64(channelID.rawValue)
  }

  private static func requestKey(_ link: LinkIdentifier, _ direction: Direction, _ identifier: UInt8)
    -> UInt64
  {
    link.packed << 16 | UInt64(direction.rawValue) << 8 | UInt64(identifier)
  }
}
