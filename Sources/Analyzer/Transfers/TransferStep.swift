/// How far a transfer has come, in the order in which protocols go.
public enum TransferStep: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The device is asked to go into its bootloader, or to get ready.
  case prepare
  /// Size, hash, signature or other words about the image are sent.
  case announce
  /// The image is sent.
  case transfer
  /// The device checks what it has.
  case verify
  /// The device is told to use the image.
  case activate
  /// The device restarts.
  case reboot
  /// The device is connected to again, and says what it runs.
  case confirm

  /// The name in documents.
  public var name: String {
    switch self {
    case .prepare: "prepare"
    case .announce: "announce"
    case .transfer: "transfer"
    case .verify: "verify"
    case .activate: "activate"
    case .reboot: "reboot"
    case .confirm: "confirm"
    }
  }

  /// True for what comes earlier in the list.
  public static func < (left: TransferStep, right: TransferStep) -> Bool { left.rawValue < right.rawValue }
}
