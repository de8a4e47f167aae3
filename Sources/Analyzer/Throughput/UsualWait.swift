/// How long waits of one kind usually are, and how much of a wait is more than that.
///
/// What is usual is the lower quartile of the last waits, so that a peer that is busy every other time is busy and
/// one that always takes its time is just slow. A wait is long when it takes three times that and more than a floor
/// of four connection intervals or 60 ms.
struct UsualWait {
  /// Waits looked back at.
  private static let depth = 31
  /// How many times the usual wait a long one is.
  private static let factor: Int64 = 3
  /// What a long wait takes at least, in nanoseconds.
  private static let floor: Int64 = 60_000_000
  /// The same while nothing is known and the waits may all be long.
  private static let firstFloor: Int64 = 500_000_000

  /// True for waits that a prompt peer ends at once, so that the first one may already be long.
  private let isPromptExpected: Bool
  private var waits: [Int64] = []
  private var next = 0

  /// - Parameter isPromptExpected: true for answers to requests, false for acknowledgements of data.
  init(isPromptExpected: Bool) { self.isPromptExpected = isPromptExpected }

  /// Adds a wait and returns how much of it is more than usual, in nanoseconds.
  ///
  /// - Parameter interval: the connection interval, 0 while it is unknown.
  mutating func add(_ wait: Int64, interval: Int64) -> Int64 {
    let sorted = waits.sorted()
    // Until there is a history, an acknowledgement takes a round trip, and a prompt answer nothing.
    let usual = sorted.isEmpty ? (isPromptExpected ? 0 : 2 &* interval) : sorted[sorted.count / 4]
    keep(wait)
    var threshold = max(Self.floor, 4 &* interval, Self.factor &* usual)
    if sorted.isEmpty, !isPromptExpected { threshold = max(threshold, Self.firstFloor) }
    guard wait > threshold else { return 0 }
    return wait &- usual
  }

  private mutating func keep(_ wait: Int64) {
    if waits.count < Self.depth {
      waits.append(wait)
    } else {
      waits[next] = wait
      next = (next + 1) % Self.depth
    }
  }
}
