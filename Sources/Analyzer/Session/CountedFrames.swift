/// Frames of which something holds: how many, and the first of them as evidence.
public struct CountedFrames: Hashable, Sendable {
  /// Frames kept at most.
  public static let limit = 100

  /// How many there are.
  public private(set) var count = 0
  /// The first of them, at most ``limit``, in their order.
  public private(set) var frames: [Int] = []

  /// True when there is none.
  public var isEmpty: Bool { count == 0 }

  /// Counts a frame.
  mutating func add(_ frame: Int) {
    count += 1
    if frames.count < Self.limit { frames.append(frame) }
  }
}
