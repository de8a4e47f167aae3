import ATTParser
import Analyzer

/// Tables as one JSON document.
struct TablesDocument: JSONDocument {
  /// One device.
  struct Device: Encodable {
    let address: String?
    let connections: [Int]
    let services: [ServiceDocument]
    let values: [ValueDocument]
    let unexplained_handles: [Int]
  }

  let schema = "bleshark.tables/1"
  let tool = ToolDocument()
  let devices: [Device]

  init(_ devices: [DeviceTable]) {
    self.devices = devices.map { device in
      Device(
        address: device.address?.description, connections: device.connections.map(\.id),
        services: device.table.contents().map(ServiceDocument.init),
        values: device.values.map { ValueDocument($0.handle, $0.bytes, device.table.uuid(of: $0.handle)) },
        unexplained_handles: device.unexplained.map { Int($0.rawValue) })
    }
  }
}
