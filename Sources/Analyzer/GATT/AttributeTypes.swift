public import ATTParser

/// The attribute types that tell how a table is built (Vol 3, Part G, 3.4), and those it changes by.
extension BluetoothUUID {
  /// The declaration of a primary service.
  public static let primaryService = BluetoothUUID(0x2800)
  /// The declaration of a secondary service.
  public static let secondaryService = BluetoothUUID(0x2801)
  /// The declaration of a service that is part of another one.
  public static let include = BluetoothUUID(0x2802)
  /// The declaration of a characteristic.
  public static let characteristic = BluetoothUUID(0x2803)
  /// The descriptor that turns notifications and indications on, in short CCCD.
  public static let clientCharacteristicConfiguration = BluetoothUUID(0x2902)
  /// The characteristic by which a server says that its attributes have changed.
  public static let serviceChanged = BluetoothUUID(0x2A05)
  /// The characteristic by which a client tells whether it knows the attributes.
  static let databaseHash = BluetoothUUID(0x2B2A)
  /// The service that has both.
  static let genericAttribute = BluetoothUUID(0x1801)

  /// True for the types of service, include and characteristic declarations.
  var isDeclaration: Bool { short.map { (0x2800...0x2803).contains($0) } ?? false }
}
