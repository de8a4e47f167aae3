/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Worth knowing; nothing is wrong with it alone.
  case info
  /// Likely to make trouble, or a limit of what the capture tells.
  case warning
  /// The protocol was broken, or something failed.
  case error

  /// True for what matters less.
  public static func < (left: Severity, right: Severity) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}
