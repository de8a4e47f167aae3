import ATTParser
import Analyzer

/// `bleshark speed FILE [FILE]`: how fast, what limited it, who was waited for.
struct SpeedCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
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
    var settings = try CaptureSettings(invocation)
    settings.transfers.looksAtEverything = true
    let floor = try invocation.duration(.stall) ?? ThroughputBuilder.standardFloor
    var reports: [SpeedReport] = []
    var problem: InputError?
    for path in paths {
      let (report, failure) = try measure(path, settings, floor)
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
      output.append(SpeedCSV.header)
      for report in reports { for subject in report.subjects { SpeedCSV(report, subject).print(&output) } }
    } else if reports.count == 2 {
      SpeedComparison(reports[0], reports[1], style).print(&output)
    } else {
      SpeedText(reports[0], style, invocation).print(&output)
    }
    if let problem { throw problem }
    return .clean
  }

  private func measure(
    _ path: String, _ settings: CaptureSettings, _ floor: Int64
  ) throws -> (SpeedReport, InputError?) {
    var meters = ThroughputBuilder(stallFloor: floor)
    let capture = try AnalyzedCapture(path, settings) { reader, builder in
      var frame = DecodedFrame()
      while reader.next(into: &frame) {
        let connection = builder.add(&frame, &reader)
        meters.add(&frame, connection, &builder, &reader)
      }
    }
    let throughput = Throughput(meters.finish(), capture.analysis)
    let report = SpeedReport(path, capture.analysis, throughput, connection: settings.connection)
    return (report, capture.problem)
  }
}
