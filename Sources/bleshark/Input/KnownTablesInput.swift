import ATTParser
import Analyzer

/// Attribute tables given with `--gatt`: saved by `gatt --save`, or learned from another capture.
enum KnownTablesInput {
  /// Reads every file that the command line gives with `--gatt`.
  ///
  /// - Parameter keys: what encrypted connections in captures of the air may be decrypted with.
  /// - Throws: ``InputError``.
  static func read(_ invocation: Invocation, _ keys: DecryptionKeys) throws -> KnownTables {
    var known = KnownTables()
    for path in invocation.allValues(.gatt) { try read(path, keys, into: &known) }
    return known
  }

  private static func read(_ path: String, _ keys: DecryptionKeys, into known: inout KnownTables) throws {
    if let saved = try SavedTable.read(path) {
      saved.add(to: &known)
      return
    }
    var reader = try CaptureInput.open(path, keys: keys)
    var builder = SessionBuilder()
    builder.addAll(&reader)
    if let refusal = reader.refusal { throw InputError(path, refusal) }
    let analysis = builder.finish(SourceFacts(reader))
    var found = false
    var devices: Set<DeviceAddress?> = []
    for connection in analysis.connections where connection.hasDiscovery {
      found = true
      // Another capture may show the device at the address that it uses here, or by its identity.
      let addresses = Set([connection.peer, connection.device].compactMap(\.self))
      for address in addresses { known.byPeer[address, default: GATTTable()].merge(connection.peerTable) }
      if !addresses.isEmpty {
        devices.insert(connection.device)
      } else if known.fallback == nil {
        known.fallback = connection.peerTable
      }
    }
    // A capture of one device serves for that device under any address.
    if known.fallback == nil, devices.count == 1, let device = devices.first ?? nil {
      known.fallback = known.byPeer[device]
    }
    guard found else {
      throw InputError(
        path, "no discovery in this capture", advice: "give one in which the device is discovered")
    }
  }
}
