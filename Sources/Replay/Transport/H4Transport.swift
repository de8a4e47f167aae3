/// HCI packets over a stream of bytes, as UARTs, sockets and pseudo terminals carry them (Vol 4, Part A).
///
/// A Linux HCI user channel carries the same bytes, a packet at a time.
final class H4Transport: LinkTransport {
  let name: String
  private let descriptor: FileDescriptor
  private var framer = H4Framer()
  /// Called once when the way is given back.
  private let whenClosed: () -> Void

  /// Takes over an open way to a controller.
  init(_ descriptor: FileDescriptor, whenClosed: @escaping () -> Void = {}) {
    name = descriptor.subject
    self.descriptor = descriptor
    self.whenClosed = whenClosed
  }

  deinit { close() }

  func send(_ packet: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    try descriptor.write(packet, until: deadline)
  }

  func receive(until deadline: MonotonicTime) throws(ReplayError) -> [UInt8]? {
    while true {
      if let packet = try framer.next(name) { return packet }
      do throws(ReplayError) {
        guard let piece = try descriptor.read(until: deadline) else { return nil }
        framer.append(piece)
      } catch {
        guard framer.isInPacket else { throw error }
        throw ReplayError(
          error.layer, error.subject, error.reason + " in the middle of a packet", advice: error.advice)
      }
    }
  }

  func close() {
    guard descriptor.number >= 0 else { return }
    descriptor.close()
    whenClosed()
  }
}
