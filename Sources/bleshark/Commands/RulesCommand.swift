import Analyzer

/// `bleshark rules`: what findings there can be.
struct RulesCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Prints the rules, or all about those that are named.
  ///
  /// - Throws: ``UsageError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let patterns = invocation.operands
    for pattern in patterns { try FindingChoice.checkRule(pattern) }
    let rules = FindingRule.all.filter { rule in
      patterns.isEmpty || patterns.contains { rule.matches($0) }
    }
    if invocation.has(.json) {
      try output.append(RulesDocument(rules: rules.map(RuleDocument.init)).encoded())
    } else if invocation.has(.markdown) {
      RulesText.printMarkdown(rules, &output)
    } else if patterns.isEmpty {
      RulesText.printList(rules, style, &output)
    } else {
      RulesText.printDetails(rules, style, &output)
    }
    return .clean
  }
}
