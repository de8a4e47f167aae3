import ATTParser

/// The names of the attributes of one device that stay the same when handles move.
///
/// `180d/2a37` is a characteristic's value, `180d/2a37/2902` one of its descriptors. The second of two alike
/// in one place is `2a37#2`, as are services.
struct AttributePaths {
  /// A row of the table.
  struct Row: Hashable {
    /// The path.
    var path: String
    /// The handle of the service's declaration, the value or the descriptor.
    var handle: AttributeHandle
    /// What a characteristic offers; nil for services and descriptors.
    var properties: CharacteristicProperties?
  }

  /// All attributes that the table tells of, in the order of their handles in each service.
  let rows: [Row]
  private let byHandle: [AttributeHandle: String]

  /// Names the attributes of a table.
  init(_ table: GATTTable) {
    var rows: [Row] = []
    var services = Counter()
    for contents in table.contents() {
      // Of what lies in no service that is known, the service is not known.
      let service = contents.service.map { services.name($0.uuid?.description ?? "?") } ?? "?"
      if let start = contents.service?.start { rows.append(Row(path: service, handle: start)) }
      var characteristics = Counter()
      for (characteristic, descriptors) in contents.characteristics {
        let path = service + "/" + characteristics.name(characteristic.uuid.description)
        rows.append(Row(path: path, handle: characteristic.value, properties: characteristic.properties))
        var names = Counter()
        for descriptor in descriptors where !descriptor.isInferred {
          let name = names.name(descriptor.uuid.description)
          rows.append(Row(path: path + "/" + name, handle: descriptor.handle))
        }
      }
    }
    self.rows = rows
    byHandle = Dictionary(rows.map { ($0.handle, $0.path) }) { first, _ in first }
  }

  /// The path of an attribute; its handle when the table does not tell.
  func path(_ handle: AttributeHandle) -> String { byHandle[handle] ?? handle.description }

  /// A path for people: without the service, and with the name where it has one.
  static func title(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let short = parts.count > 1 ? parts.dropFirst().joined(separator: "/") : path
    let uuid = BluetoothUUID(text: String((parts.last ?? "").prefix { $0 != "#" }))
    let name = uuid.flatMap {
      parts.count > 1 ? AssignedNumbers.withinService($0) : AssignedNumbers.service($0)
    }
    guard let name else { return short }
    return "\(short) (\(name))"
  }

  /// Numbers names that come again.
  private struct Counter {
    private var counts: [String: Int] = [:]

    mutating func name(_ text: String) -> String {
      let count = (counts[text] ?? 0) + 1
      counts[text] = count
      return count == 1 ? text : "\(text)#\(count)"
    }
  }
}
