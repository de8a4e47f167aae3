/// HCI packets over a stream of bytes, as UARTs, sockets and pseudo terminals carry them (Vol 4, Part A).
///
/// A Linux HCI user channel carries the same bytes, a packet at a time.
final class H4Transport: HCITransport {
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
      switch try descriptor.read(until: deadline) {
      case .bytes(let piece): framer.append(piece)
      case .nothing: return nil
      case .closed:
        var error = descriptor.closedByOther()
        if framer.isInPacket { error.reason += " in the middle of a packet" }
        throw error
      }
    }
  }

  func close() {
    guard descriptor.number >= 0 else { return }
    descriptor.close()
    whenClosed()
  }
}
