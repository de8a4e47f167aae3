/// Something that a rule found in a capture, with its evidence.
///
/// A rule gives at most one for a connection; what it saw again is counted.
public struct Finding: Sendable, Hashable {
  /// The rule's name, such as `att.transaction-timeout`, which does not change.
  public let rule: String
  /// How much it matters.
  public let severity: Severity
  /// How sure it is.
  public let confidence: Confidence
  /// The connection's number, nil for what concerns the whole capture.
  public let connection: Int?
  /// What it is, in few words.
  public let title: String
  /// What was seen, a sentence without a full stop.
  public let detail: String
  /// What to do about it, a sentence or two.
  public let advice: String
  /// The frames that show it, in order; empty where the capture is judged by what it lacks.
  public let frames: [Int]
  /// How often it was seen.
  public let count: Int
  /// The frame it is about, nil when it is about no single one.
  public let moment: Moment?
}

/// One thing that a rule sees; those of one rule and connection become one ``Finding``.
struct Observation: Sendable {
  /// What was seen, in a sentence without a full stop.
  var text: String
  /// The frame it is about.
  var moment: Moment?
  /// The frames that show it, that of `moment` apart.
  var frames: [Int]
  /// How sure it is.
  var confidence: Confidence
  /// How much it matters, nil for as much as the rule says.
  var severity: Severity?
  /// The connection; set by the engine for rules that look at one.
  var connection: Int?
  /// What to do, nil for the rule's advice.
  var advice: String?
  /// The frames that it is about: another observation that cites one of them may explain it.
  var subject: [Int]

  /// Makes an observation, which is about the frame of `moment` unless `subject` tells others.
  init(
    _ text: String, _ moment: Moment?, frames: [Int?] = [], confidence: Confidence = .certain,
    severity: Severity? = nil, connection: Int? = nil, advice: String? = nil, subject: [Int]? = nil
  ) {
    self.text = text
    self.moment = moment
    self.frames = frames.compactMap(\.self)
    self.confidence = confidence
    self.severity = severity
    self.connection = connection
    self.advice = advice
    self.subject = subject ?? [moment?.frame].compactMap(\.self)
  }

  /// Every frame that shows it.
  var cited: [Int] { frames + [moment?.frame].compactMap(\.self) }
}
