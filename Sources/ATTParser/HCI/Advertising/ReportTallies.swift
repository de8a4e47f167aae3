/// The reports of each device, counted as long as they say again what is known of it.
///
/// ``CaptureReader/nextBulk(into:counting:after:)`` counts with it where the bytes of a report are: most reports of
/// a long capture say nothing new, and whoever wants to know the others needs not be told of these. What is
/// expected of a device, and which of its reports are wanted, follows from the reports that ``note(_:_:number:_:)``
/// is given.
public struct ReportTallies: ~Copyable {
  /// What a report leaves to be done, which few reports do.
  public struct Work: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The report is still to be noted, by the way for unusual ones.
    public static let unusual = Work(rawValue: 1)
    /// The report is one that is wanted, see ``ReportTallies/expect(_:of:)``.
    public static let wanted = Work(rawValue: 2)
    /// The data differs from what was looked at last.
    public static let content = Work(rawValue: 4)
  }

  /// Below so many places no more than an eighth of them is used, then a half: most look-ups find their device at
  /// once, of which the processor makes a habit.
  private static let sparseCount = 1 << 13

  // The tallies of the advertisements are in the table by which devices are found, as in ``IntegerMap`` but for
  // their size: a look-up and a report cost one cache line. Key 0 is an empty place, so keys are stored plus one.
  private var table: PackedArray<ReportTally>
  /// Moves the highest bits of a product down to a place of the table.
  private var shift: UInt64
  private let multiplier: UInt64
  /// Places of the devices, by their numbers.
  private var places = PackedArray<Int32>()
  private var responses = PackedArray<ReportTally>()

  /// Reports that were counted and left nothing to be done.
  public internal(set) var counted = 0
  /// When the advertisement before the one noted last was recorded, of the same device; its first report where there
  /// was none.
  public private(set) var timeBefore = Timestamp(nanoseconds: 0)

  /// Makes tallies of no device.
  public init() { self.init(places: 64, multiplier: IntegerMap.drawn) }

  /// Makes tallies of no device with a power of two of places and an odd multiplier.
  init(places: Int, multiplier: UInt64) {
    table = PackedArray(repeating: Self.emptyPlace, count: places)
    shift = UInt64(places.leadingZeroBitCount &+ 1)
    self.multiplier = multiplier
  }

  private static var emptyPlace: ReportTally { ReportTally(0, device: -1, Timestamp(nanoseconds: 0)) }

  /// Devices.
  public var count: Int { places.count }

  /// The place of the device behind a key, nil when there is none.
  @inline(__always)
  private func place(_ key: UInt64) -> Int? {
    let stored = key &+ 1
    var place = home(stored)
    while true {
      let found = table[place].key
      if found == stored { return place }
      if found == 0 { return nil }
      place = (place &+ 1) & (table.count &- 1)
    }
  }

  // The highest bits depend on all bits of the key.
  @inline(__always)
  private func home(_ stored: UInt64) -> Int { Int(truncatingIfNeeded: (stored &* multiplier) &>> shift) }

  /// The number of the device behind a key, which is below `UInt64.max`; -1 when there is none.
  ///
  /// The key of a device that the first adapter heard is ``PackedReport/identity``.
  public func find(_ key: UInt64) -> Int {
    place(key).map { Int(table[$0].device) } ?? -1
  }

  /// Adds a device, whose first report at `time` is yet to be noted and is wanted; its number.
  public mutating func append(_ key: UInt64, _ time: Timestamp) -> Int {
    if count &* (table.count < Self.sparseCount ? 8 : 2) >= table.count { grow() }
    let number = count
    places.append(-1)
    put(ReportTally(key &+ 1, device: Int32(truncatingIfNeeded: number), time))
    return number
  }

  private mutating func put(_ tally: ReportTally) {
    var place = home(tally.key)
    while table[place].key != 0 { place = (place &+ 1) & (table.count &- 1) }
    table[place] = tally
    places[Int(tally.device)] = Int32(truncatingIfNeeded: place)
  }

  private mutating func grow() {
    var old = PackedArray(repeating: Self.emptyPlace, count: table.count &* 2)
    shift &-= 1
    swap(&old, &table)
    for place in 0..<old.count where old[place].key != 0 { put(old[place]) }
  }

  /// The reports of a device that are no scan responses.
  public func advertisements(_ number: Int) -> ReportTally { self[number] }

  /// The scan responses of a device, nil when there is none.
  public func responses(_ number: Int) -> ReportTally? {
    let place = Int(self[number].responses)
    return place < 0 ? nil : responses[place]
  }

  /// Counts the report of an event of the first adapter if it leaves nothing to be done; false, with nothing
  /// counted, for any other.
  ///
  /// - Parameter report: need not be one, see ``PackedReport/possible(_:_:)``.
  @inline(__always)
  mutating func countExpected(_ report: PackedReport, number: Int, _ time: Timestamp) -> Bool {
    guard let home = place(report.identity) else { return false }
    if table[home].matches(report) { return table[home].countExpected(report, number: number, time) }
    let place = Int(table[home].responses)
    guard responses.has(place), responses[place].matches(report) else { return false }
    return responses[place].countExpected(report, number: number, time)
  }

  /// Has the reports of a device left to the caller until the next one is noted: a report of it is, and is not to
  /// be overtaken.
  ///
  /// - Returns: the number of the device, -1 when there is none.
  @inline(__always)
  mutating func holdBack(_ key: UInt64) -> Int {
    guard let home = place(key) else { return -1 }
    table[home].holdBack(true)
    let place = Int(table[home].responses)
    if place >= 0 { responses[place].holdBack(true) }
    return Int(table[home].device)
  }

  /// Notes one report of a device; what it returns is left to the caller.
  public mutating func note(
    _ device: Int, _ report: PackedReport, number: Int, _ time: Timestamp
  ) -> Work {
    let home = Int(places[device])
    table[home].holdBack(false)
    let place = Int(table[home].responses)
    if place >= 0 { responses[place].holdBack(false) }
    guard table[home].isUsual(report.rssi) else { return .unusual }
    if table[home].matches(report) { return noteAdvertisement(home, report, number, time) }
    guard place >= 0, responses[place].matches(report) else { return .unusual }
    return noteResponse(home, report, number, time)
  }

  /// Notes a report of another type or form than those before, with an RSSI weaker or stronger than all before, or
  /// without RSSI.
  public mutating func noteUnusual(
    _ device: Int, _ report: PackedReport, number: Int, _ time: Timestamp
  ) -> Work {
    let home = Int(places[device])
    guard report.eventType.contains(.scanResponse) else {
      table[home].noteType(of: report)
      return noteAdvertisement(home, report, number, time)
    }
    if table[home].responses < 0 {
      table[home].responses = Int32(truncatingIfNeeded: responses.count)
      responses.append(ReportTally(responsesOf: table[home]))
    }
    responses[Int(table[home].responses)].noteType(of: report)
    return noteResponse(home, report, number, time)
  }

  /// Notes how strong a report was heard, which both tallies of a device have to know.
  @inline(__always)
  private mutating func noteRSSI(_ home: Int, _ report: PackedReport) {
    table[home].noteRSSI(of: report)
    let place = Int(table[home].responses)
    if place >= 0 { responses[place].shareRSSI(with: table[home]) }
  }

  @inline(__always)
  private mutating func noteAdvertisement(
    _ home: Int, _ report: PackedReport, _ number: Int, _ time: Timestamp
  ) -> Work {
    noteRSSI(home, report)
    let isNew = table[home].isNew(report.fingerprint)
    let isWanted = table[home].countDown()
    timeBefore = table[home].time
    table[home].note(number, time)
    if isWanted { return isNew ? [.wanted, .content] : .wanted }
    return isNew ? .content : []
  }

  @inline(__always)
  private mutating func noteResponse(
    _ home: Int, _ report: PackedReport, _ number: Int, _ time: Timestamp
  ) -> Work {
    noteRSSI(home, report)
    let place = Int(table[home].responses)
    // Of scan responses none is wanted, however many come.
    responses[place].expect(.max)
    responses[place].note(number, time)
    return responses[place].isNew(report.fingerprint) ? .content : []
  }

  /// The number of the frame and the time of a device's last advertisement, and how strong its last report was heard.
  public func lastAdvertisement(_ device: Int) -> (number: Int, time: Timestamp, rssi: Int8) {
    let home = Int(places[device])
    return (table[home].frameNumber, table[home].time, table[home].rssi)
  }

  /// The advertisements of a device.
  private subscript(device: Int) -> ReportTally {
    _read { yield table[Int(places[device])] }
    _modify { yield &table[Int(places[device])] }
  }

  /// Has an advertisement of a device wanted after `count` others.
  public mutating func expect(_ count: Int32, of device: Int) {
    self[device].expect(max(0, count))
  }

  /// Notes that the data of a report was looked at, and with `isLast` that no data of the device is to be any more.
  public mutating func noteLook(_ device: Int, _ report: PackedReport, isLast: Bool) {
    let place = Int(self[device].responses)
    if isLast {
      self[device].endLooks()
      if place >= 0 { responses[place].endLooks() }
    }
    if report.eventType.contains(.scanResponse) {
      if place >= 0 { responses[place].noteLook(report.fingerprint) }
    } else {
      self[device].noteLook(report.fingerprint)
    }
  }
}
