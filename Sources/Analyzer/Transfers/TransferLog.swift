import ATTParser

/// What a ``TransferProtocol`` writes down: the parts of transfers on one connection.
///
/// Whatever is written belongs to the part that is under way; writing begins one when there is none.
struct TransferLog: Sendable {
  /// Parts of one connection; a connection that begins more is forged, and the last one takes the rest.
  static let partLimit = 1024
  /// Causes kept of one part.
  static let causeLimit = 256
  /// Notes kept of one part.
  static let noteLimit = 16

  /// The protocol whose parts they are.
  let format: TransferFormat
  private let connection: Int
  private let keepsBytes: Bool
  /// True when the device that takes the image is the other one.
  private let isDevicePeer: Bool
  /// The parts, in order; the last one is under way if ``isOpen``.
  private(set) var parts: [TransferPart] = []
  private var isOpen = false
  /// When the device last gave an answer that it owed.
  private var turn: Moment?

  /// Makes a log without parts; `keepsBytes` says whether the image's bytes are wanted.
  init(_ format: TransferFormat, connection: Int, keepsBytes: Bool, isDevicePeer: Bool = true) {
    self.format = format
    self.connection = connection
    self.keepsBytes = keepsBytes
    self.isDevicePeer = isDevicePeer
  }

  // MARK: - Parts

  /// The part that is under way.
  var current: TransferPart? { isOpen ? parts.last : nil }

  /// True while a part is under way; cheaper than to look at it.
  var isUnderWay: Bool { isOpen }

  /// How many causes the part under way has.
  var causeCount: Int { isOpen ? parts.last?.causes.count ?? 0 : 0 }

  /// The size that the part under way has announced.
  var declaredBytes: Int? { isOpen ? parts.last?.declaredBytes : nil }

  /// What the device owes an answer to, nil when it owes none.
  var debt: TransferDebt? {
    guard isOpen, !parts.isEmpty, let awaited = parts[parts.count - 1].awaited else { return nil }
    return TransferDebt(isErasing: awaited.isErasing, dataHandle: parts[parts.count - 1].dataHandle)
  }

  /// Begins a part: the request that begins a transfer was seen.
  ///
  /// What went before, without data or trouble, belongs to it.
  mutating func begin(_ moment: Moment) {
    if let part = current, part.chunks > 0 || !part.causes.isEmpty || part.accepted != nil,
      parts.count < Self.partLimit
    {
      end()
    }
    write(moment) { $0.hasBeginning = true }
  }

  /// Ends the part under way, if there is one.
  mutating func end() { isOpen = false }

  /// Changes the part under way, which begins here if there is none.
  @inline(__always)
  private mutating func write(_ moment: Moment, _ change: (inout TransferPart) -> Void) {
    if !isOpen { open(moment) }
    change(&parts[parts.count - 1])
    parts[parts.count - 1].last = moment
  }

  private mutating func open(_ moment: Moment) {
    var part = TransferPart(format: format, connection: connection, began: moment)
    part.image = keepsBytes ? ImageBytes() : nil
    part.isDevicePeer = isDevicePeer
    parts.append(part)
    isOpen = true
  }

  /// Changes the part under way, if there is one.
  private mutating func change(_ change: (inout TransferPart) -> Void) {
    if isOpen, !parts.isEmpty { change(&parts[parts.count - 1]) }
  }

  /// Notes a message that belongs to the part under way, if there is one.
  mutating func touch(_ message: TransferMessage) {
    change { part in
      part.last = message.moment
      if message.role == .data, message.isWrite { part.dataHandle = message.attributeHandle }
      if message.role == .control { part.controlHandle = part.controlHandle ?? message.attributeHandle }
    }
  }

  // MARK: - What protocols say

  /// A step begins, unless it is the one under way.
  mutating func step(_ step: TransferStep, _ moment: Moment) {
    write(moment) { part in
      guard part.steps.last?.step != step, part.steps.count < Self.causeLimit else { return }
      part.steps.append(.init(step: step, began: moment))
    }
  }

  /// The size of the image was announced.
  mutating func declare(bytes: Int, _ moment: Moment) {
    write(moment) { $0.declaredBytes = bytes }
  }

  /// A check over the whole image was named.
  mutating func declare(_ kind: TransferPart.Check.Kind, _ value: [UInt8], _ moment: Moment) {
    write(moment) { part in
      guard !part.checks.contains(where: { $0.kind == kind && $0.value == value }) else { return }
      if part.checks.count < Self.noteLimit {
        part.checks.append(.init(kind: kind, value: value, moment: moment))
      }
    }
  }

  /// A chunk of the image was sent.
  ///
  /// - Parameter missing: bytes of it that the capture does not hold.
  mutating func data(_ bytes: ArraySlice<UInt8>, at offset: Int, missing: Int = 0, _ moment: Moment) {
    let count = bytes.count &+ missing
    guard offset >= 0, offset < 1 << 40 else { return }
    let turn = turn
    let keepsBytes = keepsBytes
    write(moment) { part in
      if let last = part.lastData {
        if part.awaited == nil { Self.notePause(from: last, turn, to: moment, &part) }
      } else {
        part.firstData = moment
      }
      part.lastData = moment
      part.chunks &+= 1
      part.sentBytes &+= count
      part.lastChunk = count
      if count > part.longestChunk { part.longestChunk = count }
      part.coverage.add(offset..<(offset &+ count))
      if keepsBytes { part.image?.put(bytes, at: offset) }
    }
  }

