import ATTParser

/// What a transport is made for.
public struct TransportRequest: Sendable {
  /// As the user gave it: `h4:tcp:127.0.0.1:9100`.
  public var name: String
  /// What follows the scheme: `127.0.0.1:9100`; empty when nothing does.
  public var argument: String
  /// The part to play.
  public var role: LinkRole
  /// The session that is played, which the virtual device answers as.
  public var plan: ReplayPlan
  /// How time is kept, which the virtual device does, too.
  public var timing: ReplayPolicy.Timing
  /// The passkey to pair with, where we pair; nil pairs without one.
  public var passkey: UInt32?

  /// Makes the value.
  public init(
    name: String, argument: String, role: LinkRole, plan: ReplayPlan, timing: ReplayPolicy.Timing,
    passkey: UInt32? = nil
  ) {
    self.passkey = passkey
    self.name = name
    self.argument = argument
    self.role = role
    self.plan = plan
    self.timing = timing
  }
}

/// A kind of way to a device.
public struct TransportKind: Sendable {
  /// What its names begin with: `virtual`, `h4:tcp`.
  public var scheme: String
  /// How it is named, for messages: `h4:tcp:HOST:PORT`.
  public var usage: String
  /// How the device is named.
  public var target: Target
  /// Whether pairing is ours, with a passkey if one is given, and not a system's.
  public var pairs: Bool
  /// Makes it; nothing is opened yet.
  public var make: @Sendable (TransportRequest) throws(ReplayError) -> any ATTBearer

  /// How the device is named.
  public enum Target: Hashable, Sendable {
    /// There is only one.
    case given
    /// The transport's name has its address.
    case inName
    /// With `--device`, which is required of a central.
    case separate
  }

  /// Makes a kind.
  public init(
    _ scheme: String, usage: String, target: Target, pairs: Bool = false,
    make: @escaping @Sendable (TransportRequest) throws(ReplayError) -> any ATTBearer
  ) {
    self.scheme = scheme
    self.usage = usage
    self.target = target
    self.pairs = pairs
    self.make = make
  }

  /// The transports there are: one line each.
  public static let all: [TransportKind] = [
    TransportKind("virtual", usage: "virtual", target: .given) { request throws(ReplayError) in
      guard request.role == .central else {
        throw ReplayError(
          .transport, "virtual", "nobody can connect to a peripheral that is only in memory",
          advice: "name a transport with a radio")
      }
      return VirtualDevice(request.plan, timing: request.timing)
    },
    .overHCI("h4:tcp", usage: "h4:tcp:HOST:PORT") { place, deadline throws(ReplayError) in
      try TCPTransport.open(place, until: deadline)
    },
    .overHCI("h4:unix", usage: "h4:unix:PATH") { path, deadline throws(ReplayError) in
      try UnixTransport.open(path, until: deadline)
    },
    .overHCI("h4:serial", usage: "h4:serial:PATH@BAUD") { place, _ throws(ReplayError) in
      try SerialTransport.open(place)
    },
    .overHCI("h4:pty", usage: "h4:pty:PATH") { path, _ throws(ReplayError) in
      try PseudoTerminalTransport.open(path)
    },
    .overHCI("hci", usage: "hci:N") { index, _ throws(ReplayError) in try HCIUserChannel.open(index) },
    TransportKind("l2cap", usage: "l2cap:ADDRESS", target: .inName) { request throws(ReplayError) in
      KernelATTBearer(subject: request.name)
    },
    TransportKind("bluez", usage: "bluez:ADDRESS", target: .inName) { request throws(ReplayError) in
      BlueZATTBearer(subject: request.name)
    },
    TransportKind("corebluetooth", usage: "corebluetooth:NAME", target: .inName) {
      request throws(ReplayError) in
      try AppleBluetooth.bearer(request)
    },
  ]

  /// The kind that a name is of, and what follows its scheme.
  ///
  /// - Throws: ``ReplayError`` when there is none.
  public static func find(_ name: String) throws(ReplayError) -> (kind: TransportKind, argument: String) {
    // The longest scheme counts: `h4:tcp` before `h4`.
    let kinds = all.filter { name == $0.scheme || name.hasPrefix($0.scheme + ":") }
    guard let kind = kinds.max(by: { $0.scheme.utf8.count < $1.scheme.utf8.count }) else {
      throw ReplayError(
        .transport, name, "no such transport", advice: "there are \(all.map(\.usage).joined(separator: ", "))"
      )
    }
    return (kind, String(name.dropFirst(kind.scheme.count + 1)))
  }

  /// Milliseconds for reaching a controller.
  private static let reachingTime = 10_000

  /// A kind whose bearer is over a controller that `open` reaches, by what follows the scheme and until a deadline.
  private static func overHCI(
    _ scheme: String, usage: String,
    _ open: @escaping @Sendable (String, MonotonicTime) throws(ReplayError) -> any HCITransport
  ) -> TransportKind {
    TransportKind(scheme, usage: usage, target: .separate, pairs: true) { request throws(ReplayError) in
      let argument = request.argument
      var options = options(like: request.plan)
      options.passkey = request.passkey
      return HCIATTBearer(options: options) { () throws(ReplayError) in
        try open(argument, .now.adding(milliseconds: reachingTime))
      }
    }
  }

  /// Options that connect with the parameters the captured session began with.
  static func options(like plan: ReplayPlan) -> HCIOptions {
    var options = HCIOptions()
    guard let connect = plan.connections.first?.steps.first(where: { $0.kind == .connect }),
      case .parameters(let interval, let latency, let timeout)? = connect.change, interval >= 6,
      interval <= 3200
    else { return options }
    options.minInterval = interval
    options.maxInterval = interval
    options.latency = latency
    options.supervisionTimeout = timeout
    return options
  }
}
