import Analyzer

/// `bleshark check FILE…`: whether captures are as they should be.
struct CheckCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Checks every capture and prints what is wrong with each, and a summary.
  ///
  /// - Throws: ``UsageError``, ``InputError`` for what is wrong with the command line, a baseline or
  ///   expectations; captures that cannot be read are part of the report.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let rules = try CheckRules(invocation)
    let jobs = try invocation.value(.jobs).map(Self.jobs)
    let (paths, leftOut) = try CaptureList.files(invocation.captures())
    let files = CheckRun(rules, jobs: jobs).check(paths)
    let report = CheckReport(files: files, comparedWith: invocation.allValues(.baseline), leftOut: leftOut)
    if invocation.has(.jsonLines) {
      let json = JSONLines()
      for file in files { output.append(try json.line(CheckedFileDocument(file))) }
    } else if invocation.has(.json) {
      try output.append(CheckDocument(report).encoded())
    } else if invocation.has(.markdown) {
      output.append(MarkdownReport(report).text)
    } else {
      CheckText(style, invocation).print(report, &output)
    }
    output.flush()
    try ReportFiles(invocation).write(report)
    for file in files {
      if let problem = file.problem, !invocation.has(.quiet) { Diagnostics.print(problem) }
    }
    return report.exitCode
  }

  private static func jobs(_ text: String) throws -> Int {
    guard let jobs = Int(text), (1...256).contains(jobs) else {
      throw UsageError("--jobs is a number from 1 to 256, not '\(text)'")
    }
    return jobs
  }
}

/// What every capture of a check is held to.
struct CheckRules: Sendable {
  private let settings: CaptureSettings
  private let options: ComparisonOptions
  private let baselines: [TraceBaseline]
  private let expectations: [TraceExpectation]
  /// Findings from this severity on count; nil when they do not.
  private let failing: Severity?

  /// - Throws: ``UsageError``, ``InputError``.
  init(_ invocation: Invocation) throws {
    settings = try CaptureSettings(invocation)
    let options = try ComparisonOptions(invocation)
    self.options = options
    baselines = try invocation.allValues(.baseline).map { options.adjusted(try BaselineInput.read($0)) }
    expectations = try invocation.allValues(.expect).flatMap(ExpectationInput.read)
    // Without anything else to check, the rules of bleshark are what captures are held to.
    let isAlone = baselines.isEmpty && expectations.isEmpty
    failing = Severity(rawValue: invocation.value(.failOn) ?? (isAlone ? Severity.error.rawValue : ""))
  }

  /// Checks one capture.
  func check(_ path: String) -> CheckedFile {
    var file = CheckedFile(path: path)
    let input: TraceInput
    do {
      input = try TraceInput(path, settings)
    } catch {
      file.problem = "\(error)"
      return file
    }
    file.frames = input.frames
    file.problem = input.problem?.description
    for baseline in baselines {
      let comparison = TraceComparison(baseline, input.trace)
      file.checks.append(.init(name: "baseline"))
      file.add(options.chosen(comparison), options)
    }
    for expectation in expectations {
      file.add(expectation, expectation.failure(in: input.trace))
    }
    if let failing {
      file.checks.append(.init(name: "findings"))
      file.add(options.findings(input.trace), from: failing)
    }
    return file
  }
}
