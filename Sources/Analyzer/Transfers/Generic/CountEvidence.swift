import ATTParser

/// Messages of a device in which a number follows how many bytes were written: acknowledgements.
struct CountEvidence: Sendable {
  /// A place in messages of one shape, and how well its number fits.
  struct Place: Sendable {
    /// The attribute that the messages come from.
    let attributeHandle: AttributeHandle
    /// Their length.
    let length: Int
    /// Their first byte.
    let first: UInt8
    /// Where the number is.
    let number: TransferProfile.Number
    /// What it counts from: 0, or where the transfer was resumed.
    let base: Int
    /// Messages that fit.
    var matches = 0
    /// Messages that do not.
    var mismatches = 0
    /// The last number that fits.
    var value = 0
    /// After how many values it came.
    var values = 0
    /// Bytes from the first acknowledgement that fits to the second.
    var firstStep: Int?
    /// Acknowledgements after another number of bytes.
    var odd = 0
    /// The last acknowledgement.
    var moment: Moment

    /// Bytes from one acknowledgement to the next, nil when that differs; the last one may come early.
    var period: Int? { odd <= 1 ? firstStep : nil }
    /// True when it is no accident.
    var isCredible: Bool { matches >= 2 && mismatches * 4 <= matches }
  }

  /// Places that are followed.
  private static let placeLimit = 32
  /// The longest message that is an acknowledgement.
  private static let longest = 32
  /// Bytes of it in which the number is looked for.
  private static let reach = 16
  /// Messages kept from before the first value.
  private static let toldLimit = 8
  /// The least that a device can have where a transfer is resumed.
  private static let leastBase = 64

  private var places: [Place] = []
  /// What the device said before the first value: one of the numbers in there may be where to go on.
  private var told: [[UInt8]] = []
  /// Those numbers, by the order of their bytes; nil until they are needed.
  private var bases: [TransferProfile.ByteOrder: [Int]]?
  /// Messages in which places were looked for.
  private var searches = 0
  /// How many of them at most: acknowledgements show soon, and other messages may be many.
  private static let searchLimit = 256

  /// The place that fits best, nil when none is credible.
  var best: Place? { places.filter(\.isCredible).max { $0.matches < $1.matches } }

  /// True when messages on an attribute credibly follow what was written.
  func isFollowed(by handle: AttributeHandle) -> Bool {
    for place in places where place.attributeHandle == handle && place.isCredible { return true }
    return false
  }

  /// Takes what a device says before the first value.
  mutating func hearBefore(_ value: [UInt8]) {
    guard value.count <= Self.longest else { return }
    if told.count >= Self.toldLimit { told.removeFirst() }
    told.append(value)
  }

  /// Takes what a device says after `values` values of a stream.
  mutating func hear(_ message: TransferMessage, _ value: [UInt8], after values: Int, _ stream: WrittenStream)
  {
    guard value.count <= Self.longest, message.missingBytes == 0, let first = value.first else { return }
    var isKnown = false
    for place in places.indices
    where places[place].attributeHandle == message.attributeHandle && places[place].length == value.count
      && places[place].first == first
    {
      isKnown = true
      compare(&places[place], value, message.moment, values, stream)
    }
    guard !isKnown || best == nil, places.count < Self.placeLimit, searches < Self.searchLimit else { return }
    searches += 1
    search(message, value, first, values, stream)
  }

  private func compare(
    _ place: inout Place, _ value: [UInt8], _ moment: Moment, _ values: Int, _ stream: WrittenStream
  ) {
    guard let number = place.number.read(value).map({ Int(truncatingIfNeeded: $0) }) else { return }
    if number == place.value { return }
    guard
      let found = stream.values(sending: number &- place.base, after: place.values, upTo: values)
    else {
      place.mismatches += 1
      return
    }
    let step = number - place.value
    if place.matches == 1 { place.firstStep = step } else if place.firstStep != step { place.odd += 1 }
    place.matches += 1
    place.value = number
    place.values = found
    place.moment = moment
  }

  /// Looks for places that fit once.
  private mutating func search(
    _ message: TransferMessage, _ value: [UInt8], _ first: UInt8, _ values: Int, _ stream: WrittenStream
  ) {
    guard value.count >= 4 else { return }
    let bases = bases ?? allBases()
    self.bases = bases
    for offset in 0...min(Self.reach, value.count - 4) {
      for order in TransferProfile.ByteOrder.allCases {
        let field = TransferProfile.Number(offset: offset, count: 4, order: order)
        guard let number = field.read(value).map({ Int(truncatingIfNeeded: $0) }), number > 0 else {
          continue
        }
        for base in bases[order] ?? [] {
          guard let found = stream.values(sending: number - base, after: 0, upTo: values),
            !places.contains(where: {
              $0.attributeHandle == message.attributeHandle && $0.length == value.count && $0.first == first
                && $0.number == field && $0.base == base
            }), places.count < Self.placeLimit
          else { continue }
          places.append(
            Place(
              attributeHandle: message.attributeHandle, length: value.count, first: first, number: field,
              base: base, matches: 1, value: number, values: found, moment: message.moment))
        }
      }
    }
  }

  private func allBases() -> [TransferProfile.ByteOrder: [Int]] {
    var bases: [TransferProfile.ByteOrder: [Int]] = [:]
    for order in TransferProfile.ByteOrder.allCases {
      var list = [0]
      for value in told where value.count >= 4 {
        for offset in 0...min(Self.reach, value.count - 4) {
          let number = TransferProfile.Number(offset: offset, count: 4, order: order)
          guard let base = number.read(value).map({ Int(truncatingIfNeeded: $0) }), base >= Self.leastBase,
            base < ImageBytes.limit, !list.contains(base)
          else { continue }
          list.append(base)
        }
      }
      bases[order] = list
    }
    return bases
  }
}
