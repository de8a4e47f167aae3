import ATTParser

/// The server of a captured device: answers and notifies as the capture shows, and from what is known beyond it.
///
/// It knows no link and no time: what it is given are the client's PDUs, what it gives are its own with the delay that
/// the capture shows.
struct PeripheralServer {
  /// Something the server does.
  enum Output: Hashable {
    /// It sends a PDU after so many microseconds.
    case pdu([UInt8], delay: Int64)
    /// It ends the link, with this reason.
    case hangUp(reason: Int?, delay: Int64)
  }

  private var database: PeripheralDatabase
  private var script: PeripheralScript
  /// Server Rx MTU when the capture does not tell it.
  private let serverMTU: UInt16
  private let overridesMTU: Bool
  /// The ATT_MTU of the capture.
  private let recordedMTU: Int
  /// The ATT_MTU in force.
  private(set) var attMTU = 23
  /// Requests that the capture has nothing like.
  private(set) var unscripted = 0
  /// Bytes that Write Requests and Commands carried.
  private(set) var bytesWritten = 0
  /// PDUs by which the client wrote.
  private(set) var writes = 0

  /// Makes the server of a connection that has not begun.
  ///
  /// - Parameter serverMTU: Server Rx MTU to answer instead of the captured one.
  init(_ connection: ReplayPlan.Connection, serverMTU: UInt16? = nil) {
    database = PeripheralDatabase(connection)
    script = PeripheralScript(connection.steps)
    overridesMTU = serverMTU != nil
    let exchange = connection.steps.first { $0.kind == .exchangeMTU }
    if case .mtu(let mtu) = exchange?.answer {
      recordedMTU = max(23, min(exchange?.number ?? 23, Int(mtu)))
    } else {
      recordedMTU = 23
    }
    self.serverMTU = serverMTU ?? 23
  }

  /// What it does on its own now.
  ///
  /// - Parameter isImpatient: true to go on with the next thing although what came before it has not come.
  mutating func takeDue(isImpatient: Bool = false) -> [Output] {
    var outputs: [Output] = []
    var isImpatient = isImpatient
    while let due = script.takeDue(isImpatient: isImpatient) {
      isImpatient = false
      switch due {
      case .value(let step):
        guard let key = step.attribute?.key, let handle = database.attribute(key)?.handle else { continue }
        let pdu: ATTPDU =
          step.kind == .notification
          ? .handleValueNotification(attributeHandle: handle, attributeValue: .empty)
          : .handleValueIndication(attributeHandle: handle, attributeValue: .empty)
        let value = Array(step.value.prefix(recordedRoom - 3))
        outputs.append(.pdu(pdu.encoded(carrying: value), delay: step.latency ?? 0))
      case .hangUp(let step): outputs.append(.hangUp(reason: step.number, delay: step.latency ?? 0))
      }
    }
    return outputs
  }

  /// The steps of the capture that came again or were sent, by their places.
  var outcomes: [Int: PeripheralScript.Outcome] { script.outcomes }

  /// Bytes that a PDU of the capture may have here: also what was too long for the ATT_MTU there.
  private var recordedRoom: Int { attMTU >= recordedMTU ? 0xFFFF : attMTU }

  /// Whether it has something left to do on its own.
  var isWaiting: Bool { script.isWaiting }

  /// Takes a PDU of the client.
  mutating func receive(_ bytes: [UInt8]) -> [Output] {
    guard let message = try? ATTMessage(bytes) else { return refuseUndecodable(bytes) }
    switch message.opcode.kind {
    case .request: return answer(message) + takeDue()
    case .command:
      perform(message)
      return takeDue()
    // What answers the server's own requests and indications needs no answer.
    case .response, .confirmation, .notification, .indication, .unknown: return []
    }
  }

  private func refuseUndecodable(_ bytes: [UInt8]) -> [Output] {
    let opcode = ATTOpcode(rawValue: bytes.first ?? 0)
    // Bit 6 marks commands, which are not answered.
    guard opcode.kind == .request || opcode.kind == .unknown && opcode.rawValue & 0x40 == 0,
      opcode.rawValue > 0
    else { return [] }
    let code: ATTErrorCode = opcode.kind == .request ? .invalidPDU : .requestNotSupported
    return [.pdu(ReplayAnswer.error(code, opcode, AttributeHandle(rawValue: 0)), delay: 0)]
  }

  // MARK: - Requests

  private mutating func answer(_ message: ATTMessage) -> [Output] {
    if let found = database.discovery(message, attMTU: attMTU) { return [output(found, message)] }
    guard let request = ReplayStep(message, in: database.layout) else { return [] }
    note(request)
    guard let step = script.match(request) else {
      unscripted += 1
      return [output(answerUnscripted(message, request), message)]
    }
    // A request that was never answered is not answered again.
    guard let answer = step.answer else { return [] }
    if case .error = answer {} else { apply(request) }
    if case .mtu(let mtu) = answer {
      return [.pdu(exchangeMTU(request, overridesMTU ? serverMTU : mtu), delay: step.latency ?? 0)]
    }
    guard let pdu = answer.pdu(to: message, in: database.layout, room: recordedRoom) else {
      return [output(answerUnscripted(message, request), message)]
    }
    return [.pdu(pdu, delay: step.latency ?? 0)]
  }

