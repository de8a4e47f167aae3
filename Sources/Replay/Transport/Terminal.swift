#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Serial lines and pseudo terminals as plain ways for bytes: the only place that sets terminals up.
enum Terminal {
  /// Opens a terminal for reading and writing without becoming its session; or the `errno`.
  static func open(_ path: String) -> Result<Int32, SystemError> {
    let number = systemOpen(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    return number < 0 ? .failure(SystemError(errno)) : .success(number)
  }

  /// Makes a terminal carry bytes as they are; with a baud rate, at that rate and with RTS/CTS.
  ///
  /// - Returns: nil on success.
  static func makeRaw(_ number: Int32, baud: Int?) -> SystemError? {
    var settings = termios()
    // Unsafe: the calls read and write the one structure they are told of.
    guard unsafe tcgetattr(number, &settings) == 0 else { return SystemError(errno) }
    unsafe cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    if let baud {
      guard let speed = speed(baud) else { return SystemError(EINVAL) }
      #if canImport(Darwin)
      settings.c_cflag |= tcflag_t(CRTSCTS)
      #else
      // The header writes it as an octal number of more than 31 bits, which Swift does not import everywhere.
      settings.c_cflag |= tcflag_t(0x8000_0000)
      #endif
      unsafe cfsetspeed(&settings, speed)
    }
    guard unsafe tcsetattr(number, TCSANOW, &settings) == 0 else { return SystemError(errno) }
    tcflush(number, TCIOFLUSH)
    return nil
  }

  /// The system's constant for a baud rate; nil for a rate it has none for.
  static func speed(_ baud: Int) -> speed_t? {
    #if canImport(Darwin)
    return baud > 0 ? speed_t(baud) : nil
    #else
    let rates: [Int: Int] = [
      9600: Int(B9600), 19200: Int(B19200), 38400: Int(B38400), 57600: Int(B57600), 115_200: Int(B115200),
      230_400: Int(B230400), 460_800: Int(B460800), 921_600: Int(B921600), 1_000_000: Int(B1000000),
      2_000_000: Int(B2000000), 3_000_000: Int(B3000000),
    ]
    return rates[baud].map { speed_t($0) }
    #endif
  }

  /// Makes a pseudo terminal: the descriptor of our side, and the path of the other; or the `errno`.
  static func makePseudo() -> Result<(number: Int32, path: String), SystemError> {
    #if canImport(Darwin)
    let number = posix_openpt(O_RDWR | O_NOCTTY)
    guard number >= 0 else { return .failure(SystemError(errno)) }
    // Unsafe: the name lives until the next call and is copied at once.
    guard grantpt(number) == 0, unlockpt(number) == 0, let name = unsafe ptsname(number) else {
      let error = SystemError(errno)
      close(number)
      return .failure(error)
    }
    return .success((number, unsafe String(cString: name)))
    #else
    // glibc declares what makes pseudo terminals to C alone; these requests are what it does.
    let number = systemOpen("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard number >= 0 else { return .failure(SystemError(errno)) }
    let setLock: UInt = 0x4004_5431
    let getNumber: UInt = 0x8004_5430
    var lock: Int32 = 0
    var index: Int32 = 0
    // Unsafe: each request reads or writes the one integer it is told of.
    guard unsafe ioctl(number, setLock, &lock) == 0, unsafe ioctl(number, getNumber, &index) == 0 else {
      let error = SystemError(errno)
      close(number)
      return .failure(error)
    }
    return .success((number, "/dev/pts/\(index)"))
    #endif
  }

  /// Makes a symbolic link, in place of one that is there; nil on success.
  static func link(_ target: String, at path: String) -> SystemError? {
    var old = [CChar](repeating: 0, count: 256)
    // Unsafe: `readlink` writes at most as many bytes as it is told that the array holds; the others read C strings.
    if unsafe readlink(path, &old, old.count) > 0 { _ = unsafe unlink(path) }
    return unsafe symlink(target, path) == 0 ? nil : SystemError(errno)
  }

  /// Removes a symbolic link that ``link(_:at:)`` made.
  static func removeLink(_ path: String) {
    // Unsafe: `unlink` reads a C string that lives for the call.
    _ = unsafe unlink(path)
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  // Unsafe: `open` reads a C string that lives for the call.
  unsafe open(path, flags)
}
