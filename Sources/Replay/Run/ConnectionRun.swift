import ATTParser

/// One connection of a run: its steps one after the other, each after what came before it in the capture.
final class ConnectionRun {
  /// Milliseconds that a later value is waited for after one did not come.
  private static let shortWait = 500

  /// The connection of the plan.
  let connection: ReplayPlan.Connection
  /// The run that it is part of, which outlives it.
  unowned let runner: ReplayRunner
  /// The client side of the link.
  let client: ATTClient
  /// When the link stood: the beginning of the time that steps keep.
  let opened: MonotonicTime
  /// The ATT_MTU that the bearer's system has agreed on by itself; nil where exchanging MTUs is ours.
  let linkMTU: Int?
  /// Where the captured attributes are on this device; nowhere before discovery.
  var map: HandleMap
  /// The step that is played, by its place.
  var place = 0
  /// Values that are waited for and have not come yet, by their steps.
  var waits = FIFO<Int>()
  /// Whether the last step that a client sends was sent.
  var wasSent = true
  /// When the last PDU was sent, from which the latency of values counts.
  var lastSent: MonotonicTime
  /// Whether an attribute that takes an image was written to.
  var hasTransferred = false
  /// True once a step was not played since the link has ended.
  var hasLostLink = false
  /// True once the plan has ended the link.
  var isClosed = false
  /// The ATT_MTU of the capture, as far as it has got.
  var recordedMTU = 23
  /// Whether a value did not come in time: later ones are then waited for more briefly.
  var hasMissed = false
  /// How far an update has got, nil without one.
  var progress: TransferProgress?
  /// The steps that have a result.
  var done: Set<Int> = []

  /// Begins to play a connection on a link that stands.
  init(_ connection: ReplayPlan.Connection, _ runner: ReplayRunner, _ link: BearerLink) {
    self.connection = connection
    self.runner = runner
    client = ATTClient(runner.bearer, isInterrupted: runner.policy.isInterrupted)
    opened = link.opened
    lastSent = link.opened
    linkMTU = link.attMTU
    map = HandleMap(captured: connection.layout, live: AttributeLayout())
    progress = TransferProgress(connection)
    if let mtu = link.attMTU { client.attMTU = mtu }
  }

  /// Plays all steps, or those up to something that differs.
  func play() throws(ReplayError) {
    while place < connection.steps.count {
      if runner.policy.isInterrupted() {
        runner.interrupt()
        break
      }
      let step = connection.steps[place]
      try play(step)
      if runner.report.stop != nil { break }
      place += 1
      if isClosed { break }
    }
    if isClosed, runner.report.stop == nil { return leaveOutRest("the link was closed before") }
    if runner.report.stop == nil {
      place = connection.steps.count
      try settleWaits(upTo: .max)
      try takeLate()
    }
    if let stop = runner.report.stop {
      settleAbandoned()
      try abort()
      leaveOutRest(stop)
    }
  }

  /// Notes what is left as not played.
  func leaveOutRest(_ why: String) {
    for place in connection.steps.indices where !done.contains(place) {
      runner.leaveOut(connection, places: place..<(place + 1), why)
    }
  }

  // MARK: - Steps

  /// Plays one step; a value that is to come is only noted as one to wait for.
  func play(_ step: ReplayStep) throws(ReplayError) {
    if step.isSkipped, !step.isWait { return finish(step, .skipped) }
    switch step.kind {
    case .connect: finish(step, .passed)
    case .unplayable: finish(step, .notSent, note: step.hindrance)
    case .notification, .indication: waits.append(place)
    case .discover: try discover(step)
    case .change: try change(step)
    case .disconnect: try disconnect(step)
    default: try send(step)
    }
  }

