public import ATTParser

/// What the Prepare Write Requests of one queue write to one attribute (Vol 3, Part G, 4.9.4, 4.9.5).
public struct LongWrite: Hashable, Sendable {
  /// Bytes of the value that are kept; no attribute is longer.
  public static let keptLimit = 512

  /// One Prepare Write Request, or, when the capture does not have it, the response that repeats it.
  public struct Part: Hashable, Sendable {
    /// Where in the value it begins.
    public let offset: Int
    /// Bytes it has, also those that the capture cut off.
    public let count: Int
    /// The request; nil when only the response was captured.
    public let requestFrame: Int?
    /// The response; nil when there is none in the capture.
    public internal(set) var responseFrame: Int?
    /// How the response repeats the request.
    public internal(set) var echo: Echo
  }

  /// How a Prepare Write Response compares with its request.
  public enum Echo: Hashable, Sendable {
    /// No response was seen.
    case missing
    /// It has the same handle, offset and bytes.
    case same
    /// Something is different, so that a reliable write would be cancelled.
    case different
    /// The capture has not all of both.
    case notComparable
    /// The server refused the part, which is not queued.
    case rejected(ATTErrorCode)
  }

  /// What the Execute Write Request asked for.
  public enum Execution: Hashable, Sendable {
    /// To write all that is queued.
    case write
    /// To forget it.
    case cancel
    /// A value that is not defined.
    case reserved(UInt8)
    /// Nothing: the bearer was closed, or the capture ends.
    case never
  }

  /// How the Execute Write Request was answered.
  public enum Answer: Hashable, Sendable {
    /// Not yet, or not in this capture.
    case pending
    /// It was carried out.
    case confirmed(frame: Int)
    /// It failed; which parts were written is not defined.
    case failed(ATTErrorCode, frame: Int)
  }

  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// Which way the requests went, or would have gone.
  public internal(set) var direction = Direction.unknown
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public internal(set) var bearer: UInt16 = 0
  /// Its parts, in the order they were sent.
  public internal(set) var parts: [Part] = []
  /// Parts that were not kept.
  public internal(set) var partsNotKept = 0
  /// The value as the accepted parts make it, its first 512 bytes, with zeros where nothing was written.
  public internal(set) var value: [UInt8] = []
  /// Bytes up to the end of the farthest accepted part, also those beyond what is kept.
  public internal(set) var length = 0
  /// Ranges below `length`, and within what is kept, that no part wrote or that the capture cut off.
  public internal(set) var holes: [Range<Int>] = []
  /// Attributes with parts in the same queue: several are one reliable write.
  public internal(set) var attributesInQueue = 1
  /// What the Execute Write Request asked for.
  public internal(set) var execution = Execution.never
  /// The Execute Write Request.
  public internal(set) var executeFrame: Int?
  /// How it was answered.
  public internal(set) var answer = Answer.pending

  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: false, direction) }

  /// The first frame of it that is in the capture.
  public var firstFrame: Int {
    parts.first.flatMap { $0.requestFrame ?? $0.responseFrame } ?? executeFrame ?? 0
  }

  /// True when the parts were for several attributes, to be written together.
  public var isReliable: Bool { attributesInQueue > 1 }

  /// True when the value has bytes that are not kept.
  public var isCut: Bool { length > Self.keptLimit }

  /// Parts whose response did not repeat them.
  public var echoMismatches: Int { parts.count { $0.echo == .different } }

  init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle }
}

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
