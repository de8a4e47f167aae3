public import ATTParser

/// A value that differs from time to time though nothing is wrong, and what of it is not compared.
public struct VolatileValue: Hashable, Sendable {
  /// The characteristic or descriptor.
  public var uuid: BluetoothUUID
  /// The bytes that are not compared, nil for all of them and their number.
  public var bytes: Range<Int>?
  /// Why it differs.
  public var reason: String

  /// Makes the value.
  public init(_ uuid: BluetoothUUID, _ bytes: Range<Int>? = nil, reason: String) {
    self.uuid = uuid
    self.bytes = bytes
    self.reason = reason
  }

  /// What differs on any device.
  public static let known: [VolatileValue] = [
    VolatileValue(BluetoothUUID(0x2B2A), reason: "Database Hash: another with every layout"),
    VolatileValue(BluetoothUUID(0x2B29), reason: "Client Supported Features: the client's own"),
    VolatileValue(BluetoothUUID(0x2A2B), reason: "Current Time"),
    VolatileValue(BluetoothUUID(0x2A08), reason: "Date Time"),
    VolatileValue(BluetoothUUID(0x2A19), reason: "Battery Level"),
  ]
}
