import Analyzer

/// A finding in the analysis document.
struct FindingDocument: Encodable {
  let rule: String
  let severity: String
  let confidence: String
  let connection: Int?
  let title: String
  let detail: String
  let advice: String
  let time_s: Double?
  let count: Int
  let frames: [Int]
  let wireshark: String?

  init(_ finding: Finding, _ analysis: Analysis) {
    rule = finding.rule
    severity = finding.severity.rawValue
    confidence = finding.confidence.rawValue
    connection = finding.connection
    title = finding.title
    detail = finding.detail
    advice = finding.advice
    time_s = finding.moment.map { Numbers.rounded(analysis.seconds($0.time)) }
    count = finding.count
    frames = finding.frames
    let numbers = finding.frames.map(String.init).joined(separator: ",")
    wireshark = finding.frames.isEmpty ? nil : "frame.number in {\(numbers)}"
  }
}

/// A rule in the document of `bleshark rules --json`.
struct RuleDocument: Encodable {
  let rule: String
  let severity: String
  let title: String
  let what: String
  let why: String
  let evidence: String
  let advice: String
  let source: String
  let left_out_for: [String]

  init(_ rule: FindingRule) {
    self.rule = rule.id
    severity = rule.severity.rawValue
    title = rule.title
    what = rule.what
    why = rule.why
    evidence = rule.evidence
    advice = rule.advice
    source = rule.source
    left_out_for = rule.consequenceOf
  }
}

/// The rules as one JSON document; docs/json.md describes it.
struct RulesDocument: JSONDocument {
  let schema = "bleshark.rules/1"
  let tool = ToolDocument()
  let rules: [RuleDocument]
}
