import Testing

@testable import Replay

/// What a transport is told of the session that is played over it.
@Suite("Transports for a plan") struct TransportPlanTests {
  private static func plan(_ change: LinkChange?) -> ReplayPlan {
    var step = ReplayStep(.connect, time: 0, frame: 1)
    step.change = change
    return ReplayPlan(connections: [.init(id: 1, layout: AttributeLayout(), steps: [step])])
  }

  @Test("a controller connects with the parameters of the captured session")
  func parameters() {
    let options = TransportKind.options(like: Self.plan(.parameters(interval: 12, latency: 3, timeout: 500)))
    #expect(options.minInterval == 12 && options.maxInterval == 12)
    #expect(options.latency == 3 && options.supervisionTimeout == 500)
  }

  @Test("what is unknown or impossible is left to the usual ones")
  func usual() {
    let usual = HCIOptions()
    for change in [nil, LinkChange.parameters(interval: 0, latency: 0, timeout: 0), .phy(2)] {
      let options = TransportKind.options(like: Self.plan(change))
      #expect(options.minInterval == usual.minInterval && options.maxInterval == usual.maxInterval)
      #expect(options.supervisionTimeout == usual.supervisionTimeout)
    }
  }
}