  /// Discovers the attributes and compares them with the captured ones that the session uses.
  func discover(_ step: ReplayStep) throws(ReplayError) {
    let discovery = LiveDiscovery(client, patience: runner.policy.answerTimeout)
    do throws(ReplayError) {
      map = HandleMap(captured: connection.layout, live: try discovery.run())
    } catch {
      guard client.ending == nil, !runner.policy.isInterrupted() else {
        return finishLost(step)
      }
      return finish(
        step, .differs, [ReplayDifference("layout", recorded: "discovered", live: error.description)])
    }
    runner.noteLayout(map.liveLayout)
    if map.movedCount > 0 {
      runner.report.remarks.append(
        "connection \(connection.id): \(map.movedCount) of \(connection.layout.entries.count) attributes have other handles than in the capture"
      )
    }
    let all = map.differences()
    let used = all.filter { isUsed($0.attribute) }
    let differences = used.map { ReplayDifference("layout", recorded: "\($0.attribute)", live: $0.what) }
    // What the session does not touch may be otherwise.
    let note =
      all.count == used.count
      ? nil
      : "\(all.count - used.count) attributes that the session does not use are missing or have other properties"
    finish(step, differences.isEmpty ? .passed : .differs, differences, note: note)
  }

  /// Whether the session uses an attribute, or one that it declares.
  private func isUsed(_ key: AttributeKey) -> Bool {
    connection.steps.contains { step in
      let references = [step.attribute].compactMap(\.self) + step.attributes
      return references.compactMap(\.key).contains { used in
        used.service == key.service
          && (key.attribute == .service || used.characteristic == key.characteristic)
      }
    }
  }

  /// Asks for a change of the link; only encryption that fails is a difference.
  func change(_ step: ReplayStep) throws(ReplayError) {
    try settleWaits(upTo: step.after ?? -1)
    guard runner.report.stop == nil, let change = step.change else { return }
    let needed: BearerCapabilities = change == .encryption ? .encryption : .linkParameters
    guard runner.bearer.capabilities.contains(needed) else {
      return finish(step, .notSent, note: "the transport \(needed.inability)")
    }
    let began = MonotonicTime.now
    do throws(ReplayError) {
      try runner.bearer.change(change, until: began.adding(milliseconds: runner.policy.answerTimeout))
      finish(step, .passed, latency: began)
    } catch {
      if change == .encryption {
        return finish(
          step, .differs, [ReplayDifference("link", recorded: "encrypted", live: error.description)])
      }
      // Other settings make a session slower or faster, not another one.
      finish(step, .notSent, note: error.description)
    }
  }

  /// Ends the link, or waits until the device does, and compares the reason where both are known.
  func disconnect(_ step: ReplayStep) throws(ReplayError) {
    try settleWaits(upTo: .max)
    guard runner.report.stop == nil else { return }
    guard step.isByDevice else {
      try takeLate()
      if client.ending != nil { return finishLost(step) }
      runner.bearer.close()
      isClosed = true
      return finish(step, .passed)
    }
    let patience = runner.policy.valueTimeout + Int(clamping: (step.latency ?? 0) / 1000)
    guard try client.waitForEnd(until: MonotonicTime.now.adding(milliseconds: patience)) else {
      return finish(
        step, .differs, [ReplayDifference("link", recorded: "ended by the device", live: "it stands")])
    }
    var differences: [ReplayDifference] = []
    if let wanted = step.number, let reason = client.ending?.reason, Int(reason.rawValue) != wanted {
      let code = ErrorCode(rawValue: UInt8(clamping: wanted))
      differences.append(
        ReplayDifference("link", recorded: "ended: \(code.name)", live: "ended: \(reason.name)"))
    }
    finish(step, differences.isEmpty ? .passed : .differs, differences)
  }

  // MARK: - Sending

