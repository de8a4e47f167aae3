/// How a plan is played.
public struct ReplayPolicy: Sendable {
  /// How time is kept; answers and notifications are waited for in any case.
  public enum Timing: Hashable, Sendable {
    /// As fast as the device answers.
    case fast
    /// No step earlier than in the capture, made so many times faster.
    case scaled(Double)

    /// Milliseconds that a captured time of so many microseconds takes; 0 when time is not kept.
    func milliseconds(_ microseconds: Int64) -> Int {
      guard case .scaled(let speed) = self, speed > 0 else { return 0 }
      let milliseconds = Double(microseconds) / 1000 / speed
      return milliseconds < 1e9 ? Int(milliseconds) : 1_000_000_000
    }
  }

  /// How time is kept.
  public var timing = Timing.fast
  /// What may be written.
  public var permission = WritePermission()
  /// Whether the run goes on after something that differs.
  public var keepsGoing = false
  /// Whether writes that are too long for the live ATT_MTU are cut anew, where the protocol's framing allows it.
  public var recuts = false
  /// How long opening a link may take, in milliseconds.
  public var connectTimeout = 10_000
  /// How often opening a link is tried again.
  public var connectRetries = 3
  /// How long a request may take, in milliseconds (Vol 3, Part F, 3.3.3).
  public var answerTimeout = 30_000
  /// How long a notification is waited for beyond the time that it took in the capture, in milliseconds.
  public var valueTimeout = 5_000
  /// What is made to go wrong on purpose.
  public var faults = ReplayFaults()
  /// Asked again and again whether the user wants to stop.
  public var isInterrupted: @Sendable () -> Bool = { false }

  /// Makes the usual policy: fast, nothing may be written.
  public init() {}
}
