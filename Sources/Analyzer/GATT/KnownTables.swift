public import ATTParser

/// Attribute tables learned elsewhere: from another capture or a saved file.
public struct KnownTables: Sendable {
  /// Tables of devices whose address is known.
  public var byPeer: [DeviceAddress: GATTTable] = [:]
  /// The table for all other devices, nil when there is none.
  public var fallback: GATTTable?

  /// Makes an empty collection.
  public init() {}

  /// The table for a device, nil when there is none.
  public func table(for peer: DeviceAddress?) -> GATTTable? {
    peer.flatMap { byPeer[$0] } ?? fallback
  }
}
