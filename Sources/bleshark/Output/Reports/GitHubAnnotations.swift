/// Lines that GitHub Actions shows as annotations of a run.
enum GitHubAnnotations {
  /// Annotations that GitHub shows of one step and kind; what is beyond is said with the last one.
  private static let limit = 10

  /// Prints one for each failure to standard error, where they do not disturb the result.
  static func print(_ report: CheckReport) {
    var lines: [String] = []
    for file in report.files {
      if let problem = file.problem { lines.append(line("unreadable", file.path, problem)) }
      lines += file.failures.map { failure in
        line(failure.rule, file.path, failure.what + (failure.place.map { " (\($0))" } ?? ""))
      }
    }
    let more = lines.count - limit
    if more > 0 {
      lines = Array(lines.prefix(limit - 1)) + [line("more", "", "\(more + 1) more; the log has all of them")]
    }
    var output = OutputBuffer(descriptor: 2)
    for line in lines { output.append(line + "\n") }
    output.flush()
  }

  private static func line(_ title: String, _ path: String, _ message: String) -> String {
    let file = path.isEmpty ? "" : "file=\(property(path)),"
    return "::error \(file)title=\(property("bleshark: \(title)"))::\(escaped(message))"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
