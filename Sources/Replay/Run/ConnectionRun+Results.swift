import ATTParser

extension ConnectionRun {
  /// Notes what became of a step, and stops the run when that is not as recorded, unless it goes on.
  ///
  /// - Parameters:
  ///   - at: the step's place; nil for the one that is played.
  ///   - isSurprise: true when the run is not as recorded although the step neither differs nor timed out.
  ///   - latency: when what was answered or waited for was asked for; nil for steps without an answer.
  func finish(
    _ step: ReplayStep, at place: Int? = nil, _ status: ReplayReport.Status,
    _ differences: [ReplayDifference] = [], note: String? = nil, isSurprise: Bool = false,
    latency began: MonotonicTime? = nil, _ ended: MonotonicTime = .now
  ) {
    let isSurprise = isSurprise || status == .differs || status == .timedOut
    let result = ReplayReport.Result(
      connection: connection.id, place: place ?? self.place, step: step, status: status,
      differences: differences, note: note,
      latency: began.map { max(0, ended.nanoseconds - $0.nanoseconds) / 1000 }, isSurprise: isSurprise)
    done.insert(result.place)
    runner.add(result)
    // Whoever lets writes be cut has reckoned with another ATT_MTU.
    let isReckoned = step.kind == .exchangeMTU && runner.policy.recuts
    if isSurprise, !isReckoned, !runner.policy.keepsGoing, runner.report.stop == nil {
      runner.report.stop = "stopped at step \(result.place) of connection \(connection.id)"
    }
  }

  /// Notes a step that was not played since the link has ended.
  func finishLost(_ step: ReplayStep, at place: Int? = nil) {
    let at = place ?? self.place
    defer { hasLostLink = true }
    let rest = connection.steps[at...]
    // What was in flight when the captured device hung up need not go out before the live one does.
    let end = rest.first { $0.kind != .writeCommand && !($0.opcode?.kind == .request && $0.answer == nil) }
    if end?.kind == .disconnect, end?.isByDevice == true {
      // A request that the captured device did not answer any more either is as recorded.
      if step.kind == .disconnect || wasSent && at == self.place { return finish(step, at: place, .passed) }
      return finish(step, at: place, .notSent, note: "the device had hung up, as in the capture")
    }
    // One difference is enough for a link.
    if hasLostLink { return finish(step, at: place, .notSent, note: "the link had ended") }
    if step.kind == .disconnect {
      return finish(
        step, at: place, .differs,
        [ReplayDifference("link", recorded: "ended by the client", live: "ended: \(ending)")])
    }
    finish(
      step, at: place, .differs, [ReplayDifference("link", recorded: "it stands", live: "ended: \(ending)")])
  }

  /// How the link ended, in words.
  var ending: String { client.ending?.reason?.name ?? "no reason told" }

  /// Tells the device that its update is given up, if one was under way and its protocol has a word for it.
  func abort() throws(ReplayError) {
    guard hasTransferred, client.ending == nil, runner.bearer.link != nil,
      let (abort, key) = TransferAbort.known(runner.transferAttributes),
      let handle = map.target(of: .key(key)).handle
    else { return }
    let pdu = ATTPDU.writeRequest(attributeHandle: handle, attributeValue: .empty).encoded(
      carrying: abort.value)
    try runner.bearer.send(pdu, until: MonotonicTime.now.adding(milliseconds: 1000))
    runner.report.remarks.append("sent the \(abort.name), since an update was under way")
  }
}

extension ReplayAnswer {
  /// The answer with attributes as the captured device's layout names them.
  func seen(through map: HandleMap) -> ReplayAnswer {
    func named(_ reference: AttributeReference) -> AttributeReference {
      guard case .key(let key) = reference, let handle = map.liveLayout.entry(key)?.handle else {
        return reference
      }
      return map.reference(handle)
    }
    return switch self {
    case .prepared(let reference, let offset, let part): .prepared(named(reference), offset: offset, part)
    case .values(let values): .values(values.map { AttributeValue(named($0.attribute), $0.value) })
    case .error(let code, let reference): .error(code, reference.map(named))
    case .accepted, .value, .mtu, .other: self
    }
  }
}
