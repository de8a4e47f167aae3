#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `h4:tcp:HOST:PORT`: a controller whose HCI is a TCP port, as emulators and bridges offer it.
enum TCPTransport {
  /// Connects to the controller at `HOST:PORT`; an IPv6 address stands in brackets.
  ///
  /// - Throws: ``ReplayError`` when the text names no port, nobody listens there, or `deadline` passed.
  static func open(_ place: String, until deadline: MonotonicTime) throws(ReplayError) -> any HCITransport {
    let subject = "h4:tcp:" + place
    guard let colon = place.lastIndex(of: ":"), colon != place.startIndex else {
      throw ReplayError(.transport, subject, "names no port", advice: "write h4:tcp:HOST:PORT")
    }
    var host = String(place[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    let addresses = try Socket.tcpAddresses(
      host: host, port: String(place[place.index(after: colon)...]), subject: subject)
    var failure = SystemError(ENOENT)
    for (family, address) in addresses {
      switch Socket.make(family: family, .stream) {
      case .failure(let error): failure = error
      case .success(let number):
        let descriptor = FileDescriptor(number, subject: subject)
        guard let error = try Socket.connect(descriptor, to: address, until: deadline) else {
          // A command waits for its answer: nothing may be held back to fill a segment.
          _ = Socket.set(number, level: Int32(IPPROTO_TCP), option: TCP_NODELAY, [1, 0, 0, 0])
          return H4Transport(descriptor)
        }
        failure = error
      }
    }
    throw ReplayError(
      .transport, subject, "cannot be connected to: \(failure.text)",
      advice: "start the program that offers the controller there")
  }
}
