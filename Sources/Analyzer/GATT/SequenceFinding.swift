/// A counter that the values of a stream carry, and where it did not go on as it should.
public struct SequenceFinding: Hashable, Sendable {
  /// Events kept at most; those beyond are counted.
  public static let eventLimit = 256

  /// Where the counter is.
  public let place: CounterPlace
  /// How much it grows from one value to the next: 1, or the bytes that each value carries.
  public let step: UInt32
  /// Values that had the counter.
  public internal(set) var values = 0
  /// Steps that were right.
  public internal(set) var rightSteps = 0
  /// Values that are missing, in all skips.
  public internal(set) var lost = 0
  /// Times that values are missing.
  public internal(set) var skips = 0
  /// Values that had the number of the one before.
  public internal(set) var repeats = 0
  /// Times that the counter went back or somewhere else.
  public internal(set) var restarts = 0
  /// Values that were too short to have the counter.
  public internal(set) var short = 0
  /// What happened, in order, and at most ``eventLimit``.
  public internal(set) var events: [SequenceEvent] = []

  /// Events that were not kept.
  public var eventsNotKept: Int { skips + repeats + restarts - events.count }

  /// Makes a counter that has gone on as it should.
  init(place: CounterPlace, step: UInt32) {
    self.place = place
    self.step = step
  }
}

/// One step of a counter that was not right.
public struct SequenceEvent: Hashable, Sendable, BitwiseCopyable {
  /// What a counter does instead of growing by its step.
  public enum Kind: Hashable, Sendable, BitwiseCopyable {
    /// So many values are missing.
    case skip(lost: Int)
    /// The number is that of the value before.
    case repeated
    /// The counter went back, or forward by no number of steps.
    case restart(from: UInt32, to: UInt32)
  }

  /// The frame of the value after the step.
  public let frame: Int
  /// What the step was.
  public let kind: Kind
}

/// One counter that is followed through a stream.
struct CounterTrack: Sendable {
  /// What was found so far.
  private(set) var finding: SequenceFinding
  private var last: UInt32?
  /// All bits that any number had.
  private var bits: UInt32 = 0
  /// The highest byte, from 0, that a right step changed: so far the counter is known to reach.
  private var reach = 0
  private var stepWasRight = true
  private var stepWrapped = false

  /// Follows a counter from its first value on.
  init(place: CounterPlace, step: UInt32) { finding = SequenceFinding(place: place, step: step) }

  /// Where the counter is.
  var place: CounterPlace { finding.place }

  /// True when the bytes that no step has reached yet are all zero, as those of a young counter are, and
  /// most steps were right.
  var isPlausible: Bool {
    let untouched = reach == 3 ? 0 : bits >> UInt32(8 * (reach + 1))
    return untouched == 0 && !isWrongTooOften
  }

  /// True for a counter that turned out to be none.
  var isWrongTooOften: Bool { 2 * finding.rightSteps < finding.values - 1 }

  /// Decides between counters that share their lowest bytes, where one of them began anew.
  ///
  /// A wider one that did not carry over is none; one that has carried over stands for the narrower.
  static func settle(_ tracks: inout [CounterTrack]) {
    let wrapped = tracks.filter(\.stepWrapped)
    guard !wrapped.isEmpty else { return }
    tracks.removeAll { wide in
      !wide.stepWasRight && wrapped.contains { $0.sharesLowest(with: wide) && wide.reach < $0.place.width }
    }
    let wide = tracks.filter { $0.reach > 0 && $0.isPlausible }
    tracks.removeAll { narrow in
      wide.contains { narrow.sharesLowest(with: $0) && $0.reach >= narrow.place.width }
    }
  }

  private func sharesLowest(with wide: CounterTrack) -> Bool {
    place.isWithin(wide.place) && finding.step == wide.finding.step
  }

  /// Takes the counter of the next value.
  ///
  /// - Returns: true for a step that was right and did not begin anew.
  mutating func add(_ head: ArraySlice<UInt8>, _ frame: Int) -> Bool {
    (stepWasRight, stepWrapped) = (true, false)
    guard let number = place.read(head) else {
      finding.short += 1
      return true
    }
    defer { last = number }
    finding.values += 1
    bits |= number
    guard let last else { return true }
    let difference = place.difference(last, number)
    if difference == finding.step {
      finding.rightSteps += 1
      stepWrapped = number < last
      reach = max(reach, (31 - (number ^ last).leadingZeroBitCount) / 8)
      return !stepWrapped
    }
    stepWasRight = false
    note(kind(of: difference, from: last, to: number), frame)
    return false
  }

  private mutating func note(_ kind: SequenceEvent.Kind, _ frame: Int) {
    switch kind {
    case .skip(let lost):
      finding.skips += 1
      finding.lost += lost
    case .repeated: finding.repeats += 1
    case .restart: finding.restarts += 1
    }
    guard finding.events.count < SequenceFinding.eventLimit else { return }
    finding.events.append(SequenceEvent(frame: frame, kind: kind))
  }

  /// Says what a wrong step is: values are missing when a number of steps, not too many, leads there.
  private func kind(of difference: UInt32, from: UInt32, to: UInt32) -> SequenceEvent.Kind {
    if difference == 0 { return .repeated }
    if finding.step == 1 {
      let limit: UInt32 = [1: 0x7F, 2: 0x7FFF][place.width] ?? 0xFFFF
      return difference <= limit ? .skip(lost: Int(difference) - 1) : .restart(from: from, to: to)
    }
    for steps in 2...UInt32(256) where place.wrapped(steps &* finding.step) == difference {
      return .skip(lost: Int(steps) - 1)
    }
    return .restart(from: from, to: to)
  }
}
