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
      follow(value.prefix(Self.headLength), frame)
    } else if windows < Self.windowLimit {
      window.add(value.prefix(Self.headLength), count, frame)
      let seen = window.count
      guard seen >= Self.fewestValues, seen & (seen - 1) == 0 else { return }
      tracks = window.tracks()
      guard !tracks.isEmpty || seen == Self.windowLength else { return }
      window = Window()
      windows += 1
    }
  }

  /// The counter and what it says; nil while there is none.
  public var finding: SequenceFinding? {
    let tracks = tracks.isEmpty ? window.tracks() : tracks
    return tracks.filter(\.isPlausible).min { $0.place.isPreferred(to: $1.place) }?.finding
  }

  private mutating func follow(_ head: ArraySlice<UInt8>, _ frame: Int) {
    var isOrdinary = true
    for index in tracks.indices where !tracks[index].add(head, frame) { isOrdinary = false }
    if isOrdinary { return }
    CounterTrack.settle(&tracks)
    tracks.removeAll { $0.isWrongTooOften }
  }

  /// The values among which a counter is looked for.
  private struct Window: Sendable {
    private var heads: [[UInt8]] = []
    private var lengths: [Int] = []
    private var frames: [Int] = []

    var count: Int { heads.count }

    mutating func add(_ head: ArraySlice<UInt8>, _ length: Int, _ frame: Int) {
      heads.append(Array(head))
      lengths.append(length)
      frames.append(frame)
    }

    /// The counters that explain nine in ten of the steps, as they stand after the last value.
    func tracks() -> [CounterTrack] {
      guard count >= SequenceDetector.fewestValues else { return [] }
      var tracks: [CounterTrack] = []
      let steadyBytes = (0..<SequenceDetector.headLength).map(isSteady)
      for place in CounterPlace.all where steadyBytes[place.lowest] {
        if let step = step(at: place) { tracks.append(CounterTrack(place: place, step: step)) }
      }
      if tracks.count > SequenceDetector.trackLimit {
        tracks.sort { $0.place.lowest < $1.place.lowest }
        tracks.removeLast(tracks.count - SequenceDetector.trackLimit)
      }
      guard !tracks.isEmpty else { return [] }
      for value in heads.indices {
        for index in tracks.indices { _ = tracks[index].add(heads[value][...], frames[value]) }
        CounterTrack.settle(&tracks)
      }
      return tracks
    }

    /// Differences that may be wrong: no more than one in ten.
    private var wrongLimit: Int { (count - 1) / 10 }

    /// True when a byte grows by the same number, around its end, as the lowest byte of every counter does.
    private func isSteady(_ offset: Int) -> Bool {
      let place = CounterPlace(offset: offset, width: 1, isBigEndian: false)
      guard let step = majority(2 * wrongLimit + 1, at: place) else { return false }
      var wrong = 0
      for value in 1..<count where difference(value, at: place) != step {
        wrong += 1
        if wrong > wrongLimit { return false }
      }
      return true
    }

    /// The step that at least nine in ten of the differences between values are; nil for no such step.
    private func step(at place: CounterPlace) -> UInt32? {
      if isStep(1, at: place) { return 1 }
      guard let step = majority(2 * wrongLimit + 1, at: place), step > 1, isStep(step, at: place) else {
        return nil
      }
      return step
    }

    /// True when all but a few differences are the step.
    ///
    /// A step other than 1 has to count the bytes of each value that are not its header or trailer.
    private func isStep(_ step: UInt32, at place: CounterPlace) -> Bool {
      var wrong = 0
      for value in 1..<count {
        if difference(value, at: place) != step {
          wrong += 1
          if wrong > wrongLimit { return false }
        } else if step > 1 {
          let rest = lengths[value - 1] - Int(step)
          guard place.end <= rest, rest <= SequenceDetector.headLength else { return false }
        }
      }
      return true
    }

    /// The difference that most of the first ones are, if any is.
    private func majority(_ few: Int, at place: CounterPlace) -> UInt32? {
      var (candidate, votes): (UInt32?, Int) = (nil, 0)
      for value in 1...few {
        let difference = difference(value, at: place)
        if votes == 0 { candidate = difference }
        votes += difference == candidate ? 1 : -1
      }
      return candidate
    }

    private func difference(_ value: Int, at place: CounterPlace) -> UInt32? {
      guard let before = place.read(heads[value - 1][...]), let after = place.read(heads[value][...]) else {
        return nil
      }
      return place.difference(before, after)
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
    var number: UInt32 = 0
    for index in 0..<width {
      let byte = head[head.startIndex + (isBigEndian ? offset + index : end - 1 - index)]
      number = number << 8 | UInt32(byte)
    }
    return number
  }

  /// The step from one number to the next, around the end of the counter's range if need be.
  func difference(_ before: UInt32, _ after: UInt32) -> UInt32 { wrapped(after &- before) }

  /// A number within the counter's range.
  func wrapped(_ number: UInt32) -> UInt32 { width == 4 ? number : number & (1 << UInt32(8 * width) - 1) }
}
