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

  private var isKnown = false
  private var sequenceNumber: UInt8 = 0
  private var fingerprint: UInt64 = 0
  /// The other side acknowledged the PDU.
  private var isAcknowledged = false
  /// False for a PDU that only its acknowledgement tells of.
  private var isHeard = true
  /// A damaged PDU of this direction was heard after the last good one.
  private var hasDamage = false
  /// Where the last PDU is among bytes that are there at the moment, while its fingerprint is not worked out;
  /// -1 when it is.
  private var putOff: Int32 = -1

  /// Notes that a PDU of this direction was damaged.
  mutating func noteDamage() { hasDamage = true }

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
      other.hasDamage = false
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
    let number = UInt8(truncatingIfNeeded: header &>> 3 & 1)
    let expected = UInt8(truncatingIfNeeded: header &>> 2 & 1)
    var fresh: UInt64 = 0
    let isAsked = isKnown && isHeard && number == sequenceNumber
    if isAsked {
      settle(bytes)
      fresh = PDUFingerprint.of(pduAt: place, in: bytes)
    }
    let outcome = note(sequenceNumber: number, nextExpected: expected, fresh, &other)
    if !isAsked {
      isPutOff = putOff < 0
      putOff = Int32(truncatingIfNeeded: place)
    }
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
    isKnown = true
    sequenceNumber = number
    self.fingerprint = fingerprint
    isAcknowledged = false
    isHeard = true
    hasDamage = false
  }

  /// Notes which number the other side expects next; true when that tells of a PDU that was not heard.
  @inline(__always)
  private mutating func noteExpectation(_ expected: UInt8) -> Bool {
    guard isKnown else { return false }
    if expected != sequenceNumber {
      isAcknowledged = true
      return false
    }
    guard isAcknowledged else { return false }
    sequenceNumber ^= 1
    isHeard = false
    return true
  }
}
