public import ATTParser

/// The advertisers of a capture, found by adapter and address, with what their reports add up to.
///
/// Most events of a long capture are advertising reports, so one costs a look-up, some additions and no
/// memory: those that say nothing new are counted where they are found, see ``ReportTallies``. Data that is new
/// to an advertiser is looked into not more often than ``AdvertiserEntry/lookLimit`` times.
public struct AdvertiserTable: ~Copyable {
  /// Advertisers kept at most.
  static let limit = 1 << 16
  /// Samples of an advertiser's signal at first, and at most.
  private static let (fewSamples, mostSamples): (Int32, Int32) = (8, 64)
  /// Bytes of advertising data at most, over all the reports it comes in (Vol 6, Part B, 2.3.4.9).
  private static let longestData = 1650

  /// What ``CaptureReader/nextBulk(into:counting:after:)`` counts with.
  var tallies = ReportTallies()
  private var details = PackedArray<AdvertiserDetails>()
  private var samples = PackedArray<PackedSample>()
  private var contents: [AdvertisedContent] = []
  /// Data whose next piece is awaited, and whose it is.
  private var pieces: [UInt8] = []
  private var piecesOwner = PieceOwner(place: -1, sid: nil, isScanResponse: false)

  /// Reports that were added one by one.
  private var added = 0
  /// Reports, those that are not kept included.
  public var reports: Int { added &+ tallies.counted }
  /// Reports of advertisers beyond those that are kept.
  public private(set) var overflow = 0
  /// Events with a report that is longer than the event.
  public private(set) var malformedEvents = 0
  /// Adapters whose controllers leave repeated reports out, so that the time between two says nothing.
  private var filteringAdapters: Set<UInt16> = []

  /// Makes a table without advertisers.
  public init() {}

  /// What the pieces of one set of data have in common.
  struct PieceOwner: Equatable {
    /// The advertiser's place, -1 for nobody's.
    var place: Int
    /// The advertising set.
    var sid: UInt8?
    /// The pieces are of scan response data.
    var isScanResponse: Bool
  }

  /// Names an advertiser of one of 128 adapters; below `UInt64.max` whatever a capture holds.
  @inline(__always)
  private static func key(_ adapter: UInt16, _ identity: UInt64) -> UInt64 {
    UInt64(adapter & 0x7F) &<< 56 | identity
  }

  /// Where a report was found, and how it is to be read.
  private struct Place {
    /// Where it begins in the capture.
    let start: Int
    let isExtended: Bool
    let adapter: UInt16

    init(start: Int, isExtended: Bool, adapter: UInt16) {
      (self.start, self.isExtended, self.adapter) = (start, isExtended, adapter)
    }

    /// The place of a bulk frame's report; these captures have one adapter.
    @inline(__always)
    init(_ bulk: BulkReport) {
      self.init(start: bulk.start, isExtended: bulk.report.isExtended, adapter: 0)
    }
  }

  /// Adds the reports of the current frame's event; other events have none.
  @inline(never)
  public mutating func add(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) {
    guard case .advertisingReports(let count, let isExtended) = frame.event.details else { return }
    var start = frame.event.parameters.offset &+ AdvertisingReport.eventHeader
    var rest = frame.event.parameters.count &- AdvertisingReport.eventHeader
    for _ in 0..<count {
      let report = reader.packedReport(start, rest, isExtended: isExtended)
      guard report.length > 0 else {
        malformedEvents &+= 1
        return
      }
      added &+= 1
      add(
        report, -1, Moment(frame.record),
        Place(start: start, isExtended: isExtended, adapter: frame.record.adapter), &reader)
      start &+= report.length
      rest &-= report.length
    }
  }

  /// Adds the reports of bulk frames, those that were not counted.
  @inline(never)
  mutating func add(_ bulk: inout PackedArray<BulkReport>, _ reader: inout CaptureReader) {
    added &+= bulk.count
    for place in 0..<bulk.count {
      add(bulk[place].report, bulk[place].device, Moment(bulk[place]), Place(bulk[place]), &reader)
    }
  }

