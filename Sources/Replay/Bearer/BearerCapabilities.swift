/// What a bearer can do.
///
/// A plan whose steps need more is refused before it starts (``ReplayStep/needs``); an MTU, link parameters and error codes
/// that are not as they were do not keep a session from being played, and are noted.
public struct BearerCapabilities: OptionSet, Hashable, Sendable {
  /// One bit each.
  public let rawValue: Int

  /// Makes a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Be the central.
  public static let central = BearerCapabilities(rawValue: 1 << 0)
  /// Be the peripheral.
  public static let peripheral = BearerCapabilities(rawValue: 1 << 1)
  /// Exchange MTUs with a value of ours, when we want.
  public static let mtuExchange = BearerCapabilities(rawValue: 1 << 2)
  /// Send requests about handles that no attribute has.
  public static let rawHandles = BearerCapabilities(rawValue: 1 << 3)
  /// Write in parts (Prepare and Execute Write) and read from an offset.
  public static let longValues = BearerCapabilities(rawValue: 1 << 4)
  /// Write a CCCD with a value of ours, not only subscribe and unsubscribe.
  public static let cccdValues = BearerCapabilities(rawValue: 1 << 5)
  /// See the very error code of an Error Response; without it two errors are alike.
  public static let errorCodes = BearerCapabilities(rawValue: 1 << 6)
  /// Ask for connection parameters, data length and PHY.
  public static let linkParameters = BearerCapabilities(rawValue: 1 << 7)
  /// Encrypt, and pair where needed.
  public static let encryption = BearerCapabilities(rawValue: 1 << 8)
  /// What is going to happen has happened: when ``ATTBearer/next(until:)`` gives nil, waiting is in vain.
  public static let neverWaits = BearerCapabilities(rawValue: 1 << 9)

  /// Each capability in words, for the message that says what is missing.
  public static let names: [(BearerCapabilities, String)] = [
    (.central, "connect to a device"), (.peripheral, "be connected to"),
    (.mtuExchange, "exchange MTUs"), (.rawHandles, "send PDUs with handles that no attribute has"),
    (.longValues, "write and read long values in parts"), (.cccdValues, "write CCCD values of its own"),
    (.errorCodes, "tell error codes"), (.linkParameters, "change the parameters of the link"),
    (.encryption, "encrypt the link"),
  ]

  /// The capabilities of the set in words, in the order of the list.
  public var inWords: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

  /// That a bearer lacks the capabilities of the set, in words: `cannot encrypt the link`.
  public var inability: String { "cannot " + inWords.joined(separator: ", nor ") }
}
