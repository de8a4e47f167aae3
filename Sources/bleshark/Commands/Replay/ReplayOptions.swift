import ATTParser
import Analyzer
import Replay

/// How a replay is to be done, from the command line.
struct ReplayOptions {
  /// The part to play.
  let role: LinkRole
  /// The way to the device.
  let transport: String
  /// How it is played.
  private(set) var policy = ReplayPolicy()
  /// False for a dry run.
  let isRun: Bool
  private let device: String?

  /// Reads the options.
  ///
  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    role = invocation.value(.role) == "peripheral" ? .peripheral : .central
    transport = invocation.value(.transport) ?? "virtual"
    device = invocation.value(.device)
    let allowed = try invocation.allValues(.allowWrite).map(Self.uuid)
    isRun = invocation.has(.allowWrites) || !allowed.isEmpty || role == .peripheral
    policy.permission.allWrites = invocation.has(.allowWrites)
    policy.permission.characteristics = Set(allowed)
    policy.permission.transfers = invocation.has(.allowOTA)
    policy.keepsGoing = invocation.has(.keepGoing)
    policy.recuts = invocation.has(.recut)
    policy.timing = try Self.timing(invocation.value(.timing) ?? "fast")
    policy.faults = try Self.faults(invocation)
    policy.isInterrupted = { ReplayInterruption.isRequested }
    if role == .peripheral { policy.connectTimeout = 60_000 }
    if let time = try invocation.duration(.connectTimeout) {
      policy.connectTimeout = Int(clamping: time / 1_000_000)
    }
    if role == .peripheral, !invocation.has(.transport) {
      throw UsageError("--as peripheral needs a transport with a radio: --to")
    }
    try refuseIdle(invocation)
  }

  /// Refuses what would be read and have no effect.
  private func refuseIdle(_ invocation: Invocation) throws {
    func first(_ options: [(OptionName, String)]) -> String? {
      options.first { invocation.has($0.0) }?.1
    }
    let onlyRun: [(OptionName, String)] = [
      (.record, "record"), (.junit, "junit"), (.dropNotification, "drop-notification"), (.delay, "delay"),
      (.injectedError, "error"), (.disconnectOffset, "disconnect-at-offset"), (.timing, "timing"),
      (.recut, "recut"), (.keepGoing, "keep-going"), (.connectTimeout, "connect-timeout"),
      (.allowOTA, "allow-ota"),
    ]
    if !isRun, let idle = first(onlyRun) {
      throw UsageError("--\(idle) is for a run: --allow-writes plays the plan")
    }
    let onlyCentral: [(OptionName, String)] = [
      (.device, "device"), (.keepGoing, "keep-going"), (.recut, "recut"), (.allowWrites, "allow-writes"),
      (.allowWrite, "allow-write"), (.allowOTA, "allow-ota"),
    ]
    if role == .peripheral, let idle = first(onlyCentral) {
      throw UsageError("--\(idle) is for the central, and --as peripheral waits to be connected to")
    }
    if device != nil, transportKind?.target == .given {
      throw UsageError("--device names a device over a radio, and \(transport) has the captured one alone")
    }
  }

  /// Refuses a passkey that nothing asks for.
  ///
  /// - Parameter readsKeys: whether the plan is made from what may have been decrypted with it.
  func checkPasskey(_ invocation: Invocation, readsKeys: Bool) throws {
    guard invocation.has(.passkey), !readsKeys, let kind = transportKind, !isRun || !kind.pairs else {
      return
    }
    throw UsageError(
      "--passkey is for captures of the air, and for a run over a controller of its own, which pairs: h4 or hci"
    )
  }

  /// The kind of the transport, nil when there is none of its name.
  private var transportKind: TransportKind? { try? TransportKind.find(transport).kind }

  private static func uuid(_ text: String) throws -> BluetoothUUID {
    guard let uuid = BluetoothUUID(text: text) else {
      throw UsageError("--allow-write is the UUID of a characteristic, not '\(text)'")
    }
    return uuid
  }

  private static func timing(_ text: String) throws -> ReplayPolicy.Timing {
    switch text {
    case "fast": return .fast
    case "real": return .scaled(1)
    default:
      guard text.hasPrefix("x"), let factor = Double(text.dropFirst()), factor >= 0.01, factor <= 1000 else {
        throw UsageError(
          "--timing is fast, real, or x and a number from 0.01 to 1000, such as x2, not '\(text)'")
      }
      return .scaled(factor)
    }
  }

  private static func faults(_ invocation: Invocation) throws -> ReplayFaults {
    var faults = ReplayFaults()
    faults.droppedValue = try number(invocation, .dropNotification, "--drop-notification")
    faults.disconnectOffset = try number(invocation, .disconnectOffset, "--disconnect-at-offset")
    faults.delay = try invocation.duration(.delay).map { Int(clamping: $0 / 1_000_000) }
    if let text = invocation.value(.injectedError) { faults.error = try error(text) }
    return faults
  }

  private static func number(_ invocation: Invocation, _ name: OptionName, _ option: String) throws -> Int? {
    guard let text = invocation.value(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("\(option) is a number from 1 on, not '\(text)'")
    }
    return number
  }

  /// Reads `ATT:0x0e@2a37`.
  private static func error(_ text: String) throws -> (ATTErrorCode, ReplayFaults.Selector) {
    let wrong = UsageError("--error is a code and an attribute such as ATT:0x0e@2a37, not '\(text)'")
    guard text.lowercased().hasPrefix("att:"), let at = text.firstIndex(of: "@") else { throw wrong }
    let code = text[text.index(text.startIndex, offsetBy: 4)..<at].lowercased()
    let value = code.hasPrefix("0x") ? UInt8(code.dropFirst(2), radix: 16) : UInt8(code)
    guard let value, value > 0 else { throw wrong }
    let attribute = String(text[text.index(after: at)...])
    if let uuid = BluetoothUUID(text: attribute) {
      return (ATTErrorCode(rawValue: value), .characteristic(uuid))
    }
    guard let key = AttributeKey(text: attribute) else { throw wrong }
    return (ATTErrorCode(rawValue: value), .key(key))
  }

  // MARK: - The device

  /// Whom the plan is for, in words.
  func deviceText(_ plan: ReplayPlan) -> String {
    if let device { return "\(device) over \(transport)" }
    if transport == "virtual" { return "a virtual device" }
    return "a device that --device has to name, over \(transport)"
  }

  /// Whom to reach, or how to advertise.
  ///
  /// - Throws: ``ReplayError`` when nothing says.
  func target(
    _ kind: TransportKind, _ argument: String, _ plan: ReplayPlan
  ) throws(ReplayError) -> LinkTarget {
    if role == .peripheral { return plan.advertisement }
    if let device { return try Self.target(device, plan) }
    switch kind.target {
    case .given: return .address(plan.device ?? DeviceAddress(0), isRandom: plan.isRandom)
    case .inName: return try Self.target(argument, plan)
    case .separate:
      throw ReplayError(
        .plan, transport, "the device has to be named: --device with its address, its name or a service",
        advice: plan.device.map { "the captured one is \($0)" })
    }
  }

  private static func target(_ text: String, _ plan: ReplayPlan) throws(ReplayError) -> LinkTarget {
    if let address = DeviceAddress(text: text) {
      return .address(address, isRandom: address == plan.device ? plan.isRandom : nil)
    }
    if let uuid = BluetoothUUID(text: text) { return .service(uuid) }
    guard !text.isEmpty else { throw ReplayError(.plan, "--device", "it is empty") }
    return .name(text)
  }

  /// Refuses a fault that cannot happen, so that no run passes since nothing went wrong.
  func checkFaults(_ plan: ReplayPlan) throws(ReplayError) {
    guard let selector = policy.faults.error?.attribute else { return }
    let attributes = plan.connections.flatMap(\.layout.entries)
    guard attributes.contains(where: { selector.matches($0.key) }) else {
      throw ReplayError(.plan, "--error", "the captured device has no such attribute")
    }
  }

  /// Refuses a session that updates firmware unless that is allowed: half of it would leave the device in the middle.
  func checkTransfers(_ plan: ReplayPlan) throws(ReplayError) {
    guard role == .central, policy.permission.allWrites, !policy.permission.transfers else { return }
    let transfers = WritePermission.transferAttributes(of: plan)
    let used = plan.connections.flatMap(\.steps).first { step in
      step.isWrite && !step.isSkipped && step.attribute?.key.map(transfers.contains) == true
    }
    guard let key = used?.attribute?.key else { return }
    throw ReplayError(
      .plan, "\(key)", "it takes a firmware image, or may: nothing was sent",
      advice: "--allow-ota sends it, --allow-write allows other attributes alone")
  }
}
