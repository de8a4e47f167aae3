import ATTParser
import Analyzer

/// Makes the plan of one connection from what was captured of it.
struct PlanBuilder {
  private let connection: Analyzer.Connection
  private let layout: AttributeLayout
  /// The way of what the client sends that is played: the central's.
  private let clientDirection: Direction
  private let began: Timestamp
  private var steps: [ReplayStep] = []
  /// The request that is not answered: its step, or -1 for one of discovery.
  private var pending: (step: Int, opcode: ATTOpcode, time: Timestamp)?
  private var lastWait: Int?
  private var lastSent: Timestamp?
  private var hasDiscovery = false
  /// Attributes that something was subscribed to, also on connections before.
  private var subscribed: Set<AttributeKey>
  private var counts: [String: Int] = [:]

  /// Begins a plan without steps.
  ///
  /// - Parameter subscribed: what the connections before subscribed to.
  init(_ connection: Analyzer.Connection, _ pdus: [CapturedPDUs.PDU], subscribed: Set<AttributeKey>) {
    self.connection = connection
    clientDirection = Self.clientDirection(connection, pdus)
    layout = AttributeLayout(clientDirection == .sent ? connection.peerTable : connection.localTable)
    began = connection.opened?.time ?? pdus.first?.time ?? connection.firstSeen.time
    self.subscribed = subscribed
  }

  /// The way of what the central's client sends.
  static func clientDirection(_ connection: Analyzer.Connection, _ pdus: [CapturedPDUs.PDU]) -> Direction {
    switch connection.role {
    case .central: return .sent
    case .peripheral: return .received
    case .unknown:
      if connection.air != nil { return .sent }
      let requests = pdus.filter { ATTOpcode(rawValue: $0.bytes.first ?? 0).isFromClient == true }
      let sent = requests.count { $0.direction == .sent }
      return sent * 2 >= requests.count ? .sent : .received
    }
  }

  /// Makes the plan.
  ///
  /// - Returns: it, and what is subscribed to at its end.
  consuming func build(_ pdus: [CapturedPDUs.PDU]) -> (ReplayPlan.Connection, Set<AttributeKey>) {
    let opened = connection.opened ?? connection.firstSeen
    var connect = ReplayStep(.connect, time: 0, frame: opened.frame)
    if let first = connection.parameters.first, first.moment.frame == opened.frame {
      connect.change = .parameters(
        interval: first.parameters.interval, latency: first.parameters.latency,
        timeout: first.parameters.supervisionTimeout)
    }
    steps.append(connect)
    var changes = linkChanges()[...]
    for pdu in pdus {
      while let change = changes.first, change.frame < pdu.frame {
        steps.append(change)
        changes = changes.dropFirst()
      }
      add(pdu)
    }
    steps += changes
    addEnd()
    let plan = ReplayPlan.Connection(
      id: connection.id, layout: layout, steps: steps, remarks: remarks())
    return (plan, subscribed)
  }

  // MARK: - PDUs

  private mutating func add(_ pdu: CapturedPDUs.PDU) {
    guard pdu.bearer == 0 else { return count("PDUs on enhanced bearers") }
    guard let first = pdu.bytes.first else { return }
    let opcode = ATTOpcode(rawValue: first)
    guard let isFromClient = opcode.isFromClient else { return count("PDUs of an unknown opcode") }
    let isOurs = isFromClient == (pdu.direction == clientDirection)
    guard isOurs else {
      // The peripheral is a client, too, and the central its server.
      if opcode.kind == .request {
        count("requests of the device's own client, which are answered minimally")
      }
      return
    }
    switch opcode.kind {
    case .request: addRequest(pdu, opcode)
    case .command: addSent(pdu, opcode)
    case .response: addResponse(pdu, opcode)
    case .notification, .indication: addArrival(pdu, opcode)
    case .confirmation, .unknown: break
    }
  }

  private mutating func addRequest(_ pdu: CapturedPDUs.PDU, _ opcode: ATTOpcode) {
    pending = nil
    if Self.isDiscovery(pdu.bytes) {
      addDiscovery(pdu)
      pending = (-1, opcode, pdu.time)
      return
    }
    addSent(pdu, opcode)
    pending = (steps.count - 1, opcode, pdu.time)
  }

