import ATTParser
import Analyzer

/// A system's Bluetooth that speaks of attributes, not of PDUs: BlueZ over D-Bus, CoreBluetooth.
protocol SystemGATT: AnyObject {
  /// The value of a characteristic or descriptor from `offset` on.
  func read(
    _ handle: AttributeHandle, offset: Int, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8]

  /// Writes a value; with a response, returns when it has come.
  func write(
    _ handle: AttributeHandle, _ value: [UInt8], withResponse: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure)

  /// Subscribes to a characteristic, or unsubscribes.
  func subscribe(
    _ value: AttributeHandle, _ isWanted: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure)
}

/// Why a system's Bluetooth did not do something with an attribute.
enum SystemGATTFailure: Error, Hashable {
  /// The device answered with an ATT error, or the system says what amounts to one.
  case refused(ATTErrorCode)
  /// Nothing came in time.
  case noAnswer
  /// The link, or the way to the system, is gone.
  case gone(String)
}

/// The attributes of a device as a system tells of them, for the layout of handles that PDUs need.
struct SystemTable {
  /// A service with what is in it.
  struct Service {
    /// Its UUID.
    var uuid: BluetoothUUID
    /// The handle of its declaration.
    var start: AttributeHandle
    /// False for a secondary service.
    var isPrimary: Bool
    /// Its characteristics, in any order.
    var characteristics: [Characteristic]
  }

  /// A characteristic with its descriptors.
  struct Characteristic {
    /// Its UUID.
    var uuid: BluetoothUUID
    /// The handle of its declaration.
    var declaration: AttributeHandle
    /// What may be done with its value.
    var properties: CharacteristicProperties
    /// Its descriptors, in any order, as far as the system tells of them.
    var descriptors: [(uuid: BluetoothUUID, handle: AttributeHandle)]

    /// Where its value is: behind its declaration.
    var value: AttributeHandle { AttributeHandle(rawValue: declaration.rawValue &+ 1) }
  }

  /// The services, in the order of their handles.
  var services: [Service]

  /// The layout of handles.
  ///
  /// A CCCD that the system keeps to itself is put behind the value of a characteristic that notifies or indicates, where
  /// nothing else is.
  var layout: AttributeLayout {
    var entries: [AttributeLayout.Entry] = []
    var places: [BluetoothUUID: Int] = [:]
    let sorted = services.sorted { $0.start < $1.start }
    for (index, service) in sorted.enumerated() {
      places[service.uuid, default: 0] += 1
      let part = AttributeKey.Part(service.uuid, places[service.uuid] ?? 1)
      let next = index + 1 < sorted.count ? sorted[index + 1].start.rawValue : 0xFFFF
      let end =
        index + 1 < sorted.count ? AttributeHandle(rawValue: next &- 1) : AttributeHandle(rawValue: 0xFFFF)
      entries.append(
        .init(
          handle: service.start, key: AttributeKey(part, .service),
          detail: .service(end: end, isPrimary: service.isPrimary)))
      entries += Self.entries(of: service, part, end: next)
    }
    return AttributeLayout(entries)
  }

  private static func entries(
    of service: Service, _ part: AttributeKey.Part, end: UInt16
  ) -> [AttributeLayout.Entry] {
    var entries: [AttributeLayout.Entry] = []
    var places: [BluetoothUUID: Int] = [:]
    let sorted = service.characteristics.sorted { $0.declaration < $1.declaration }
    for (index, one) in sorted.enumerated() {
      places[one.uuid, default: 0] += 1
      let own = AttributeKey.Part(one.uuid, places[one.uuid] ?? 1)
      entries.append(
        .init(
          handle: one.declaration, key: AttributeKey(part, .declaration(own)),
          detail: .declaration(one.properties, value: one.value)))
      entries.append(.init(handle: one.value, key: AttributeKey(part, .value(own)), detail: .value))
      var descriptors = one.descriptors
      let configuration = BluetoothUUID(0x2902)
      let free = one.value.rawValue &+ 1
      let next = index + 1 < sorted.count ? sorted[index + 1].declaration.rawValue : end
      if !one.properties.isDisjoint(with: [.notify, .indicate]),
        !descriptors.contains(where: { $0.uuid == configuration || $0.handle.rawValue == free }), free < next
      {
        descriptors.append((configuration, AttributeHandle(rawValue: free)))
      }
      var kinds: [BluetoothUUID: Int] = [:]
      for descriptor in descriptors.sorted(by: { $0.handle < $1.handle }) {
        kinds[descriptor.uuid, default: 0] += 1
        let kind = AttributeKey.Part(descriptor.uuid, kinds[descriptor.uuid] ?? 1)
        entries.append(
          .init(
            handle: descriptor.handle, key: AttributeKey(part, .descriptor(own, kind)),
            detail: .descriptor(isInferred: false)))
      }
    }
    return entries
  }
}
