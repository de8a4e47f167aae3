import ATTParser

/// Plays a captured device as the peripheral, over a bearer: advertises, answers, and sends values as recorded.
public final class PeripheralRunner {
  /// Milliseconds without a PDU of the client after which what the device sent on its own is sent although what came
  /// before it in the capture has not come.
  static let patience = 3_000

  private let plan: ReplayPlan
  private let policy: ReplayPolicy
  private let bearer: any ATTBearer
  private let faulty: FaultyBearer?
  private var report = ReplayReport()

  /// Makes a runner.
  public init(_ plan: ReplayPlan, over bearer: any ATTBearer, policy: ReplayPolicy) {
    self.plan = plan
    self.policy = policy
    faulty = policy.faults.isEmpty ? nil : FaultyBearer(bearer, policy.faults, counted: plan.mostWritten)
    self.bearer = faulty ?? bearer
  }

  /// Serves each captured connection once, in their order.
  ///
  /// - Parameter target: how to advertise.
  public func run(_ target: LinkTarget) -> ReplayReport {
    let start = MonotonicTime.now
    do throws(ReplayError) {
      guard bearer.capabilities.contains(.peripheral) else {
        throw ReplayError(.plan, "the transport", "it cannot be connected to")
      }
      for connection in plan.connections {
        if policy.isInterrupted() { break }
        try serve(connection, target)
      }
    } catch {
      report.failure = error
    }
    if policy.isInterrupted() {
      report.isInterrupted = true
      report.stop = "interrupted"
    }
    bearer.close()
    report.duration = (MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000
    return report
  }

  private func serve(_ connection: ReplayPlan.Connection, _ target: LinkTarget) throws(ReplayError) {
    faulty?.layout = connection.layout
    var server = PeripheralServer(connection)
    let link: BearerLink
    do throws(ReplayError) {
      link = try bearer.open(target, until: MonotonicTime.now.adding(milliseconds: policy.connectTimeout))
    } catch {
      for (place, step) in connection.steps.enumerated() where step.isSent || step.isWait {
        report.results.append(
          ReplayReport.Result(
            connection: connection.id, place: place, step: step, status: .notSent, note: "nobody connected",
            isSurprise: false))
      }
      throw error
    }
    defer { note(connection, server) }
    try perform(server.takeDue())
    var quietSince = link.opened
    while !policy.isInterrupted(), bearer.link != nil {
      let event = try bearer.next(until: MonotonicTime.now.adding(milliseconds: 100))
      switch event {
      case .pdu(let bytes, let time):
        quietSince = time
        let outputs = server.receive(bytes)
        if try !perform(outputs) { return bearer.close() }
      case .disconnected: return
      case .changed, nil:
        let isQuiet = MonotonicTime.now.milliseconds(since: quietSince) >= Self.patience
        guard isQuiet, server.isWaiting else { continue }
        quietSince = .now
        if try !perform(server.takeDue(isImpatient: true)) { return bearer.close() }
      }
    }
  }

  /// Does what the server does; false when it hangs up.
  @discardableResult
  private func perform(_ outputs: [PeripheralServer.Output]) throws(ReplayError) -> Bool {
    for output in outputs {
      switch output {
      case .pdu(let bytes, let delay):
        wait(delay)
        try bearer.send(bytes, until: MonotonicTime.now.adding(milliseconds: policy.answerTimeout))
      case .hangUp(_, let delay):
        wait(delay)
        return false
      }
    }
    return true
  }

  private func wait(_ microseconds: Int64) {
    Pause.sleep(until: MonotonicTime.now.adding(milliseconds: policy.timing.milliseconds(microseconds)))
  }

  /// Notes what the client did of what it did in the capture.
  private func note(_ connection: ReplayPlan.Connection, _ server: PeripheralServer) {
    for (place, step) in connection.steps.enumerated() where step.isSent || step.isWait {
      let outcome = server.outcomes[place]
      var result = ReplayReport.Result(
        connection: connection.id, place: place, step: step, status: .passed, isSurprise: false)
      switch outcome {
      case .exact: break
      case .otherValue:
        result.status = .differs
        result.differences = [
          ReplayDifference("value", recorded: Comparator.hex(step.value), live: "another")
        ]
      case nil:
        result.status = .notSent
        result.note = step.isWait ? "it was not sent" : "the client did not do that"
      }
      result.isSurprise = outcome != .exact && step.hindrance == nil
      report.results.append(result)
    }
    if server.unscripted > 0 {
      report.remarks.append(
        "connection \(connection.id): \(server.unscripted) requests that are not in the capture were answered from the last known values"
      )
    }
  }
}
