import Analyzer

/// What came of captures as one JSON document; docs/json.md describes it field by field.
struct CheckDocument: JSONDocument {
  let schema = "bleshark.check/1"
  let tool = ToolDocument()
  let passed: Int
  let failed: Int
  let unreadable: Int
  let files: [CheckedFileDocument]

  init(_ report: CheckReport) {
    passed = report.passed
    failed = report.failed
    unreadable = report.unreadable
    files = report.files.map(CheckedFileDocument.init)
  }
}

/// What came of one capture.
struct CheckedFileDocument: Encodable {
  /// Something that is not as it should be.
  struct Problem: Encodable {
    let rule: String
    let level: String
    let fails: Bool
    let check: String
    let what: String
    let why: String?
    let subject: String
    let connection: Int?
    let frames: [Int]
    let golden_frames: [Int]
    let wireshark: String?

    init(_ problem: CheckProblem) {
      rule = problem.rule
      level = problem.level.rawValue
      fails = problem.isFailing
      check = problem.check
      what = problem.what
      why = problem.why
      subject = problem.subject
      connection = problem.connection
      frames = problem.frames
      golden_frames = problem.goldenFrames
      let numbers = frames.map(String.init).joined(separator: ",")
      wireshark = frames.isEmpty ? nil : "frame.number in {\(numbers)}"
    }
  }

  let path: String
  let status: String
  let frames: Int
  let error: String?
  let checks: [String]
  let problems: [Problem]

  init(_ file: CheckedFile) {
    path = file.path
    status = file.status
    frames = file.frames
    error = file.problem
    checks = file.checks.map(\.name)
    problems = file.problems.map(Problem.init)
  }
}
