import ATTParser

/// Watches what no protocol has claimed on a connection, and says which of it is a transfer and which is bulk.
struct BulkInference {
  /// Attributes whose writes are told apart; more are forged.
  private static let streamLimit = 64
  /// Messages of the device kept while it is open how values are built.
  private static let earlyLimit = 64

  private let connection: Int
  private let keepsBytes: Bool
  private var streams: [WrittenStream] = []
  private var evidence: [AttributeHandle: CountEvidence] = [:]
  /// What the device said while it was open how the values of the largest stream are built, and after how many.
  private var early: [(value: [UInt8], message: TransferMessage, stream: AttributeHandle, values: Int)] = []
  /// What the device said, the beginning and the end of it.
  private var said = Said()
  private var rhythms: [Rhythm] = []
  private var listened = ListenedAttributes()
  private var last: TransferMessage?
  /// Transfers that were over when the next one began on the same attribute, and the check over each.
  private var ended: [TransferPart] = []
  private var endedChecksum: UInt32?
  /// What the client wrote to last.
  private var lastWritten: AttributeHandle?
  /// How often it was looked whether a transfer is over.
  private var cuts = 0
  /// How often at most: a client that writes commands between its chunks would make it be looked each time.
  private static let cutLimit = 64

  /// When an attribute of the device speaks, counted in values of the largest stream.
  private struct Rhythm {
    var attributeHandle: AttributeHandle
    var stream: AttributeHandle
    var values: Int
    var period: Int?
    var times = 0
    /// Times that it came after another number of values.
    var odd = 0

    /// The last one may come early, and one may be late.
    var isRegular: Bool { times >= 3 && odd <= 1 + times / 16 }
    /// Too often regular for an accident.
    var isSteady: Bool { times >= 8 && isRegular }
  }

  /// Begins with a connection on which nothing was written.
  init(connection: Int, keepsBytes: Bool) {
    self.connection = connection
    self.keepsBytes = keepsBytes
  }

  /// True when more of what a device says on an attribute is worth hearing.
  func listens(to handle: AttributeHandle) -> Bool {
    listened.contains(handle) || evidence.values.contains { $0.isFollowed(by: handle) }
      || rhythms.contains { $0.attributeHandle == handle && $0.isSteady }
  }

  /// Takes a message on an attribute that nothing is known of.
  ///
  /// - Returns: attributes that are listened to again because of it.
  mutating func receive(_ message: TransferMessage, _ value: [UInt8]) -> [AttributeHandle] {
    defer { last = message }
    if message.isWrite {
      defer { lastWritten = message.attributeHandle }
      return write(message, value) ? listened.listenAgain() : []
    }
    if message.isFromServer || message.kind == .readResponse { hear(message, value) }
    return []
  }

  /// Forgets attributes that a protocol has claimed.
  mutating func forget(_ handles: some Collection<AttributeHandle>) {
    streams.removeAll { handles.contains($0.bulk.attributeHandle) }
    for handle in handles { evidence[handle] = nil }
    said.forget(handles)
    rhythms.removeAll { handles.contains($0.attributeHandle) || handles.contains($0.stream) }
    early = []
  }

  /// Takes a write.
  ///
  /// - Returns: true when the stream that it is part of begins, after a transfer, or is too much for commands from now on.
  private mutating func write(_ message: TransferMessage, _ value: [UInt8]) -> Bool {
    if let place = streams.firstIndex(where: { $0.bulk.attributeHandle == message.attributeHandle }) {
      let isCut =
        lastWritten != message.attributeHandle && streams[place].isLongEnough && cut(place, message)
      let wasDecided = streams[place].isDecided
      let wasBulk = streams[place].bulk.isBulk
      streams[place].add(message, value)
      if streams[place].isDecided, !wasDecided { weighEarly(place) }
      return isCut || streams[place].bulk.isBulk && !wasBulk
    }
    if streams.count < Self.streamLimit {
      var stream = WrittenStream(message, connection: connection, keepsBytes: keepsBytes)
      stream.add(message, value)
      streams.append(stream)
    }
    return false
  }

  /// Begins a stream anew when a command came since its last value, and by then it was a whole transfer.
  ///
  /// - Returns: whether it was.
  private mutating func cut(_ place: Int, _ message: TransferMessage) -> Bool {
    guard cuts < Self.cutLimit else { return false }
    cuts += 1
    if !streams[place].isDecided {
      streams[place].decide()
      weighEarly(place)
    }
    guard var part = part(of: place), part.coverage.end == part.declaredBytes else { return false }
    number(&part, streams[place].checksum)
    ended.append(part)
    evidence[message.attributeHandle] = nil
    early.removeAll { $0.stream == message.attributeHandle }
    rhythms.removeAll { $0.stream == message.attributeHandle }
    streams[place] = WrittenStream(message, connection: connection, keepsBytes: keepsBytes)
    return true
  }

  /// Tells an image from the one before; the same bytes again are another try.
  private mutating func number(_ part: inout TransferPart, _ checksum: UInt32?) {
    let before = ended.last?.imageIndex ?? 0
    let isSame = checksum != nil && checksum == endedChecksum
    part.imageIndex = ended.isEmpty ? 0 : isSame ? before : before + 1
    endedChecksum = checksum
  }

