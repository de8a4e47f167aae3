import ATTParser
import Analyzer

extension ReplayPlan {
  /// LE General Discoverable, no BR/EDR.
  private static let advertisingFlags: UInt8 = 0x06

  /// What the captured device advertised, as far as it is kept and there is room: flags, name, services; empty when the
  /// capture does not tell (Core Specification Supplement, Part A).
  static func advertised(by device: DeviceAddress?, _ analysis: Analysis) -> [UInt8] {
    guard let device,
      let content = analysis.advertising.advertisers.first(where: { $0.address == device })?.content,
      content.name != nil || !content.services.isEmpty
    else { return [] }
    var data = AdvertisingData()
    data.flags = advertisingFlags
    data.services = content.services
    (data.name, data.isNameShortened) = (content.name, content.isNameShortened)
    return data.encoded()
  }

  /// How to be found as the captured device: with what it advertised, or else with its services, and with its name.
  public var advertisement: LinkTarget {
    var name = AdvertisingData()
    name.name = deviceName
    if !advertisingData.isEmpty { return .advertise(data: advertisingData, scanResponse: name.encoded()) }
    var data = AdvertisingData()
    data.flags = Self.advertisingFlags
    data.services = advertisableServices
    // Not every central scans actively.
    var all = data
    all.name = name.name
    let together = all.encoded(limit: .max)
    return together.count <= AdvertisingData.legacyLimit
      ? .advertise(data: together, scanResponse: [])
      : .advertise(data: data.encoded(), scanResponse: name.encoded())
  }

  /// The services of the captured device but those that every device has.
  private var advertisableServices: [BluetoothUUID] {
    var services: [BluetoothUUID] = []
    for entry in connections.first?.layout.entries ?? [] {
      guard case .service = entry.detail, let uuid = entry.key.service.uuid, !services.contains(uuid),
        uuid != BluetoothUUID(0x1800), uuid != BluetoothUUID(0x1801)
      else { continue }
      services.append(uuid)
    }
    return services
  }

  /// The name that was read in the capture last.
  private var deviceName: String {
    for step in connections.flatMap(\.steps).reversed()
    where step.kind == .read && step.attribute?.key?.uuid == BluetoothUUID(0x2A00) {
      if case .value(let value, missing: 0) = step.answer, !value.isEmpty {
        return String(decoding: value, as: UTF8.self)
      }
    }
    return "bleshark"
  }
}
