public import ATTParser

/// Walks a capture's advertising reports, scan commands and connection attempts.
///
/// Every event with reports goes to ``add(_:_:)``, every command and every other event to the other two.
public struct AdvertisingBuilder: ~Copyable {
  private var table = AdvertiserTable()
  private var scans = ScanLog()
  private var attempts = ConnectAttemptLog()

  /// Makes a builder that has seen nothing.
  public init() {}

  /// Adds the advertising reports of the current frame, an event.
  @inline(__always)
  public mutating func add(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) {
    table.add(&frame, &reader)
  }

  /// Adds the current frame's advertising PDU of the air, as the report that a controller would make of it.
  mutating func addAir(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) {
    let pdu = frame.air.advertising
    if pdu.opensConnection {
      if let peripheral = pdu.advertiser {
        table.noteConnection(
          peripheral, pdu.advertiserType, adapter: frame.record.adapter, Moment(frame.record))
      }
    } else if let packed = reader.packedReport(frame.air) {
      table.add(packed, reader.report(packed, frame.air), &frame, &reader)
    }
  }

  /// Finds the bulk frames that come next and adds the reports among them; the values are left to the caller.
  ///
  /// - Parameters:
  ///   - bulk: what was found before, which is replaced.
  ///   - time: the time of the frame before; moved on to that of the last bulk frame.
  @inline(__always)
  mutating func addBulk(
    _ reader: inout CaptureReader, into bulk: inout BulkFrames, after time: inout Timestamp
  ) {
    reader.nextBulk(into: &bulk, counting: &table.tallies, after: &time)
    if bulk.reports.count > 0 { table.add(&bulk.reports, &reader) }
  }

  /// Adds the current frame's command.
  public mutating func addCommand(_ command: HCICommand, _ record: Record) {
    switch command.details {
    case .scanEnable, .scanParameters, .createConnection: break
    default: guard command.opcode == .reset || command.opcode == .leCreateConnectionCancel else { return }
    }
    let moment = Moment(record)
    scans.add(command, adapter: record.adapter, moment)
    table.noteFilter(scans.filtersDuplicates(record.adapter), adapter: record.adapter)
    attempts.add(command, adapter: record.adapter, moment, &table)
  }

  /// Adds an event without reports and returns the connection attempt that it ends, well or not.
  @discardableResult
  public mutating func addEvent(_ event: HCIEvent, _ record: Record) -> ConnectAttempt? {
    // Most events say that a command was taken.
    guard event.code == .leMeta || event.isRefusal else { return nil }
    switch event.details {
    case .commandComplete(_, let status?, _) where status != .success: break
    case .commandStatus(_, let status) where status != .success: break
    case .leConnectionComplete: break
    default: guard event.code == .leMeta, event.subevent == ScanLog.timeoutSubevent else { return nil }
    }
    scans.add(event, adapter: record.adapter, Moment(record))
    table.noteFilter(scans.filtersDuplicates(record.adapter), adapter: record.adapter)
    let attempt = attempts.add(event, adapter: record.adapter, Moment(record), &table, &scans)
    if case .leConnectionComplete(let complete) = event.details, complete.status == .success {
      table.noteConnection(complete.peer, complete.peerType, adapter: record.adapter, Moment(record))
      if complete.peerResolvable.value != 0 {
        table.noteConnection(
          complete.peerResolvable, .randomDevice, adapter: record.adapter, Moment(record))
      }
    }
    return attempt
  }

  /// What is known of a device so far, nil when it was not heard.
  public func sighting(_ address: DeviceAddress, _ type: AddressType, adapter: UInt16) -> Sighting? {
    table.sighting(address, type, adapter: adapter)
  }

  /// Ends the walk and returns what it found.
  public consuming func finish() -> Advertising {
    let unfinished = attempts.unfinished(&table, &scans)
    return Advertising(
      advertisers: table.all, reports: table.reports, reportsNotKept: table.overflow,
      malformedEvents: table.malformedEvents, scans: scans.takePeriods(), scansNotKept: scans.overflow,
      unfinishedAttempts: unfinished)
  }
}

/// Who advertised in a capture, and when the host listened.
public struct Advertising: Sendable {
  /// The advertisers, in the order they were first heard.
  public let advertisers: [Advertiser]
  /// Advertising reports.
  public let reports: Int
  /// Reports of devices beyond the 65,536 that are kept, which only long logs of crowds reach.
  public let reportsNotKept: Int
  /// Events with a report that is longer than the event.
  public let malformedEvents: Int
  /// When the host scanned, and how.
  public let scans: [ScanPeriod]
  /// Scans beyond those that are kept.
  public let scansNotKept: Int
  /// Connection attempts that the capture shows no end of.
  public let unfinishedAttempts: [ConnectAttempt]

  private let places: [DeviceAddress: Int]

  /// Takes what was found; advertisers are looked up by their addresses from then on.
  init(
    advertisers: [Advertiser], reports: Int, reportsNotKept: Int, malformedEvents: Int, scans: [ScanPeriod],
    scansNotKept: Int, unfinishedAttempts: [ConnectAttempt]
  ) {
    self.advertisers = advertisers
    self.reports = reports
    self.reportsNotKept = reportsNotKept
    self.malformedEvents = malformedEvents
    self.scans = scans
    self.scansNotKept = scansNotKept
    self.unfinishedAttempts = unfinishedAttempts
    // Of several with one address the first; the rest are looked for from there on.
    places = Dictionary(zip(advertisers.map(\.address), advertisers.indices)) { first, _ in first }
  }

  /// The advertiser with an address, as `adapter` heard it, or as the first one that did when it is nil.
  ///
  /// A public address is not the same device as a random one; an identity address is the same as the address
  /// itself.
  public func advertiser(
    _ address: DeviceAddress, _ type: AddressType, adapter: UInt16? = nil
  ) -> Advertiser? {
    guard let place = places[address] else { return nil }
    return advertisers[place...].first {
      $0.address == address && $0.addressType.isRandom == type.isRandom
        && (adapter == nil || $0.adapter == adapter)
    }
  }
}

extension HCIEvent {
  /// A Command Complete or Command Status that says that a command failed.
  fileprivate var isRefusal: Bool {
    switch details {
    case .commandComplete(_, let status?, _), .commandStatus(_, let status): status.rawValue != 0
    default: false
    }
  }
}
