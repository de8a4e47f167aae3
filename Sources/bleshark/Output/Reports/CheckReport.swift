import Analyzer

/// Something that is not as it should be in a capture: what all reports are made from.
struct CheckProblem: Sendable {
  /// How much it matters, in the words of SARIF.
  enum Level: String, Sendable {
    case error, warning, note
  }

  /// The rule's name: of a kind of difference, a finding, or `expect`.
  let rule: String
  /// How much it matters.
  let level: Level
  /// True when it makes the check fail.
  let isFailing: Bool
  /// The check that it belongs to.
  let check: String
  /// What it is, a sentence without a full stop.
  let what: String
  /// Why it matters, or what to do, a sentence without a full stop; nil when nothing is to be said.
  let why: String?
  /// What it is about, the same in every run.
  let subject: String
  /// Frames of the capture.
  let frames: [Int]
  /// Frames of the good capture.
  let goldenFrames: [Int]
  /// The connection's number in the capture, nil for none.
  let connection: Int?

  /// `frame 12`, `frames 12, 14`; nil without any.
  var place: String? {
    let new =
      frames.isEmpty ? nil : "frame \(ListText.numbers(frames.prefix(6)))\(frames.count > 6 ? ", …" : "")"
    let old = goldenFrames.isEmpty ? nil : "good run: frame \(ListText.numbers(goldenFrames.prefix(4)))"
    let words = [new, old].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

/// What came of one capture.
struct CheckedFile: Sendable {
  /// Something that was checked.
  struct Check: Sendable {
    /// How it is named.
    let name: String
  }

  /// The file, as it was given.
  let path: String
  /// Frames read.
  var frames = 0
  /// Why it could not be read, or not to its end; nil when it was.
  var problem: String?
  /// What was checked.
  var checks: [Check] = []
  /// What is not as it should be, also what is only noted.
  var problems: [CheckProblem] = []

  /// Makes a capture of which nothing has been checked.
  init(path: String, frames: Int = 0) {
    self.path = path
    self.frames = frames
  }

  /// A capture whose findings are all that is checked.
  init(_ source: SourceDescription, _ analysis: Analysis, _ findings: [Finding], _ choice: FindingChoice) {
    self.init(path: source.path, frames: source.frames)
    checks = [Check(name: "findings")]
    add(findings.map { ($0, $0.subject(in: analysis)) }, from: choice.failing)
  }

  /// What makes the check fail.
  var failures: [CheckProblem] { problems.filter(\.isFailing) }
  /// `passed`, `failed` or `unreadable`.
  var status: String { problem != nil ? "unreadable" : failures.isEmpty ? "passed" : "failed" }

  /// Adds what a comparison found.
  mutating func add(_ differences: [TraceDifference], _ options: ComparisonOptions) {
    problems += differences.map { difference in
      CheckProblem(
        rule: difference.kind.rawValue, level: options.fails(difference) ? .error : .note,
        isFailing: options.fails(difference), check: "baseline", what: difference.what, why: difference.why,
        subject: difference.subject, frames: difference.frames, goldenFrames: difference.goldenFrames,
        connection: difference.connection)
    }
  }

  /// Adds what came of an expectation.
  mutating func add(_ expectation: TraceExpectation, _ failure: TraceExpectation.Failure?) {
    checks.append(Check(name: expectation.name))
    guard let failure else { return }
    problems.append(
      CheckProblem(
        rule: ExpectationOutcome.rule, level: .error, isFailing: true, check: expectation.name,
        what: "\(expectation.name): \(failure.what)", why: nil,
        subject: [expectation.name, failure.subject].filter { !$0.isEmpty }.joined(separator: " "),
        frames: failure.frames, goldenFrames: [], connection: failure.connection))
  }

  /// Adds findings.
  mutating func add(_ findings: [(finding: Finding, peer: String)], from failing: Severity?) {
    problems += findings.map { finding, peer in
      let level: CheckProblem.Level =
        switch finding.severity {
        case .error: .error
        case .warning: .warning
        case .info: .note
        }
      return CheckProblem(
        rule: finding.rule, level: level, isFailing: failing.map { finding.severity >= $0 } ?? false,
        check: "findings", what: "\(finding.title): \(finding.detail)", why: finding.advice, subject: peer,
        frames: finding.frames, goldenFrames: [], connection: finding.connection)
    }
  }
}

/// How failures of expectations are named among rules.
enum ExpectationOutcome {
  /// The name, in the place of a rule's.
  static let rule = "expect"
}

/// What came of all captures.
struct CheckReport: Sendable {
  /// The captures, in the order they were named.
  let files: [CheckedFile]
  /// What they were compared with.
  var comparedWith: [String] = []
  /// Files of folders that are no captures.
  var leftOut = 0

  /// Captures that are as they should be.
  var passed: Int { files.count { $0.status == "passed" } }
  /// Captures that are not.
  var failed: Int { files.count { $0.status == "failed" } }
  /// Captures that could not be read.
  var unreadable: Int { files.count { $0.status == "unreadable" } }

  /// 2 when a capture could not be read, else 1 when one failed.
  var exitCode: ExitCode { unreadable > 0 ? .failed : failed > 0 ? .found : .clean }

  /// `12 captures: 10 passed, 1 failed, 1 unreadable`.
  var summary: String {
    let parts = [(passed, "passed"), (failed, "failed"), (unreadable, "unreadable")].filter { $0.0 > 0 }
    let counts = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let rest = leftOut > 0 ? "; \(ListText.count(leftOut, "other file")) left out" : ""
    return "\(ListText.count(files.count, "capture")): \(counts)\(rest)"
  }
}
