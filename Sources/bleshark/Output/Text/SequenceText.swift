import Analyzer

extension SequenceFinding {
  /// What the counter does, as one line for people.
  var text: String {
    let unit = step == 1 ? "" : " in steps of \(step)"
    var line = "the values count (\(place))\(unit): \(rightSteps) of \(max(0, values - 1)) steps right"
    if lost > 0 { line += ", \(lost) lost in \(skips) \(skips == 1 ? "gap" : "gaps")" }
    if repeats > 0 { line += ", \(repeats) repeated" }
    if restarts > 0 { line += ", \(restarts) restarted" }
    let shown = events.prefix(8).map { event in
      switch event.kind {
      case .skip(let lost): "\(lost) lost before frame \(event.frame)"
      case .repeated: "repeated in frame \(event.frame)"
      case .restart(let from, let to): "from \(from) to \(to) in frame \(event.frame)"
      }
    }
    guard !shown.isEmpty else { return line }
    let more = events.count > shown.count || eventsNotKept > 0 ? ", …" : ""
    return line + " (" + shown.joined(separator: ", ") + more + ")"
  }
}
