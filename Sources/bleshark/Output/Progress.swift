/// How far a long run is, on standard error, and only where that is a terminal.
struct Progress: Sendable {
  private let total: Int
  private let isShown = Terminal.isErrorTerminal

  /// Begins a run over so many captures.
  init(total: Int) { self.total = total }

  /// Shows how many of all are done.
  func show(_ done: Int) {
    guard isShown, done.isMultiple(of: 16) || done == total else { return }
    write("\r\(done) of \(total) captures")
  }

  /// Takes the line away.
  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) {
    var output = OutputBuffer(descriptor: 2)
    output.append(text)
    output.flush()
  }
}
