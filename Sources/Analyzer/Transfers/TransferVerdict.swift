/// What came of a transfer, and why.
public struct TransferVerdict: Sendable {
  /// What came of it.
  public internal(set) var outcome = Transfer.Outcome.unknown
  /// How far it came.
  public internal(set) var step = TransferStep.prepare
  /// Why it ended there; nil for a success, and when nothing tells.
  public internal(set) var cause: TransferCause?
  /// What went wrong beside, or before.
  public internal(set) var also: [TransferCause] = []
  /// What it was not, as far as the capture shows; sentences without a full stop.
  public internal(set) var not: [String] = []
  /// What the capture cannot tell; sentences without a full stop.
  public internal(set) var limits: [String] = []
  /// What is worth knowing although nothing is wrong with it.
  public internal(set) var remarks: [String] = []

  /// What to try: the advice for the cause first.
  public var advice: [String] {
    ([cause].compactMap(\.self) + also).reduce(into: []) { list, item in
      if !list.contains(item.symptom.advice) { list.append(item.symptom.advice) }
    }
  }

  /// The frames that show it, in order.
  public var frames: [Int] {
    Set(([cause].compactMap(\.self) + also).flatMap(\.frames)).sorted()
  }
}
