#if canImport(CoreBluetooth)
import ATTParser
import CoreBluetooth
import Foundation

/// Puts what CoreBluetooth reports to a central into a mailbox.
final class AppleCentralDelegate: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  private let mailbox: AppleMailbox

  /// Makes a delegate that reports to a mailbox.
  init(_ mailbox: AppleMailbox) { self.mailbox = mailbox }

  func centralManagerDidUpdateState(_ central: CBCentralManager) { mailbox.put(.state(central.state)) }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    // Links of an earlier run belong to nobody: a session begins with a link of its own.
    for peripheral in dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? [] {
      central.cancelPeripheralConnection(peripheral)
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name
    mailbox.put(.found(peripheral, name: name))
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    mailbox.put(.connected)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    mailbox.put(.notConnected(error?.localizedDescription ?? "no reason is given"))
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    mailbox.put(.disconnected)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    mailbox.put(.discovered(ObjectIdentifier(peripheral), error?.localizedDescription))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
  ) {
    mailbox.put(.discovered(ObjectIdentifier(service), error?.localizedDescription))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    mailbox.put(.discovered(ObjectIdentifier(characteristic), error?.localizedDescription))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    mailbox.put(.value(characteristic, [UInt8](characteristic.value ?? Data()), code: appleCode(error)))
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)
  {
    let value: [UInt8] =
      switch descriptor.value {
      case let data as Data: [UInt8](data)
      case let text as String: Array(text.utf8)
      case let number as NSNumber: UInt16(truncatingIfNeeded: number.intValue).littleEndianBytes
      default: []
      }
    mailbox.put(.descriptorValue(descriptor, value, code: appleCode(error)))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    mailbox.put(.written(ObjectIdentifier(characteristic), code: appleCode(error)))
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?)
  {
    mailbox.put(.written(ObjectIdentifier(descriptor), code: appleCode(error)))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    mailbox.put(.subscription(characteristic, code: appleCode(error)))
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { mailbox.put(.readyToSend) }
}
#endif