  /// True for the requests by which attributes are found, not read.
  private static func isDiscovery(_ bytes: [UInt8]) -> Bool {
    guard let message = try? ATTMessage(bytes) else { return false }
    switch message.pdu {
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: return true
    case .readByTypeRequest(_, _, let type): return type.short.map { (0x2800...0x2803).contains($0) } ?? false
    default: return false
    }
  }

  private mutating func addDiscovery(_ pdu: CapturedPDUs.PDU) {
    if hasDiscovery { return }
    hasDiscovery = true
    var step = ReplayStep(.discover, time: microseconds(pdu.time), frame: pdu.frame)
    step.after = lastWait
    steps.append(step)
  }

  private mutating func addSent(_ pdu: CapturedPDUs.PDU, _ opcode: ATTOpcode) {
    if opcode != .exchangeMTURequest { addDiscovery(pdu) }
    lastSent = pdu.time
    let message = try? ATTMessage(pdu.bytes, missing: pdu.missing)
    guard var step = message.flatMap({ ReplayStep($0, in: layout) }) else {
      var step = ReplayStep(.unplayable, time: microseconds(pdu.time), frame: pdu.frame)
      step.hindrance = "\(opcode.name) cannot be decoded"
      steps.append(step)
      return
    }
    step.time = microseconds(pdu.time)
    step.frame = pdu.frame
    step.after = lastWait
    if pdu.missing > 0 {
      step.hindrance = "\(pdu.missing) bytes of its value are not in the capture"
    } else if step.kind == .signedWrite {
      step.hindrance = "its signature cannot be made again"
    }
    noteChange(of: message, &step)
    if case .key(let key) = step.attribute, key.isConfiguration, step.value.contains(where: { $0 & 3 != 0 }),
      let value = key.valueKey
    {
      subscribed.insert(value)
    }
    steps.append(step)
  }

  /// Marks a step whose handle became another attribute's later: what it was then is not known of other devices.
  private func noteChange(of message: ATTMessage?, _ step: inout ReplayStep) {
    let server: Analyzer.Connection.Server = clientDirection == .sent ? .peer : .local
    guard step.hindrance == nil, let handle = message?.pdu.attributeHandle else { return }
    let change = connection.serviceChanges.first { change in
      change.server == server && change.moment.frame > step.frame && change.start <= handle
        && handle <= change.end
    }
    guard let change else { return }
    let then = connection.meaning(of: handle, server: server, in: step.frame)
    let now = connection.meaning(of: handle, server: server, in: .max)
    if then != now {
      step.hindrance =
        "handle \(handle) was another attribute then: the device changed them in frame \(change.moment.frame)"
    }
  }

  private mutating func addResponse(_ pdu: CapturedPDUs.PDU, _ opcode: ATTOpcode) {
    guard let request = pending else {
      var step = ReplayStep(.unplayable, time: microseconds(pdu.time), frame: pdu.frame)
      step.hindrance = "\(opcode.name) answers a request that is not in the capture"
      steps.append(step)
      return
    }
    pending = nil
    guard request.step >= 0 else { return }
    steps[request.step].answer = ReplayAnswer(
      pdu.bytes, to: request.opcode, missing: pdu.missing, in: layout)
    steps[request.step].latency = max(0, pdu.time.nanoseconds(since: request.time)) / 1000
  }

  private mutating func addArrival(_ pdu: CapturedPDUs.PDU, _ opcode: ATTOpcode) {
    guard let message = try? ATTMessage(pdu.bytes, missing: pdu.missing) else { return }
    switch message.pdu {
    case .handleValueNotification(let handle, let value):
      addWait(.notification, handle, message.bytes(of: value), pdu)
    case .handleValueIndication(let handle, let value):
      addWait(.indication, handle, message.bytes(of: value), pdu)
    case .multipleHandleValueNotification(let list):
      for (handle, value) in message.values(of: list) { addWait(.notification, handle, value, pdu) }
    default: break
    }
  }

