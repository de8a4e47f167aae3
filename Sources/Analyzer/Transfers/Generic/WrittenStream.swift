import ATTParser

/// What a client writes to one attribute that no protocol has claimed: the beginning of it, and as soon as that
/// tells how the values are built, where their bytes go.
struct WrittenStream: Sendable {
  /// Values by which it is told how they are built.
  private static let sampleLimit = 16
  /// Values kept of the end.
  private static let recentLimit = 8
  /// Sums of bytes kept, of the last so many values.
  private static let sumLimit = 1024
  /// Values after which Write Commands are bulk.
  private static let commandsBefore = 256
  /// Bytes kept of a value that may be a command.
  private static let commandLimit = 64

  /// What it is as a stream.
  private(set) var bulk: BulkStream
  /// The first values.
  private(set) var samples: [(value: [UInt8], message: TransferMessage)] = []
  /// The last values that are short enough for commands.
  private(set) var recent: [(value: [UInt8], message: TransferMessage)] = []
  /// Its bytes as an image.
  private(set) var log: TransferLog
  /// How values are built; nil while that is open, or not understood.
  private(set) var placement: ChunkPlacement?
  /// True when it was looked at how they are built.
  private(set) var isDecided = false
  /// CRC-32 over the image's bytes, nil once they are not in order or not all in the capture.
  private var check: CyclicCheck? = CyclicCheck(.crc32)
  /// Bytes of all values up to the last so many; the last sum is of all.
  private var sums: [Int] = [0]
  /// Values before the first of `sums`.
  private var sumsBegin = 0

  /// Begins a stream with the attribute and the time of its first value, which is still to be added.
  init(_ message: TransferMessage, connection: Int, keepsBytes: Bool) {
    bulk = BulkStream(connection: connection, attributeHandle: message.attributeHandle, first: message.moment)
    log = TransferLog(GenericTransfer.format, connection: connection, keepsBytes: keepsBytes)
  }

  /// Bytes around those of the image in each value.
  var frame: Int { placement.map { $0.chunk.header + $0.chunk.trailer } ?? 0 }

  /// CRC-32 over everything that was written, nil when some of it is not there to be checked.
  var checksum: UInt32? { check?.value }

  /// True when it is no less than the least that is a transfer.
  var isLongEnough: Bool {
    bulk.values >= GenericTransfer.fewest.values && bulk.bytes >= GenericTransfer.fewest.bytes
  }

  /// Takes a value.
  mutating func add(_ message: TransferMessage, _ value: [UInt8]) {
    let count = value.count &+ message.missingBytes
    bulk.add(message, bytes: count)
    sums.append((sums.last ?? 0) &+ count)
    if sums.count > 2 * Self.sumLimit {
      sumsBegin += Self.sumLimit
      sums.removeFirst(Self.sumLimit)
    }
    // Commands are few; of what comes in bulk nothing but requests could be one.
    if value.count <= Self.commandLimit, message.kind == .writeRequest || bulk.values <= Self.commandsBefore {
      if recent.count >= Self.recentLimit { recent.removeFirst() }
      recent.append((value, message))
    }
    guard !isDecided else { return place(message, value) }
    samples.append((value, message))
    if samples.count == Self.sampleLimit { decide() }
  }

  /// Looks at how the values are built that came so far, unless that is done.
  mutating func decide() {
    guard !isDecided else { return }
    isDecided = true
    // The last value of an image may be shorter.
    var values = samples.map(\.value)
    if let last = values.last, last.count < bulk.longest { values.removeLast() }
    bulk.field = ChunkField.found(in: values)
    let chunk = bulk.field == nil ? TransferProfile.Chunk(attribute: 0) : bulk.field?.chunk(in: values)
    placement = chunk.map(ChunkPlacement.init)
    for sample in samples { place(sample.message, sample.value) }
  }

  private mutating func place(_ message: TransferMessage, _ value: [UInt8]) {
    guard let (bytes, count) = placement?.payload(value, missing: message.missingBytes) else { return }
    let offset = placement?.offset(of: value, count: count) ?? -1
    if message.missingBytes > 0 || offset != placement?.position { check = nil }
    check?.add(bytes)
    log.step(.transfer, message.moment)
    log.data(bytes, at: offset, missing: count - bytes.count, message.moment)
    placement?.position = offset &+ count
  }

  /// The device said something: a pause until then is not the client's.
  mutating func hear(_ moment: Moment) { log.answered(moment) }

  /// After how many values, no more than `limit` and more than `floor`, so many bytes of the image were sent;
  /// nil when that is within a value, or too long ago.
  func values(sending bytes: Int, after floor: Int, upTo limit: Int) -> Int? {
    guard bytes > 0, bytes <= sums.last ?? 0 else { return nil }
    let frame = frame
    var low = max(floor + 1, sumsBegin)
    var high = min(limit, sumsBegin + sums.count - 1)
    while low <= high {
      let middle = (low + high) / 2
      let sent = sums[middle - sumsBegin] &- frame &* middle
      if sent == bytes { return middle }
      if sent < bytes { low = middle + 1 } else { high = middle - 1 }
    }
    return nil
  }

  /// Gives the device's rhythm to what is told of the stream.
  mutating func set(_ rhythm: BulkStream.Rhythm?) { bulk.rhythm = rhythm }
}
