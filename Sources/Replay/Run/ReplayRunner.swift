import ATTParser

/// Plays a plan over a bearer as the central, and compares what comes back.
///
/// Synchronous: ``run(_:)`` returns when the plan is over, something differs, or the user stops it. Whatever happens,
/// the link is closed and the report holds what was done until then.
public final class ReplayRunner {
  /// What is played.
  let plan: ReplayPlan
  /// How it is played.
  let policy: ReplayPolicy
  /// The way to the device, with the faults that are injected.
  let bearer: any ATTBearer
  /// Attributes that take an image, or may.
  let transferAttributes: Set<AttributeKey>
  /// Compares what comes with what was recorded.
  let comparator: Comparator
  /// Told each result as it is known.
  let observer: (ReplayReport.Result) -> Void
  private let faulty: FaultyBearer?
  /// What the run has come to so far.
  var report = ReplayReport()
  /// Answers whose error codes the bearer did not tell.
  var untoldCodes = 0
  /// The variables that were taken so far, by their names; they outlive connections.
  var variables: [String: [UInt8]] = [:]

  /// Makes a runner.
  ///
  /// - Parameter observer: told each result as it is known.
  public init(
    _ plan: ReplayPlan, over bearer: any ATTBearer, policy: ReplayPolicy,
    observer: @escaping (ReplayReport.Result) -> Void = { _ in }
  ) {
    self.plan = plan
    self.policy = policy
    self.observer = observer
    transferAttributes = WritePermission.transferAttributes(of: plan)
    comparator = Comparator(volatile: plan.volatile, capabilities: bearer.capabilities)
    faulty =
      policy.faults.isEmpty
      ? nil : FaultyBearer(bearer, policy.faults, counted: plan.mostWritten)
    self.bearer = faulty ?? bearer
  }

  /// Plays the plan against a device.
  public func run(_ target: LinkTarget) -> ReplayReport {
    let start = MonotonicTime.now
    do throws(ReplayError) {
      try checkCapabilities()
      for connection in plan.connections {
        if report.stop == nil, policy.isInterrupted() { interrupt() }
        guard report.stop == nil else {
          leaveOut(connection, places: connection.steps.indices, report.stop ?? "")
          continue
        }
        try run(connection, target)
      }
    } catch {
      report.failure = error
    }
    bearer.close()
    noteUntoldCodes()
    let order = Dictionary(
      plan.connections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    report.results.sort {
      (order[$0.connection] ?? 0, $0.place) < (order[$1.connection] ?? 0, $1.place)
    }
    report.duration = (MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000
    return report
  }

  private func checkCapabilities() throws(ReplayError) {
    var needed: BearerCapabilities = [.central]
    for step in plan.connections.flatMap(\.steps) where step.hindrance == nil && !step.isSkipped {
      needed.formUnion(step.needs)
    }
    let missing = needed.subtracting(bearer.capabilities)
    guard missing.isEmpty || policy.keepsGoing && !missing.contains(.central) else {
      throw ReplayError(
        .plan, "the transport",
        "it \(missing.inability), which the session needs",
        advice: missing.contains(.central) ? nil : "--keep-going plays the rest")
    }
  }

  private func noteUntoldCodes() {
    guard untoldCodes > 0 else { return }
    let which = untoldCodes == 1 ? "1 error code could" : "\(untoldCodes) error codes could"
    report.remarks.append(
      "\(which) not be compared with what was recorded: the transport does not tell them")
  }

  // MARK: - Connections

  private func run(_ connection: ReplayPlan.Connection, _ target: LinkTarget) throws(ReplayError) {
    let link: BearerLink
    do throws(ReplayError) {
      link = try open(target)
    } catch {
      leaveOut(connection, places: connection.steps.indices, "the device was not reached")
      throw error
    }
    let run = ConnectionRun(connection, self, link)
    do throws(ReplayError) {
      try run.play()
    } catch {
      run.leaveOutRest("the transport failed")
      throw error
    }
    bearer.close()
  }

  /// Opens the link, trying again with longer and longer pauses.
  private func open(_ target: LinkTarget) throws(ReplayError) -> BearerLink {
    var pause = 500
    var attempt = 0
    while true {
      do throws(ReplayError) {
        return try bearer.open(target, until: MonotonicTime.now.adding(milliseconds: policy.connectTimeout))
      } catch {
        // Only a device that is not there may come; a missing adapter does not.
        attempt += 1
        guard error.layer == .link, attempt <= policy.connectRetries, !policy.isInterrupted() else {
          throw error
        }
        if !bearer.capabilities.contains(.neverWaits) {
          Pause.sleep(until: MonotonicTime.now.adding(milliseconds: pause))
        }
        pause *= 2
      }
    }
  }

  /// Tells the fault injection where the device's attributes are.
  func noteLayout(_ layout: AttributeLayout) { faulty?.layout = layout }

  /// Keeps a result and tells the observer.
  func add(_ result: ReplayReport.Result) {
    report.results.append(result)
    observer(result)
  }

  /// Notes steps that are not played.
  func leaveOut(_ connection: ReplayPlan.Connection, places: Range<Int>, _ why: String) {
    for place in places {
      let step = connection.steps[place]
      add(
        ReplayReport.Result(
          connection: connection.id, place: place, step: step,
          status: step.isSkipped ? .skipped : .notSent, note: step.isSkipped ? nil : why, isSurprise: false))
    }
  }

  /// Notes that the user stopped the run.
  func interrupt() {
    report.isInterrupted = true
    report.stop = "interrupted"
  }
}

extension ReplayPlan {
  /// The attribute that most bytes are written to; nil when nothing is written.
  var mostWritten: AttributeKey? {
    var counts: [AttributeKey: Int] = [:]
    for step in connections.flatMap(\.steps) where step.isWrite {
      if let key = step.attribute?.key { counts[key, default: 0] += step.value.count }
    }
    return counts.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
  }
}
