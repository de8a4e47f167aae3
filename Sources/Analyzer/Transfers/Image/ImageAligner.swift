import ATTParser

/// Finds an image in what clients write, value by value.
///
/// A value is first compared with what should come next, after the bytes that headers have had so far; only
/// when that fails it is searched for. The first values of an attribute wait until several of them agree on
/// where the image's bytes begin.
struct ImageAligner: Sendable {
  /// Attributes whose writes are told apart; more are forged.
  private static let streamLimit = 64
  /// Runs, and damaged stretches, that are kept.
  static let listLimit = 4096
  /// Values by which it is told what is around the image's bytes.
  private static let sampleCount = 4
  /// Values that wait for that at most.
  private static let waitingLimit = 32
  /// Values kept that were not found, until one behind them is.
  private static let lostLimit = 64

  /// What a client writes to one attribute of one connection.
  private struct Stream {
    let connection: Int
    let attributeHandle: AttributeHandle
    /// Bytes around those of the image; nil while that is open.
    var frame: (header: Int, trailer: Int)?
    /// Values that wait until it is told, from the first one on that has the image's bytes.
    var waiting: [(value: [UInt8], moment: Moment, match: ImageIndex.Match?)] = []
    /// Where the next value goes if all goes on in order; nil before the first.
    var next: Int?
    /// Values of the usual length that were not found since the last one that was.
    var lost: [(value: [UInt8], moment: Moment)] = []
    /// The usual length of values.
    var length = 0
    /// The run that goes on, as a place in the list.
    var run: Int?
  }

  private let index: ImageIndex
  private var streams: [Stream] = []
  private var result: ImageAlignment

  /// Makes an aligner that has seen no value.
  init(_ image: ReferenceImage) {
    index = ImageIndex(image.bytes)
    result = ImageAlignment(name: image.name, size: index.bytes.count)
  }

  /// Takes a value that a client wrote.
  mutating func add(_ message: TransferMessage, _ value: [UInt8], connection: Int) {
    let known = streams.firstIndex {
      $0.connection == connection && $0.attributeHandle == message.attributeHandle
    }
    let place: Int
    if let known {
      place = known
    } else {
      if streams.count >= Self.streamLimit {
        finish(0)
        streams.removeFirst()
      }
      streams.append(Stream(connection: connection, attributeHandle: message.attributeHandle))
      place = streams.count - 1
    }
    if continues(place, value, message.moment) { return }
    let match = index.longestMatch(in: value).flatMap { $0.isOnly || fits($0, streams[place]) ? $0 : nil }
    if streams[place].frame == nil {
      wait(match, value, message.moment, place)
    } else {
      take(match, value, message.moment, place)
    }
  }

  /// Ends the capture.
  mutating func finish() -> ImageAlignment {
    for place in streams.indices { finish(place) }
    result.runs.sort { $0.first.frame < $1.first.frame }
    return result
  }

  private mutating func finish(_ place: Int) {
    if streams.indices.contains(place), streams[place].frame == nil, !streams[place].waiting.isEmpty {
      settle(place)
    }
  }

  /// True when what is in the image several times is where it should come next.
  private func fits(_ match: ImageIndex.Match, _ stream: Stream) -> Bool {
    guard let next = stream.next, let frame = stream.frame else { return false }
    return match.origin + frame.header == next
  }

  // MARK: - In order

  /// Takes a value that has what comes next in the image; false when it has not.
  private mutating func continues(_ place: Int, _ value: [UInt8], _ moment: Moment) -> Bool {
    guard let frame = streams[place].frame, let next = streams[place].next else { return false }
    let count = value.count - frame.header - frame.trailer
    guard count > 0, next + count <= index.bytes.count, streams[place].lost.isEmpty else { return false }
    // A short value agrees with anything, so it has to be the last one.
    guard count >= ImageIndex.block || next + count == index.bytes.count else { return false }
    guard value[frame.header..<(frame.header + count)] == index.bytes[next..<(next + count)] else {
      return false
    }
    put(next..<(next + count), [], moment, place)
    return true
  }

  // MARK: - Anywhere

  private mutating func wait(
    _ match: ImageIndex.Match?, _ value: [UInt8], _ moment: Moment, _ place: Int
  ) {
    guard match != nil || !streams[place].waiting.isEmpty else { return }
    streams[place].waiting.append((value, moment, match))
    let waiting = streams[place].waiting
    if waiting.count >= Self.waitingLimit || waiting.count(where: { $0.match != nil }) >= Self.sampleCount {
      settle(place)
    }
  }

