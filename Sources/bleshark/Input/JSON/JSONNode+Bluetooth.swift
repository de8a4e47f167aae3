import ATTParser

/// Values that are written as text in files about Bluetooth.
extension JSONNode {
  /// A device address, most significant byte first.
  func deviceAddress() throws -> DeviceAddress {
    let text = try string()
    guard let address = DeviceAddress(text: text) else {
      throw error("'\(text)' is no address such as F0:F1:F2:F3:F4:F5")
    }
    return address
  }

  /// An attribute handle; 0 is none.
  func attributeHandle(orNone: Bool = false) throws -> AttributeHandle {
    AttributeHandle(rawValue: UInt16(try integer((orNone ? 0 : 1)...0xFFFF)))
  }

  /// A UUID.
  func uuid() throws -> BluetoothUUID {
    let text = try string()
    guard let uuid = BluetoothUUID(text: text) else {
      throw error("'\(text)' is no UUID: four digits, or the 8-4-4-4-12 form")
    }
    return uuid
  }
}
