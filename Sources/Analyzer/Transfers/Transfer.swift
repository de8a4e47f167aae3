public import ATTParser

/// The transfer of an image to a device, over as many connections as it took.
public struct Transfer: Sendable {
  /// How a transfer ended.
  public enum Outcome: String, Sendable, Hashable {
    /// The device accepted the image.
    case success
    /// It did not get there.
    case failed
    /// The capture ends before the transfer does, or shows too little of its end.
    case incomplete
    /// Nothing tells.
    case unknown
  }

  /// Number within the capture, from 1.
  public let id: Int
  /// Its parts, in order; at least one.
  public internal(set) var parts: [TransferPart]
  /// What the device said after it that it runs, nil when it did not.
  public internal(set) var running: TransferPart.Running?
  /// What came of it, and why.
  public internal(set) var verdict = TransferVerdict()

  /// Makes a transfer of one part.
  init(id: Int, _ part: TransferPart) {
    self.id = id
    parts = [part]
  }

  /// The part that says most: the first that carries data, or the last one.
  private var main: TransferPart? { parts.first { $0.chunks > 0 } ?? parts.last }

  /// The protocol's name, such as `nordic-secure-dfu`.
  public var format: String { main?.format ?? "" }
  /// The protocol's name for people.
  public var title: String { main?.title ?? "" }
  /// The numbers of its connections, in order.
  public var connections: [Int] {
    parts.reduce(into: []) { list, part in
      if list.last != part.connection { list.append(part.connection) }
    }
  }
  /// The first message.
  public var began: Moment? { parts.first?.began }
  /// The last message.
  public var ended: Moment? { parts.last?.last }
  /// The attribute that takes the image, as the last part that carries data names it.
  public var dataHandle: AttributeHandle? { parts.last { $0.dataHandle != nil }?.dataHandle }
  /// The attribute that takes commands.
  public var controlHandle: AttributeHandle? { parts.last { $0.controlHandle != nil }?.controlHandle }
  /// The size that was announced, nil when none was.
  public var declaredBytes: Int? { parts.last { $0.declaredBytes != nil }?.declaredBytes }
  /// Bytes of all chunks, those sent again counted again.
  public var sentBytes: Int { parts.reduce(0) { $0 &+ $1.sentBytes } }
  /// Writes that carried them.
  public var chunks: Int { parts.reduce(0) { $0 &+ $1.chunks } }
  /// The first chunk.
  public var firstData: Moment? { parts.first { $0.firstData != nil }?.firstData }
  /// The last chunk.
  public var lastData: Moment? { parts.last { $0.lastData != nil }?.lastData }
  /// How many bytes the device last said it has, nil when it never did.
  public var confirmedBytes: Int? { parts.last { $0.confirmedBytes != nil }?.confirmedBytes }
  /// The offsets at which the client went on after the first part.
  public var resumedFrom: [Int] { parts.compactMap(\.resumedFrom) }
  /// Checks over the whole image that were named.
  public var checks: [TransferPart.Check] {
    parts.flatMap(\.checks).reduce(into: []) { list, check in
      if !list.contains(where: { $0.kind == check.kind && $0.value == check.value }) { list.append(check) }
    }
  }
  /// Which bytes were sent, over all parts.
  public var coverage: ByteCoverage {
    parts.reduce(into: ByteCoverage()) { $0.merge($1.coverage) }
  }
  /// Bytes that the device has, as far as is known.
  public var progress: Int { parts.last { $0.chunks > 0 || $0.confirmedBytes != nil }?.progress ?? 0 }
  /// Ranges of the image that were not sent; up to the size announced, or to the last byte sent.
  public var holes: [Range<Int>] {
    let coverage = coverage
    return coverage.holes(upTo: declaredBytes ?? coverage.end)
  }
  /// Seconds from the first to the last chunk, without the times between parts.
  public var activeSeconds: Double {
    parts.reduce(0) { sum, part in
      guard let first = part.firstData, let last = part.lastData else { return sum }
      return sum + max(0, last.time.seconds(since: first.time))
    }
  }

  /// The image as it was sent, what came later over what came before; nil when bytes were not kept.
  public func image() -> ImageBytes? {
    var image: ImageBytes?
    for part in parts {
      guard let bytes = part.image else { continue }
      if image == nil { image = bytes } else { image?.merge(bytes, part.coverage) }
    }
    return image
  }
}
