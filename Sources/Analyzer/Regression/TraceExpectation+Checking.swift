import ATTParser

extension TraceExpectation {
  /// Frames that a failure cites.
  private static let citedLimit = 16

  /// Why it is not met; nil when it is.
  public func failure(in trace: SessionTrace) -> Failure? {
    let chosen = trace.connections.filter { one in
      (connection == nil || one.id == connection)
        && (peer == nil || one.peer?.description.lowercased() == peer?.lowercased())
    }
    if chosen.isEmpty, peer != nil || connection != nil {
      return failure("there is no connection \(connection.map { "\($0)" } ?? "to \(peer ?? "")")")
    }
    switch condition {
    case .findings(let most, let ignored): return checkFindings(trace, most, ignored)
    case .transfer(let wanted): return checkTransfers(trace, wanted, Set(chosen.map(\.id)))
    case .mtu(let least): return checkMTU(chosen, least)
    case .latency(let median, let p95): return checkLatency(chosen, median, p95)
    default: return checkSteps(chosen)
    }
  }

  private func failure(
    _ what: String, _ frames: [Int?] = [], about subject: String = "", on connection: Int? = nil
  ) -> Failure {
    let cited = Set(frames.compactMap(\.self)).sorted().prefix(Self.citedLimit)
    return Failure(what: what, frames: Array(cited), subject: subject, connection: connection)
  }

  // MARK: - Steps

  /// A step and the connection it is on.
  private typealias Found = (step: TraceStep, connection: ConnectionTrace)

  private func checkSteps(_ connections: [ConnectionTrace]) -> Failure? {
    let steps: [Found] = connections.flatMap { one in one.steps.map { ($0, one) } }
      .sorted { $0.0.moment.frame < $1.0.moment.frame }
    func all(_ selector: TraceSelector) -> [Found] { steps.filter { selector.matches($0.step) } }
    switch condition {
    case .exists(let selector):
      return all(selector).isEmpty ? nothing(selector, steps) : nil
    case .absent(let selector):
      let found = all(selector)
      guard let first = found.first else { return nil }
      return failure(
        "there is a \(selector.name)\(value(first.step)), \(times(found))", found.map(\.step.moment.frame),
        about: first.step.attribute ?? "", on: first.connection.id)
    case .count(let selector, let range):
      let found = all(selector)
      let count = found.reduce(0) { $0 + $1.step.count }
      if range.contains(count) { return nil }
      let wanted =
        range.upperBound == .max
        ? "at least \(range.lowerBound)"
        : range.lowerBound == range.upperBound
          ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      return failure(
        "there are \(count) of \(selector.name) instead of \(wanted)", found.map(\.step.moment.frame),
        about: selector.attribute ?? "")
    case .value(let selector, let pattern):
      let found = all(selector)
      if found.isEmpty { return nothing(selector, steps) }
      let wrong = found.filter { !($0.step.value.map(pattern.matches) ?? false) }
      guard let first = wrong.first else { return nil }
      return failure(
        "the \(first.step.name) has the value \(first.step.value?.description ?? "unknown"), which is not like \(pattern)",
        wrong.map(\.step.moment.frame), about: first.step.attribute ?? "", on: first.connection.id)
    case .order(let selectors): return checkOrder(selectors, steps)
    case .within(let from, let to, let seconds, let each): return checkTime(from, to, seconds, each, steps)
    case .rate(let selector, let rate): return checkRate(all(selector), selector, rate, steps)
    case .mtu, .latency, .findings, .transfer: return nil
    }
  }

  private func nothing(_ selector: TraceSelector, _ steps: [Found]) -> Failure {
    // What comes closest tells why: the same attribute with another value, or the other way round.
    var near = selector
    (near.value, near.outcome) = (nil, nil)
    let close = selector.value == nil && selector.outcome == nil ? nil : steps.first { near.matches($0.step) }
    let hint = close.map { item in
      let end = item.step.outcome.map { ", which ends with '\($0)'" } ?? ""
      return "; closest is the \(item.step.name)\(value(item.step))\(end)"
    }
    return failure(
      "there is no \(selector.name)\(hint ?? "")", [close?.step.moment.frame],
      about: selector.attribute ?? "",
      on: close?.connection.id)
  }

