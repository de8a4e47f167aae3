import ATTParser

/// A device that advertises and can be connected to.
struct FoundDevice {
  /// Its address.
  var address: DeviceAddress
  /// The kind of the address.
  var type: AddressType
}

/// Looks through advertising reports for one device.
struct DeviceSearch {
  /// Devices remembered at most; with more of them around all are heard anew.
  static let limit = 1024
  /// Bytes of advertising data in pieces that are put together (Vol 4, Part E, 7.8.57).
  static let longestData = 1650

  private struct Device {
    /// It said that it can be connected to.
    var isConnectable = false
    /// It is the one that is looked for.
    var isWanted = false
    /// Advertising data whose end has not come.
    var pieces: [UInt8] = []
  }

  private let target: LinkTarget
  private var devices: [UInt64: Device] = [:]

  /// Begins to look for a device.
  init(_ target: LinkTarget) { self.target = target }

  /// Devices heard so far.
  var count: Int { devices.count }

  /// Looks at a report with its data; the device when it is the one looked for and can be connected to.
  mutating func note(_ report: AdvertisingReport, _ data: [UInt8]) -> FoundDevice? {
    // The data of an anonymous advertiser lead nowhere.
    guard report.addressType.rawValue != 0xFF else { return nil }
    let key = report.address.value << 8 | UInt64(report.addressType.rawValue)
    if devices.count >= Self.limit, devices[key] == nil { devices.removeAll() }
    var device = devices[key] ?? Device()
    // A device that is named once may tell in one PDU that it can be connected to, and in another who it is.
    if report.isConnectable { device.isConnectable = true }
    if device.pieces.count + data.count <= Self.longestData { device.pieces += data }
    if report.dataStatus != .incomplete {
      if fits(report.address, report.addressType, device.pieces) { device.isWanted = true }
      device.pieces = []
    }
    devices[key] = device
    guard device.isConnectable, device.isWanted else { return nil }
    return FoundDevice(address: report.address, type: report.addressType)
  }

  private func fits(_ address: DeviceAddress, _ type: AddressType, _ data: [UInt8]) -> Bool {
    switch target {
    case .address(let wanted, let isRandom):
      // Identity addresses are public or random ones that a controller has found behind others.
      return wanted == address && (isRandom.map { $0 == type.isRandom } ?? true)
    case .name(let name): return AdvertisingData(data).name == name
    case .service(let service): return AdvertisingData(data).services.contains(service)
    case .advertise: return false
    }
  }
}

extension LinkTarget {
  /// What is looked for, in words.
  var inWords: String {
    switch self {
    case .address(let address, _): "device \(address)"
    case .name(let name): "device named \"\(name)\""
    case .service(let service): "device with service \(service)"
    case .advertise: "central"
    }
  }
}
