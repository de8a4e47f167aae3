import ATTParser

extension SessionTrace {
  /// Puts together what the analysis found and the steps that were collected beside it.
  init(_ analysis: Analysis, _ builder: consuming SessionTraceBuilder, _ findings: [Finding]) {
    self.findings = findings
    firstTime = analysis.firstTime
    notKept = builder.notKept
    isWhole = FindingContext.isWhole(analysis.quality)
    var steps: [Int: [SessionTraceBuilder.Raw]] = [:]
    for raw in builder.steps { steps[raw.connection, default: []].append(raw) }
    connections = analysis.connections.map { connection in
      ConnectionTrace(connection, steps[connection.id] ?? [], analysis)
    }
    transfers = analysis.transfers.map { TransferTrace($0, analysis) }
  }
}

extension ConnectionTrace {
  /// Puts together what is compared of a connection, and the steps that were noted on it.
  init(_ connection: Connection, _ raw: [SessionTraceBuilder.Raw], _ analysis: Analysis) {
    id = connection.id
    peer = connection.device
    let isPrivate = connection.peerType == .randomDevice && (connection.peer?.value ?? 0) >> 46 != 0b11
    isPeerStable = peer != nil && (connection.identity != nil || !isPrivate)
    role = connection.role
    transport = connection.transport
    first = connection.opened ?? connection.firstSeen
    hasBeginning = connection.opened != nil
    hasEnd = connection.closed != nil
    last = connection.closed?.moment ?? connection.lastSeen
    attMTU = connection.knownMTU
    peerLatency = Latency(samples: connection.latencies)
    localLatency = Latency(samples: connection.localLatencies)
    phases = connection.phases
    interval = connection.parameters.last?.parameters.intervalMilliseconds
    let peerPaths = AttributePaths(connection.peerTable)
    let localPaths = AttributePaths(connection.localTable)
    if connection.hasDiscovery {
      attributes = peerPaths.rows.map {
        Attribute(path: $0.path, handle: $0.handle.rawValue, properties: $0.properties?.names)
      }
      isDiscoveryComplete =
        connection.endOfServices(of: .peer) != nil || connection.peerTable.services.last?.end.rawValue == .max
    }
    let taken = Self.transferHandles(connection, analysis)
    steps = raw.compactMap { item in
      var step = item.step
      guard let handle = item.handle else { return step }
      step.isOfTransfer = !step.isLocalServer && taken.contains(handle)
      return Self.finished(&step, handle, connection, step.isLocalServer ? localPaths : peerPaths)
        ? step : nil
    }
    steps += Self.linkSteps(connection)
    for place in steps.indices where steps[place].operation == .exchangeMTU {
      let exchange = connection.mtuExchanges.last { $0.moment.frame == steps[place].ended.frame }
      if let effective = exchange?.effective { steps[place].value = .words("\(effective)") }
    }
    steps.sort {
      ($0.moment.frame, $0.operation.isFromServer ? 0 : 1) < (
        $1.moment.frame, $1.operation.isFromServer ? 0 : 1
      )
    }
  }

  /// Gives a step its attribute and what the analysis knows of it; false for one that is part of another.
  private static func finished(
    _ step: inout TraceStep, _ handle: AttributeHandle, _ connection: Connection, _ paths: AttributePaths
  ) -> Bool {
    step.attribute = paths.path(handle)
    guard step.operation == .write || step.operation == .writeCommand else { return true }
    if let change = connection.subscriptions.first(where: { $0.moment.frame == step.moment.frame }) {
      step.operation = .subscribe
      step.attribute = paths.path(change.value)
      step.value = .words(
        ["off", "notifications", "indications", "notifications and indications"][Int(change.bits & 3)])
      return true
    }
    guard step.operation == .write, step.value == nil else { return true }
    // The first part of a long write.
    guard
      let write = connection.longWrites.first(where: {
        $0.firstFrame == step.moment.frame && $0.attributeHandle == handle
      })
    else { return step.outcome != TraceStep.answered }
    step.value = TraceValue(write.value, missing: max(0, write.length - write.value.count))
    step.bytes = write.length
    switch write.answer {
    case .confirmed: step.outcome = write.execution == .cancel ? "cancelled" : TraceStep.answered
    case .failed(let code, _): step.outcome = code.name
    case .pending: if step.outcome == TraceStep.answered { step.outcome = TraceStep.unanswered }
    }
    return true
  }

  /// The attributes of the other device that transfers are made with; transfers are compared as a whole.
  private static func transferHandles(_ connection: Connection, _ analysis: Analysis) -> Set<AttributeHandle>
  {
    var handles: Set<AttributeHandle> = []
    for transfer in analysis.transfers {
      for part in transfer.parts where part.connection == connection.id {
        for handle in [part.dataHandle, part.controlHandle].compactMap(\.self) { handles.insert(handle) }
      }
    }
    return handles
  }

  /// Steps that are no PDUs of ATT.
  private static func linkSteps(_ connection: Connection) -> [TraceStep] {
    var steps: [TraceStep] = []
    if let opened = connection.opened { steps.append(TraceStep(.connect, opened)) }
    for change in connection.parameters {
      steps.append(
        TraceStep(.parameters, value: .words(FindingContext.name(change.parameters)), change.moment))
    }
    for change in connection.phys {
      let names = [1: "1M", 2: "2M", 3: "Coded"]
      let text =
        "\(names[Int(change.tx)] ?? "\(change.tx)") for sending, \(names[Int(change.rx)] ?? "\(change.rx)")"
      steps.append(TraceStep(.phy, value: .words(text), change.moment))
    }
    for change in connection.dataLengths {
      let lengths = change.lengths
      let text = "\(lengths.maxTxOctets) octets sent, \(lengths.maxRxOctets) received"
      steps.append(TraceStep(.dataLength, value: .words(text), change.moment))
    }
    if let start = connection.pairingSteps.first(where: \.isRequest) {
      let failure = connection.pairingSteps.last { $0.failure != nil }
      let text = failure?.failure.map { "failed, reason \($0)" } ?? "done"
      let end = connection.pairingSteps.last?.moment
      steps.append(TraceStep(.pair, value: .words(text), start.moment, ended: end))
    }
    for change in connection.encryptions {
      let text = change.status == .success ? (change.enabled == 0 ? "off" : "on") : change.status.name
      steps.append(TraceStep(.encrypt, value: .words(text), change.moment))
    }
    if let closed = connection.closed {
      let who =
        switch closed.by {
        case .local: "by \(connection.sender(.sent))"
        case .peer: "by \(connection.sender(.received))"
        case .link: "the link was lost"
        }
      let reason = closed.reason.map { ", \($0.name)" } ?? ", the adapter was reset"
      steps.append(TraceStep(.disconnect, value: .words(who + reason), closed.moment))
    }
    return steps
  }
}

extension TransferTrace {
  /// Takes a transfer, and the hash of its image where the capture holds all of it.
  init(_ transfer: Transfer, _ analysis: Analysis) {
    self.transfer = transfer
    let isWhole = transfer.holes.isEmpty && transfer.coverage.end > 0
    let image = isWhole ? transfer.image() : nil
    sha256 = image.flatMap { $0.isCut ? nil : Digest.sha256($0.bytes).map(ByteText.hex) }
    let part = transfer.parts.last { $0.dataHandle != nil }
    attribute = part.flatMap { part in
      part.dataHandle.map { handle in
        AttributePaths(analysis.connections[part.connection - 1].peerTable).path(handle)
      }
    }
  }
}
