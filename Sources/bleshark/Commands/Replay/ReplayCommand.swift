import ATTParser
import Analyzer
import Replay

/// `bleshark replay FILE`: the session as a plan, and the plan played against a device.
struct ReplayCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Makes or reads the plan, then prints it or plays it.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let options = try ReplayOptions(invocation)
    let (plan, problem, readsKeys) = try plan()
    try options.checkPasskey(invocation, readsKeys: readsKeys)
    if let path = invocation.value(.planOutput) {
      try CaptureInput.write(ReplayPlanDocument(plan).encoded(), to: path)
    }
    if let problem { Diagnostics.print(problem.description) }
    guard options.isRun else {
      if invocation.has(.json) {
        output.append(try ReplayPlanDocument(plan).encoded())
      } else {
        ReplayPlanText(plan, style, invocation).print(
          to: options.deviceText(plan), options.policy.permission, &output)
        output.append("\nnothing was sent; --allow-writes plays it\n")
      }
      return problem == nil ? .clean : .failed
    }
    let (report, name) = try play(plan, options)
    if let path = invocation.value(.junit) {
      let text = ReplayJUnit(invocation).text(report, name: plan.source ?? "replay")
      try CaptureInput.write(Array(text.utf8), to: path)
    }
    if invocation.has(.json) {
      let document = ReplayReportDocument(report, source: plan.source, transport: name, role: options.role)
      output.append(try document.encoded())
    } else {
      ReplayReportText(style, invocation).print(report, &output)
    }
    if let failure = report.failure {
      if invocation.has(.json) { Diagnostics.print(failure.description) }
      return .failed
    }
    return report.isAsRecorded ? .clean : .found
  }

  // MARK: - Plan

  /// The plan, what is wrong with its capture, and whether keys may have been needed to read that.
  private func plan() throws -> (ReplayPlan, InputError?, readsKeys: Bool) {
    if let path = invocation.value(.planInput) {
      guard invocation.operands.isEmpty else {
        throw UsageError("--from is instead of a capture: '\(invocation.operands[0])' is one too many")
      }
      for (name, option) in [(OptionName.connection, "connection"), (.gatt, "gatt"), (.longTermKey, "ltk")]
      where invocation.has(name) {
        throw UsageError("--\(option) is about a capture, and --from plays a plan instead of one")
      }
      return (try ReplayPlanInput.read(path), nil, readsKeys: false)
    }
    let path = try invocation.onlyOperand()
    var settings = try CaptureSettings(invocation)
    settings.transfers.looksAtEverything = true
    var trace = CapturedPDUs()
    let capture = try AnalyzedCapture(path, settings) { trace.addAll(&$0, &$1) }
    do throws(ReplayError) {
      let plan = try ReplayPlan(
        capture.analysis, trace, connection: settings.connection, source: CaptureInput.name(path))
      let isOfTheAir = capture.analysis.connections.contains { $0.air != nil }
      return (plan, capture.problem, readsKeys: isOfTheAir || invocation.has(.gatt))
    } catch {
      throw InputError(CaptureInput.name(path), error.description)
    }
  }

  // MARK: - Run

  private func play(_ plan: ReplayPlan, _ options: ReplayOptions) throws -> (ReplayReport, String) {
    let name = options.transport
    let passkey = try DecryptionKeysInput.read(invocation).passkey
    let bearer: any ATTBearer
    let target: LinkTarget
    do throws(ReplayError) {
      let (kind, argument) = try TransportKind.find(name)
      target = try options.target(kind, argument, plan)
      try options.checkTransfers(plan)
      try options.checkFaults(plan)
      bearer = try kind.make(
        TransportRequest(
          name: name, argument: argument, role: options.role, plan: plan,
          timing: options.policy.timing, passkey: passkey))
    } catch {
      throw ReplayFailure(error)
    }
    Interruption.watch()
    let recording = invocation.has(.record) ? RunRecording(start: UTCDate.now) : nil
    let way = recording?.recorded(bearer) ?? bearer
    let report =
      options.role == .central
      ? ReplayRunner(plan, over: way, policy: options.policy).run(target)
      : PeripheralRunner(plan, over: way, policy: options.policy).run(target)
    if let recording, let path = invocation.value(.record) {
      if recording.leftOut > 0 {
        Diagnostics.print(
          "\(recording.leftOut) packets at the end of the run are not recorded: the file is too long")
      }
      try CaptureInput.write(recording.recording.bytes, to: path)
    }
    return (report, name)
  }
}

/// Why a replay could not begin.
struct ReplayFailure: Error, CustomStringConvertible {
  /// One line.
  let description: String

  /// Takes over the line of an error.
  init(_ error: ReplayError) { description = error.description }
}
