/// Finds a counter at a fixed place in the values of one stream, and then what it says was lost or repeated.
///
/// The first values are kept until a counter explains at least nine in ten of their steps; the decision is
/// tried after 8, 16, 32 and 64 values. From then on only that counter, and those that share its lowest
/// byte, are followed. A stream in which nothing is found for a while is left alone.
public struct SequenceDetector: Sendable {
  /// Bytes at the start of a value that are looked at.
  public static let headLength = 20
  /// Values that a decision needs.
  public static let fewestValues = 8

  private static let windowLength = 64
  private static let windowLimit = 4
  private static let trackLimit = 40

  private var window = Window()
  private var windows = 0
  private var tracks: [CounterTrack] = []

  /// Makes a detector that has seen nothing.
  public init() {}

  /// Takes the next value of the stream.
  ///
  /// - Parameters:
  ///   - value: its bytes; the first 20 are enough when `count` says how many there are.
  ///   - count: how many bytes the value has, if not as many as are given.
  ///   - frame: the frame that carried it.
  public mutating func add(_ value: ArraySlice<UInt8>, count: Int? = nil, frame: Int) {
    let count = count ?? value.count
    if !tracks.isEmpty {
      follow(value.prefix(Self.headLength), count, frame)
    } else if windows < Self.windowLimit {
      window.add(value.prefix(Self.headLength), count, frame)
      let seen = window.values.count
      guard seen >= Self.fewestValues, seen & (seen - 1) == 0 else { return }
      tracks = window.tracks(limit: Self.trackLimit)
      guard !tracks.isEmpty || seen == Self.windowLength else { return }
      window = Window()
      windows += 1
    }
  }

  /// The counter and what it says; nil while there is none.
  public var finding: SequenceFinding? {
    let tracks = tracks.isEmpty ? window.tracks(limit: Self.trackLimit) : tracks
    return tracks.filter(\.isPlausible).min { $0.place.isPreferred(to: $1.place) }?.finding
  }

  private mutating func follow(_ head: ArraySlice<UInt8>, _ count: Int, _ frame: Int) {
    for index in tracks.indices { tracks[index].add(head, frame) }
    CounterTrack.removeRefuted(&tracks)
    tracks.removeAll { $0.isWrongTooOften }
  }

  /// The values among which a counter is looked for.
  private struct Window: Sendable {
    struct Value: Sendable {
      var head: ArraySlice<UInt8>
      var count: Int
      var frame: Int
    }

    var values: [Value] = []

    mutating func add(_ head: ArraySlice<UInt8>, _ count: Int, _ frame: Int) {
      values.append(Value(head: ArraySlice(Array(head)), count: count, frame: frame))
    }

    /// The counters that explain nine in ten of the steps, as they stand after the last value.
    func tracks(limit: Int) -> [CounterTrack] {
      guard values.count >= SequenceDetector.fewestValues else { return [] }
      var tracks = CounterPlace.all.compactMap { place in
        step(at: place).map { CounterTrack(place: place, step: $0) }
      }
      if tracks.count > limit {
        tracks.sort { $0.place.lowest < $1.place.lowest }
        tracks.removeLast(tracks.count - limit)
      }
      for value in values {
        for index in tracks.indices { tracks[index].add(value.head, value.frame) }
        CounterTrack.removeRefuted(&tracks)
      }
      return tracks
    }

    /// The step that at least nine in ten of the differences between values are; nil for no such step.
    private func step(at place: CounterPlace) -> UInt32? {
      let needed = (9 * (values.count - 1) + 9) / 10
      let numbers = values.map { place.read($0.head) }
      let differences = zip(numbers, numbers.dropFirst()).map { before, after -> UInt32? in
        guard let before, let after else { return nil }
        return place.difference(before, after)
      }
      for step in [1, majority(differences)] {
        guard step != 0, differences.count(where: { $0 == step }) >= needed else { continue }
        if step == 1 || isPayloadLength(step, at: place, differences) { return step }
      }
      return nil
    }

    /// The difference that is more than half of all, if any is.
    private func majority(_ differences: [UInt32?]) -> UInt32 {
      var (candidate, votes): (UInt32, Int) = (0, 0)
      for case let difference? in differences {
        if votes == 0 { candidate = difference }
        votes += difference == candidate ? 1 : -1
      }
      return candidate
    }

    /// True when a step other than 1 counts the bytes of each value that are not its header or trailer.
    private func isPayloadLength(_ step: UInt32, at place: CounterPlace, _ differences: [UInt32?]) -> Bool {
      zip(values, differences).allSatisfy { value, difference in
        let rest = value.count - Int(step)
        return difference != step || place.end <= rest && rest <= SequenceDetector.headLength
      }
    }
  }
}

/// Where a counter is within a value, and how it is written.
public struct CounterPlace: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The offset of its first byte.
  public let offset: Int
  /// Bytes it has: 1, 2 or 4.
  public let width: Int
  /// True when its most significant byte comes first.
  public let isBigEndian: Bool

  /// The name of its format and where it is, `u16le at byte 3`.
  public var description: String {
    let order = width == 1 ? "" : isBigEndian ? "be" : "le"
    return "u\(8 * width)\(order) at byte \(offset)"
  }

  /// All places within the head of a value, from the most preferred to the least.
  static let all: [CounterPlace] = [4, 2, 1].flatMap { width in
    (0...(SequenceDetector.headLength - width)).flatMap { offset in
      (width == 1 ? [false] : [false, true]).map { isBigEndian in
        CounterPlace(offset: offset, width: width, isBigEndian: isBigEndian)
      }
    }
  }

  /// The offset after its last byte.
  var end: Int { offset + width }

  /// The offset of its least significant byte.
  var lowest: Int { isBigEndian ? end - 1 : offset }

  /// Wider before narrower, then from left to right.
  func isPreferred(to other: CounterPlace) -> Bool {
    if width != other.width { return width > other.width }
    if offset != other.offset { return offset < other.offset }
    return !isBigEndian
  }

  /// True for a narrower counter made of the lowest bytes of another.
  func isWithin(_ other: CounterPlace) -> Bool {
    lowest == other.lowest && width < other.width && (width == 1 || isBigEndian == other.isBigEndian)
  }

  /// The number at this place; nil when the value is too short.
  func read(_ head: ArraySlice<UInt8>) -> UInt32? {
    guard head.count >= end else { return nil }
    let bytes = head[(head.startIndex + offset)..<(head.startIndex + end)]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The step from one number to the next, around the end of the counter's range if need be.
  func difference(_ before: UInt32, _ after: UInt32) -> UInt32 { wrapped(after &- before) }

  /// A number within the counter's range.
  func wrapped(_ number: UInt32) -> UInt32 { width == 4 ? number : number & (1 << UInt32(8 * width) - 1) }
}