  private func output(_ result: Result<[UInt8], ATTErrorCode>, _ message: ATTMessage) -> Output {
    switch result {
    case .success(let pdu): return .pdu(pdu, delay: 0)
    case .failure(let failure):
      let handle = message.pdu.firstHandle ?? AttributeHandle(rawValue: 0)
      return .pdu(ReplayAnswer.error(failure, message.opcode, handle), delay: 0)
    }
  }

  private mutating func exchangeMTU(_ request: ReplayStep, _ server: UInt16) -> [UInt8] {
    attMTU = max(23, min(request.number ?? 23, Int(server)))
    return ATTPDU.exchangeMTUResponse(serverRxMTU: server).encoded()
  }

  /// The answer to a request that the capture has nothing like, from the last known values.
  private mutating func answerUnscripted(
    _ message: ATTMessage, _ request: ReplayStep
  ) -> Result<[UInt8], ATTErrorCode> {
    switch message.pdu {
    case .exchangeMTURequest: return .success(exchangeMTU(request, serverMTU))
    case .readRequest:
      return database.read(request.attribute).map { value in
        ATTPDU.readResponse(attributeValue: .empty).encoded(carrying: Array(value.prefix(attMTU - 1)))
      }
    case .readBlobRequest(_, let offset):
      return database.read(request.attribute).flatMap { value in
        guard Int(offset) <= value.count else { return .failure(.invalidOffset) }
        let part = Array(value.dropFirst(Int(offset)).prefix(attMTU - 1))
        return .success(ATTPDU.readBlobResponse(partAttributeValue: .empty).encoded(carrying: part))
      }
    case .readByTypeRequest(let start, let end, let type):
      return database.readByType(type, from: start, to: end, attMTU: attMTU)
    case .readMultipleRequest: return readAll(request.attributes, hasLengths: false)
    case .readMultipleVariableRequest: return readAll(request.attributes, hasLengths: true)
    case .writeRequest:
      if let failure = database.refusal(ofWriting: request.value, to: request.attribute) {
        return .failure(failure)
      }
      database.write(request.value, to: request.attribute)
      return .success(ATTPDU.writeResponse.encoded())
    case .prepareWriteRequest(let handle, let offset, _):
      if let failure = database.refusal(ofWriting: [], to: request.attribute),
        failure != .invalidAttributeValueLength
      {
        return .failure(failure)
      }
      guard database.prepare(request.value, at: Int(offset), of: request.attribute) else {
        return .failure(.prepareQueueFull)
      }
      let echo = ATTPDU.prepareWriteResponse(
        attributeHandle: handle, valueOffset: offset, partAttributeValue: .empty)
      return .success(echo.encoded(carrying: request.value))
    case .executeWriteRequest(let flags):
      if let failure = database.execute(flags == 1) { return .failure(failure) }
      return .success(ATTPDU.executeWriteResponse.encoded())
    default: return .failure(.requestNotSupported)
    }
  }

  private func readAll(
    _ references: [AttributeReference], hasLengths: Bool
  ) -> Result<[UInt8], ATTErrorCode> {
    var all: [UInt8] = []
    for reference in references {
      switch database.read(reference) {
      case .success(let value):
        if hasLengths { all += UInt16(clamping: value.count).littleEndianBytes }
        all += value
      case .failure(let failure): return .failure(failure)
      }
    }
    let answer: ATTPDU =
      hasLengths
      ? .readMultipleVariableResponse(lengthValueTupleList: .empty)
      : .readMultipleResponse(setOfValues: .empty)
    return .success(answer.encoded(carrying: Array(all.prefix(attMTU - 1))))
  }

  // MARK: - Commands

  private mutating func perform(_ message: ATTMessage) {
    guard let request = ReplayStep(message, in: database.layout) else { return }
    note(request)
    if script.match(request) == nil { unscripted += 1 }
    apply(request)
  }

  /// Keeps what a write means for later reads.
  private mutating func apply(_ request: ReplayStep) {
    switch request.kind {
    case .write, .writeCommand:
      if database.refusal(ofWriting: request.value, to: request.attribute) == nil {
        database.write(request.value, to: request.attribute)
      }
    case .prepareWrite:
      _ = database.prepare(request.value, at: Int(request.offset ?? 0), of: request.attribute)
    case .executeWrite: _ = database.execute(request.number == 1)
    default: break
    }
  }

  private mutating func note(_ request: ReplayStep) {
    guard request.isWrite else { return }
    writes += 1
    bytesWritten += request.value.count
  }
}
