// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What bleshark uses of CoreBluetooth, with its declarations and without anything behind them: enough to check the types of
// Sources/Replay/Apple on a machine that has no CoreBluetooth. See check-types.

import Dispatch
import Foundation

public let CBATTErrorDomain = "CBATTErrorDomain"
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"

public enum CBManagerState: Int { case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn }

public struct CBATTError: Error {
  public enum Code: Int {
    case success = 0, invalidHandle, readNotPermitted, writeNotPermitted, invalidPdu,
      insufficientAuthentication
    case requestNotSupported, invalidOffset, insufficientAuthorization, prepareQueueFull, attributeNotFound
    case attributeNotLong, insufficientEncryptionKeySize, invalidAttributeValueLength, unlikelyError
    case insufficientEncryption, unsupportedGroupType, insufficientResources
  }
}

public class CBUUID: NSObject {
  public init(string: String) { uuidString = string }
  public let uuidString: String
}

public class CBManager: NSObject { public var state: CBManagerState { .unknown } }
public class CBPeer: NSObject {}
public class CBAttribute: NSObject { public var uuid: CBUUID { CBUUID(string: "0000") } }

public class CBCentral: CBPeer { public var maximumUpdateValueLength: Int { 0 } }

public class CBService: CBAttribute { public var characteristics: [CBCharacteristic]? { nil } }

public class CBMutableService: CBService {
  public init(type: CBUUID, primary: Bool) {}
  override public var characteristics: [CBCharacteristic]? {
    get { nil }
    set {}
  }
}

public struct CBCharacteristicProperties: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let notify = CBCharacteristicProperties(rawValue: 0x10)
  public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
}

public struct CBAttributePermissions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let readable = CBAttributePermissions(rawValue: 1)
  public static let writeable = CBAttributePermissions(rawValue: 2)
}

public class CBCharacteristic: CBAttribute {
  public var properties: CBCharacteristicProperties { [] }
  public var value: Data? { nil }
  public var descriptors: [CBDescriptor]? { nil }
}

public class CBMutableCharacteristic: CBCharacteristic {
  public init(
    type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?,
    permissions: CBAttributePermissions
  ) {}
}

public class CBDescriptor: CBAttribute { public var value: Any? { nil } }

public enum CBCharacteristicWriteType: Int { case withResponse, withoutResponse }

public protocol CBPeripheralDelegate: AnyObject {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?)
  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?)
  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?)
  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
}

public class CBPeripheral: CBPeer {
  public weak var delegate: (any CBPeripheralDelegate)?
  public var name: String? { nil }
  public var services: [CBService]? { nil }
  public var canSendWriteWithoutResponse: Bool { false }
  public func discoverServices(_ serviceUUIDs: [CBUUID]?) {}
  public func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {}
  public func discoverDescriptors(for characteristic: CBCharacteristic) {}
  public func readValue(for characteristic: CBCharacteristic) {}
  public func readValue(for descriptor: CBDescriptor) {}
  public func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int { 0 }
  public func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType)
  {}
  public func writeValue(_ data: Data, for descriptor: CBDescriptor) {}
  public func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {}
}

public protocol CBCentralManagerDelegate: AnyObject {
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber)
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
}

public class CBCentralManager: CBManager {
  public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil)
  {}
  public func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {}
  public func stopScan() {}
  public func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {}
  public func cancelPeripheralConnection(_ peripheral: CBPeripheral) {}
}

public class CBATTRequest: NSObject {
  public var central: CBCentral { CBCentral() }
  public var characteristic: CBCharacteristic { CBCharacteristic() }
  public var offset: Int { 0 }
  public var value: Data?
}

public protocol CBPeripheralManagerDelegate: AnyObject {
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
  func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic)
  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
  )
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest])
  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager)
}

public class CBPeripheralManager: CBManager {
  public init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
  ) {}
  public func add(_ service: CBMutableService) {}
  public func removeAllServices() {}
  public func startAdvertising(_ advertisementData: [String: Any]?) {}
  public func stopAdvertising() {}
  public func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {}
  public func updateValue(
    _ value: Data, for characteristic: CBMutableCharacteristic, onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool { false }
}
