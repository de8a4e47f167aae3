public import ATTParser

/// What is made to go wrong on purpose, so that a failure of the field can be seen again.
public struct ReplayFaults: Hashable, Sendable {
  /// An attribute that a fault is about.
  public enum Selector: Hashable, Sendable {
    /// By its path.
    case key(AttributeKey)
    /// By the UUID of a characteristic.
    case characteristic(BluetoothUUID)

    /// True when an attribute is meant.
    public func matches(_ key: AttributeKey) -> Bool {
      switch self {
      case .key(let wanted): key == wanted
      case .characteristic(let uuid):
        if case .value(let part) = key.attribute { part.uuid == uuid } else { false }
      }
    }
  }

  /// The notification or indication that is lost, from 1.
  public var droppedValue: Int?
  /// Milliseconds that each PDU is held back.
  public var delay: Int?
  /// The Error Response that answers every request on an attribute.
  public var error: (code: ATTErrorCode, attribute: Selector)? {
    get { errorCode.flatMap { code in errorAttribute.map { (code, $0) } } }
    set {
      errorCode = newValue?.code
      errorAttribute = newValue?.attribute
    }
  }
  private var errorCode: ATTErrorCode?
  private var errorAttribute: Selector?
  /// Bytes of the image after which the link ends.
  public var disconnectOffset: Int?

  /// Nothing goes wrong.
  public init() {}

  /// True when nothing is to go wrong.
  public var isEmpty: Bool { self == ReplayFaults() }
}
