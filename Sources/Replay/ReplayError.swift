/// Why something about a live device cannot be done or went wrong.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it went wrong.
  public enum Layer: String, Hashable, Sendable {
    /// The plan, or the capture it is made from.
    case plan
    /// The way to the controller or the system: socket, serial line, bus.
    case transport
    /// The controller, by HCI.
    case hci
    /// The link to the device.
    case link
    /// Pairing and encryption.
    case smp
    /// ATT.
    case att
  }

  /// Where.
  public var layer: Layer
  /// What it is about: a transport, a command, a device.
  public var subject: String
  /// What happened.
  public var reason: String
  /// What to do about it, nil when there is nothing to say.
  public var advice: String?

  /// Makes the value.
  public init(_ layer: Layer, _ subject: String, _ reason: String, advice: String? = nil) {
    self.layer = layer
    self.subject = subject
    self.reason = reason
    self.advice = advice
  }

  /// One line: subject, reason, advice.
  public var description: String { "\(subject): \(reason)" + (advice.map { "; \($0)" } ?? "") }
}