  /// - Parameter device: the number of the advertiser, -1 when it is to be looked for.
  @inline(__always)
  private mutating func add(
    _ report: PackedReport, _ device: Int, _ moment: Moment, _ place: Place, _ reader: inout CaptureReader
  ) {
    let number = device < 0 ? number(report, moment, place.adapter) : device
    if number < 0 { return }
    let work = tallies.note(number, report, number: moment.frame, moment.time)
    // Samples are the most frequent work by far.
    if work == .wanted { return addSample(number) }
    if work.isEmpty { return }
    if finish(work, number, report, moment).contains(.content) {
      look(number, reader.report(report, place.start, isExtended: place.isExtended), &reader)
    }
  }

  /// Adds what an advertising PDU of the air amounts to.
  @inline(never)
  mutating func add(
    _ packed: PackedReport, _ report: AdvertisingReport, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader
  ) {
    added &+= 1
    let moment = Moment(frame.record)
    let number = number(packed, moment, frame.record.adapter)
    if number < 0 { return }
    let work = tallies.note(number, packed, number: moment.frame, moment.time)
    if work.isEmpty { return }
    if finish(work, number, packed, moment).contains(.content) { look(number, report, &reader) }
  }

  /// The number of a report's advertiser, a new one if it was not heard before; -1 beyond those that are kept.
  @inline(never)
  private mutating func number(_ report: PackedReport, _ moment: Moment, _ adapter: UInt16) -> Int {
    let known = tallies.find(Self.key(adapter, report.identity))
    if known >= 0 { return known }
    guard tallies.count < Self.limit else {
      overflow &+= 1
      return -1
    }
    details.append(AdvertiserDetails(report, adapter: adapter, moment))
    return tallies.append(Self.key(adapter, report.identity), moment.time)
  }

  // MARK: - What few reports need

  /// Does what a report leaves to be done, but for looking at its data.
  ///
  /// - Returns: what was done, and ``ReportTallies/Work/content`` if the data is to be looked at.
  @inline(never)
  private mutating func finish(
    _ left: ReportTallies.Work, _ number: Int, _ report: PackedReport, _ moment: Moment
  ) -> ReportTallies.Work {
    var work = left
    if work.contains(.unusual) {
      if report.rssi == 127 { details[number].noteSilence(after: AdvertiserEntry(number, of: tallies)) }
      let last = tallies.lastAdvertisement(number)
      details[number].noteType(of: report, after: Moment(frame: last.number, time: last.time))
      work = tallies.noteUnusual(number, report, number: moment.frame, moment.time)
    }
    if work.contains(.wanted) { addSample(number) }
    if work.contains(.content) {
      tallies.noteLook(number, report, isLast: details[number].countLook() >= AdvertiserEntry.lookLimit)
    }
    return work
  }

  /// Notes whether the controller of an adapter leaves repeated reports out from now on.
  mutating func noteFilter(_ filters: Bool, adapter: UInt16) {
    if filters { filteringAdapters.insert(adapter) } else { filteringAdapters.remove(adapter) }
  }

  /// Keeps the signal of the last advertisement; when the room is used up, every other sample goes and from
  /// then on half as many are kept.
  @inline(never)
  private mutating func addSample(_ place: Int) {
    if details[place].isFull { makeRoom(place) }
    let last = tallies.lastAdvertisement(place)
    // -1 is no gap, as it is where the clock went back.
    let isFiltered = !filteringAdapters.isEmpty && filteringAdapters.contains(details[place].adapter)
    let gap = isFiltered ? -1 : last.time.nanoseconds &- tallies.timeBefore.nanoseconds
    tallies.expect(
      details[place].addSample(at: last.time, rssi: last.rssi, gap: gap, to: &samples), of: place)
  }