  private func checkOrder(_ selectors: [TraceSelector], _ steps: [Found]) -> Failure? {
    var place = 0
    var before: Found?
    for selector in selectors {
      if let next = steps[place...].firstIndex(where: { selector.matches($0.step) }) {
        before = steps[next]
        place = next + 1
        continue
      }
      guard let earlier = steps.first(where: { selector.matches($0.step) }) else {
        return nothing(selector, steps)
      }
      let after = before.map { "after the \($0.step.name) of frame \($0.step.moment.frame)" } ?? ""
      return failure(
        "there is no \(selector.name) \(after); there is one before it, in frame \(earlier.step.moment.frame)",
        [earlier.step.moment.frame, before?.step.moment.frame], about: selector.attribute ?? "",
        on: earlier.connection.id)
    }
    return nil
  }

  private func checkTime(
    _ from: TraceSelector, _ to: TraceSelector, _ seconds: Double, _ each: Bool, _ steps: [Found]
  ) -> Failure? {
    let starts = steps.indices.filter { from.matches(steps[$0].step) }
    if starts.isEmpty { return nothing(from, steps) }
    for start in each ? starts[...] : starts.prefix(1) {
      let first = steps[start]
      guard let next = steps[(start + 1)...].first(where: { to.matches($0.step) }) else {
        return failure(
          "there is no \(to.name) after the \(first.step.name) of frame \(first.step.moment.frame)",
          [first.step.moment.frame], about: to.attribute ?? "", on: first.connection.id)
      }
      let took = next.step.moment.time.seconds(since: first.step.moment.time)
      if took <= seconds { continue }
      return failure(
        "the \(next.step.name) comes \(FindingContext.milliseconds(took * 1000)) after the \(first.step.name), not within \(FindingContext.milliseconds(seconds * 1000))",
        [first.step.moment.frame, next.step.moment.frame], about: to.attribute ?? "", on: first.connection.id)
    }
    return nil
  }

  private func checkRate(
    _ found: [Found], _ selector: TraceSelector, _ rate: Double, _ steps: [Found]
  ) -> Failure? {
    guard let first = found.first, let last = found.last else { return nothing(selector, steps) }
    let bytes = found.reduce(0) { $0 + $1.step.bytes }
    let seconds = last.step.ended.time.seconds(since: first.step.moment.time)
    let frames = [first.step.moment.frame, last.step.ended.frame]
    guard seconds > 0 else {
      return failure("one moment of \(selector.name) has no rate", frames, about: selector.attribute ?? "")
    }
    let measured = Double(bytes) / seconds
    if measured >= rate { return nil }
    return failure(
      "\(selector.name) carries \(Int(measured.rounded())) bytes a second, not \(Int(rate.rounded()))",
      frames,
      about: selector.attribute ?? "", on: first.connection.id)
  }

  private func value(_ step: TraceStep) -> String { step.value.map { " (\($0))" } ?? "" }

  private func times(_ found: [Found]) -> String {
    FindingContext.times(found.reduce(0) { $0 + $1.step.count })
  }

  // MARK: - Connections, findings, transfers

  private func checkMTU(_ connections: [ConnectionTrace], _ least: Int) -> Failure? {
    let used = connections.filter { one in
      one.steps.contains { $0.attribute != nil || $0.operation == .exchangeMTU }
    }
    if used.isEmpty { return failure("no connection carries ATT PDUs") }
    for one in used {
      let frames = [one.steps.last { $0.operation == .exchangeMTU }?.ended.frame ?? one.first.frame]
      guard let mtu = one.attMTU else {
        return failure(
          "the ATT_MTU of connection \(one.id) cannot be concluded from this capture", frames,
          about: one.name,
          on: one.id)
      }
      if mtu >= least { continue }
      return failure("the ATT_MTU is \(mtu), not \(least)", frames, about: one.name, on: one.id)
    }
    return nil
  }

