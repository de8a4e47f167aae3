public import ATTParser

/// Collects what was read, written and sent on connections while a capture is walked, for ``SessionTrace``.
///
/// It is shown every frame after the ``SessionBuilder``, which has to keep transactions. Of each attribute
/// the first values are kept one by one, those after them are counted.
public struct SessionTraceBuilder: ~Copyable {
  /// Steps kept of a connection.
  static let stepLimit = 2048
  /// Steps kept of a capture.
  static let totalLimit = 1 << 17
  /// Steps of one kind on one attribute of a connection that are kept one by one.
  static let seriesLimit = 64
  /// Writes that wait for their answers.
  static let pendingLimit = 1024

  /// A step whose attribute is known by its handle only.
  struct Raw {
    /// The connection's number.
    var connection: Int
    /// The step; its attribute is filled in at the end.
    var step: TraceStep
    /// The attribute.
    var handle: AttributeHandle?
    /// Steps of its kind on its attribute before it.
    var place: Int
  }

  /// The steps in the order in which they ended.
  private(set) var steps: [Raw] = []
  /// Steps that were not kept, nor counted with others.
  private(set) var notKept = 0
  private var perConnection: [Int] = []
  /// For each kind, attribute and connection: the newest step and how many there are.
  private var series = IntegerMap()
  private var newest: [(step: Int, count: Int)] = []
  private var pending: [(frame: Int, value: [UInt8], missing: Int)] = []

  /// Makes a builder that has seen nothing.
  public init() {}

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - connection: what ``SessionBuilder/add(_:_:)`` returned for it.
  ///   - builder: the walk that it belongs to.
  public mutating func add(
    _ frame: inout DecodedFrame, _ connection: Int, _ builder: inout SessionBuilder,
    _ reader: inout CaptureReader
  ) {
    guard frame.kind == .att || frame.record.packetType == .linkLayer else {
      // Connections end with other frames, and with them what they had not answered.
      for transaction in builder.takeTransactions() { add(transaction, &frame, &reader) }
      return
    }
    if case .att(let att) = frame.payload { add(att, frame.record, connection, &reader) }
    for transaction in builder.takeTransactions() { add(transaction, &frame, &reader) }
  }

  /// Adds what was not answered when the capture ended.
  mutating func addLast(_ transactions: [Transaction]) {
    for transaction in transactions { add(transaction, nil) }
  }

  // MARK: - Values without an answer, and those that wait for one

  private mutating func add(
    _ att: ATTFrame, _ record: Record, _ connection: Int, _ reader: inout CaptureReader
  ) {
    guard connection > 0 else { return }
    for value in CarriedValue.all(in: att, answering: [], reader) {
      switch value.kind {
      case .notification, .multipleNotification: addValue(.notify, value, record, connection, &reader)
      case .indication: addValue(.indicate, value, record, connection, &reader)
      case .writeCommand, .signedWrite: addValue(.writeCommand, value, record, connection, &reader)
      case .writeRequest:
        if pending.count >= Self.pendingLimit { pending.removeFirst(Self.pendingLimit / 2) }
        pending.append(
          (
            record.number, reader.copyBytes(of: value.range, limit: TraceValue.limit),
            value.missingBytes + max(0, value.range.count - TraceValue.limit)
          )
        )
      case .read, .readBlob, .longWrite: break
      }
    }
  }

  private mutating func addValue(
    _ operation: TraceStep.Operation, _ carried: CarriedValue, _ record: Record, _ connection: Int,
    _ reader: inout CaptureReader
  ) {
    let handle = carried.attributeHandle
    let isLocalServer = operation.isFromServer == (record.direction == .sent)
    let bytes = carried.range.count + carried.missingBytes
    guard let place = place(operation, handle, connection, isLocalServer) else { return }
    if place >= Self.seriesLimit {
      return count(operation, handle, connection, isLocalServer, Moment(record), bytes)
    }
    let value = TraceValue.bytes(
      reader.copyBytes(of: carried.range, limit: TraceValue.limit), count: bytes)
    var step = TraceStep(operation, value: value, Moment(record), isLocalServer: isLocalServer)
    step.bytes = bytes
    keep(step, handle, connection, place)
  }

  // MARK: - Transactions

  private mutating func add(
    _ transaction: Transaction, _ frame: inout DecodedFrame, _ reader: inout CaptureReader
  ) {
    var answer: (value: [UInt8], handle: AttributeHandle?, missing: Int)?
    if transaction.ended?.frame == frame.record.number, case .att(let att) = frame.payload {
      switch att.pdu {
      case .readResponse(let range), .readBlobResponse(let range):
        answer = (
          reader.copyBytes(of: range, limit: TraceValue.limit), nil,
          Int(att.missingBytes) + max(0, range.count - TraceValue.limit)
        )
      case .readByTypeResponse(let list):
        if let entry = reader.entry(0, of: list) {
          answer = (reader.copyBytes(of: entry.value, limit: TraceValue.limit), entry.handle, 0)
        }
      default: break
      }
    }
    add(transaction, answer)
  }

