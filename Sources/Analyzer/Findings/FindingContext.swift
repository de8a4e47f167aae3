import ATTParser

/// What rules know beside the connection they look at.
struct FindingContext: Sendable {
  /// Everything that was found in the capture.
  let analysis: Analysis
  /// The connections by device.
  let stories: [DeviceStory]
  /// The number of the connection to the same device before one, by that one's number; 0 for none.
  private let previous: [Int32]
  /// The parts of transfers by the connection's number, each with its transfer.
  private let parts: [Int: [(transfer: Transfer, part: TransferPart)]]
  /// The directions in which an adapter's data was recorded at all.
  let recorded: RecordedDirections

  /// Sorts what was found the ways that rules look at it.
  init(_ analysis: Analysis) {
    self.analysis = analysis
    stories = analysis.stories
    var previous = [Int32](repeating: 0, count: analysis.connections.count + 1)
    for story in stories where story.isAboutSeveral {
      for (earlier, later) in zip(story.chapters, story.chapters.dropFirst()) {
        previous[later.connection] = Int32(truncatingIfNeeded: earlier.connection)
      }
    }
    self.previous = previous
    var parts: [Int: [(transfer: Transfer, part: TransferPart)]] = [:]
    for transfer in analysis.transfers {
      for part in transfer.parts { parts[part.connection, default: []].append((transfer, part)) }
    }
    self.parts = parts
    var recorded = RecordedDirections()
    for place in analysis.connections.indices {
      let adapter = analysis.connections[place].adapter
      if analysis.connections[place].lastSent != nil { recorded.insert(.sent, of: adapter) }
      if analysis.connections[place].lastReceived != nil { recorded.insert(.received, of: adapter) }
    }
    self.recorded = recorded
  }

  /// False when packets are absent that may have been on the links.
  static func isWhole(_ quality: CaptureQuality) -> Bool {
    quality.droppedRecords == 0 && quality.incompleteFrames.isEmpty && quality.badCRCFrames == 0
      && quality.missing.allSatisfy { ![.unreadLinkTypes, .airPDUs, .keys].contains($0) }
  }

  /// The connection to the same device before one, nil for the first.
  func before(_ connection: Connection) -> Connection? {
    let number = Int(previous[connection.id])
    return number > 0 ? analysis.connections[number - 1] : nil
  }

  /// The parts of transfers on a connection.
  func transfers(on connection: Connection) -> [(transfer: Transfer, part: TransferPart)] {
    parts.isEmpty ? [] : parts[connection.id] ?? []
  }

  /// `WRITE_REQ on 0x0012 (frame 40)`.
  static func name(_ transaction: Transaction) -> String {
    let handle = transaction.firstHandle.map { " on \(name($0))" } ?? ""
    return "\(transaction.request.name)\(handle) (frame \(transaction.began.frame))"
  }

  /// `0x0012`.
  static func name(_ handle: AttributeHandle) -> String {
    let digits = String(handle.rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// `0x0012 (2a37)`, or the handle alone when nothing tells what it is.
  static func name(_ handle: AttributeHandle, _ meaning: GATTTable.Meaning?) -> String {
    meaning.map { "\(name(handle)) (\($0.uuid))" } ?? name(handle)
  }

  /// `3 times`, `once`.
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// `7.5 ms`.
  static func milliseconds(_ value: Double) -> String {
    let hundredths = Int((max(0, min(value, 1e9)) * 100).rounded())
    let (whole, part) = (hundredths / 100, hundredths % 100)
    let decimals = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
    return "\(whole)\(decimals) ms"
  }

  /// `interval 30 ms, latency 0, timeout 420 ms`.
  static func name(_ parameters: ConnectionParameters) -> String {
    "interval \(milliseconds(parameters.intervalMilliseconds)), latency \(parameters.latency), timeout \(parameters.timeoutMilliseconds) ms"
  }
}