  /// Sends the PDU of a step, if it may and can be sent, and takes its answer.
  ///
  /// - Throws: ``ReplayError`` when the way to the device broke; the end of the link is a result.
  func send(_ step: ReplayStep) throws(ReplayError) {
    try settleWaits(upTo: step.after ?? -1)
    guard runner.report.stop == nil else { return }
    guard client.ending == nil else { return finishLost(step) }
    wasSent = false
    if let hindrance = step.hindrance { return finish(step, .notSent, note: hindrance) }
    if let refusal = runner.policy.permission.refusal(
      of: step, transferAttributes: runner.transferAttributes)
    {
      return finish(step, .notSent, note: refusal, isSurprise: true)
    }
    let missing = step.needs.subtracting(runner.bearer.capabilities)
    guard missing.isEmpty else {
      return finish(step, .notSent, note: "the transport \(missing.inability)", isSurprise: true)
    }
    if step.kind == .exchangeMTU, !runner.bearer.capabilities.contains(.mtuExchange) {
      return finishGivenMTU(step)
    }
    if try sendImage(step) { return }
    if let unset = step.puts.first(where: { runner.variables[$0.name] == nil }) {
      return finish(
        step, .notSent, note: "nothing was taken for the variable '\(unset.name)'", isSurprise: true)
    }
    let pdu: [UInt8]
    do throws(ReplayStep.Unmapped) {
      pdu = try filled(step).pdu(map)
    } catch {
      return finish(step, .notSent, note: error.reason, isSurprise: true)
    }
    // What the captured client sent although it was too long is sent again.
    guard pdu.count <= client.attMTU || step.kind == .exchangeMTU || client.attMTU >= recordedMTU else {
      return finish(
        step, .notSent,
        note: "its \(pdu.count) bytes are more than the ATT_MTU of \(client.attMTU) allows", isSurprise: true)
    }
    try waitForTime(of: step)
    wasSent = true
    if let key = step.attribute?.key, step.isWrite, runner.transferAttributes.contains(key) {
      hasTransferred = true
    }
    lastSent = .now
    do throws(ReplayError) {
      try exchange(step, pdu)
    } catch {
      // The link's end may not have been looked at yet.
      try client.pump(until: .now) { false }
      guard client.ending != nil else { throw error }
      finishLost(step)
    }
  }

  /// Sends a PDU, and compares its answer when it is a request.
  ///
  /// - Throws: ``ReplayError`` when it could not be sent.
  func exchange(_ step: ReplayStep, _ pdu: [UInt8]) throws(ReplayError) {
    let opcode = ATTOpcode(rawValue: pdu[0])
    let deadline = lastSent.adding(milliseconds: patience(step))
    guard opcode.kind == .request else {
      try client.send(pdu, until: lastSent.adding(milliseconds: runner.policy.answerTimeout))
      return finish(step, .passed)
    }
    if step.kind == .exchangeMTU {
      client.ownMTU = UInt16(clamping: step.number ?? 23)
      if case .mtu(let mtu) = step.answer { recordedMTU = max(23, min(step.number ?? 23, Int(mtu))) }
    }
    guard let (answer, time) = try client.request(pdu, until: deadline) else {
      if client.ending != nil { return finishLost(step) }
      if runner.policy.isInterrupted() { return }
      let differences = runner.comparator.differences(step, recorded: step.answer, live: nil)
      return finish(step, differences.isEmpty ? .passed : .timedOut, differences)
    }
    let live = ReplayAnswer(answer, to: opcode, in: map.liveLayout).seen(through: map)
    if case .mtu(let mtu) = live { client.attMTU = max(23, min(Int(client.ownMTU), Int(mtu))) }
    if case .value(let value, _) = live { take(step, from: value) }
    let differences = runner.comparator.differences(step, recorded: step.answer, live: live)
    let open = runner.comparator.open(recorded: step.answer, live: live)
    if open != nil { runner.untoldCodes += 1 }
    finish(step, differences.isEmpty ? .passed : .differs, differences, note: open, latency: lastSent, time)
  }

  /// How long an answer is waited for; one that never came in the capture no longer than there.
  func patience(_ step: ReplayStep) -> Int {
    if step.answer != nil { return runner.policy.answerTimeout }
    let next = place + 1 < connection.steps.count ? connection.steps[place + 1].time : step.time
    return min(runner.policy.answerTimeout, max(500, Int(clamping: (next - step.time) / 1000)))
  }

  /// Compares the ATT_MTU of a bearer that exchanges MTUs by itself: a larger one than captured is no difference.
  func finishGivenMTU(_ step: ReplayStep) {
    guard let linkMTU, case .mtu(let server) = step.answer else {
      return finish(step, .notSent, note: "the transport exchanges MTUs by itself")
    }
    let wanted = min(step.number ?? 23, Int(server))
    let differences =
      wanted <= linkMTU ? [] : [ReplayDifference("mtu", recorded: "\(wanted)", live: "\(linkMTU)")]
    finish(step, differences.isEmpty ? .passed : .differs, differences, note: "exchanged by the transport")
  }

