import ATTParser
import Analyzer
import FoundationEssentials

/// `bleshark packets FILE`: one line a frame.
struct PacketsCommand {
  /// Lines of unread link types that wait for a line of another.
  private static let linesHeldBack = 10_000

  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Prints the frames that pass the filters as they are read.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let filter = try FrameFilter(invocation)
    let path = try invocation.onlyOperand()
    let settings = try CaptureSettings(invocation)
    var reader = try CaptureInput.open(path, keys: settings.keys)
    var builder = SessionBuilder(known: settings.known)
    var firstTime: Timestamp?
    let isJSON = invocation.has(.jsonLines)
    let printer = PacketText(style, usesDates: invocation.has(.utc))
    let json = JSONLines()
    var unread: [[UInt8]] = []
    var hasReadable = false
    var frame = DecodedFrame()
    while !output.isClosed, reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      let start = firstTime ?? frame.record.timestamp
      firstTime = start
      let elapsed = frame.record.timestamp.nanoseconds(since: start)
      if let last = filter.lastFrame, frame.record.number > last { break }
      guard filter.accepts(frame, connection: connection, elapsed: elapsed, reader) else { continue }
      let meaning = Self.meaning(of: frame, builder)
      var line: [UInt8] = []
      if isJSON {
        guard let document = PacketDocument(frame, connection, elapsed, meaning, reader) else { continue }
        line = try json.line(document)
      } else {
        line = Array(printer.line(frame, connection, elapsed, meaning, reader).utf8)
      }
      // A capture of nothing that is read is refused as a whole, not listed.
      if frame.record.packetType == .unreadLinkType, !hasReadable, unread.count < Self.linesHeldBack {
        unread.append(line)
        continue
      }
      hasReadable = true
      for held in unread { output.append(held) }
      unread.removeAll()
      output.append(line)
    }
    if reader.refusal == nil {
      for held in unread { output.append(held) }
    }
    if let problem = CaptureInput.problem(reader, path) { throw problem }
    // Of frames that were not read nothing is known.
    if !output.isClosed, filter.lastFrame == nil {
      try settings.checkConnection(among: builder.connectionCount, of: path)
    }
    return .clean
  }

  /// What the attribute handle in a frame is, nil when it has none or nothing tells.
  private static func meaning(of frame: DecodedFrame, _ builder: borrowing SessionBuilder) -> GATTTable
    .Meaning?
  {
    guard case .att(let att) = frame.payload else { return nil }
    return att.pdu.attributeHandle.flatMap { builder.meaning(of: $0, in: frame) }
  }
}
