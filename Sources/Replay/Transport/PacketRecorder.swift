public import ATTParser

/// Somebody who keeps what crosses the border between host and controller.
public protocol PacketRecorder: AnyObject {
  /// Takes one packet, in the order the packets went.
  ///
  /// - Parameters:
  ///   - packet: the packet type (H4 indicator), then header and payload.
  ///   - direction: `sent` is from the host to the controller.
  ///   - time: when it was handed over or came.
  func record(_ packet: [UInt8], direction: Direction, at time: MonotonicTime)
}