  private mutating func add(
    _ transaction: Transaction, _ answer: (value: [UInt8], handle: AttributeHandle?, missing: Int)?
  ) {
    var value: TraceValue?
    let operation: TraceStep.Operation
    var handle = transaction.attributeHandle
    switch transaction.request {
    case .exchangeMTURequest: operation = .exchangeMTU
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: operation = .discover
    case .readByTypeRequest where transaction.attributeType?.isDeclaration == true: operation = .discover
    case .readByTypeRequest, .readRequest:
      operation = .read
      handle = handle ?? answer?.handle
      value = answer.map { TraceValue.bytes($0.value, count: $0.value.count + $0.missing) }
    case .readBlobRequest:
      // The parts after the first one.
      return
    case .writeRequest:
      operation = .write
      if let place = pending.firstIndex(where: { $0.frame == transaction.began.frame }) {
        let written = pending.remove(at: place)
        value = TraceValue.bytes(written.value, count: written.value.count + written.missing)
      }
    case .prepareWriteRequest:
      guard transaction.valueOffset == 0 else { return }
      operation = .write
    default: return
    }
    let isLocalServer = transaction.server == .local
    guard let place = place(operation, handle, transaction.connection, isLocalServer) else { return }
    var step = TraceStep(
      operation, value: value, outcome: Self.outcome(transaction), transaction.began,
      ended: transaction.ended, isLocalServer: isLocalServer)
    // Discovery is one step from its first request to its last answer, unless something comes between.
    if operation == .discover {
      if let last = lastClientStep(transaction.connection, isLocalServer),
        steps[last].step.operation == .discover
      {
        steps[last].step.ended = step.ended
        return
      }
      step.outcome = nil
    }
    if case .bytes(_, let count) = value { step.bytes = count }
    let isKept = place < Self.seriesLimit || operation == .discover
    if isKept {
      keep(step, handle, transaction.connection, place)
    } else {
      count(operation, handle, transaction.connection, isLocalServer, transaction.began, step.bytes)
    }
  }

  private static func outcome(_ transaction: Transaction) -> String {
    switch transaction.outcome {
    case .answered: TraceStep.answered
    case .error(let code): code.name
    case .unanswered(.captureEnded), .unanswered(.captureLoss): TraceStep.unknown
    case .unanswered: TraceStep.unanswered
    }
  }

  // MARK: - Keeping

  /// The newest step of a client on a connection, among the last few.
  private func lastClientStep(_ connection: Int, _ isLocalServer: Bool) -> Int? {
    steps.indices.suffix(64).last {
      steps[$0].connection == connection && !steps[$0].step.operation.isFromServer
        && steps[$0].step.isLocalServer == isLocalServer
    }
  }

  /// How many steps of a kind there were on an attribute; nil for connections beyond those that are looked at.
  private mutating func place(
    _ operation: TraceStep.Operation, _ handle: AttributeHandle?, _ connection: Int, _ isLocalServer: Bool
  ) -> Int? {
    let key = Self.key(operation, handle, connection, isLocalServer)
    let found = series.find(key)
    if found >= 0 { return newest[found].count }
    guard hasRoom(connection) else {
      notKept += 1
      return nil
    }
    series.set(key, newest.count)
    newest.append((-1, 0))
    return 0
  }

  private static func key(
    _ operation: TraceStep.Operation, _ handle: AttributeHandle?, _ connection: Int, _ isLocalServer: Bool
  ) -> UInt64 {
    let handle = UInt64(handle?.rawValue ?? 0) << 8
    return UInt64(truncatingIfNeeded: connection) << 24 | handle | UInt64(operation.place) << 1
      | (isLocalServer ? 1 : 0)
  }

  private func hasRoom(_ connection: Int) -> Bool {
    steps.count < Self.totalLimit
      && (connection >= perConnection.count || perConnection[connection] < Self.stepLimit)
  }

  private mutating func keep(
    _ step: TraceStep, _ handle: AttributeHandle?, _ connection: Int, _ place: Int
  ) {
    guard hasRoom(connection) else {
      notKept += 1
      return
    }
    while perConnection.count <= connection { perConnection.append(0) }
    perConnection[connection] += 1
    let row = series.find(Self.key(step.operation, handle, connection, step.isLocalServer))
    if row >= 0 { newest[row] = (steps.count, newest[row].count + 1) }
    steps.append(Raw(connection: connection, step: step, handle: handle, place: place))
  }

  /// Counts a step with the newest one of its kind on its attribute.
  private mutating func count(
    _ operation: TraceStep.Operation, _ handle: AttributeHandle?, _ connection: Int, _ isLocalServer: Bool,
    _ moment: Moment, _ bytes: Int
  ) {
    let row = series.find(Self.key(operation, handle, connection, isLocalServer))
    guard row >= 0, newest[row].step >= 0 else { return }
    newest[row].count += 1
    steps[newest[row].step].step.count += 1
    steps[newest[row].step].step.bytes &+= bytes
    steps[newest[row].step].step.ended = moment
  }
}

extension TraceStep {
  /// The outcome of a request that was answered.
  public static let answered = "answered"
  /// The outcome of a request that never was.
  public static let unanswered = "unanswered"
  /// The outcome of a request whose answer may be missing from the capture.
  public static let unknown = "unknown"
}

extension TraceStep.Operation {
  /// A small number for each.
  fileprivate var place: Int {
    switch self {
    case .exchangeMTU: 0
    case .discover: 1
    case .read: 2
    case .write: 3
    case .writeCommand: 4
    case .subscribe: 5
    case .notify: 6
    case .indicate: 7
    case .pair: 8
    case .encrypt: 9
    case .parameters: 10
    case .phy: 11
    case .dataLength: 12
    case .connect: 13
    case .disconnect: 14
    }
  }
}
