import ATTParser

extension TraceBaseline {
  /// Learns what runs have in common.
  ///
  /// - Parameters:
  ///   - runs: the traces with the names of their captures, at least one.
  ///   - masks: values that do not matter, beside those that differ among the runs.
  public static func learned(
    from runs: [(name: String, trace: SessionTrace)], masks: [ValueMask] = []
  ) -> TraceBaseline {
    var baseline = TraceBaseline()
    baseline.sources = runs.map(\.name)
    baseline.runs = runs.count
    guard let first = runs.first?.trace else { return baseline }
    var members = first.connections.map { [Member(trace: $0, session: first)] }
    baseline.connections = members.map { Connection($0[0]) }
    baseline.transfers = first.transfers.map(Transfer.init)
    baseline.findings = first.rules(on: nil)
    for run in runs.dropFirst() { baseline.add(run.trace, &members) }
    for place in baseline.connections.indices {
      baseline.connections[place].nameAttributes(members[place])
      baseline.connections[place].settle(masks)
    }
    return baseline
  }

  /// One run's trace of a connection.
  fileprivate struct Member {
    var trace: ConnectionTrace
    var session: SessionTrace
  }

  /// Adds what another run shows.
  ///
  /// - Parameter members: which connections of the runs each one was learned from, in the runs' order.
  private mutating func add(_ trace: SessionTrace, _ members: inout [[Member]]) {
    let pairs = ConnectionMatching(connections, trace.connections).pairs
    var merged: [Connection] = []
    var mergedMembers: [[Member]] = []
    for pair in pairs {
      let member = pair.right.map { Member(trace: trace.connections[$0], session: trace) }
      switch (pair.left, member) {
      case (let left?, let member?):
        var connection = connections[left]
        connection.add(Connection(member))
        merged.append(connection)
        mergedMembers.append(members[left] + [member])
      case (let left?, nil):
        var connection = connections[left]
        connection.isOptional = true
        merged.append(connection)
        mergedMembers.append(members[left])
      case (nil, let member?):
        var connection = Connection(member)
        connection.isOptional = true
        connection.forgetFrames()
        merged.append(connection)
        mergedMembers.append([member])
      case (nil, nil): break
      }
    }
    connections = merged
    members = mergedMembers
    let transfers = trace.transfers.map(Transfer.init)
    let places = SequenceAlignment(self.transfers.count, transfers.count) { left, right in
      self.transfers[left].format == transfers[right].format ? .equal : .none
    }
    self.transfers = places.pairs.compactMap { pair in
      var transfer = pair.left.map { self.transfers[$0] } ?? pair.right.map { transfers[$0] }
      if let right = pair.right, pair.left != nil {
        transfer?.add(transfers[right])
      } else {
        transfer?.isOptional = true
      }
      return transfer
    }
    findings.formUnion(trace.rules(on: nil))
  }
}

extension SessionTrace {
  /// The rules that found something on a connection, or about the whole capture.
  func rules(on connection: Int?) -> Set<String> {
    Set(findings.filter { $0.connection == connection }.map(\.rule))
  }
}

extension TraceBaseline.Connection {
  /// - Parameter attributes: those that other runs tell of, which name what this one has by handle.
  fileprivate init(_ member: TraceBaseline.Member, namedBy attributes: [ConnectionTrace.Attribute]? = nil) {
    let (trace, session) = (member.trace, member.session)
    self.init(role: "\(trace.role)")
    id = trace.id
    peer = trace.peer?.description
    isPeerStable = trace.isPeerStable
    hasBeginning = trace.hasBeginning
    hasEnd = trace.hasEnd
    attMTU = trace.attMTU.map { $0...$0 }
    self.attributes = trace.attributes
    isDiscoveryComplete = trace.isDiscoveryComplete
    lanes = TraceLane.lanes(trace.steps(namedBy: attributes)).map { lane, items in
      TraceBaseline.Lane(lane, items.map { TraceBaseline.Step($0, since: trace.first) })
    }
    peerLatency = .init(trace.peerLatency)
    localLatency = .init(trace.localLatency)
    for phase in trace.phases where phase.name.isComparable {
      phases[phase.name.rawValue] = max(0, phase.end.time.seconds(since: phase.start.time))
    }
    findings = session.rules(on: trace.id)
  }

