/// Follows the sequence numbers of one direction of a link, as a third party hears them
/// (Vol 6, Part B, 4.5.9).
struct SequenceTracker: BitwiseCopyable {
  /// What a good PDU turned out to be.
  struct Outcome: BitwiseCopyable {
    /// The same PDU was heard before.
    var isRetransmission = false
    /// At least one PDU of this direction came between it and the last one heard, damaged or not.
    var hasGap = false
    /// PDUs of this direction that the sniffer missed before it, at least.
    var missed: UInt8 = 0
    /// PDUs of the other direction that it missed, at least.
    var missedOther: UInt8 = 0
    /// It acknowledges the other direction's last PDU, which was not acknowledged before.
    var acknowledges = false
  }

  /// What is known of the last PDU, so that it can be asked for at once.
  private struct State: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    @inline(__always)
    init(rawValue: UInt8) { self.rawValue = rawValue }

    // Computed: a stored one is asked for with a call each time.

    /// Its sequence number.
    static var number: State { State(rawValue: 0x01) }
    /// There was one.
    static var known: State { State(rawValue: 0x02) }
    /// The other side acknowledged it.
    static var acknowledged: State { State(rawValue: 0x04) }
    /// Missing of a PDU that only its acknowledgement tells of.
    static var heard: State { State(rawValue: 0x08) }
    /// A damaged PDU of this direction was heard after it.
    static var damage: State { State(rawValue: 0x10) }
  }

  private var state = State.heard
  private var fingerprint: UInt64 = 0
  /// Where the last PDU is among bytes that are there at the moment, while its fingerprint is not worked out;
  /// -1 when it is.
  private var putOff: Int32 = -1

  private var isKnown: Bool { state.contains(.known) }
  private var isAcknowledged: Bool { state.contains(.acknowledged) }
  private var isHeard: Bool { state.contains(.heard) }
  private var hasDamage: Bool { state.contains(.damage) }
  private var sequenceNumber: UInt8 { state.rawValue & State.number.rawValue }

  /// Notes that a PDU of this direction was damaged.
  mutating func noteDamage() { state.insert(.damage) }

  /// Notes a good PDU of this direction.
  ///
  /// - Parameters:
  ///   - fingerprint: tells its LLID and payload from those of others.
  ///   - other: the tracker of the other direction.
  @inline(__always)
  mutating func note(
    sequenceNumber number: UInt8, nextExpected: UInt8, _ fingerprint: UInt64, _ other: inout SequenceTracker
  ) -> Outcome {
    var outcome = Outcome()
    let wasAcknowledged = other.isAcknowledged
    let tellsOfOther = other.noteExpectation(nextExpected)
    outcome.acknowledges = other.isAcknowledged && !wasAcknowledged
    guard isKnown else {
      begin(number, fingerprint)
      return outcome
    }
    if number == sequenceNumber {
      if isHeard, fingerprint == self.fingerprint {
        outcome.isRetransmission = true
        return outcome
      }
      // Another payload under the same number: at least one PDU lies between. One that was acknowledged and
      // not heard may be what is heard now.
      if isHeard {
        outcome.hasGap = true
        outcome.missed = hasDamage ? 0 : 1
      }
    } else if !isHeard {
      outcome.hasGap = true
      outcome.missed = hasDamage ? 0 : 1
    } else if !isAcknowledged, other.isKnown, !tellsOfOther {
      // It goes on, so it was acknowledged, by a PDU that was not heard.
      outcome.missedOther = other.hasDamage ? 0 : 1
      other.state.remove(.damage)
    }
    begin(number, fingerprint)
    return outcome
  }

  /// Notes a good PDU whose fingerprint is worked out only when it is asked for: most PDUs have another number
  /// than the one before.
  ///
  /// - Parameters:
  ///   - header: the PDU's header.
  ///   - place: where the PDU is in `bytes`.
  ///   - isPutOff: set when ``settle(_:)`` has to be called before `bytes` change.
  @inline(__always)
  mutating func note(
    _ header: UInt16, at place: Int, in bytes: RawSpan, _ other: inout SequenceTracker, isPutOff: inout Bool
  ) -> Outcome {
    guard isNext(header, other) else {
      return noteUnusual(header, at: place, in: bytes, &other, isPutOff: &isPutOff)
    }
    var outcome = Outcome()
    (outcome.acknowledges, isPutOff) = noteNext(header, at: place, &other)
    return outcome
  }

  /// True when a good PDU is the next one, from a side that has heard the last one of the other, as nearly every one.
  @inline(__always)
  func isNext(_ header: UInt16, _ other: SequenceTracker) -> Bool {
    let expected = State(rawValue: UInt8(truncatingIfNeeded: header &>> 2)).intersection(.number)
    return state.subtracting(.damage).symmetricDifference(Self.number(header))
      == [.number, .known, .acknowledged, .heard]
      && other.state.intersection([.number, .known]).symmetricDifference(expected) == [.number, .known]
  }

  /// Notes a PDU for which ``isNext(_:_:)`` holds.
  ///
  /// - Returns: whether it acknowledges the last PDU of the other direction, and whether ``settle(_:)`` has to be
  ///   called before the bytes change.
  @inline(__always)
  mutating func noteNext(
    _ header: UInt16, at place: Int, _ other: inout SequenceTracker
  ) -> (acknowledges: Bool, isPutOff: Bool) {
    let acknowledges = !other.isAcknowledged
    other.state.insert(.acknowledged)
    state = Self.number(header).union([.known, .heard])
    let isPutOff = putOff < 0
    putOff = Int32(truncatingIfNeeded: place)
    return (acknowledges, isPutOff)
  }

  /// The sequence number that a PDU's header tells.
  @inline(__always)
  private static func number(_ header: UInt16) -> State {
    State(rawValue: UInt8(truncatingIfNeeded: header &>> 3)).intersection(.number)
  }

  @inline(never)
  private mutating func noteUnusual(
    _ header: UInt16, at place: Int, in bytes: RawSpan, _ other: inout SequenceTracker, isPutOff: inout Bool
  ) -> Outcome {
    let number = UInt8(truncatingIfNeeded: header &>> 3 & 1)
    let expected = UInt8(truncatingIfNeeded: header &>> 2 & 1)
    guard isKnown, isHeard, number == sequenceNumber else {
      let outcome = note(sequenceNumber: number, nextExpected: expected, 0, &other)
      isPutOff = putOff < 0
      putOff = Int32(truncatingIfNeeded: place)
      return outcome
    }
    guard putOff >= 0 else {
      let fingerprint = PDUFingerprint.of(pduAt: place, in: bytes)
      return note(sequenceNumber: number, nextExpected: expected, fingerprint, &other)
    }
    // Both are there to be compared, and neither has a fingerprint yet.
    let isSame = PDUFingerprint.areAlike(Int(putOff), place, in: bytes)
    let outcome = note(
      sequenceNumber: number, nextExpected: expected, isSame ? fingerprint : ~fingerprint, &other)
    putOff = Int32(truncatingIfNeeded: place)
    return outcome
  }

  /// Works out the fingerprint that was put off, if one was.
  @inline(never)
  mutating func settle(_ bytes: RawSpan) {
    guard putOff >= 0 else { return }
    fingerprint = PDUFingerprint.of(pduAt: Int(putOff), in: bytes)
    putOff = -1
  }

  @inline(__always)
  private mutating func begin(_ number: UInt8, _ fingerprint: UInt64) {
    state = State(rawValue: number).union([.known, .heard])
    self.fingerprint = fingerprint
  }

  /// Notes which number the other side expects next; true when that tells of a PDU that was not heard.
  @inline(__always)
  private mutating func noteExpectation(_ expected: UInt8) -> Bool {
    guard isKnown else { return false }
    if expected != sequenceNumber {
      state.insert(.acknowledged)
      return false
    }
    guard isAcknowledged else { return false }
    state = state.symmetricDifference(.number).subtracting(.heard)
    return true
  }
}
