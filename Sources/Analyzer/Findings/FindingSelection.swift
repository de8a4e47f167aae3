/// Which rules' findings are wanted.
public struct FindingSelection: Sendable {
  /// Patterns as ``FindingRule/matches(_:)`` takes them; empty for all rules.
  public var only: [String]
  /// Patterns of rules that are left out.
  public var ignored: [String]

  /// Makes a selection, of all rules unless told otherwise.
  public init(only: [String] = [], ignored: [String] = []) {
    self.only = only
    self.ignored = ignored
  }

  /// True when findings of a rule are wanted.
  public func includes(_ rule: FindingRule) -> Bool {
    (only.isEmpty || only.contains { rule.matches($0) }) && !ignored.contains { rule.matches($0) }
  }
}
