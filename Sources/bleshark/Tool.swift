import ATTParser

/// What a run of the tool ends with.
enum ExitCode: Int32 {
  /// Nothing found, or the same.
  case clean = 0
  /// Findings, or differences.
  case found = 1
  /// A wrong command line or an input that cannot be read.
  case failed = 2
}

/// The whole program as a function of its arguments.
enum Tool {
  /// The version, as `--version` and the analysis document give it.
  static let version = "0.1.0"

  /// Runs the tool; the first argument is the program's own name.
  ///
  /// - Parameter kept: the capture that was analyzed, which there may be much of.
  /// - Returns: the exit status.
  static func run(_ arguments: [String], keeping kept: inout [AnalyzedCapture]) -> Int32 {
    var output = OutputBuffer(descriptor: 1)
    let code: ExitCode
    do {
      code = try run(Invocation(parsing: Array(arguments.dropFirst())), &output, &kept)
    } catch let error as UsageError {
      output.flush()
      Diagnostics.print("\(error.description)\nTry 'bleshark --help'.")
      code = .failed
    } catch let error as InputError {
      output.flush()
      Diagnostics.print(error.description)
      code = .failed
    } catch {
      output.flush()
      Diagnostics.print("\(error)")
      code = .failed
    }
    output.flush()
    return code.rawValue
  }

  private static func run(
    _ invocation: Invocation, _ output: inout OutputBuffer, _ kept: inout [AnalyzedCapture]
  ) throws -> ExitCode {
    if invocation.has(.help) {
      output.append(Help.text(invocation.isCommandNamed ? invocation.command : nil))
      return .clean
    }
    if invocation.has(.version) {
      output.append("bleshark \(version)\n")
      return .clean
    }
    if let shell = invocation.value(.completions) {
      output.append(Completions.script(for: shell))
      return .clean
    }
    if invocation.has(.manual) {
      output.append(ManualPage.text())
      return .clean
    }
    switch invocation.command {
    case .analyze: return try AnalyzeCommand(invocation).run(&output, keeping: &kept)
    case .why: return try WhyCommand(invocation).run(&output)
    case .packets: return try PacketsCommand(invocation).run(&output)
    case .gatt: return try GATTCommand(invocation).run(&output)
    case .requests: return try RequestsCommand(invocation).run(&output)
    case .follow: return try FollowCommand(invocation).run(&output)
    case .speed: return try SpeedCommand(invocation).run(&output)
    case .extract: return try ExtractCommand(invocation).run(&output)
    case .replay: return try ReplayCommand(invocation).run(&output)
    case .diff: return try DiffCommand(invocation).run(&output)
    case .check: return try CheckCommand(invocation).run(&output)
    case .baseline: return try BaselineCommand(invocation).run(&output)
    case .rules: return try RulesCommand(invocation).run(&output)
    }
  }
}