  /// Waits until a step is due, where time is kept, and takes what comes meanwhile.
  func waitForTime(of step: ReplayStep) throws(ReplayError) {
    let floor = opened.adding(milliseconds: runner.policy.timing.milliseconds(step.time))
    guard floor > .now else { return }
    try client.pump(until: floor) { false }
  }

  // MARK: - Values that come

  /// Waits for the values up to a step.
  func settleWaits(upTo last: Int) throws(ReplayError) {
    while let first = waits.first, first <= last, runner.report.stop == nil {
      if runner.policy.isInterrupted() { return runner.interrupt() }
      _ = waits.popFirst()
      try settle(first)
    }
  }

  /// Waits for the value of a step and compares it.
  func settle(_ place: Int) throws(ReplayError) {
    let step = connection.steps[place]
    // What is left out is not waited for, but may come.
    let isOptional = step.hindrance != nil || step.isSkipped
    guard let attribute = step.attribute, let handle = map.target(of: attribute).handle else {
      return finish(
        step, at: place, .notSent, note: step.hindrance ?? "the device has no such attribute",
        isSurprise: !isOptional)
    }
    if let why = reasonNotToWait(place) { return finish(step, at: place, .notSent, note: why) }
    var patience = runner.policy.valueTimeout + Int(clamping: (step.latency ?? 0) / 1000)
    if hasMissed || !wasSent { patience = min(patience, Self.shortWait) }
    let deadline = MonotonicTime.now.adding(milliseconds: isOptional ? 0 : patience)
    guard let arrival = try arrival(for: step, at: handle, until: deadline) else {
      if step.isSkipped { return finish(step, at: place, .skipped) }
      if let hindrance = step.hindrance { return finish(step, at: place, .notSent, note: hindrance) }
      if !wasSent { return finish(step, at: place, .notSent, note: "what it follows was not sent") }
      if client.ending != nil { return finishLost(step, at: place) }
      if runner.policy.isInterrupted() { return runner.interrupt() }
      hasMissed = true
      return finish(
        step, at: place, .timedOut,
        [ReplayDifference("value", recorded: Comparator.hex(step.value), live: "none came")])
    }
    if resumes(place, arrival) { return }
    take(step, from: arrival.value)
    let differences = runner.comparator.value(step.value, arrival.value, of: attribute, step)
    finish(
      step, at: place, step.isSkipped ? .skipped : differences.isEmpty || isOptional ? .passed : .differs,
      isOptional ? [] : differences,
      latency: lastSent, arrival.time)
  }

  /// Notes what came and nothing waits for.
  func takeLate() throws(ReplayError) {
    if client.isUsable { try client.pump(until: MonotonicTime.now.adding(milliseconds: 50)) { false } }
    for arrival in client.takeArrivals() {
      let attribute = map.reference(arrival.handle)
      // What differs every time may as well come every time.
      if let uuid = attribute.key?.uuid, runner.plan.volatile.contains(where: { $0.uuid == uuid }) {
        continue
      }
      runner.report.unexpected.append(
        ReplayReport.Unexpected(
          connection: connection.id, attribute: attribute, isIndication: arrival.isIndication,
          value: arrival.value))
    }
  }

  /// Notes values that nobody waits for any more since the run stops.
  func settleAbandoned() {
    while let place = waits.popFirst() {
      finish(connection.steps[place], at: place, .notSent, note: "not waited for: the run had stopped")
    }
  }

  // MARK: - Variables

  /// The step with the variables that it puts into its value; those that nothing was taken for are left as captured.
  func filled(_ step: ReplayStep) -> ReplayStep {
    var filled = step
    for put in step.puts {
      guard let bytes = runner.variables[put.name] else { continue }
      for (offset, byte) in bytes.enumerated() where filled.value.indices.contains(put.offset + offset) {
        filled.value[put.offset + offset] = byte
      }
    }
    return filled
  }

  /// Takes the variables of a step out of a value; one that is not wholly there is not set.
  func take(_ step: ReplayStep, from value: [UInt8]) {
    for take in step.takes {
      let bytes = value.dropFirst(take.offset).prefix(take.count)
      if bytes.count == take.count { runner.variables[take.name] = Array(bytes) }
    }
  }
}
