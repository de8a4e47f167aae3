import ATTParser

/// The directions in which the data of adapters was recorded at all, two bits an adapter.
///
/// Rules ask for every connection: a `Set` would hash each time.
struct RecordedDirections: Sendable {
  private var bits: [UInt8] = []

  /// Notes data of an adapter in a direction.
  mutating func insert(_ direction: Direction, of adapter: UInt16) {
    if bits.count <= Int(adapter) {
      bits += [UInt8](repeating: 0, count: Int(adapter) + 1 - bits.count)
    }
    bits[Int(adapter)] |= 1 &<< direction.rawValue
  }

  /// True when data of an adapter was recorded both ways.
  func hasBoth(of adapter: UInt16) -> Bool {
    let both: UInt8 = 1 &<< Direction.sent.rawValue | 1 &<< Direction.received.rawValue
    return Int(adapter) < bits.count && bits[Int(adapter)] & both == both
  }
}

/// What can be told of a connection by what is not in the capture.
extension FindingContext {
  /// 1 January 2009: older than Bluetooth LE, so no clock that is set says less.
  static let beforeLowEnergy = Timestamp(microseconds: 1_230_768_000_000_000)

  /// True when nothing of a connection is missing after a frame, as far as the capture tells, so that what is not
  /// there did not happen.
  func isWhole(_ connection: Connection, since frame: Int = 0) -> Bool {
    let quality = analysis.quality
    guard quality.droppedRecords == 0, !quality.missing.contains(.unreadLinkTypes),
      connection.lastLoss <= frame
    else { return false }
    guard let air = connection.air else { return true }
    let missed = air.fromCentral.missed + air.fromPeripheral.missed + air.events.missed
    let damaged = air.fromCentral.damaged + air.fromPeripheral.damaged
    return quality.badCRCFrames == 0 && missed == 0 && damaged == 0 && air.undecrypted == 0
  }

  /// True when a request without an answer, or an answer without a request, on a connection means something:
  /// both directions were recorded, and nothing was dropped.
  ///
  /// What is lost around a transaction the session has taken into account.
  func isOrderKnown(_ connection: Connection) -> Bool {
    isWhole(connection, since: .max) && recorded.hasBoth(of: connection.adapter)
  }

  /// True when the clock was not set between two frames, as far as can be told.
  ///
  /// The last steps of very many are not known one by one.
  func isClockSteady(from start: Moment, to end: Moment) -> Bool {
    if start.time < Self.beforeLowEnergy, end.time >= Self.beforeLowEnergy { return false }
    let steps = analysis.quality.clockSteps
    if steps.isEmpty { return true }
    if steps.count > steps.frames.count, let last = steps.frames.last, end.frame > last { return false }
    return !steps.frames.contains { $0 > start.frame && $0 <= end.frame }
  }

  /// Seconds from one moment to a later one, nil when the clock was set in between.
  func seconds(from start: Moment, to end: Moment) -> Double? {
    isClockSteady(from: start, to: end) ? end.time.seconds(since: start.time) : nil
  }

  /// `1.5 s`, or that it is unknown because the clock was set.
  func duration(from start: Moment, to end: Moment) -> String {
    seconds(from: start, to: end).map { TransferRule.seconds($0) } ?? "an unknown time"
  }
}
