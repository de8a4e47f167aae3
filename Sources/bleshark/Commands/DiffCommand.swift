import Analyzer

/// `bleshark diff GOLDEN… NEW`: what is otherwise than in good captures.
struct DiffCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Compares the last capture with those before it.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let paths = invocation.operands
    guard let last = paths.last, paths.count >= 2 else {
      throw UsageError("a good capture and a new one are needed: bleshark diff \(Command.diff.operands)")
    }
    let style = try TextStyle(invocation)
    let options = try ComparisonOptions(invocation)
    let settings = try CaptureSettings(invocation)
    let golden = try paths.dropLast().map { try TraceInput($0, settings) }
    let new = try TraceInput(last, settings)
    let learned = TraceBaseline.learned(from: golden.map { ($0.path, $0.trace) }, masks: options.masks)
    options.warnOfUnusedMasks(in: learned)
    let comparison = TraceComparison(options.adjusted(learned), new.trace)
    let differences = options.chosen(comparison)
    var file = CheckedFile(path: last, frames: new.frames)
    file.problem = (golden.compactMap(\.problem).first ?? new.problem)?.description
    file.add(differences, options)
    let report = CheckReport(files: [file], comparedWith: golden.map(\.path))
    if invocation.has(.json) {
      try output.append(DiffDocument(golden.map(\.path), new, differences, options).encoded())
    } else if invocation.has(.markdown) {
      output.append(MarkdownReport(report).text)
    } else {
      DiffText(style, invocation).print(golden.map(\.path), last, differences, options, &output)
    }
    try ReportFiles(invocation).write(report)
    if let problem = golden.compactMap(\.problem).first ?? new.problem { throw problem }
    return differences.contains(where: options.fails) ? .found : .clean
  }
}
