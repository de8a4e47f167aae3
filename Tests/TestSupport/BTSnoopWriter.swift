/// Writes btsnoop captures, well-formed or with any field set on purpose.
public struct BTSnoopWriter: Sendable {
  /// Microseconds from the format's epoch, midnight of 1 January of the year 0, to 1970.
  public static let unixEpoch: Int64 = 62_168_256_000_000_000

  /// The capture so far.
  public private(set) var bytes: [UInt8]

  /// Begins a capture of a data link: 1001 H1, 1002 H4, 2001 Linux monitor, 2002 emulator.
  public init(dataLink: UInt32 = 1002, version: UInt32 = 1) {
    bytes = Array("btsnoop\0".utf8) + version.bytes(.big) + dataLink.bytes(.big)
  }

  /// Adds a record; `time` is in microseconds since 1970, and the lengths are the packet's unless given.
  public mutating func add(
    _ packet: [UInt8], flags: UInt32 = 0, time: Int64 = 1_700_000_000_000_000, original: UInt32? = nil,
    included: UInt32? = nil, drops: UInt32 = 0
  ) {
    addRaw(
      packet, flags: flags, rawTime: time + Self.unixEpoch, original: original, included: included,
      drops: drops)
  }

  /// Adds a record whose time field is `rawTime` as it is.
  public mutating func addRaw(
    _ packet: [UInt8], flags: UInt32 = 0, rawTime: Int64, original: UInt32? = nil, included: UInt32? = nil,
    drops: UInt32 = 0
  ) {
    bytes += (original ?? UInt32(packet.count)).bytes(.big) + (included ?? UInt32(packet.count)).bytes(.big)
    bytes += flags.bytes(.big) + drops.bytes(.big) + rawTime.bytes(.big) + packet
  }
}