  /// Takes a value that does not go on where the one before ended.
  private mutating func take(
    _ match: ImageIndex.Match?, _ value: [UInt8], _ moment: Moment, _ place: Int
  ) {
    if let match {
      compare(match, value, moment, place)
    } else if value.count == streams[place].length, streams[place].lost.count < Self.lostLimit {
      streams[place].lost.append((value, moment))
    }
  }

  /// Decides what is around the image's bytes, by most of the values that wait, and takes those.
  private mutating func settle(_ place: Int) {
    let waiting = streams[place].waiting
    streams[place].waiting = []
    func usual(_ numbers: [Int]) -> Int {
      let counts = numbers.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
    }
    let found = waiting.compactMap { item in item.match.map { (item.value.count, $0.range) } }
    let header = usual(found.map(\.1.lowerBound))
    let trailer = usual(found.map { $0.0 - $0.1.upperBound })
    streams[place].frame = (header, trailer)
    streams[place].length = usual(waiting.map(\.value.count))
    result.header = header
    result.trailer = trailer
    for item in waiting where !continues(place, item.value, item.moment) {
      take(item.match, item.value, item.moment, place)
    }
  }

  /// Takes a value part of which is in the image, and notes where the rest is not what it should be.
  private mutating func compare(
    _ match: ImageIndex.Match, _ value: [UInt8], _ moment: Moment, _ place: Int
  ) {
    guard let frame = streams[place].frame else { return }
    let start = max(0, match.origin + frame.header)
    let end = min(index.bytes.count, match.origin + value.count - frame.trailer)
    // A value that is all but what is around the image's bytes is none of it.
    guard start < end, start - match.origin < value.count else { return }
    noteLost(before: start, place)
    put(start..<end, wrong(value, at: match.origin, start..<end), moment, place)
  }

  /// Where in a stretch of the image a value has other bytes, when its first byte belongs at `origin`.
  private func wrong(_ value: [UInt8], at origin: Int, _ range: Range<Int>) -> [Range<Int>] {
    var wrong: [Range<Int>] = []
    for offset in range where value[offset - origin] != index.bytes[offset] {
      if let last = wrong.last, last.upperBound == offset {
        wrong[wrong.count - 1] = last.lowerBound..<(offset + 1)
      } else {
        wrong.append(offset..<(offset + 1))
      }
    }
    return wrong
  }

  /// Values that were not found, between two that were and that leave exactly their room: padding, or other
  /// bytes.
  private mutating func noteLost(before start: Int, _ place: Int) {
    let lost = streams[place].lost
    streams[place].lost = []
    guard !lost.isEmpty, let next = streams[place].next, let frame = streams[place].frame else { return }
    let size = streams[place].length - frame.header - frame.trailer
    guard size > 0, start - next == lost.count * size else { return }
    for (number, item) in lost.enumerated() {
      let range = (next + number * size)..<(next + (number + 1) * size)
      put(range, wrong(item.value, at: range.lowerBound - frame.header, range), item.moment, place)
    }
  }

  // MARK: - The result

  /// Notes that a stretch was written, with other bytes in the `wrong` parts of it.
  private mutating func put(_ range: Range<Int>, _ wrong: [Range<Int>], _ moment: Moment, _ place: Int) {
    for part in result.coverage.parts(of: range) { result.repeated.add(part) }
    result.coverage.add(range)
    if !result.damages.isEmpty {
      result.damages = result.damages.flatMap { damage in
        damage.range.without(range).map { ImageAlignment.Damage(range: $0, moment: damage.moment) }
      }
    }
    for part in wrong where result.damages.count < Self.listLimit {
      result.damages.append(.init(range: part, moment: moment))
    }
    if let run = streams[place].run, streams[place].next == range.lowerBound {
      result.runs[run].range = result.runs[run].range.lowerBound..<range.upperBound
      result.runs[run].values += 1
      result.runs[run].last = moment
    } else if result.runs.count < Self.listLimit {
      streams[place].run = result.runs.count
      result.runs.append(
        .init(
          connection: streams[place].connection, attributeHandle: streams[place].attributeHandle,
          range: range,
          values: 1, first: moment, last: moment))
    } else {
      streams[place].run = nil
      result.runsNotKept += 1
    }
    streams[place].next = range.upperBound
  }
}

extension Range where Bound == Int {
  /// What of it is not in another range: none, one or two ranges.
  func without(_ other: Range<Int>) -> [Range<Int>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound,
    ]
    .filter { !$0.isEmpty }
  }
}
