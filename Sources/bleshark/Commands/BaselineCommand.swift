import Analyzer

/// `bleshark baseline FILE… -o FILE`: what good runs have in common, to check others against.
struct BaselineCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads the captures and writes the baseline.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let paths = try invocation.captures()
    let options = try ComparisonOptions(invocation)
    let settings = try CaptureSettings(invocation)
    let runs = try paths.map { path in
      let run = try TraceInput(path, settings)
      // Half a run would make everything after its end optional.
      if let problem = run.problem { throw problem }
      return (run.path, run.trace)
    }
    let learned = TraceBaseline.learned(from: runs, masks: options.masks)
    options.warnOfUnusedMasks(in: learned)
    let document = try BaselineDocument(options.adjusted(learned)).encoded()
    guard let file = invocation.value(.output) else {
      output.append(document)
      return .clean
    }
    try CaptureInput.write(document, to: file)
    if !invocation.has(.quiet) {
      Diagnostics.print("\(file): learned from \(ListText.count(runs.count, "capture"))")
    }
    return .clean
  }
}
