import Synchronization

/// The user's wish to stop, which every wait looks at: set by a signal handler, read between the waits.
public enum ReplayInterruption {
  /// Milliseconds after which a wait looks at it.
  static let interval = 100

  private static let flag = Atomic<Bool>(false)

  /// True once somebody wants to stop; safe to set in a signal handler.
  public static var isRequested: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }

  /// Throws when somebody wants to stop.
  static func check(_ subject: String) throws(ReplayError) {
    if isRequested { throw ReplayError(.transport, subject, "interrupted") }
  }
}
