/// Something worth saying about captures: how it is told, why it matters and what to do about it.
///
/// One rule a file in the folders beside this one, and a line in ``all``. `bleshark rules` and
/// docs/diagnostics.md are made from what the rules say of themselves.
public struct FindingRule: Sendable {
  /// What a rule looks at.
  enum Look: Sendable {
    /// One connection after the other, of those that have one of some facts.
    case connection(ConnectionFacts, @Sendable (Connection, FindingContext) -> [Observation])
    /// How one connection ended, when it is taken for one kind of end.
    case end(Disconnection.Kind, @Sendable (Disconnection, FindingContext) -> [Observation])
    /// The whole capture.
    case capture(@Sendable (FindingContext) -> [Observation])
  }

  /// The name, `group.what-it-is`, which does not change.
  public let id: String
  /// How much its findings matter, most of the time.
  public let severity: Severity
  /// What it is, in few words.
  public let title: String
  /// When it is found, a sentence or two.
  public let what: String
  /// Why it matters.
  public let why: String
  /// Which frames are cited.
  public let evidence: String
  /// What to do about it.
  public let advice: String
  /// Where that is written: a section of the Core Specification, or other sources.
  public let source: String
  /// Rules whose findings explain those of this one that they cite the frame of, which are then left out.
  public let consequenceOf: [String]
  /// What it looks at.
  let look: Look

  /// Makes a rule about single connections.
  ///
  /// - Parameter facts: what it looks at; it finds nothing on a connection that has none of that.
  init(
    _ id: String, _ severity: Severity, _ title: String, what: String, why: String, evidence: String,
    advice: String, source: String, consequenceOf: [String] = [], about facts: ConnectionFacts,
    connection look: @escaping @Sendable (Connection, FindingContext) -> [Observation]
  ) {
    self.init(
      id, severity, title, what, why, evidence, advice, source, consequenceOf, .connection(facts, look))
  }

  /// Makes a rule about the ends of connections that are taken for one kind.
  init(
    _ id: String, _ severity: Severity, _ title: String, what: String, why: String, evidence: String,
    advice: String, source: String, consequenceOf: [String] = [], end kind: Disconnection.Kind,
    look: @escaping @Sendable (Disconnection, FindingContext) -> [Observation]
  ) {
    self.init(id, severity, title, what, why, evidence, advice, source, consequenceOf, .end(kind, look))
  }

  /// Makes a rule about a capture as a whole.
  init(
    _ id: String, _ severity: Severity, _ title: String, what: String, why: String, evidence: String,
    advice: String, source: String, consequenceOf: [String] = [],
    capture look: @escaping @Sendable (FindingContext) -> [Observation]
  ) {
    self.init(id, severity, title, what, why, evidence, advice, source, consequenceOf, .capture(look))
  }

  private init(
    _ id: String, _ severity: Severity, _ title: String, _ what: String, _ why: String,
    _ evidence: String, _ advice: String, _ source: String, _ consequenceOf: [String], _ look: Look
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.what = what
    self.why = why
    self.evidence = evidence
    self.advice = advice
    self.source = source
    self.consequenceOf = consequenceOf
    self.look = look
  }

  /// What stands before the first point of the name: `capture`, `disconnect`, `att`, `gatt`, `link`, `app`
  /// or `ota`.
  public var group: String { String(id.prefix { $0 != "." }) }

  /// True for the rule's name, its group, or a beginning of its name that ends with `*`.
  public func matches(_ pattern: String) -> Bool {
    if pattern.hasSuffix("*") { return id.hasPrefix(pattern.dropLast()) }
    return pattern == id || pattern == group
  }
}
