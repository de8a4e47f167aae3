#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Waiting where there is nothing to wait on.
enum Pause {
  /// Sleeps for a moment, or until a time that comes sooner: for a bearer that is asked what happens and has no link.
  static func idle(until deadline: MonotonicTime) {
    sleep(until: min(deadline, MonotonicTime.now.adding(milliseconds: 20)))
  }

  /// Sleeps until a time.
  static func sleep(until deadline: MonotonicTime) {
    while true {
      let left = deadline.milliseconds(since: .now)
      guard left > 0 else { return }
      // A signal ends it early, and some systems sleep for less than a second at a time.
      usleep(UInt32(clamping: min(left, 500) * 1000))
    }
  }
}
