import ATTParser
import Analyzer

/// `bleshark analyze FILE`: what the capture holds.
struct AnalyzeCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads the capture to its end and prints the analysis.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    if invocation.operands.count == 2 { return try HostAirCommand(invocation).run(&output) }
    let style = try TextStyle(invocation)
    let chosen = try FrameFilter.connection(invocation)
    let choice = try FindingChoice(invocation)
    let path = try invocation.onlyOperand()
    var options = TransferOptions()
    try TransferProfileInput.add(invocation, to: &options)
    var reader = try CaptureInput.open(path, keys: try LinkKeysInput.read(invocation))
    var builder = SessionBuilder(known: try KnownTablesInput.read(invocation), transfers: options)
    builder.addAll(&reader)
    let problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    let analysis = builder.finish(SourceFacts(reader))
    let source = SourceDescription(reader, path)
    if let chosen, chosen > analysis.connections.count {
      throw InputError(
        CaptureInput.name(path), "no connection \(chosen): there are \(analysis.connections.count)")
    }
    let findings = choice.findings(of: analysis, connection: chosen)
    if invocation.has(.json) {
      try output.append(AnalysisDocument(analysis, source, findings, chosen: chosen).encoded())
    } else {
      AnalysisText(analysis, source, findings, style, invocation, chosen: chosen).print(&output)
    }
    var file = CheckedFile(source, analysis, findings, choice)
    file.problem = problem?.description
    try ReportFiles(invocation).write(CheckReport(files: [file]))
    if let problem { throw problem }
    return choice.exitCode(findings)
  }
}

extension SourceFacts {
  /// What a reader at the end of its capture knows beside the frames.
  init(_ reader: borrowing CaptureReader) {
    self.init(
      droppedRecords: reader.droppedRecords, untimedRecords: reader.untimedRecords,
      unreadRecords: reader.unreadRecords)
  }
}

/// The file an analysis is of.
struct SourceDescription {
  /// As the user gave it.
  let path: String
  /// The file format.
  let format: String
  /// It is a capture of the air.
  let isOfTheAir: Bool
  /// How the packets are wrapped, nil for a file without packets that does not tell.
  let linkType: String?
  /// Frames read.
  let frames: Int

  init(_ reader: borrowing CaptureReader, _ path: String) {
    self.path = path
    format = reader.format.rawValue
    linkType = reader.linkType?.name
    isOfTheAir = reader.linkType?.isOfTheAir ?? false
    frames = reader.framesRead
  }
}
