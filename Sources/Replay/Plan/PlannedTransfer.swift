import ATTParser
import Analyzer

/// How an image travels on a connection, so that a replay can go on where the device at hand says that it is.
///
/// Only streams whose writes hold nothing but the image are described: they may be cut at any byte.
public struct PlannedTransfer: Hashable, Sendable {
  /// Messages of the device that tell how many bytes it has.
  public struct Report: Hashable, Sendable {
    /// What they begin with.
    public var prefix: [UInt8]
    /// Where the four bytes of the count are.
    public var offset: Int

    /// Makes the value.
    public init(prefix: [UInt8], offset: Int) {
      self.prefix = prefix
      self.offset = offset
    }
  }

  /// How the place of a write in the image is told.
  public enum Framing: String, Hashable, Sendable, CaseIterable {
    /// One after the other, from `base` on.
    case stream
    /// Nordic Secure DFU: objects that are created, checked and executed.
    case nordicSecureDFU = "nordic-secure-dfu"
  }

  /// How the place of a write in the image is told.
  public var framing: Framing
  /// The attribute that takes the image.
  public var data: AttributeKey
  /// The attribute that the device reports on.
  public var control: AttributeKey
  /// What its reports look like.
  public var reports: [Report]
  /// The order of the bytes of their counts.
  public var isBigEndian: Bool
  /// Where in the image the first write of this connection goes.
  public var base: Int

  /// Makes the value.
  public init(
    _ framing: Framing, data: AttributeKey, control: AttributeKey, reports: [Report],
    isBigEndian: Bool = false,
    base: Int = 0
  ) {
    self.framing = framing
    self.data = data
    self.control = control
    self.reports = reports
    self.isBigEndian = isBigEndian
    self.base = base
  }

  /// What a capture tells of a connection's transfer; nil when there is none that may be cut.
  init?(_ analysis: Analysis, _ captured: Analyzer.Connection, _ plan: ReplayPlan.Connection) {
    let parts = analysis.transfers.flatMap(\.parts).filter { $0.connection == captured.id }
    for part in parts {
      guard case .key(let data)? = part.dataHandle.map(plan.layout.reference) else { continue }
      if part.format == Framing.nordicSecureDFU.rawValue,
        case .key(let control)? = part.controlHandle.map(plan.layout.reference)
      {
        // `60 03 01 offset crc` and `60 06 01 maximum offset crc`.
        self.init(
          .nordicSecureDFU, data: data, control: control,
          reports: [Report(prefix: [0x60, 3, 1], offset: 3), Report(prefix: [0x60, 6, 1], offset: 7)])
        return
      }
      guard let field = part.countField,
        case .key(let control) = plan.layout.reference(field.attributeHandle)
      else { continue }
      self.init(
        .stream, data: data, control: control, reports: [Report(prefix: [field.first], offset: field.offset)],
        isBigEndian: field.isBigEndian, base: field.base)
      addResumption(plan)
      return
    }
    return nil
  }

  /// Adds the message by which the device tells where to go on: the last one before the first write, if its count is that.
  private mutating func addResumption(_ plan: ReplayPlan.Connection) {
    let first = plan.steps.firstIndex { $0.isWrite && $0.attribute == .key(data) } ?? 0
    let before = plan.steps[..<first].last { $0.isWait && $0.attribute == .key(control) }
    guard let value = before?.value, let kind = value.first, value.count >= 4 else { return }
    let places = (1...max(1, value.count - 4)).filter { number(value, at: $0) == base }
    guard !reports.contains(where: { $0.prefix == [kind] }) else { return }
    // At the same place as in the other messages, if it is there, too.
    let place = places.first { $0 == reports.first?.offset } ?? places.first
    if let place, base > 0 || places.contains(reports.first?.offset ?? -1) {
      reports.append(Report(prefix: [kind], offset: place))
    }
  }

