/// `corebluetooth:NAME`: ATT through the Bluetooth of Apple's systems.
enum AppleBluetooth {
  /// Makes a bearer; nothing is opened yet.
  ///
  /// - Throws: ``ReplayError`` elsewhere than on Apple's systems.
  static func bearer(_ request: TransportRequest) throws(ReplayError) -> any ATTBearer {
    #if canImport(CoreBluetooth)
    switch request.role {
    case .central: return AppleCentral(subject: request.name)
    case .peripheral: return ApplePeripheral(request.plan.connections.first?.layout, subject: request.name)
    }
    #else
    throw ReplayError(
      .transport, request.name, "only Apple's systems have CoreBluetooth",
      advice: "on Linux use bluez, l2cap, hci or h4")
    #endif
  }
}
