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

  /// Notes that a PDU of this direction was damaged.
  mutating func noteDamage() { hasDamage = true }

  /// Notes a good PDU of this direction.
  ///
  /// - Parameters:
  ///   - fingerprint: tells its LLID and payload from those of others.
  ///   - other: the tracker of the other direction.
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

  private mutating func begin(_ number: UInt8, _ fingerprint: UInt64) {
    isKnown = true
    sequenceNumber = number
    self.fingerprint = fingerprint
    isAcknowledged = false
    isHeard = true
    hasDamage = false
  }

  /// Notes which number the other side expects next; true when that tells of a PDU that was not heard.
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