  private mutating func addWait(
    _ kind: ReplayStep.Kind, _ handle: AttributeHandle, _ value: [UInt8], _ pdu: CapturedPDUs.PDU
  ) {
    var step = ReplayStep(kind, time: microseconds(pdu.time), frame: pdu.frame)
    step.attribute = layout.reference(handle)
    step.value = value
    step.latency = lastSent.map { max(0, pdu.time.nanoseconds(since: $0)) / 1000 }
    if pdu.missing > 0 {
      step.hindrance = "\(pdu.missing) bytes of its value are not in the capture"
    } else if let key = step.attribute?.key, !subscribed.contains(key) {
      step.hindrance = "nothing in the capture subscribes to it"
    } else if step.attribute?.key == nil {
      step.hindrance = "nothing in the capture says what handle \(handle) is"
    } else {
      lastWait = steps.count
    }
    steps.append(step)
  }

  // MARK: - The link

  /// What the central asked for that changes the link, and encryption, in the order of the frames.
  private func linkChanges() -> [ReplayStep] {
    var changes: [ReplayStep] = []
    let isCentralLocal = clientDirection == .sent
    for request in connection.requests where request.isLocal == isCentralLocal && request.way != .l2cap {
      switch request.what {
      case .parameters(let wanted):
        let change = LinkChange.parameters(
          interval: wanted.maxInterval, latency: wanted.latency, timeout: wanted.supervisionTimeout)
        changes.append(step(change, request.moment, request.answered))
      case .dataLength(let octets):
        changes.append(step(.dataLength(octets), request.moment, request.answered))
      case .phy(let tx, _):
        // The mask's highest bit: 4 Coded, 2 2M, 1 1M.
        let phy: UInt8 = tx & 2 != 0 ? 2 : tx & 4 != 0 ? 3 : 1
        changes.append(step(.phy(phy), request.moment, request.answered))
      }
    }
    if let first = connection.encryptions.first(where: { $0.enabled != 0 && $0.status == .success }) {
      let keyUse = connection.keyUses.first?.moment ?? first.moment
      changes.append(step(.encryption, keyUse, first.moment))
    }
    return changes.sorted { $0.frame < $1.frame }
  }

  private func step(_ change: LinkChange, _ moment: Moment, _ answered: Moment?) -> ReplayStep {
    var step = ReplayStep(.change, time: microseconds(moment.time), frame: moment.frame)
    step.change = change
    step.latency = answered.map { max(0, $0.time.nanoseconds(since: moment.time)) / 1000 }
    return step
  }

  private mutating func addEnd() {
    guard let closed = connection.closed else { return }
    var step = ReplayStep(.disconnect, time: microseconds(closed.moment.time), frame: closed.moment.frame)
    step.number = closed.reason.map { Int($0.rawValue) }
    // By whom as the central sees it.
    step.isByDevice =
      closed.by == .link || (closed.by == .peer) == (clientDirection == .sent)
    steps.append(step)
  }

  private func microseconds(_ time: Timestamp) -> Int64 { max(0, time.nanoseconds(since: began)) / 1000 }

  // MARK: - Remarks

  private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

  private func remarks() -> [String] {
    var remarks: [String] = []
    if connection.opened == nil {
      remarks.append("the capture begins within this connection: what came before is not replayed")
    }
    if layout.entries.isEmpty, steps.contains(where: { $0.attribute != nil }) {
      remarks.append(
        "the capture does not tell what the attributes are: nothing is sent to them; give --gatt FILE with a table or an earlier capture of the device"
      )
    } else if connection.hasBorrowedTable {
      remarks.append("what its attributes are is known from another connection or capture")
    }
    for entry in layout.entries where entry.isInferred {
      remarks.append(
        "\(entry.key) was never discovered; that handle \(entry.handle) is it follows from its use")
    }
    for (what, count) in counts.sorted(by: { $0.key < $1.key }) {
      remarks.append("not replayed: \(count) \(what)")
    }
    if steps.contains(where: { $0.change == .encryption }) {
      remarks.append("the captured link was encrypted: the device may want to pair again")
    }
    return remarks
  }
}
