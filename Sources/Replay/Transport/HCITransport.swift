/// A way to a controller that carries whole HCI packets: TCP, a Unix socket, a serial line, a pseudo terminal, Linux' HCI user channel, or memory.
public protocol HCITransport: AnyObject {
  /// What it is, as it was asked for, for messages: `h4:tcp:127.0.0.1:9100`.
  var name: String { get }

  /// Sends one packet: the packet type (H4 indicator), then header and payload.
  ///
  /// - Throws: ``ReplayError`` when the way broke, or did not take it by `deadline`.
  func send(_ packet: [UInt8], until deadline: MonotonicTime) throws(ReplayError)

  /// The next packet, the packet type first; nil when none came before `deadline`.
  ///
  /// - Throws: ``ReplayError`` when the way broke, was closed, or carried what is no HCI packet.
  func receive(until deadline: MonotonicTime) throws(ReplayError) -> [UInt8]?

  /// Gives the way back.
  func close()
}
