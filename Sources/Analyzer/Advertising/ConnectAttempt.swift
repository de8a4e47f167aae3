public import ATTParser

/// An attempt of the recording host to open an LE connection, with what was known of its target at the start
/// and at the end of it.
public struct ConnectAttempt: Sendable {
  /// The device an attempt is to.
  public enum Target: Hashable, Sendable {
    /// One device.
    case device(DeviceAddress, AddressType)
    /// Whichever device of the filter accept list is heard first.
    case filterList
  }

  /// The controller's index on the recording machine.
  public var adapter: UInt16
  /// The device it is to.
  public var target: Target
  /// The command that began it.
  public var started: Moment
  /// The event that ended it, in a connection or not; nil when the capture shows no end.
  public var ended: Moment?
  /// How it ended; nil when the capture shows no end.
  public var status: ErrorCode?
  /// The host gave it up.
  public var isCancelled = false
  /// What was known of the target when it began; nil when the target had not been heard.
  public var before: Sighting?
  /// What was known of the target when it ended, or when the capture did.
  public var after: Sighting?
  /// Advertising reports of any device in the capture when it began.
  public var reportsBefore = 0
  /// Advertising reports of any device while it went on.
  public var reportsDuring = 0
  /// The scan that went on when it ended, or the last one before.
  public var scan: ScanPeriod?

  /// The device it is to, nil when it is to the filter list.
  public var peer: DeviceAddress? {
    guard case .device(let address, _) = target else { return nil }
    return address
  }

  /// Makes an attempt that has just begun.
  public init(adapter: UInt16, target: Target, started: Moment) {
    self.adapter = adapter
    self.target = target
    self.started = started
  }
}

/// The attempts under way, one an adapter.
///
/// Tables and logs are `inout` where they are only looked into: borrowed ones would be copied for each call.
struct ConnectAttemptLog {
  /// Adapters kept at most; more are forged.
  private static let adapterLimit = 64

  /// The attempts under way.
  private(set) var open: [ConnectAttempt] = []

  /// Adds a command: the beginning of an attempt, or that it is given up, or a reset.
  mutating func add(
    _ command: HCICommand, adapter: UInt16, _ moment: Moment, _ table: inout AdvertiserTable
  ) {
    if command.opcode == .leCreateConnectionCancel {
      if let place = place(adapter) { open[place].isCancelled = true }
    } else if command.opcode == .reset {
      if let place = place(adapter) { open.remove(at: place) }
    } else if case .createConnection(let peer, let type, let usesFilterList, _) = command.details {
      if let place = place(adapter) { open.remove(at: place) }
      guard open.count < Self.adapterLimit else { return }
      var attempt = ConnectAttempt(
        adapter: adapter, target: usesFilterList ? .filterList : .device(peer, type), started: moment)
      attempt.before = Self.sighting(attempt, &table)
      attempt.reportsBefore = table.reports
      open.append(attempt)
    }
  }

  /// Adds an event and returns the attempt it ends, nil when it ends none.
  mutating func add(
    _ event: HCIEvent, adapter: UInt16, _ moment: Moment, _ table: inout AdvertiserTable,
    _ scans: inout ScanLog
  ) -> ConnectAttempt? {
    let status: ErrorCode
    switch event.details {
    case .leConnectionComplete(let complete):
      // A connection as peripheral, or directed advertising that nobody answered (0x3C), is not the host's.
      guard complete.status != .success || complete.role == 0, complete.status.rawValue != 0x3C else {
        return nil
      }
      status = complete.status
    case .commandStatus(.leCreateConnection, let refusal),
      .commandStatus(.leExtendedCreateConnection, let refusal):
      guard refusal != .success else { return nil }
      status = refusal
    default: return nil
    }
    guard let place = place(adapter) else { return nil }
    var attempt = open.remove(at: place)
    Self.complete(&attempt, &table, &scans)
    attempt.ended = moment
    attempt.status = status
    return attempt
  }

  /// The attempts that the capture shows no end of, with what is known at its end.
  func unfinished(_ table: inout AdvertiserTable, _ scans: inout ScanLog) -> [ConnectAttempt] {
    var attempts: [ConnectAttempt] = []
    for var attempt in open {
      Self.complete(&attempt, &table, &scans)
      attempts.append(attempt)
    }
    return attempts
  }

  private func place(_ adapter: UInt16) -> Int? { open.firstIndex { $0.adapter == adapter } }

  private static func complete(
    _ attempt: inout ConnectAttempt, _ table: inout AdvertiserTable, _ scans: inout ScanLog
  ) {
    attempt.after = sighting(attempt, &table)
    attempt.reportsDuring = table.reports - attempt.reportsBefore
    attempt.scan = scans.last(attempt.adapter)
  }

  private static func sighting(_ attempt: ConnectAttempt, _ table: inout AdvertiserTable) -> Sighting? {
    guard case .device(let address, let type) = attempt.target else { return nil }
    return table.sighting(address, type, adapter: attempt.adapter)
  }
}
