import ATTParser

/// How the connection of a transfer ended, whichever of the two sides recorded it.
struct TransferEnding: Sendable {
  /// Who ended it.
  enum Side: Sendable {
    /// The one that sends the image.
    case client
    /// The one that takes it.
    case device
    /// Nobody: the link was lost.
    case link
  }

  /// The frame that says so.
  let moment: Moment
  /// The reason given; nil when the adapter was reset or removed instead.
  let reason: ErrorCode?
  /// Who ended it.
  let by: Side

  /// - Parameter isDevicePeer: false when the device that takes the image is the one that recorded.
  init(_ closing: Connection.Closing, isDevicePeer: Bool) {
    moment = closing.moment
    reason = closing.reason
    switch closing.by {
    case .link: by = .link
    case .peer: by = isDevicePeer ? .device : .client
    case .local: by = isDevicePeer ? .client : .device
    }
  }

  /// ` (0x13 Remote User Terminated Connection)`, or nothing.
  var words: String {
    reason.map { " (\(TransferRule.hexadecimal($0.rawValue)) \($0.name))" } ?? ""
  }
}
