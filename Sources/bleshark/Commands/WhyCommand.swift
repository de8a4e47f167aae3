import ATTParser
import Analyzer

/// `bleshark why FILE`: what came of the update, and why.
struct WhyCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads the capture to its end and prints a verdict about each transfer.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let path = try invocation.onlyOperand()
    var settings = try CaptureSettings(invocation)
    settings.transfers.looksAtEverything = true
    settings.transfers.images = try ReferenceImageInput.read(invocation)
    let capture = try AnalyzedCapture(path, settings)
    let (analysis, chosen) = (capture.analysis, settings.connection)
    let only = try TransferChoice.read(invocation, among: analysis.transfers, of: path)
    let transfers = (only.map { [$0] } ?? analysis.transfers).filter {
      chosen == nil || $0.connections.contains(chosen ?? 0)
    }
    let bulk = only == nil ? analysis.bulkStreams.filter { chosen == nil || $0.connection == chosen } : []
    let beginnings =
      only == nil
      ? analysis.refusedBeginnings.filter { chosen == nil || $0.connection == chosen } : []
    if invocation.has(.json) {
      try output.append(WhyDocument(analysis, transfers, bulk, beginnings, capture.source).encoded())
    } else {
      WhyText(analysis, style, invocation).print(transfers, bulk, beginnings, &output)
    }
    if let problem = capture.problem { throw problem }
    return transfers.contains { $0.verdict.outcome == .failed } ? .found : .clean
  }
}
