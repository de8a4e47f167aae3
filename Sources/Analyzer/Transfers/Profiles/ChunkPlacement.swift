/// Where in an image the bytes of chunks go, by what is in front of them.
struct ChunkPlacement: Sendable {
  /// What chunks look like.
  let chunk: TransferProfile.Chunk
  /// Image bytes of a chunk, where chunks are counted.
  var size: Int?
  /// Where a chunk without an offset goes.
  var position = 0
  /// The number of the last chunk, without the wraps of its field.
  private var lastSequence: Int?

  /// Begins at the start of an image.
  init(_ chunk: TransferProfile.Chunk) {
    self.chunk = chunk
    size = chunk.size
  }

  /// The image bytes in a value of which `missing` bytes are not there, and how many were sent; nil when it is
  /// shorter than what goes around them.
  func payload(_ value: [UInt8], missing: Int) -> (bytes: ArraySlice<UInt8>, count: Int)? {
    let count = value.count &+ missing &- chunk.header &- chunk.trailer
    guard count >= 0 else { return nil }
    return (value.dropFirst(chunk.header).prefix(count), count)
  }

  /// Where a chunk of `count` image bytes goes, -1 for a number that cannot be.
  mutating func offset(of value: [UInt8], count: Int) -> Int {
    if let place = chunk.offset.flatMap({ $0.read(value) }) {
      return product(Int(truncatingIfNeeded: place), chunk.offsetUnit)
    }
    guard let field = chunk.sequence, let number = field.read(value) else { return position }
    let size = size ?? count
    self.size = size
    let sequence = unwrapped(number, bits: 8 * field.count)
    lastSequence = sequence
    return product(sequence &- chunk.firstSequence, size)
  }

  private func product(_ factor: Int, _ other: Int) -> Int {
    let (product, overflow) = factor.multipliedReportingOverflow(by: other)
    return overflow ? -1 : product
  }

  /// The number nearest to the last one that has the same low bits.
  private func unwrapped(_ number: UInt64, bits: Int) -> Int {
    guard bits < 32 else { return Int(truncatingIfNeeded: number) }
    let last = lastSequence ?? chunk.firstSequence &+ position / max(1, size ?? .max)
    let range = 1 << bits
    var difference = (Int(number) &- last) % range
    if difference < -range / 2 { difference += range }
    if difference >= range / 2 { difference -= range }
    return max(0, last &+ difference)
  }
}
