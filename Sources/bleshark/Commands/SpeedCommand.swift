import ATTParser
import Analyzer

/// `bleshark speed FILE [FILE]`: how fast, what limited it, who was waited for.
struct SpeedCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads one or two captures to their ends and prints what was measured.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let paths = try invocation.captures()
    guard paths.count <= 2 else {
      throw UsageError("one capture, or two to compare: '\(paths[2])' is one too many")
    }
    let known = try KnownTablesInput.read(invocation)
    let floor = try invocation.duration(.stall) ?? ThroughputBuilder.standardFloor
    let chosen = try FrameFilter.connection(invocation)
    var reports: [SpeedReport] = []
    var problem: InputError?
    for path in paths {
      let (report, failure) = try measure(path, known, floor, chosen)
      reports.append(report)
      problem = problem ?? failure
    }
    if let file = invocation.value(.svg) {
      guard let subject = reports.compactMap(\.subjects.first).first else {
        throw InputError(CaptureInput.name(paths[0]), "no stream of values to plot")
      }
      try CaptureInput.write(Array(SpeedSVG(subject).text.utf8), to: file)
    }
    if invocation.has(.json) {
      try output.append(SpeedDocument(reports).encoded())
    } else if invocation.has(.csv) {
      output.append(SpeedTable.header)
      for report in reports { for subject in report.subjects { SpeedTable(report, subject).print(&output) } }
    } else if reports.count == 2 {
      SpeedComparison(reports[0], reports[1], style).print(&output)
    } else {
      SpeedText(reports[0], style, invocation).print(&output)
    }
    if let problem { throw problem }
    return .clean
  }

  private func measure(
    _ path: String, _ known: KnownTables, _ floor: Int64, _ chosen: Int?
  ) throws -> (SpeedReport, InputError?) {
    var reader = try CaptureInput.open(path, keys: try LinkKeysInput.read(invocation))
    var options = TransferOptions()
    try TransferProfileInput.add(invocation, to: &options)
    options.looksAtEverything = true
    var builder = SessionBuilder(known: known, transfers: options)
    var meters = ThroughputBuilder(stallFloor: floor)
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      meters.add(&frame, connection, &builder, &reader)
    }
    let problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    let analysis = builder.finish(SourceFacts(reader))
    let throughput = Throughput(meters.finish(), analysis)
    return (SpeedReport(path, analysis, throughput, connection: chosen), problem)
  }
}
