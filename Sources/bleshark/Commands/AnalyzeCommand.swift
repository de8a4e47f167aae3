import ATTParser
import Analyzer

/// `bleshark analyze FILE`: what the capture holds.
struct AnalyzeCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads the capture to its end and prints the analysis.
  ///
  /// - Parameter kept: gets the capture that was read.
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer, keeping kept: inout [AnalyzedCapture]) throws -> ExitCode {
    if invocation.operands.count == 2 { return try HostAirCommand(invocation).run(&output) }
    let style = try TextStyle(invocation)
    let choice = try FindingChoice(invocation)
    let settings = try CaptureSettings(invocation)
    let capture = try AnalyzedCapture(try invocation.onlyOperand(), settings)
    kept.append(capture)
    let (analysis, source) = (capture.analysis, capture.source)
    let findings = choice.findings(of: analysis, connection: settings.connection)
    if invocation.has(.json) {
      try output.append(AnalysisDocument(analysis, source, findings, chosen: settings.connection).encoded())
    } else {
      AnalysisText(analysis, source, findings, style, invocation, chosen: settings.connection).print(&output)
    }
    var file = CheckedFile(source, analysis, findings, choice)
    file.problem = capture.problem?.description
    try ReportFiles(invocation).write(CheckReport(files: [file]))
    if let problem = capture.problem { throw problem }
    return choice.exitCode(findings)
  }
}
