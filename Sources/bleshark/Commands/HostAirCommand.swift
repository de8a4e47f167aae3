import ATTParser
import Analyzer

/// `bleshark analyze HOST AIR`: one session as the host logged it and as a sniffer heard it.
struct HostAirCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// One of the two captures, read to its end.
  private struct Side {
    let capture: AnalyzedCapture
    let trace: PDUTrace
    let findings: [Finding]
  }

  /// Reads both captures, whichever comes first, and prints the analysis of the host's with the comparison.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let choice = try FindingChoice(invocation)
    let settings = try CaptureSettings(invocation)
    let sides = try invocation.captures().map { try read($0, settings, choice) }
    guard let host = sides.first(where: { !$0.capture.source.isOfTheAir }),
      let air = sides.first(where: { $0.capture.source.isOfTheAir })
    else {
      throw UsageError("of two captures one has to be a host's log and the other a capture of the air")
    }
    // Connections are numbered in the host's log.
    try settings.checkConnection(among: host.capture.analysis.connections.count, of: host.capture.source.path)
    let comparison = HostAirComparison(
      host: host.capture.analysis, hostTrace: host.trace, air: air.capture.analysis, airTrace: air.trace)
    if invocation.has(.json) {
      var document = AnalysisDocument(
        host.capture.analysis, host.capture.source, host.findings, chosen: settings.connection)
      document.host_air = HostAirDocument(comparison, air.capture, air.findings)
      try output.append(document.encoded())
    } else {
      print(host, style, settings.connection, &output)
      print(air, style, nil, &output)
      HostAirText(comparison, style, isVerbose: invocation.has(.verbose)).print(&output)
    }
    let files = [host, air].map { side in
      var file = CheckedFile(side.capture.source, side.capture.analysis, side.findings, choice)
      file.problem = side.capture.problem?.description
      return file
    }
    try ReportFiles(invocation).write(CheckReport(files: files))
    if let problem = sides.compactMap(\.capture.problem).first { throw problem }
    return choice.exitCode(host.findings + air.findings)
  }

  private func print(_ side: Side, _ style: TextStyle, _ chosen: Int?, _ output: inout OutputBuffer) {
    AnalysisText(
      side.capture.analysis, side.capture.source, side.findings, style, invocation, chosen: chosen
    ).print(&output)
  }

  private func read(
    _ path: String, _ settings: CaptureSettings, _ choice: FindingChoice
  ) throws -> Side {
    var trace = PDUTrace()
    let capture = try AnalyzedCapture(path, settings.ofAllConnections) { reader, builder in
      var frame = DecodedFrame()
      while reader.next(into: &frame) {
        let connection = builder.add(&frame, &reader)
        trace.add(&frame, connection: connection, &reader)
      }
    }
    let chosen = capture.source.isOfTheAir ? nil : settings.connection
    return Side(
      capture: capture, trace: trace, findings: choice.findings(of: capture.analysis, connection: chosen))
  }
}