  /// Notes a pause in which nothing was awaited from the device.
  private static func notePause(
    from last: Moment, _ turn: Moment?, to moment: Moment, _ part: inout TransferPart
  ) {
    let from = turn.map { $0.frame > last.frame ? $0 : last } ?? last
    let seconds = moment.time.seconds(since: from.time)
    if seconds > part.longestPause?.seconds ?? 0 {
      part.longestPause = TransferPart.Pause(seconds: seconds, from: from, to: moment)
    }
  }

  /// The device said how many bytes it has.
  mutating func confirm(_ bytes: Int, _ moment: Moment) {
    write(moment) { part in
      Self.noteStuck(bytes, moment, &part)
      part.confirmedBytes = bytes
      part.confirmedIn = moment
    }
  }

  /// Notes that the device is where it was although it was sent the same bytes again.
  private static func noteStuck(_ bytes: Int, _ moment: Moment, _ part: inout TransferPart) {
    let repeated = part.coverage.repeatedBytes
    guard part.confirmedBytes == bytes, part.stuck != nil else {
      part.stuck = .init(since: moment, last: moment, repeatedBytes: repeated)
      return
    }
    guard repeated > part.stuck?.repeatedBytes ?? repeated else { return }
    part.stuck?.times += 1
    part.stuck?.repeatedBytes = repeated
    part.stuck?.last = moment
  }

  /// The device made everything up to here final; with the last byte it has accepted the image and restarts.
  mutating func take(_ bytes: Int, _ moment: Moment) {
    write(moment) { $0.taken = .init(bytes: bytes, moment: moment) }
  }

  /// The device had the client go on at an offset.
  mutating func resume(at offset: Int, _ moment: Moment) {
    write(moment) { $0.resumedFrom = $0.resumedFrom ?? offset }
  }

  /// The device owes an answer.
  ///
  /// - Parameter symptom: what it is when the answer does not come.
  mutating func await(
    _ what: String, _ moment: Moment, isErasing: Bool = false, symptom: Symptom = .noAnswer
  ) {
    write(moment) { $0.awaited = .init(what: what, since: moment, isErasing: isErasing, symptom: symptom) }
  }

  /// The device gave the answer it owed, and it is the client's turn.
  mutating func answered(_ moment: Moment) {
    change { $0.awaited = nil }
    turn = moment
  }

  /// The client has begun something and owes the rest, in a few words; nil when it is complete.
  mutating func owe(_ rest: String?, _ moment: Moment) {
    write(moment) { $0.owed = rest.map { .init(what: $0, since: moment) } }
  }

  /// The device accepted the image.
  mutating func accept(_ moment: Moment) {
    write(moment) { $0.accepted = $0.accepted ?? moment }
  }

  /// The device was told to restart, or is going to: a lost connection is no failure from here on.
  mutating func expectRestart(_ moment: Moment) {
    write(moment) { part in
      part.restart = moment
      part.awaited = nil
    }
  }

  /// The device says nothing more: it accepts the image by restarting.
  mutating func acceptByRestart(_ moment: Moment) {
    write(moment) { $0.acceptsByRestart = moment }
  }

  /// All the part does is send the device into its bootloader.
  mutating func jump(_ moment: Moment) {
    write(moment) { $0.isJump = true }
  }

  /// The device stayed: what looked like a jump is the beginning of the transfer itself.
  mutating func stay(_ moment: Moment) {
    write(moment) { part in
      part.isJump = false
      part.restart = nil
    }
  }

  /// The device has the whole image, and has to be told to use it.
  mutating func needActivation(_ isNeeded: Bool, _ moment: Moment) {
    write(moment) { $0.needsActivation = isNeeded }
  }

  /// The device was told which image to use, by its hash.
  mutating func choose(_ hash: [UInt8], _ moment: Moment) {
    write(moment) { $0.chosenImage = hash }
  }

  /// The device said which image it runs; while a part is under way that is still the old one.
  mutating func runs(_ running: TransferPart.Running, _ moment: Moment) {
    guard !isOpen else { return }
    if parts.last?.running == nil {
      guard parts.count < Self.partLimit else { return }
      open(moment)
      isOpen = false
    }
    parts[parts.count - 1].running = running
  }

  /// Something went wrong.
  mutating func add(_ cause: TransferCause) {
    write(cause.moment) { part in
      if part.causes.count < Self.causeLimit { part.causes.append(cause) }
    }
  }

  /// Something went wrong in a message.
  mutating func fail(
    _ symptom: Symptom, _ text: String, _ moment: Moment, frames: [Int] = [],
    confidence: Confidence = .certain, isFatal: Bool = true, isFinal: Bool = false
  ) {
    var cause = TransferCause(
      symptom, text, moment, frames: frames, confidence: confidence, isFatal: isFatal)
    cause.isFinal = isFinal
    add(cause)
  }

  /// What seemed harmless decides after all.
  ///
  /// - Parameter reason: what is said of it beside, in a few words.
  mutating func condemn(_ symptom: Symptom, _ reason: String) {
    change { part in
      for place in part.causes.indices where part.causes[place].symptom == symptom {
        part.causes[place].text += reason
        part.causes[place].isFatal = true
        part.causes[place].isFinal = true
      }
    }
  }

  /// A fact worth telling.
  mutating func note(_ text: String) {
    change { part in
      if part.notes.count < Self.noteLimit, !part.notes.contains(text) { part.notes.append(text) }
    }
  }

  /// Which of several images of one update this is.
  mutating func image(_ index: Int, _ moment: Moment) {
    write(moment) { $0.imageIndex = index }
  }
}
