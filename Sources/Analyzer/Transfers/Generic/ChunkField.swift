/// A number in front of each value of a stream that tells where its bytes go, found by how it grows.
public struct ChunkField: Sendable, Hashable {
  /// What it counts.
  public enum Kind: String, Sendable, Hashable {
    /// Bytes: it grows by as many as each value carries.
    case offset
    /// Values: it grows by one.
    case sequence
  }

  /// What it counts.
  public let kind: Kind
  /// Its first byte in the value.
  public let offset: Int
  /// Its size in bytes.
  public let count: Int
  /// The order of its bytes.
  public let order: TransferProfile.ByteOrder
  /// By how much it grows from value to value.
  public let step: Int

  /// Values that have to agree.
  static let fewest = 6
  /// Bytes at the beginning of a value in which it is looked for.
  private static let reach = 8
  /// Bytes around the image in a value at most.
  private static let longestFrame = 16

  /// Finds the field in values that were sent one after the other and have one length; nil when there is none.
  static func found(in values: [[UInt8]]) -> ChunkField? {
    guard values.count >= fewest, let length = values.first?.count, values.allSatisfy({ $0.count == length })
    else { return nil }
    var best: (field: ChunkField, rank: Int)?
    for offset in 0..<min(reach, max(0, length - 4)) {
      for count in [4, 2, 1] {
        for order in count == 1 ? [TransferProfile.ByteOrder.little] : [.little, .big] {
          let number = TransferProfile.Number(offset: offset, count: count, order: order)
          guard let step = step(of: number, values), isPlausible(step, number, length) else { continue }
          let field = ChunkField(
            kind: step == 1 ? .sequence : .offset, offset: offset, count: count, order: order, step: step)
          // Most begin at 0 or 1. Of the others, part of a number looks like a number; the whole is wider.
          let begins = number.read(values[0]).map { $0 <= (step == 1 ? 1 : 0) } ?? false
          let rank = (begins ? 8 : 0) + count
          if rank > best?.rank ?? 0 { best = (field, rank) }
        }
      }
    }
    return best?.field
  }

  /// True when a number that grows so counts values, or as many bytes as the value carries.
  private static func isPlausible(_ step: Int, _ number: TransferProfile.Number, _ length: Int) -> Bool {
    let frame = length - step
    return step == 1
      || number.count > 1 && step >= 8 && frame >= number.offset + number.count && frame <= longestFrame
  }

  /// By how much a number grows from each value to the next; nil when that differs.
  private static func step(of number: TransferProfile.Number, _ values: [[UInt8]]) -> Int? {
    let read = values.compactMap { number.read($0).map { Int(truncatingIfNeeded: $0) } }
    guard read.count == values.count, read.count > 1 else { return nil }
    let range = 1 << (8 * number.count)
    let step = (read[1] - read[0] + range) % range
    guard step > 0 else { return nil }
    return zip(read, read.dropFirst()).allSatisfy { ($1 - $0 + range) % range == step } ? step : nil
  }

  /// What chunks look like that have this field, as far as the same values tell; nil when something around the
  /// image's bytes is not understood.
  func chunk(in values: [[UInt8]]) -> TransferProfile.Chunk? {
    var chunk = TransferProfile.Chunk(attribute: 0)
    let number = TransferProfile.Number(offset: offset, count: count, order: order)
    chunk.header = offset + count
    guard let first = values.first else { return nil }
    switch kind {
    case .offset:
      chunk.offset = number
      let around = first.count - step
      if around > chunk.header,
        let trailer = Self.trailer(values, header: chunk.header, up: around - chunk.header)
      {
        chunk.trailer = trailer
      }
      let rest = around - chunk.trailer - chunk.header
      // What is the same in every value is a header, whatever it says.
      guard rest == 0 || Self.isConstant(values, chunk.header..<(chunk.header + rest)) else { return nil }
      chunk.header += rest
    case .sequence:
      chunk.sequence = number
      chunk.firstSequence = Int(truncatingIfNeeded: number.read(first) ?? 0)
      chunk.header += Self.lengthField(values, at: chunk.header)
      chunk.trailer = Self.trailer(values, header: chunk.header, up: 4) ?? 0
      chunk.size = first.count - chunk.header - chunk.trailer
    }
    return chunk
  }

  private static func isConstant(_ values: [[UInt8]], _ range: Range<Int>) -> Bool {
    values.allSatisfy { $0.count >= range.upperBound && $0[range] == values[0][range] }
  }

  /// Bytes of a field that holds how much follows it, with or without a check; 0 when there is none.
  private static func lengthField(_ values: [[UInt8]], at offset: Int) -> Int {
    for (count, order) in [(2, TransferProfile.ByteOrder.little), (2, .big), (1, .little)] {
      let number = TransferProfile.Number(offset: offset, count: count, order: order)
      let isLength = values.allSatisfy { value in
        guard let told = number.read(value) else { return false }
        let rest = value.count - offset - count
        return [rest, rest - 2, rest - 4].contains(Int(truncatingIfNeeded: told))
      }
      if isLength { return count }
    }
    return 0
  }

  /// Bytes of a check at the end of every value, of `up` bytes at most; nil when there is none that is known.
  private static func trailer(_ values: [[UInt8]], header: Int, up: Int) -> Int? {
    for kind in TransferProfile.ChunkCheck.Kind.allCases where kind.count <= up {
      for start in [0, header] {
        for order in TransferProfile.ByteOrder.allCases {
          let agrees = values.allSatisfy { value in
            let end = value.count - kind.count
            guard end > start else { return false }
            let number = TransferProfile.Number(offset: end, count: kind.count, order: order)
            return number.read(value) == UInt64(CyclicCheck.of(value[start..<end], kind.check))
          }
          if agrees { return kind.count }
        }
      }
    }
    return nil
  }
}
