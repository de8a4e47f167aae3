/// The buffers of a controller, which all links of an adapter share.
struct AdapterCredits {
  /// Links of an adapter that are told when its buffers are full; a controller has fewer.
  static let linkLimit = 64

  /// Buffers, as LE Read Buffer Size tells; nil when that is not in the capture.
  var buffers: Int?
  /// Bytes that a packet to the controller may have, 0 when it is not in the capture.
  var bufferLength = 0
  /// Packets that were sent to the controller and not yet completed.
  var inFlight = 0
  /// Packets that the last PDU took; a host may wait until the next one finds room for all of it.
  var packetsPerPDU = 1
  /// Whether the links were told that it is full.
  var wasFull = false
  /// Places of the links that packets were completed on.
  private(set) var links: [Int] = []
  private var hasCompleted = false
  private var mostInFlight = 0

  /// True when no PDU more fits; without a number, when as many are under way as ever were.
  var isFull: Bool {
    guard hasCompleted else { return false }
    if let buffers { return inFlight > 0 && buffers - inFlight < min(packetsPerPDU, buffers) }
    return mostInFlight >= 3 && inFlight >= mostInFlight
  }

  /// Packets were completed on the link at a place.
  mutating func complete(_ count: Int, on link: Int) {
    mostInFlight = max(mostInFlight, inFlight)
    hasCompleted = true
    inFlight = max(0, inFlight - count)
    if links.count < Self.linkLimit, !links.contains(link) { links.append(link) }
  }

  /// A link ended, and what it had under way with it.
  mutating func lose(_ count: Int, on link: Int) {
    inFlight = max(0, inFlight - count)
    links.removeAll { $0 == link }
  }
}
