#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file descriptor of a socket or terminal that is never waited for longer than until a deadline; the
/// only place that reads, writes and polls.
final class FileDescriptor {
  /// Bytes taken by one read.
  static let pieceSize = 4096
  /// What it is, for messages.
  let subject: String
  /// The number; -1 after ``close()``.
  private(set) var number: Int32
  /// The last wait ended because the other side hung up, not because something is there.
  private var isHungUp = false
  private var piece = [UInt8](repeating: 0, count: pieceSize)

  /// Takes over an open descriptor and makes it non-blocking.
  init(_ number: Int32, subject: String) {
    self.number = number
    self.subject = subject
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  deinit { close() }

  /// Gives the descriptor back; does nothing the second time.
  func close() {
    guard number >= 0 else { return }
    #if canImport(Darwin)
    Darwin.close(number)
    #elseif canImport(Musl)
    Musl.close(number)
    #else
    Glibc.close(number)
    #endif
    number = -1
  }

  /// What a read gave.
  enum Piece {
    /// Bytes, at most ``pieceSize``; of a socket that keeps the borders of packets, one packet.
    case bytes(ArraySlice<UInt8>)
    /// Nothing came before the deadline.
    case nothing
    /// The other side closed, with the `errno` that says why if one does.
    case closed(Int32)
  }

  /// The next bytes that are there.
  ///
  /// - Throws: ``ReplayError`` when reading failed.
  func read(until deadline: MonotonicTime) throws(ReplayError) -> Piece {
    while true {
      try requireOpen()
      // Unsafe: `read` writes at most as many bytes as the array holds.
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe systemRead(number, buffer.baseAddress, buffer.count)
      }
      if count > 0 { return .bytes(piece[0..<count]) }
      let code = errno
      if count == 0 { return .closed(0) }
      if Self.meansClosed(code) { return .closed(code) }
      guard code == EAGAIN || code == EINTR else { throw failure("reading", code) }
      // Sockets of the kernel's Bluetooth have nothing to read after their end, but no end either.
      if isHungUp { return .closed(0) }
      guard try wait(for: Int16(POLLIN), until: deadline) else { return .nothing }
    }
  }

  /// The errors of a way whose other side is gone: of sockets, of links of the air, and (EIO) of terminals.
  private static func meansClosed(_ code: Int32) -> Bool {
    [EPIPE, EIO, ECONNRESET, ECONNABORTED, ENOTCONN, ETIMEDOUT, EHOSTDOWN].contains(code)
  }

  /// Writes all of `bytes`; what the way does not take at once waits until `deadline`.
  ///
  /// - Throws: ``ReplayError`` when the other side closed, writing failed, or not all was taken in time.
  func write(_ bytes: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    var done = 0
    while done < bytes.count {
      try requireOpen()
      // Unsafe: `send`/`write` read at most the bytes of the array from `done` on.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(number, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count > 0 {
        done += count
        continue
      }
      let code = errno
      if Self.meansClosed(code) { throw closedByOther() }
      guard code == EAGAIN || code == EINTR else { throw failure("writing", code) }
      if isHungUp { throw closedByOther() }
      guard try wait(for: Int16(POLLOUT), until: deadline) else {
        throw ReplayError(.transport, subject, "took only \(done) of \(bytes.count) bytes in time")
      }
    }
  }

  /// Waits until the descriptor is ready for what `events` (`POLLIN`, `POLLOUT`) says; false when `deadline` passed.
  func wait(for events: Int16, until deadline: MonotonicTime) throws(ReplayError) -> Bool {
    while true {
      let left = deadline.milliseconds(since: .now)
      var state = pollfd(fd: number, events: events, revents: 0)
      let limit = left < 0 ? 0 : Int32(min(left &+ 1, 3_600_000))
      // Unsafe: `poll` reads and writes the one structure it is told of.
      let ready = unsafe poll(&state, 1, limit)
      if ready > 0 {
        isHungUp = state.revents & events == 0
        return true
      }
      if ready < 0, errno != EINTR { throw failure("waiting", errno) }
      if deadline <= .now { return false }
    }
  }

  /// ``wait(for:until:)`` that ends, too, when somebody wants to stop.
  func waitInSlices(for events: Int16, until deadline: MonotonicTime) throws(ReplayError) -> Bool {
    while true {
      try ReplayInterruption.check(subject)
      let slice = min(deadline, MonotonicTime.now.adding(milliseconds: ReplayInterruption.interval))
      if try wait(for: events, until: slice) { return true }
      if deadline <= .now { return false }
    }
  }

  private func requireOpen() throws(ReplayError) {
    if number < 0 { throw ReplayError(.transport, subject, "is closed") }
  }

  /// The error of a way whose other side closed.
  func closedByOther() -> ReplayError {
    ReplayError(.transport, subject, "was closed by the other side")
  }

  /// The error of a system call on the descriptor.
  func failure(_ action: String, _ code: Int32) -> ReplayError {
    ReplayError(.transport, subject, "\(action) failed: \(systemErrorText(code))")
  }
}

/// The system's words for an `errno`.
func systemErrorText(_ code: Int32) -> String {
  // Unsafe: `strerror` returns a C string that lives until the next call, and is copied at once.
  unsafe String(cString: strerror(code))
}

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  // Unsafe: the caller vouches for `count` bytes at `buffer`.
  unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  // A socket whose other side is gone must not end the program by SIGPIPE; what is no socket has none.
  #if canImport(Darwin)
  let flags: Int32 = 0
  #else
  let flags = Int32(MSG_NOSIGNAL)
  #endif
  // Unsafe: the caller vouches for `count` bytes at `buffer`.
  let sent = unsafe send(number, buffer, count, flags)
  return sent < 0 && errno == ENOTSOCK ? unsafe write(number, buffer, count) : sent
}
