/// Chooses steps of a trace.
public struct TraceSelector: Sendable, Hashable {
  /// What is done; nil for anything.
  public var operation: TraceStep.Operation?
  /// The attribute's path or its end: `180d/2a37` or `2a37`; nil for any.
  public var attribute: String?
  /// What the value looks like; nil for any.
  public var value: ValuePattern?
  /// How it ends: `answered`, `error` for any error, `unanswered`, or the name of an error; nil for any.
  public var outcome: String?

  /// Makes a selector that takes every step.
  public init() {}

  /// True when a step is one of those that are chosen.
  public func matches(_ step: TraceStep) -> Bool {
    if let operation, operation != step.operation { return false }
    if let attribute {
      guard let path = step.attribute, Self.isNamed(attribute, path) else { return false }
    }
    if let value { guard let own = step.value, value.matches(own) else { return false } }
    guard let outcome else { return true }
    guard let own = step.outcome else { return false }
    if outcome == "error" {
      return ![TraceStep.answered, TraceStep.unanswered, TraceStep.unknown, "cancelled"].contains(own)
    }
    return own.lowercased() == outcome.lowercased()
  }

  /// What is chosen, in words: `write to 2a39 (01), answered`.
  public var name: String {
    var words = (attribute == nil ? operation?.phrase : operation?.title) ?? "step on"
    if let attribute { words += " \(attribute)" }
    if let value { words += " (\(value))" }
    if let outcome { words += " that ends with '\(outcome)'" }
    return words
  }

  /// True when a name is a path or its end, whole UUIDs each; the number of alike ones may be left out.
  static func isNamed(_ name: String, _ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let wanted = name.lowercased().split(separator: "/")
    guard wanted.count <= parts.count else { return false }
    return zip(wanted.reversed(), parts.reversed()).allSatisfy { want, part in
      want == part || !want.contains("#") && part.prefix { $0 != "#" } == want
    }
  }
}
