#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `h4:serial:PATH@BAUD`: a controller on a serial line with RTS/CTS, as Zephyr's `hci_uart` sample makes one of a board.
enum SerialTransport {
  /// The rate without `@BAUD`: that of Zephyr's sample.
  static let usualBaud = 1_000_000

  /// Opens the terminal of `PATH` or `PATH@BAUD`.
  ///
  /// - Throws: ``ReplayError`` when it is not there, not to be used, no terminal, or has no such rate.
  static func open(_ place: String) throws(ReplayError) -> any HCITransport {
    let subject = "h4:serial:" + place
    var path = place
    var baud = usualBaud
    if let sign = place.lastIndex(of: "@") {
      guard let rate = Int(place[place.index(after: sign)...]), Terminal.speed(rate) != nil else {
        throw ReplayError(
          .transport, subject, "not a baud rate that this system has",
          advice: "115200, 460800, 921600, 1000000, 2000000 and 3000000 are usual")
      }
      path = String(place[..<sign])
      baud = rate
    }
    let number: Int32
    switch Terminal.open(path) {
    case .success(let opened): number = opened
    case .failure(let error): throw failure(error, path, subject)
    }
    let descriptor = FileDescriptor(number, subject: subject)
    if let error = Terminal.makeRaw(number, baud: baud) {
      throw ReplayError(
        .transport, subject, error.code == ENOTTY ? "is no terminal" : "cannot be set up: \(error.text)")
    }
    return H4Transport(descriptor)
  }

  private static func failure(_ error: SystemError, _ path: String, _ subject: String) -> ReplayError {
    let advice: String? =
      switch error.code {
      case EACCES, EPERM: "become a member of the group that owns \(path), often dialout"
      case ENOENT, ENXIO, ENODEV: "plug the board in; `ls /dev/tty*` shows which name it has"
      case EBUSY: "another program uses it"
      default: nil
      }
    return ReplayError(.transport, subject, "cannot be opened: \(error.text)", advice: advice)
  }
}
