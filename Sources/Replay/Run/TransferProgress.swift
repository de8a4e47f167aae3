import ATTParser

/// How far an update has got on the live device, when that is not where the captured one was.
///
/// Once it goes its own way, writes are cut to what the device lacks, and its acknowledgements are taken as they come:
/// no more bytes are under way than in the capture.
struct TransferProgress {
  /// How the image travels.
  let transfer: PlannedTransfer
  /// Where in the image each write goes, by its step.
  let ranges: [Int: Range<Int>]
  /// Bytes that were under way in the capture at most; 0 when the device never reported.
  let window: Int
  /// True once the update goes its own way.
  private(set) var isOwnWay = false
  /// Bytes that the device has, with those under way.
  var position = 0
  /// What it reported last.
  var reported = 0
  /// Where the update began to go its own way.
  private(set) var start = 0
  /// Requests of the protocol that were left out, by their steps.
  var leftOut: Set<Int> = []
  /// The longest write of the capture.
  let longest: Int
  /// Where the image ends.
  let end: Int
  /// True when the device reports by indications.
  let usesIndications: Bool

  /// Makes the progress of a connection that has not begun; nil when no image that may be cut travels on it.
  init?(_ connection: ReplayPlan.Connection) {
    guard let transfer = connection.transfer else { return nil }
    self.transfer = transfer
    ranges = transfer.ranges(connection.steps)
    guard let first = ranges.values.map(\.lowerBound).min() else { return nil }
    var sent = first
    var reported = first
    var window = 0
    var hasReports = false
    for (place, step) in connection.steps.enumerated() {
      if let range = ranges[place] {
        sent = range.upperBound
        window = max(window, sent - reported)
      } else if step.isWait, step.attribute == .key(transfer.control),
        let count = transfer.count(in: step.value), sent > first
      {
        reported = count
        hasReports = true
      }
    }
    self.window = hasReports ? window : 0
    longest = ranges.values.map(\.count).max() ?? 1
    end = ranges.values.map(\.upperBound).max() ?? 0
    let report = connection.steps.first { $0.isWait && $0.attribute == .key(transfer.control) }
    usesIndications = report?.kind == .indication
  }

  /// Goes its own way from an offset of the image on.
  mutating func leave(at offset: Int) {
    isOwnWay = true
    position = offset
    reported = offset
    start = offset
  }

  /// Whether a report before a step tells where to go on: what the client sends next is the image, or it asked for that.
  func isResumption(_ place: Int, _ steps: [ReplayStep]) -> Bool {
    switch transfer.framing {
    case .stream:
      let next = steps[(place + 1)...].firstIndex { $0.isSent }
      return next.map { ranges[$0] != nil } ?? false
    case .nordicSecureDFU:
      let asked = steps[..<place].last { $0.isSent }
      return asked?.attribute == .key(transfer.control) && asked?.value.starts(with: [6, 2]) == true
    }
  }

  /// Whether a request of the protocol is about bytes that the device has, and so left out.
  func isDone(_ step: ReplayStep, _ place: Int, _ steps: [ReplayStep]) -> Bool {
    guard isOwnWay, transfer.framing == .nordicSecureDFU, step.attribute == .key(transfer.control) else {
      return false
    }
    switch step.value.first {
    case 1:
      let next = ranges.keys.filter { $0 > place }.min().flatMap { ranges[$0] }
      return next.map { $0.lowerBound < start } ?? false
    case 3, 4:
      let last = ranges.keys.filter { $0 < place }.max().flatMap { ranges[$0] }
      // What is complete may still have to be executed.
      return last.map { step.value.first == 4 ? $0.upperBound < start : $0.upperBound <= start } ?? false
    default: return false
    }
  }

  /// Whether the request that a value answers was left out.
  func isAnswerToLeftOut(_ place: Int, _ steps: [ReplayStep]) -> Bool {
    let before = steps[..<place].lastIndex { $0.isSent }
    return steps[place].attribute == .key(transfer.control) && before.map(leftOut.contains) ?? false
  }

  /// Whether a value is an acknowledgement of the image's bytes: what the client sent before it is one of them.
  func isAcknowledgement(_ place: Int, _ steps: [ReplayStep]) -> Bool {
    let before = steps[..<place].lastIndex { $0.isSent }
    return steps[place].attribute == .key(transfer.control) && before.map { ranges[$0] != nil } ?? false
  }
}
