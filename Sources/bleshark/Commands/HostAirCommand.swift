import ATTParser
import Analyzer

/// `bleshark analyze HOST AIR`: one session as the host logged it and as a sniffer heard it.
struct HostAirCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// One of the two captures, read to its end.
  private struct Side {
    let analysis: Analysis
    let source: SourceDescription
    let trace: PDUTrace
    let problem: InputError?
  }

  /// Reads both captures, whichever comes first, and prints the analysis of the host's with the comparison.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let chosen = try FrameFilter.connection(invocation)
    let choice = try FindingChoice(invocation)
    let paths = try invocation.captures()
    let sides = [try read(paths[0]), try read(paths[1])]
    guard let host = sides.first(where: { !$0.source.isOfTheAir }),
      let air = sides.first(where: { $0.source.isOfTheAir })
    else {
      throw UsageError("of two captures one has to be a host's log and the other a capture of the air")
    }
    let comparison = HostAirComparison(
      host: host.analysis, hostTrace: host.trace, air: air.analysis, airTrace: air.trace)
    let hostFindings = choice.findings(of: host.analysis, connection: chosen)
    let airFindings = choice.findings(of: air.analysis, connection: nil)
    if invocation.has(.json) {
      var document = AnalysisDocument(host.analysis, host.source, hostFindings, chosen: chosen)
      document.host_air = HostAirDocument(comparison, air.analysis, air.source)
      try output.append(document.encoded())
    } else {
      AnalysisText(host.analysis, host.source, hostFindings, style, invocation, chosen: chosen).print(&output)
      AnalysisText(air.analysis, air.source, airFindings, style, invocation, chosen: nil).print(&output)
      HostAirText(comparison, style, isVerbose: invocation.has(.verbose)).print(&output)
    }
    var files = [
      CheckedFile(host.source, host.analysis, hostFindings, choice),
      CheckedFile(air.source, air.analysis, airFindings, choice),
    ]
    files[0].problem = host.problem?.description
    files[1].problem = air.problem?.description
    try ReportFiles(invocation).write(CheckReport(files: files))
    if let problem = sides.compactMap(\.problem).first { throw problem }
    return choice.exitCode(hostFindings + (invocation.has(.json) ? [] : airFindings))
  }

  private func read(_ path: String) throws -> Side {
    var reader = try CaptureInput.open(path, keys: try LinkKeysInput.read(invocation))
    var builder = SessionBuilder(known: try KnownTablesInput.read(invocation))
    var trace = PDUTrace()
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      trace.add(&frame, connection: connection, &reader)
    }
    let problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    return Side(
      analysis: builder.finish(SourceFacts(reader)), source: SourceDescription(reader, path), trace: trace,
      problem: problem)
  }
}
