public import ATTParser

/// Puts long writes together: one for the client of each bearer.
///
/// The queue of a server belongs to one client on one bearer. Calls are made in the order of the PDUs, and
/// each call that ends a queue gives what was in it, an attribute at a time, in the order they first came.
public struct LongWriteQueue: Sendable {
  /// Parts kept at most in one queue; those beyond still count.
  public static let partLimit = 1024

  /// A part that was asked for and whose answer is not there yet.
  private struct Pending: Sendable {
    var attributeHandle: AttributeHandle
    var offset: Int
    var bytes: [UInt8]
    var missing: Int
    var frame: Int
  }

  /// The long write of one attribute and which of its bytes are there.
  fileprivate struct Assembly: Sendable {
    var write: LongWrite
    var isWritten: [Bool] = []
  }

  private var assemblies: [Assembly] = []
  private var partCount = 0
  private var pending: Pending?
  private var executed: [LongWrite] = []

  /// Makes an empty queue.
  public init() {}

  /// True when nothing is queued and nothing waits for an answer.
  public var isEmpty: Bool { assemblies.isEmpty && pending == nil && executed.isEmpty }

  /// Takes a Prepare Write Request.
  ///
  /// - Parameter missing: bytes at the end of the part that the capture cut off.
  public mutating func prepareRequest(
    _ attributeHandle: AttributeHandle, offset: UInt16, bytes: [UInt8], missing: Int = 0, frame: Int
  ) {
    accept(.missing, responseFrame: nil)
    pending = Pending(
      attributeHandle: attributeHandle, offset: Int(offset), bytes: bytes, missing: max(0, missing),
      frame: frame)
  }

  /// Takes a Prepare Write Response, which repeats the request; without one it stands for it.
  ///
  /// - Parameter missing: bytes at the end of the part that the capture cut off.
  public mutating func prepareResponse(
    _ attributeHandle: AttributeHandle, offset: UInt16, bytes: [UInt8], missing: Int = 0, frame: Int
  ) {
    guard let request = pending else {
      let part = Pending(
        attributeHandle: attributeHandle, offset: Int(offset), bytes: bytes, missing: max(0, missing),
        frame: frame)
      add(part, requestFrame: nil, responseFrame: frame, .notComparable)
      return
    }
    let common = min(request.bytes.count, bytes.count)
    let isSame =
      request.attributeHandle == attributeHandle && request.offset == Int(offset)
      && request.bytes.count + request.missing == bytes.count + max(0, missing)
      && request.bytes.prefix(common) == bytes.prefix(common)
    let isWhole = request.missing == 0 && missing <= 0
    accept(!isSame ? .different : isWhole ? .same : .notComparable, responseFrame: frame)
  }

  /// Takes an Error Response to the Prepare Write Request: the part is not queued, the others stay.
  public mutating func prepareError(_ code: ATTErrorCode, frame: Int) {
    accept(.rejected(code), responseFrame: frame)
  }

  /// Takes an Execute Write Request, which empties the queue.
  ///
  /// - Returns: what was queued, its answer pending; ``executeResponse(frame:)`` gives it again, answered.
  public mutating func execute(flags: UInt8, frame: Int) -> [LongWrite] {
    let execution: LongWrite.Execution =
      switch flags {
      case 0: .cancel
      case 1: .write
      default: .reserved(flags)
      }
    executed = take(execution, frame: frame)
    return executed
  }

  /// Takes the Execute Write Response.
  ///
  /// - Returns: what was executed, confirmed; nothing when no Execute Write Request waits.
  public mutating func executeResponse(frame: Int) -> [LongWrite] { answer(.confirmed(frame: frame)) }

  /// Takes an Error Response to the Execute Write Request.
  ///
  /// - Returns: what was to be executed, failed; nothing when no Execute Write Request waits.
  public mutating func executeError(_ code: ATTErrorCode, frame: Int) -> [LongWrite] {
    answer(.failed(code, frame: frame))
  }

  /// Ends the queue with its bearer.
  ///
  /// - Returns: what was queued and never executed. What was executed and not answered was given before.
  public mutating func close() -> [LongWrite] {
    executed = []
    return take(.never, frame: nil)
  }

  private mutating func answer(_ answer: LongWrite.Answer) -> [LongWrite] {
    defer { executed = [] }
    return executed.map { write in
      var write = write
      write.answer = answer
      return write
    }
  }

  /// Takes the part that waits for its answer into the queue.
  private mutating func accept(_ echo: LongWrite.Echo, responseFrame: Int?) {
    guard let part = pending else { return }
    pending = nil
    add(part, requestFrame: part.frame, responseFrame: responseFrame, echo)
  }

  private mutating func add(
    _ part: Pending, requestFrame: Int?, responseFrame: Int?, _ echo: LongWrite.Echo
  ) {
    var index = assemblies.firstIndex { $0.write.attributeHandle == part.attributeHandle }
    partCount += 1
    let isKept = partCount <= Self.partLimit
    if index == nil, isKept {
      assemblies.append(Assembly(write: LongWrite(attributeHandle: part.attributeHandle)))
      index = assemblies.count - 1
    }
    guard let index else { return }
    if isKept {
      assemblies[index].write.parts.append(
        LongWrite.Part(
          offset: part.offset, count: part.bytes.count + part.missing, requestFrame: requestFrame,
          responseFrame: responseFrame, echo: echo))
    } else {
      assemblies[index].write.partsNotKept += 1
    }
    if case .rejected = echo { return }
    assemblies[index].apply(part.offset, part.bytes, missing: part.missing)
  }

  private mutating func take(_ execution: LongWrite.Execution, frame: Int?) -> [LongWrite] {
    accept(.missing, responseFrame: nil)
    defer {
      assemblies = []
      partCount = 0
    }
    return assemblies.map { assembly in
      var write = assembly.write
      write.attributesInQueue = assemblies.count
      write.execution = execution
      write.executeFrame = frame
      write.holes = assembly.holes
      return write
    }
  }
}

extension LongWriteQueue.Assembly {
  /// Writes a part over what is there, as far as it is kept.
  fileprivate mutating func apply(_ offset: Int, _ bytes: [UInt8], missing: Int) {
    let end = offset + bytes.count + missing
    write.length = max(write.length, end)
    let kept = min(end, LongWrite.keptLimit)
    if kept > write.value.count {
      let more = kept - write.value.count
      write.value.append(contentsOf: repeatElement(0, count: more))
      isWritten.append(contentsOf: repeatElement(false, count: more))
    }
    guard offset < kept else { return }
    for place in offset..<kept {
      let isThere = place - offset < bytes.count
      write.value[place] = isThere ? bytes[place - offset] : 0
      isWritten[place] = isThere
    }
  }

  /// The ranges that are not there.
  fileprivate var holes: [Range<Int>] {
    var holes: [Range<Int>] = []
    for (place, isWritten) in isWritten.enumerated() where !isWritten {
      if holes.last?.upperBound == place {
        holes[holes.count - 1] = holes[holes.count - 1].lowerBound..<(place + 1)
      } else {
        holes.append(place..<(place + 1))
      }
    }
    return holes
  }
}
