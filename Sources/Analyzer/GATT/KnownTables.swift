public import ATTParser

/// Attribute tables learned elsewhere: from another capture or a saved file.
public struct KnownTables: Sendable {
  /// Tables of devices whose address is known.
  public var byPeer: [DeviceAddress: GATTTable] = [:]
  /// The table for all other devices, nil when there is none.
  public var fallback: GATTTable?

  /// Makes an empty collection.
  public init() {}

  /// Takes over the tables of the devices that were discovered in a capture; false when none was.
  public mutating func learn(from analysis: Analysis) -> Bool {
    var found = false
    var devices: Set<DeviceAddress?> = []
    for connection in analysis.connections where connection.hasDiscovery {
      found = true
      // Another capture may show the device at the address that it uses here, or by its identity.
      let addresses = Set([connection.peer, connection.device].compactMap(\.self))
      for address in addresses { byPeer[address, default: GATTTable()].merge(connection.peerTable) }
      if !addresses.isEmpty {
        devices.insert(connection.device)
      } else if fallback == nil {
        fallback = connection.peerTable
      }
    }
    // A capture of one device serves for that device under any address.
    if fallback == nil, devices.count == 1, let device = devices.first ?? nil { fallback = byPeer[device] }
    return found
  }

  /// The table for a device, nil when there is none.
  public func table(for peer: DeviceAddress?) -> GATTTable? {
    peer.flatMap { byPeer[$0] } ?? fallback
  }
}
