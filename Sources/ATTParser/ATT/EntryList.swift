/// Entries of one fixed length, as the discovery responses carry them.
///
/// The length comes off the air; here it is compared with the least an entry needs and with what is left, before
/// anything is divided or stepped by it.
public struct EntryList: Hashable, Sendable, BitwiseCopyable {
  /// The whole entries; a cut last one is left out.
  public var entries: ByteRange
  /// Bytes of one entry, at least 1.
  public var entryLength: UInt8
  /// The entries are of groups, and begin with two handles instead of one: those of Find By Type Value and Read By
  /// Group Type Responses.
  public var listsGroups: Bool

  /// Bytes of the handles that an entry begins with.
  @inline(__always)
  var handlesLength: Int { listsGroups ? 4 : 2 }

  /// Number of whole entries.
  public var count: Int { entries.count / max(1, Int(entryLength)) }

  /// Cuts what is left of `reader` into entries of `length` bytes, each at least `least`.
  ///
  /// A length that no entry can have throws; a cut last entry is left out and becomes the `problem`.
  static func decode(
    _ reader: inout ByteReader, length: UInt8, least: Int, listsGroups: Bool = false, field: Field,
    problem: inout DecodeError?
  ) throws(DecodeError) -> EntryList {
    guard Int(length) >= least else {
      throw DecodeError(reader.layer, .entryLength, reader.whole, .badEntryLength(length))
    }
    guard reader.remaining >= Int(length) else { throw reader.shortage(Int(length), field) }
    let whole = reader.remaining / Int(length) * Int(length)
    let list = EntryList(
      entries: try reader.take(whole, field), entryLength: length, listsGroups: listsGroups)
    if reader.remaining > 0, problem == nil { problem = reader.shortage(Int(length), field) }
    return list
  }
}

extension EntryList {
  /// A list of entries of `length` bytes, each at least `least`, that fill a range, and are of no groups; nil when
  /// they do not, or there is none.
  @inline(__always)
  init?(filling range: ByteRange, length: UInt8, least: UInt8) {
    guard length >= least, length > 0, range.count > 0,
      UInt32(truncatingIfNeeded: range.count) % UInt32(length) == 0
    else { return nil }
    entries = range
    entryLength = length
    listsGroups = false
  }

  /// Makes the form of a list whose entries are elsewhere, to encode it with them.
  package init(entryLength: UInt8) {
    self.init(entries: .empty, entryLength: entryLength, listsGroups: false)
  }
}