  private func number(_ value: [UInt8], at place: Int) -> Int? {
    guard place >= 0, place + 4 <= value.count else { return nil }
    let bytes = isBigEndian ? Array(value[place..<(place + 4)]) : value[place..<(place + 4)].reversed()
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// How many bytes the device has, by a value of its; nil when that is no report.
  public func count(in value: [UInt8]) -> Int? {
    for report in reports where value.starts(with: report.prefix) {
      if let count = number(value, at: report.offset) { return count }
    }
    return nil
  }

  /// Whether the device has begun what the connection goes on with; Nordic Secure DFU's objects have to be created first,
  /// and a connection that was resumed creates those alone that come after.
  ///
  /// - Parameters:
  ///   - value: the report in which the device tells `offset`.
  ///   - recorded: the offset that the captured device told.
  func hasObject(at offset: Int, by value: [UInt8], resumedAt recorded: Int) -> Bool {
    guard framing == .nordicSecureDFU, recorded > 0 else { return true }
    guard let maximum = number(value, at: 3), maximum > 0 else { return false }
    let isBetween = recorded % maximum == 0
    return isBetween ? offset >= recorded : offset > recorded / maximum * maximum
  }

  /// Where in the image each write of a connection goes, by its step.
  public func ranges(_ steps: [ReplayStep]) -> [Int: Range<Int>] {
    framing == .stream ? streamRanges(steps) : objectRanges(steps)
  }

  private func streamRanges(_ steps: [ReplayStep]) -> [Int: Range<Int>] {
    var ranges: [Int: Range<Int>] = [:]
    var position = base
    for (place, step) in steps.enumerated() where isData(step) {
      ranges[place] = position..<(position + step.value.count)
      position += step.value.count
    }
    return ranges
  }

  private func isData(_ step: ReplayStep) -> Bool {
    (step.kind == .write || step.kind == .writeCommand) && step.attribute == .key(data)
  }

  /// `01 type size` creates an object, `06 type` selects one, `04` executes it; type 2 is the image.
  private func objectRanges(_ steps: [ReplayStep]) -> [Int: Range<Int>] {
    var ranges: [Int: Range<Int>] = [:]
    var isImage = false
    var executed = 0
    var position = 0
    var isSelecting = false
    for (place, step) in steps.enumerated() {
      if isData(step), isImage {
        ranges[place] = position..<(position + step.value.count)
        position += step.value.count
      }
      guard step.attribute == .key(control), let first = step.value.first else { continue }
      if step.kind == .write || step.kind == .writeCommand {
        isSelecting = first == 6
        switch first {
        case 1, 6:
          isImage = step.value.count > 1 && step.value[1] == 2
          if first == 1 { position = executed }
        case 4: if isImage { executed = position }
        default: break
        }
      } else if step.isWait, isSelecting, isImage, step.value.starts(with: [0x60, 6, 1]),
        let maximum = number(step.value, at: 3), let offset = number(step.value, at: 7)
      {
        position = offset
        executed = offset / max(1, maximum) * max(1, maximum)
      }
    }
    return ranges
  }
}

extension ReplayPlan {
  /// The bytes of the image between two offsets, as all connections wrote them; nil where one is not known.
  func imageBytes(_ range: Range<Int>) -> [UInt8]? {
    // A forged offset is far from everything that was written.
    let written = connections.flatMap(\.steps).reduce(0) { $0 + $1.value.count }
    guard range.count <= written else { return nil }
    var bytes = [UInt8?](repeating: nil, count: range.count)
    for connection in connections {
      guard let transfer = connection.transfer else { continue }
      for (place, written) in transfer.ranges(connection.steps) {
        let value = connection.steps[place].value
        for offset in written.clamped(to: range) where offset - written.lowerBound < value.count {
          bytes[offset - range.lowerBound] = value[offset - written.lowerBound]
        }
      }
    }
    let known = bytes.compactMap(\.self)
    return known.count == range.count ? known : nil
  }
}