  private func checkLatency(
    _ connections: [ConnectionTrace], _ median: Double?, _ p95: Double?
  ) -> Failure? {
    let measured = connections.filter { $0.peerLatency.count > 0 }
    if measured.isEmpty { return failure("the other device answered nothing") }
    for one in measured {
      let frames = [one.peerLatency.slowest?.frame]
      for (what, limit, value) in [
        ("median", median, one.peerLatency.median), ("p95", p95, one.peerLatency.p95),
      ] {
        guard let limit, let value, value > limit else { continue }
        return failure(
          "the \(what) of \(one.peerLatency.count) answers is \(FindingContext.milliseconds(value)), above \(FindingContext.milliseconds(limit))",
          frames, about: one.name, on: one.id)
      }
    }
    return nil
  }

  private func checkFindings(_ trace: SessionTrace, _ most: Severity, _ ignored: [String]) -> Failure? {
    let selection = FindingSelection(ignored: ignored)
    let found = trace.findings.filter { finding in
      finding.severity > most && (connection == nil || finding.connection == connection)
        && FindingRule.all.contains { $0.id == finding.rule && selection.includes($0) }
    }
    guard let first = found.first else { return nil }
    let more = found.count > 1 ? "; and \(found.count - 1) more" : ""
    return failure(
      "\(first.severity.rawValue) \(first.rule): \(first.detail)\(more)", found.flatMap(\.frames),
      about: first.rule, on: first.connection)
  }

  private func checkTransfers(
    _ trace: SessionTrace, _ wanted: TransferExpectation, _ chosen: Set<Int>
  ) -> Failure? {
    let isLimited = peer != nil || connection != nil
    let transfers = trace.transfers.filter { one in
      (wanted.format == nil || one.transfer.format == wanted.format)
        && (!isLimited || one.transfer.connections.contains(where: chosen.contains))
    }
    if transfers.isEmpty {
      let others = trace.transfers.map(\.transfer.format)
      let hint = others.isEmpty ? "" : "; there are \(others.joined(separator: ", "))"
      return failure(
        "there is no transfer\(wanted.format.map { " by \($0)" } ?? "")\(hint)", about: wanted.format ?? "")
    }
    for one in transfers {
      guard let what = Self.wrong(one, wanted) else { continue }
      return failure(
        what, one.frames, about: one.attribute ?? one.transfer.format, on: one.transfer.connections.first)
    }
    return nil
  }

  /// What is not as wanted about a transfer.
  private static func wrong(_ trace: TransferTrace, _ wanted: TransferExpectation) -> String? {
    let transfer = trace.transfer
    let outcome = transfer.verdict.outcome.rawValue
    if let want = wanted.outcome, want != outcome {
      let cause = transfer.verdict.cause.map { ": \($0.text)" } ?? ""
      return "the transfer ends with '\(outcome)', not '\(want)'\(cause)"
    }
    if let limit = wanted.seconds, let began = transfer.began, let ended = transfer.ended {
      let seconds = ended.time.seconds(since: began.time)
      if seconds > limit {
        return
          "the transfer takes \(FindingContext.milliseconds(seconds * 1000)), not \(FindingContext.milliseconds(limit * 1000))"
      }
    }
    if let least = wanted.bytesPerSecond {
      guard let rate = trace.rate else {
        return "the rate of the transfer cannot be concluded from this capture"
      }
      if rate < least {
        return "the transfer carries \(Int(rate.rounded())) bytes a second, not \(Int(least.rounded()))"
      }
    }
    if let least = wanted.chunk, trace.chunk < least {
      return "chunks have up to \(trace.chunk) bytes, not \(least)"
    }
    if let bytes = wanted.bytes, bytes != trace.bytes {
      return "the image has \(trace.bytes) bytes, not \(bytes)"
    }
    if let hash = wanted.sha256 {
      guard let own = trace.sha256 else {
        return "the image is not whole in this capture, so it has no SHA-256"
      }
      if own != hash { return "the image has the SHA-256 \(own)" }
    }
    return nil
  }
}