  /// Adds what another run shows of the same connection.
  mutating func add(_ other: Self) {
    if peer != other.peer { (peer, isPeerStable) = (nil, false) }
    hasBeginning = hasBeginning && other.hasBeginning
    hasEnd = hasEnd && other.hasEnd
    if let mtu = other.attMTU { attMTU = attMTU.map { $0.union(mtu) } ?? mtu }
    if let others = other.attributes {
      attributes = attributes.map { Self.common($0, others) } ?? others
      isDiscoveryComplete = isDiscoveryComplete && other.isDiscoveryComplete
    }
    var merged: [TraceBaseline.Lane] = []
    for lane in lanes {
      var lane = lane
      lane.steps = TraceBaseline.Step.merged(
        lane.steps, other.lanes.first { $0.lane == lane.lane }?.steps ?? [], lane.lane)
      merged.append(lane)
    }
    for lane in other.lanes where !lanes.contains(where: { $0.lane == lane.lane }) {
      merged.append(.init(lane.lane, TraceBaseline.Step.merged([], lane.steps, lane.lane)))
    }
    lanes = merged
    peerLatency = peerLatency.flatMap { own in other.peerLatency.map(own.union) ?? own } ?? other.peerLatency
    localLatency =
      localLatency.flatMap { own in other.localLatency.map(own.union) ?? own } ?? other.localLatency
    phases.merge(other.phases) { max($0, $1) }
    findings.formUnion(other.findings)
  }

  /// Learns anew with the attributes that all runs have in common, when a run did not discover them.
  ///
  /// A comparison names what such a capture has by handle in the same way; and only when all runs are read is it
  /// known which names there are.
  fileprivate mutating func nameAttributes(_ members: [TraceBaseline.Member]) {
    guard let attributes, !attributes.isEmpty, members.contains(where: { $0.trace.attributes == nil }) else {
      return
    }
    var named = Self(members[0], namedBy: attributes)
    // Frames are those of the first capture, which has it or not.
    if id == nil { named.forgetFrames() }
    for member in members.dropFirst() { named.add(Self(member, namedBy: attributes)) }
    lanes = named.lanes
  }

  /// The attributes of two runs: what is not in both need not be there, properties that differ are left open.
  private static func common(
    _ own: [ConnectionTrace.Attribute], _ others: [ConnectionTrace.Attribute]
  ) -> [ConnectionTrace.Attribute] {
    let known = Dictionary(others.map { ($0.path, $0) }) { first, _ in first }
    return own.compactMap { row in
      guard let other = known[row.path] else { return nil }
      var row = row
      if row.properties != other.properties { row.properties = nil }
      return row
    }
  }

  /// Forgets where things are in the capture, which is not the first one.
  mutating func forgetFrames() {
    id = nil
    peerLatency?.frame = nil
    localLatency?.frame = nil
    for lane in lanes.indices {
      for step in lanes[lane].steps.indices { lanes[lane].steps[step].frame = nil }
    }
  }

  /// Ends the learning: lanes of values that differ from run to run are taken together, and masks applied.
  fileprivate mutating func settle(_ masks: [ValueMask]) {
    for place in lanes.indices {
      let lane = lanes[place]
      if lane.lane.isValues, lane.steps.count > 1, lane.steps.contains(where: \.isOptional) {
        lanes[place].steps = [TraceBaseline.Step.folded(lane.steps)]
      }
      for step in lanes[place].steps.indices {
        for mask in masks { lanes[place].steps[step].apply(mask) }
      }
    }
  }
}

extension Phase.Name {
  /// True for phases whose length is the devices' doing, not that of people and surroundings.
  var isComparable: Bool { self == .discovering || self == .subscribing || self == .mtu }
}

extension TraceBaseline.Latency {
  /// The latencies of one run; nil when none was measured.
  init?(_ latency: ConnectionTrace.Latency) {
    guard let median = latency.median, let p95 = latency.p95 else { return nil }
    self.init(count: latency.count, median: median, p95: p95, frame: latency.slowest?.frame)
  }

  /// What holds for both.
  func union(_ other: Self) -> Self {
    Self(
      count: min(count, other.count), median: max(median, other.median), p95: max(p95, other.p95),
      frame: frame)
  }
}

extension TraceBaseline.Transfer {
  /// What one run's transfer was like.
  init(_ trace: TransferTrace) {
    self.init(format: trace.transfer.format)
    attribute = trace.attribute
    outcomes = [trace.transfer.verdict.outcome.rawValue]
    chunk = trace.chunk > 0 ? trace.chunk...trace.chunk : nil
    bytes = trace.bytes > 0 ? trace.bytes : nil
    sha256 = trace.sha256
    rate = trace.rate
    frames = trace.frames
  }

  fileprivate mutating func add(_ other: Self) {
    for outcome in other.outcomes where !outcomes.contains(outcome) { outcomes.append(outcome) }
    if let chunk = other.chunk { self.chunk = self.chunk.map { $0.union(chunk) } ?? chunk }
    if bytes != other.bytes { bytes = nil }
    if sha256 != other.sha256 { sha256 = nil }
    if let rate = other.rate { self.rate = min(self.rate ?? rate, rate) }
    if attribute != other.attribute { attribute = nil }
  }
}

extension ClosedRange where Bound: Comparable {
  /// The range that has both.
  func union(_ other: ClosedRange<Bound>) -> ClosedRange<Bound> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
