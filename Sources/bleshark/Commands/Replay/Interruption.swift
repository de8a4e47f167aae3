import Replay

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ctrl-C while a device is connected: the run ends in good order instead of at once.
enum Interruption {
  /// Lets SIGINT and SIGTERM ask the run to stop; a second one ends the program at once.
  static func watch() {
    for number in [SIGINT, SIGTERM] {
      // The handler sets an atomic flag and the signal's disposition, which a handler may.
      _ = signal(number) { number in
        ReplayInterruption.isRequested = true
        _ = signal(number, SIG_DFL)
      }
    }
  }
}
