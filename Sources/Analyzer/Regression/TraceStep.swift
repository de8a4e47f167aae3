import ATTParser

/// Something that happens on a connection, named so that two captures of it can be compared.
public struct TraceStep: Sendable, Hashable {
  /// What is done.
  public enum Operation: String, Sendable, CaseIterable {
    /// The ATT_MTU is exchanged; the value is the one in force.
    case exchangeMTU = "exchange_mtu"
    /// Services, characteristics and descriptors are asked for; as many requests as it takes.
    case discover
    /// A value is read, in as many parts as it takes.
    case read
    /// A value is written and the server answers, also in parts.
    case write
    /// A value is written without an answer.
    case writeCommand = "write_command"
    /// Notifications or indications of a value are turned on, or off; the value says which.
    case subscribe
    /// A value is notified.
    case notify
    /// A value is indicated.
    case indicate
    /// Devices pair.
    case pair
    /// The link is encrypted, or is not any more.
    case encrypt
    /// Connection parameters are in force.
    case parameters
    /// PHYs are in force.
    case phy
    /// Payload lengths are in force.
    case dataLength = "data_length"
    /// The connection is opened.
    case connect
    /// The connection ends; the value says who ended it and why.
    case disconnect

    /// True for what a server sends on its own.
    public var isFromServer: Bool { self == .notify || self == .indicate }

    /// True for settings of the link and other steps whose order against others is left to chance.
    public var isOfTheLink: Bool {
      switch self {
      case .pair, .encrypt, .parameters, .phy, .dataLength: true
      default: false
      }
    }

    /// True for steps whose value is told in words.
    public var hasWords: Bool {
      switch self {
      case .exchangeMTU, .subscribe, .disconnect: true
      default: isOfTheLink
      }
    }

    /// True for words that stand for several things.
    var isPlural: Bool { self == .parameters }

    /// What is done, in words that stand alone: `write without response`.
    public var phrase: String {
      for end in [" of", " to"] where title.hasSuffix(end) { return String(title.dropLast(end.count)) }
      return title
    }

    /// What is done, in words: `write without response to`.
    public var title: String {
      switch self {
      case .exchangeMTU: "exchange of the ATT_MTU"
      case .discover: "discovery"
      case .read: "read of"
      case .write: "write to"
      case .writeCommand: "write without response to"
      case .subscribe: "subscription to"
      case .notify: "notification of"
      case .indicate: "indication of"
      case .pair: "pairing"
      case .encrypt: "encryption"
      case .parameters: "connection parameters"
      case .phy: "PHY"
      case .dataLength: "data length"
      case .connect: "connection"
      case .disconnect: "end of the connection"
      }
    }
  }

  /// What is done.
  public var operation: Operation
  /// The attribute's path, `180d/2a37`, or its handle when nothing tells what it is; nil for steps without one.
  public var attribute: String?
  /// The value, or what it comes to in words; nil when there is none or the capture does not hold it.
  public var value: TraceValue?
  /// How it ended: `answered`, `unanswered`, the name of an error; nil for what calls for no answer.
  public var outcome: String?
  /// When it began.
  public var moment: Moment
  /// When it ended.
  public var ended: Moment
  /// How many of these it stands for.
  public var count = 1
  /// Bytes of all values.
  public var bytes = 0
  /// True when the recording host is the server of the attribute.
  public var isLocalServer = false
  /// True for messages of a transfer of an image, which is compared as a whole.
  public var isOfTransfer = false

  /// What it is, without value and outcome: `write to 2a39 (Heart Rate Control Point)`.
  public var name: String { Self.name(operation, attribute) }
  /// What makes two steps the same one.
  var token: Token { Token(operation: operation, attribute: attribute, isLocalServer: isLocalServer) }

  /// What a step is in words: the characteristic with its name, without the service.
  static func name(_ operation: Operation, _ attribute: String?) -> String {
    guard let attribute else { return operation.phrase }
    return "\(operation.title) \(AttributePaths.title(attribute))"
  }

  /// Operation and attribute.
  struct Token: Hashable, Sendable {
    /// What is done.
    var operation: Operation
    /// What it is done to, as ``TraceStep/attribute`` names it.
    var attribute: String?
    /// True when the recording host is the server of the attribute.
    var isLocalServer: Bool
  }

  /// Makes a step, which ends when it begins unless `ended` tells more.
  init(
    _ operation: Operation, value: TraceValue? = nil, outcome: String? = nil, _ moment: Moment,
    ended: Moment? = nil, isLocalServer: Bool = false
  ) {
    self.operation = operation
    self.value = value
    self.outcome = outcome
    self.moment = moment
    self.ended = ended ?? moment
    self.isLocalServer = isLocalServer
  }
}

extension TraceStep {
  /// The step with its attribute named, where it is known by its handle only.
  fileprivate func named(_ names: [String: String]) -> TraceStep {
    guard !isLocalServer, let name = attribute.flatMap({ names[$0] }) else { return self }
    var step = self
    step.attribute = name
    return step
  }
}

extension ConnectionTrace {
  /// The steps; when nothing was discovered on this connection, with the names that other captures of the device
  /// have for the handles.
  func steps(namedBy attributes: [Attribute]?) -> [TraceStep] {
    guard self.attributes == nil, let attributes, !attributes.isEmpty else { return steps }
    let names = Self.names(of: attributes)
    return steps.map { $0.named(names) }
  }

  /// Paths by handles as steps have them.
  static func names(of attributes: [Attribute]) -> [String: String] {
    Dictionary(attributes.map { (AttributeHandle(rawValue: $0.handle).description, $0.path) }) { first, _ in
      first
    }
  }
}

/// A value of a step.
public enum TraceValue: Sendable, Hashable, CustomStringConvertible {
  /// Bytes as they were sent, the first 64 of them, and how many there were.
  case bytes([UInt8], count: Int)
  /// Something else, in words.
  case words(String)

  /// Bytes kept of a value.
  public static let limit = 64

  /// Makes a value of bytes.
  init(_ bytes: [UInt8], missing: Int = 0) {
    self = .bytes(Array(bytes.prefix(Self.limit)), count: bytes.count + missing)
  }

  /// Bytes it has, nil for words.
  var count: Int? {
    if case .bytes(_, let count) = self { count } else { nil }
  }

  /// Hexadecimal digits, or the words.
  public var description: String {
    switch self {
    case .words(let text): text
    case .bytes(let bytes, let count):
      ByteText.hex(bytes) + (count > bytes.count ? "… (\(count) bytes)" : "")
    }
  }
}
