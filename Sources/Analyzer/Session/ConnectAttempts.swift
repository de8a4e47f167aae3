import ATTParser

/// The connection attempt and the scan under way on each adapter.
struct ConnectAttempts {
  /// An attempt to connect.
  struct Attempt {
    /// The command that began it.
    var began: Moment
    /// The device it is to, nil when it is to any of a filter list.
    var peer: DeviceAddress?
    /// When the scan before it began, nil when there was none.
    var scanned: Moment?
    /// True once the host gave it up.
    var isCancelled = false
  }

  /// Adapters kept at most; more are forged.
  private static let limit = 64

  private var attempts: [UInt16: Attempt] = [:]
  private var scans: [UInt16: Moment] = [:]

  /// Notes a command that turns scanning on or off.
  mutating func scan(_ adapter: UInt16, _ isOn: Bool, _ moment: Moment) {
    // Turning it off does not end the search: hosts do so just before they connect.
    guard isOn, scans[adapter] != nil || scans.count < Self.limit else { return }
    scans[adapter] = scans[adapter] ?? moment
  }

  /// Notes a command that begins an attempt.
  mutating func begin(_ adapter: UInt16, _ peer: DeviceAddress?, _ moment: Moment) {
    guard attempts[adapter] != nil || attempts.count < Self.limit else { return }
    attempts[adapter] = Attempt(began: moment, peer: peer, scanned: scans[adapter])
    scans[adapter] = nil
  }

  /// Notes that the host gave up the attempt under way.
  mutating func cancel(_ adapter: UInt16) { attempts[adapter]?.isCancelled = true }

  /// Ends the attempt under way and returns it.
  mutating func end(_ adapter: UInt16) -> Attempt? { attempts.removeValue(forKey: adapter) }
}
