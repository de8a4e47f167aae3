public import ATTParser

/// What a device said of itself in its advertising and scan response data, put together from all that was
/// looked at.
public struct AdvertisedContent: Hashable, Sendable {
  /// Services, companies and the like kept of one kind at most.
  private static let listLimit = 64

  /// The flags of the last data that had some.
  public internal(set) var flags: UInt8?
  /// The local name: the last complete one, or else the last shortened one.
  public internal(set) var name: String?
  /// ``name`` is a shortened one.
  public internal(set) var isNameShortened = false
  /// Services, in the order they were first named.
  public internal(set) var services: [BluetoothUUID] = []
  /// Services that the device looks for on its central.
  public internal(set) var solicitedServices: [BluetoothUUID] = []
  /// Services whose data was sent.
  public internal(set) var serviceData: [BluetoothUUID] = []
  /// Companies whose manufacturer data was sent.
  public internal(set) var manufacturers: [UInt16] = []
  /// TX power in dBm, of the last data that had one.
  public internal(set) var txPower: Int8?
  /// Appearance, of the last data that had one.
  public internal(set) var appearance: UInt16?
  /// Some of the data did not keep to its own lengths.
  public internal(set) var isMalformed = false

  /// Adds what one piece of data says.
  mutating func add(_ data: AdvertisingData) {
    flags = data.flags ?? flags
    txPower = data.txPower ?? txPower
    appearance = data.appearance ?? appearance
    if data.isMalformed { isMalformed = true }
    if let said = data.name, !data.isNameShortened || isNameShortened || name == nil {
      name = said
      isNameShortened = data.isNameShortened
    }
    for service in data.services { Self.insert(service, into: &services) }
    for service in data.solicitedServices { Self.insert(service, into: &solicitedServices) }
    for item in data.serviceData { Self.insert(item.service, into: &serviceData) }
    for item in data.manufacturerData { Self.insert(item.company, into: &manufacturers) }
  }

  private static func insert<Item: Equatable>(_ item: Item, into list: inout [Item]) {
    if list.count < listLimit, !list.contains(item) { list.append(item) }
  }
}