  @inline(never)
  private mutating func makeRoom(_ place: Int) {
    if details[place].sampleRoom == Self.mostSamples { return thin(place) }
    let old = details[place].samples
    let room = details[place].sampleRoom == 0 ? Self.fewSamples : Self.mostSamples
    let new = samples.count
    for _ in 0..<room { samples.append(PackedSample()) }
    for number in 0..<Int(details[place].sampleCount) { samples[new + number] = samples[old + number] }
    details[place].samples = new
    details[place].sampleRoom = room
  }

  /// Leaves out every other sample.
  private mutating func thin(_ place: Int) {
    let start = details[place].samples
    let half = details[place].sampleCount / 2
    for number in 0..<Int(half) { samples[start + number] = samples[start + 2 * number] }
    details[place].sampleCount = half
    details[place].sampleLess()
  }

  /// Looks into the data of a report.
  private mutating func look(_ place: Int, _ report: AdvertisingReport, _ reader: inout CaptureReader) {
    details[place].noteHeader(report)
    let owner = PieceOwner(place: place, sid: report.sid, isScanResponse: report.isScanResponse)
    let isNext = owner == piecesOwner
    let goesOn = details[place].notePiece(report)
    // Other data in pieces may have taken the place of the pieces before this one.
    if goesOn, !isNext { return }
    if report.dataStatus == .incomplete {
      if !goesOn { pieces.removeAll(keepingCapacity: true) }
      piecesOwner = owner
      addPiece(report.data, &reader)
      return
    }
    var data: AdvertisingData
    if goesOn {
      addPiece(report.data, &reader)
      guard piecesOwner == owner else { return }
      data = AdvertisingData(pieces)
      piecesOwner.place = -1
    } else {
      let outline = reader.advertisingOutline(report.data)
      if details[place].noteOutline(outline, report) { return }
      data = reader.advertisingData(report.data)
    }
    // What was lost on the way is not the device's fault.
    if report.dataStatus == .truncated { data.isMalformed = false }
    if details[place].content < 0 {
      details[place].content = Int32(truncatingIfNeeded: contents.count)
      contents.append(AdvertisedContent())
    }
    contents[Int(details[place].content)].add(data)
  }

  private mutating func addPiece(_ data: ByteRange, _ reader: inout CaptureReader) {
    if pieces.count + data.count <= Self.longestData {
      pieces += reader.copyBytes(of: data)
    } else {
      piecesOwner.place = -1
    }
  }

  // MARK: - What is known

  /// What is known of a device so far, nil when it was not heard.
  public func sighting(_ address: DeviceAddress, _ type: AddressType, adapter: UInt16) -> Sighting? {
    let place = place(address, type, adapter)
    return place < 0 ? nil : Sighting(AdvertiserEntry(place, of: tallies), details[place])
  }

  /// Notes that a device was connected to, if it is among the advertisers.
  mutating func noteConnection(
    _ address: DeviceAddress, _ type: AddressType, adapter: UInt16, _ moment: Moment
  ) {
    let place = place(address, type, adapter)
    if place >= 0 { details[place].connected = moment }
  }

  private func place(_ address: DeviceAddress, _ type: AddressType, _ adapter: UInt16) -> Int {
    let identity = address.value &<< 8 | UInt64(type.rawValue)
    let place = tallies.find(Self.key(adapter, identity))
    // The identity address of a resolved device, or the device whose identity is asked for.
    return place < 0 && type.rawValue < 4 ? tallies.find(Self.key(adapter, identity ^ 2)) : place
  }

  /// Everything about every advertiser, in the order they were first heard.
  public var all: [Advertiser] {
    (0..<tallies.count).map { place in
      let details = details[place]
      return Advertiser(
        AdvertiserEntry(place, of: tallies), details,
        (0..<Int(details.sampleCount)).map { samples[details.samples + $0] },
        details.content < 0 ? AdvertisedContent() : contents[Int(details.content)])
    }
  }
}

extension Moment {
  /// The moment of a bulk frame.
  @inline(__always)
  fileprivate init(_ bulk: BulkReport) { self.init(frame: bulk.number, time: bulk.time) }
}
