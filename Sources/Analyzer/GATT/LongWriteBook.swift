import ATTParser

/// The long writes of one connection: one queue a bearer and client, and what came of those that ended.
struct LongWriteBook {
  /// A queue and what was executed from it and waits for its answer.
  private struct Open {
    var bearer: UInt16
    /// Which way the client's requests go.
    var direction: Direction
    var queue = LongWriteQueue()
    var executed: [LongWrite] = []
  }

  /// Queues kept at most; more bearers than this are forged.
  static let queueLimit = 64

  private var open: [Open] = []
  /// Long writes that have ended, or will not.
  private(set) var writes: [LongWrite] = []

  /// True when there was none.
  var isEmpty: Bool { open.isEmpty && writes.isEmpty && notKept == 0 }

  /// Long writes that a full list, or a queue of too many, did not take.
  private(set) var notKept = 0

  /// Takes a PDU of the Prepare or Execute Write procedures, or an Error Response to one.
  mutating func add(_ att: ATTFrame, _ direction: Direction, frame: Int, _ reader: inout CaptureReader) {
    let isRequest = att.opcode.kind == .request
    let place = place(att.bearer, isRequest ? direction : direction.opposite)
    let missing = Int(att.missingBytes)
    switch att.pdu {
    case .prepareWriteRequest(let handle, let offset, let value):
      open[place].queue.prepareRequest(
        handle, offset: offset, bytes: reader.copyBytes(of: value), missing: missing, frame: frame)
    case .prepareWriteResponse(let handle, let offset, let value):
      open[place].queue.prepareResponse(
        handle, offset: offset, bytes: reader.copyBytes(of: value), missing: missing, frame: frame)
    case .executeWriteRequest(let flags):
      keep(open[place].executed, of: open[place])
      open[place].executed = open[place].queue.execute(flags: flags, frame: frame)
    case .executeWriteResponse:
      answer(open[place].queue.executeResponse(frame: frame), place)
    case .errorResponse(let request, _, let code):
      if request == .prepareWriteRequest {
        open[place].queue.prepareError(code, frame: frame)
      } else {
        answer(open[place].queue.executeError(code, frame: frame), place)
      }
    default: break
    }
  }

  /// Ends every queue with the connection.
  mutating func close() {
    for place in open.indices {
      keep(open[place].executed, of: open[place])
      keep(open[place].queue.close(), of: open[place])
    }
    open.removeAll()
  }

  private mutating func answer(_ answered: [LongWrite], _ place: Int) {
    keep(answered, of: open[place])
    if !answered.isEmpty { open[place].executed = [] }
  }

  private mutating func keep(_ ended: [LongWrite], of queue: Open) {
    let room = max(0, LiveConnection.listLimit - writes.count)
    writes += ended.prefix(room).map { write in
      var write = write
      write.direction = queue.direction
      write.bearer = queue.bearer
      return write
    }
    notKept += max(0, ended.count - room)
  }

  private mutating func place(_ bearer: UInt16, _ direction: Direction) -> Int {
    if let place = open.firstIndex(where: { $0.bearer == bearer && $0.direction == direction }) {
      return place
    }
    if open.count >= Self.queueLimit {
      var oldest = open.removeFirst()
      keep(oldest.executed, of: oldest)
      notKept += oldest.queue.close().count
    }
    open.append(Open(bearer: bearer, direction: direction))
    return open.count - 1
  }
}

extension ATTPDU {
  /// True for the PDUs that a ``LongWriteBook`` takes.
  var isPartOfLongWrite: Bool {
    switch self {
    case .prepareWriteRequest, .prepareWriteResponse, .executeWriteRequest, .executeWriteResponse: true
    case .errorResponse(let request, _, _): request == .prepareWriteRequest || request == .executeWriteRequest
    default: false
    }
  }
}
