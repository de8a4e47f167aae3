import Analyzer

/// Which findings are shown, and which of them make the exit status 1.
struct FindingChoice {
  private let selection: FindingSelection
  /// The least severity that counts for the exit status; nil for none.
  let failing: Severity?

  /// Reads the options.
  ///
  /// - Throws: ``UsageError`` for what names no rule.
  init(_ invocation: Invocation) throws {
    selection = FindingSelection(only: invocation.allValues(.only), ignored: invocation.allValues(.ignore))
    for pattern in selection.only + selection.ignored { try Self.checkRule(pattern) }
    // The only word that is no severity is `never`.
    failing = Severity(rawValue: invocation.value(.failOn) ?? Severity.error.rawValue)
  }

  /// Makes sure that a pattern names a rule.
  ///
  /// - Throws: ``UsageError``.
  static func checkRule(_ pattern: String) throws {
    if FindingRule.all.contains(where: { $0.matches(pattern) }) { return }
    throw UsageError("no rule is named '\(pattern)': 'bleshark rules' lists them")
  }

  /// The findings that are shown: those of one connection and of the whole capture, or all.
  func findings(of analysis: Analysis, connection: Int?) -> [Finding] {
    analysis.findings(selection).filter { finding in
      connection == nil || finding.connection == nil || finding.connection == connection
    }
  }

  /// The exit status for these findings.
  func exitCode(_ findings: [Finding]) -> ExitCode {
    guard let failing else { return .clean }
    return findings.contains { $0.severity >= failing } ? .found : .clean
  }
}
