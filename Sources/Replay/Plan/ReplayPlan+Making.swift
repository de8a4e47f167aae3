import ATTParser
public import Analyzer

extension ReplayPlan {
  /// Writes, and bytes of them, to one attribute from which they count as bulk, so that it may be firmware.
  static let bulk = (writes: 16, bytes: 512)

  /// Makes the plan of a captured session.
  ///
  /// - Parameters:
  ///   - connection: the number of the only connection to replay; nil for all of the device with transfers, or with
  ///     most ATT PDUs.
  ///   - source: the capture's name.
  /// - Throws: ``ReplayError`` when there is nothing to replay.
  public init(
    _ analysis: Analysis, _ trace: CapturedPDUs, connection: Int? = nil, source: String? = nil
  ) throws(ReplayError) {
    var byConnection: [Int: [CapturedPDUs.PDU]] = [:]
    for pdu in trace.pdus { byConnection[pdu.connection, default: []].append(pdu) }
    let chosen = try Self.choose(analysis, byConnection, connection)
    self.init(source: source)
    var subscribed: Set<AttributeKey> = []
    for number in chosen {
      let captured = analysis.connections[number - 1]
      let builder = PlanBuilder(captured, byConnection[number] ?? [], subscribed: subscribed)
      var (plan, now) = builder.build(byConnection[number] ?? [])
      plan.transfer = PlannedTransfer(analysis, captured, plan)
      subscribed = now
      connections.append(plan)
      addTransferAttributes(analysis, captured, plan)
    }
    let first = analysis.connections[chosen[0] - 1]
    if first.role != .peripheral {
      device = first.peer
      isRandom = first.peerType?.isRandom
      advertisingData = Self.advertised(by: device, analysis)
    }
    if trace.overflow > 0 {
      connections[0].remarks.append("the capture is too long: \(trace.overflow) PDUs at its end are left out")
    }
    guard stepCount <= Self.stepLimit else {
      throw ReplayError(.plan, source ?? "the capture", "a plan has at most \(Self.stepLimit) steps")
    }
  }

  /// The connections to replay, at least one.
  private static func choose(
    _ analysis: Analysis, _ pdus: [Int: [CapturedPDUs.PDU]], _ connection: Int?
  ) throws(ReplayError) -> [Int] {
    if let connection {
      guard (1...max(1, analysis.connections.count)).contains(connection), !analysis.connections.isEmpty
      else {
        throw ReplayError(
          .plan, "connection \(connection)", "there is none: the capture has \(analysis.connections.count)")
      }
      guard pdus[connection] != nil else {
        throw ReplayError(.plan, "connection \(connection)", "it has no ATT PDUs to replay")
      }
      return [connection]
    }
    let transfers = Set(analysis.transfers.flatMap(\.connections))
    func weight(_ numbers: [Int]) -> (Int, Int) {
      (numbers.count { transfers.contains($0) }, numbers.reduce(0) { $0 + (pdus[$1]?.count ?? 0) })
    }
    let devices = analysis.stories.map { story in
      story.chapters.map(\.connection).filter { pdus[$0] != nil }
    }
    let best = devices.max { weight($0) < weight($1) } ?? []
    guard !best.isEmpty else {
      throw ReplayError(.plan, "the capture", "it has no ATT PDUs to replay")
    }
    return best
  }

  /// Notes the attributes that take an image: of transfers that were recognized, and those written to in bulk.
  private mutating func addTransferAttributes(
    _ analysis: Analysis, _ captured: Analyzer.Connection, _ plan: Connection
  ) {
    for transfer in analysis.transfers {
      for part in transfer.parts where part.connection == captured.id {
        for handle in [part.dataHandle, part.controlHandle].compactMap(\.self) {
          if case .key(let key) = plan.layout.reference(handle) { transferAttributes.insert(key) }
        }
      }
    }
    transferAttributes.formUnion(Self.bulkAttributes(plan))
  }

  /// Attributes that a connection writes so much to that it may be firmware.
  static func bulkAttributes(_ connection: Connection) -> Set<AttributeKey> {
    var counts: [AttributeKey: (writes: Int, bytes: Int)] = [:]
    for step in connection.steps where step.isWrite && step.kind != .prepareWrite {
      guard case .key(let key) = step.attribute else { continue }
      counts[key, default: (0, 0)].writes += 1
      counts[key, default: (0, 0)].bytes += step.value.count
    }
    return Set(counts.filter { $0.value.writes >= bulk.writes && $0.value.bytes >= bulk.bytes }.keys)
  }
}
