public import ATTParser

/// How the host asked its controller to scan.
public struct ScanSettings: Hashable, Sendable {
  /// Scan requests are sent, so that devices tell more.
  public var isActive: Bool
  /// From the start of one window to the next, in 0.625 ms steps.
  public var interval: UInt16
  /// How long the controller listens, in 0.625 ms steps.
  public var window: UInt16
  /// Only devices of the filter accept list are reported.
  public var usesFilterList: Bool

  /// ``interval`` in milliseconds.
  public var intervalMilliseconds: Double { Double(interval) * 0.625 }
  /// ``window`` in milliseconds.
  public var windowMilliseconds: Double { Double(window) * 0.625 }
}

/// A stretch of time in which the host's controller scanned.
public struct ScanPeriod: Hashable, Sendable {
  /// The controller's index on the recording machine.
  public var adapter: UInt16
  /// The command that turned scanning on.
  public var started: Moment
  /// What turned it off; nil while it goes on.
  public var ended: Moment?
  /// How it scanned; nil when the host's command for it is not in the capture.
  public var settings: ScanSettings?
  /// The controller reports each device only once.
  public var filtersDuplicates: Bool
}

/// When the host scanned, and how, from its commands.
///
/// A command that the controller refuses is taken back.
public struct ScanLog: Sendable {
  /// Periods kept at most; the latest one of an adapter is always known.
  static let limit = 1 << 14
  /// LE Scan Timeout (Vol 4, Part E, 7.7.65.17).
  static let timeoutSubevent: UInt8 = 0x11
  /// Adapters kept at most; more are forged.
  private static let adapterLimit = 64

  /// What is known of one adapter.
  private struct Adapter {
    var number: UInt16
    var settings: ScanSettings?
    /// The settings before the last command for them.
    var settingsBefore: ScanSettings?
    var last: ScanPeriod?
    /// The period before the last command for scanning, to go back to if that is refused.
    var before: ScanPeriod?
    /// True when the last command began a period.
    var hasBegun = false
    /// Repeated reports are left out from now on, which a command may change while scanning goes on.
    var filtersDuplicates = false
    /// The same before the last command for scanning.
    var filteredBefore = false

    /// Notes whether repeated reports are left out from now on.
    mutating func filter(_ filters: Bool) {
      filteredBefore = filtersDuplicates
      filtersDuplicates = filters
    }
  }

  private var adapters: [Adapter] = []
  /// Periods after which another one began on their adapter.
  private var past: [ScanPeriod] = []
  /// Periods beyond those that are kept.
  public private(set) var overflow = 0

  /// Makes a log of nothing.
  public init() {}

  /// The period in which an adapter scans or scanned last, nil when the capture shows none.
  public func last(_ adapter: UInt16) -> ScanPeriod? { adapters.first { $0.number == adapter }?.last }

  /// True while the controller of an adapter leaves repeated reports out.
  func filtersDuplicates(_ adapter: UInt16) -> Bool {
    adapters.first { $0.number == adapter }?.filtersDuplicates ?? false
  }

  /// The periods, in the order they began.
  public var periods: [ScanPeriod] {
    var log = self
    return log.takePeriods()
  }

  /// Takes the periods, in the order they began; there may be thousands, which are not copied.
  mutating func takePeriods() -> [ScanPeriod] {
    var periods: [ScanPeriod] = []
    swap(&periods, &past)
    for place in adapters.indices {
      if adapters[place].hasBegun, let before = adapters[place].before { periods.append(before) }
      if let last = adapters[place].last { periods.append(last) }
    }
    periods.sort { $0.started.frame < $1.started.frame }
    return periods
  }

  /// Adds a command.
  public mutating func add(_ command: HCICommand, adapter: UInt16, _ moment: Moment) {
    switch command.details {
    case .scanEnable(true, let filtersDuplicates):
      change(adapter) { state, log in
        state.filter(filtersDuplicates)
        log.begin(
          &state,
          ScanPeriod(
            adapter: adapter, started: moment, settings: state.settings, filtersDuplicates: filtersDuplicates)
        )
      }
    case .scanEnable(false, _):
      change(adapter) { state, log in
        state.filter(false)
        log.end(&state, moment)
      }
    case .scanParameters(let isActive, let interval, let window, let usesFilterList):
      change(adapter) { state, _ in
        state.settingsBefore = state.settings
        state.settings = ScanSettings(
          isActive: isActive, interval: interval, window: window, usesFilterList: usesFilterList)
      }
    default:
      if command.opcode == .reset {
        change(adapter) { state, log in
          log.end(&state, moment)
          state.filter(false)
          state.settings = nil
        }
      }
    }
  }

  /// Adds an event: a refused command, or the end of a scan whose duration was given.
  public mutating func add(_ event: HCIEvent, adapter: UInt16, _ moment: Moment) {
    switch event.details {
    case .commandComplete(let opcode, let status?, _), .commandStatus(let opcode, let status):
      if status != .success { takeBack(opcode, adapter) }
    default:
      if event.code == .leMeta, event.subevent == Self.timeoutSubevent {
        change(adapter) { state, log in
          state.filter(false)
          log.end(&state, moment)
        }
      }
    }
  }

  private mutating func change(_ adapter: UInt16, _ body: (inout Adapter, inout ScanLog) -> Void) {
    let place = adapters.firstIndex { $0.number == adapter } ?? adapters.count
    if place == adapters.count {
      guard place < Self.adapterLimit else { return }
      adapters.append(Adapter(number: adapter))
    }
    var state = adapters[place]
    body(&state, &self)
    adapters[place] = state
  }

  private mutating func begin(_ state: inout Adapter, _ period: ScanPeriod) {
    settle(&state)
    // Turning on what is on only makes the controller report every device again.
    guard state.last == nil || state.last?.ended != nil else { return }
    state.last = period
    state.hasBegun = true
  }

  private mutating func end(_ state: inout Adapter, _ moment: Moment) {
    settle(&state)
    if state.last?.ended == nil { state.last?.ended = moment }
  }

  /// The last command for scanning was not refused, or it never will be.
  private mutating func settle(_ state: inout Adapter) {
    if state.hasBegun, let before = state.before {
      if past.count < Self.limit { past.append(before) } else { overflow += 1 }
    }
    state.before = state.last
    state.hasBegun = false
  }

  private mutating func takeBack(_ opcode: CommandOpcode, _ adapter: UInt16) {
    switch opcode {
    case .leSetScanEnable, .leSetExtendedScanEnable:
      change(adapter) { state, _ in
        state.last = state.before
        state.hasBegun = false
        state.filtersDuplicates = state.filteredBefore
      }
    case .leSetScanParameters, .leSetExtendedScanParameters:
      change(adapter) { state, _ in state.settings = state.settingsBefore }
    default: break
    }
  }
}