  /// The part of a transfer that a stream is, nil when nothing proves that it is one.
  private func part(of place: Int) -> TransferPart? {
    guard let last else { return nil }
    let stream = streams[place]
    let inference = GenericInference(
      stream: stream, others: streams.filter { $0.bulk.attributeHandle != stream.bulk.attributeHandle },
      evidence: evidence[stream.bulk.attributeHandle] ?? CountEvidence(), said: said.list, last: last,
      isFirst: ended.isEmpty)
    return inference.part()
  }

  /// The stream with the most bytes.
  private var largest: Int? {
    streams.indices.max { streams[$0].bulk.bytes < streams[$1].bulk.bytes }
  }

  private mutating func hear(_ message: TransferMessage, _ value: [UInt8]) {
    said.add(value, message)
    listened.hear(message.attributeHandle)
    guard let place = largest,
      message.attributeHandle != streams[place].bulk.attributeHandle || message.isFromServer
    else { return }
    streams[place].hear(message.moment)
    noteRhythm(message, streams[place].bulk)
    if streams[place].isDecided {
      evidence[streams[place].bulk.attributeHandle, default: CountEvidence()].hear(
        message, value, after: streams[place].bulk.values, streams[place])
    } else {
      if early.count >= Self.earlyLimit { early.removeFirst() }
      early.append((value, message, streams[place].bulk.attributeHandle, streams[place].bulk.values))
    }
  }

  /// Weighs what the device said before it was known how the values of a stream are built.
  private mutating func weighEarly(_ place: Int) {
    let stream = streams[place]
    var evidence = evidence[stream.bulk.attributeHandle] ?? CountEvidence()
    let messages = said.list.filter { $0.message.moment.frame < stream.bulk.first.frame }
    for item in messages { evidence.hearBefore(item.value) }
    for item in early where item.stream == stream.bulk.attributeHandle {
      evidence.hear(item.message, item.value, after: item.values, stream)
    }
    self.evidence[stream.bulk.attributeHandle] = evidence
    early.removeAll { $0.stream == stream.bulk.attributeHandle }
  }

  private mutating func noteRhythm(_ message: TransferMessage, _ bulk: BulkStream) {
    guard message.isFromServer else { return }
    guard
      let place = rhythms.firstIndex(where: {
        $0.attributeHandle == message.attributeHandle && $0.stream == bulk.attributeHandle
      })
    else {
      if rhythms.count < Self.streamLimit {
        rhythms.append(
          Rhythm(attributeHandle: message.attributeHandle, stream: bulk.attributeHandle, values: bulk.values))
      }
      return
    }
    let step = bulk.values - rhythms[place].values
    guard step > 0 else { return }
    rhythms[place].values = bulk.values
    rhythms[place].times += 1
    if rhythms[place].period == nil { rhythms[place].period = step }
    if step != rhythms[place].period { rhythms[place].odd += 1 }
  }

  /// Ends the connection: the part of a transfer that it was, and the streams that are only bulk.
  mutating func finish() -> (parts: [TransferPart], bulk: [BulkStream]) {
    for place in streams.indices where !streams[place].isDecided {
      streams[place].decide()
      weighEarly(place)
    }
    for place in streams.indices { streams[place].set(rhythm(of: streams[place].bulk)) }
    var taken: AttributeHandle?
    if let place = largest, var part = part(of: place) {
      number(&part, streams[place].checksum)
      ended.append(part)
      taken = streams[place].bulk.attributeHandle
    }
    return (ended, streams.map(\.bulk).filter { $0.isBulk && $0.attributeHandle != taken })
  }

  private func rhythm(of bulk: BulkStream) -> BulkStream.Rhythm? {
    // Of what was left alone it is not known how it went on.
    let found = rhythms.first {
      $0.stream == bulk.attributeHandle && $0.isRegular && listens(to: $0.attributeHandle)
    }
    return found.flatMap { found in
      found.period.map { .init(attributeHandle: found.attributeHandle, values: $0) }
    }
  }
}

/// Messages of a device that are short enough for answers: the first ones and the last ones.
private struct Said {
  /// Messages kept of either end.
  private static let limit = 64
  /// The longest message that is an answer.
  private static let longest = 32

  private var first: [(value: [UInt8], message: TransferMessage)] = []
  private var last: [(value: [UInt8], message: TransferMessage)] = []
  /// The oldest of `last`, once that is full.
  private var oldest = 0

  /// All of them, in order.
  var list: [(value: [UInt8], message: TransferMessage)] { first + last[oldest...] + last[..<oldest] }

  /// Takes a message.
  mutating func add(_ value: [UInt8], _ message: TransferMessage) {
    guard value.count <= Self.longest else { return }
    if first.count < Self.limit {
      first.append((value, message))
    } else if last.count < Self.limit {
      last.append((value, message))
    } else {
      last[oldest] = (value, message)
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// Forgets what came from some attributes.
  mutating func forget(_ handles: some Collection<AttributeHandle>) {
    last = Array(last[oldest...] + last[..<oldest])
    oldest = 0
    first.removeAll { handles.contains($0.message.attributeHandle) }
    last.removeAll { handles.contains($0.message.attributeHandle) }
  }
}
