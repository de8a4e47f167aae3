#if canImport(CoreBluetooth)
import ATTParser
import CoreBluetooth
import Foundation

/// What CoreBluetooth reports on its queue, for the thread that waits for it.
enum AppleHappening {
  /// A manager can be used, or cannot.
  case state(CBManagerState)
  /// A device advertises.
  case found(CBPeripheral, name: String?)
  /// The link stands.
  case connected
  /// There is no link; why.
  case notConnected(String)
  /// The link ended.
  case disconnected
  /// Discovery on an object is over; why it failed.
  case discovered(ObjectIdentifier, String?)
  /// A value was read, or came.
  case value(CBCharacteristic, [UInt8], code: ATTErrorCode?)
  /// A descriptor's value was read.
  case descriptorValue(CBDescriptor, [UInt8], code: ATTErrorCode?)
  /// A write was answered.
  case written(ObjectIdentifier, code: ATTErrorCode?)
  /// A subscription began or ended.
  case subscription(CBCharacteristic, code: ATTErrorCode?)
  /// There is room for values again.
  case readyToSend
  /// A service is published; why it is not.
  case serviceAdded(String?)
  /// Advertising began; why it did not.
  case advertising(String?)
  /// A central subscribed or unsubscribed.
  case subscribed(CBCentral, CBCharacteristic, isOn: Bool)
  /// A central reads.
  case reads(CBATTRequest)
  /// A central writes.
  case writes([CBATTRequest])
}

/// Carries happenings from CoreBluetooth's queue to the one thread that waits.
final class AppleMailbox: @unchecked Sendable {
  /// Happenings kept at most; more of them come only from a peer that floods.
  static let limit = 65_536

  // Only touched while the condition is locked.
  private var happenings = FIFO<AppleHappening>()
  private let condition = NSCondition()

  /// Adds a happening, on CoreBluetooth's queue.
  func put(_ happening: AppleHappening) {
    condition.lock()
    if happenings.count < Self.limit { happenings.append(happening) }
    condition.signal()
    condition.unlock()
  }

  /// The next happening; nil when none came before `deadline`.
  func take(until deadline: MonotonicTime, _ subject: String) throws(ReplayError) -> AppleHappening? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let happening = happenings.popFirst() { return happening }
      try ReplayInterruption.check(subject)
      let left = deadline.milliseconds(since: .now)
      if left <= 0 { return nil }
      let slice = Double(min(left, Int64(ReplayInterruption.interval))) / 1000
      _ = condition.wait(until: Date(timeIntervalSinceNow: slice))
    }
  }
}

/// Why a manager cannot be used, nil when it can or may become usable.
func appleProblem(_ state: CBManagerState, _ subject: String) -> ReplayError? {
  switch state {
  case .unauthorized:
    ReplayError(
      .transport, subject, "this program may not use Bluetooth",
      advice: "allow the terminal in System Settings, Privacy & Security, Bluetooth")
  case .poweredOff: ReplayError(.transport, subject, "Bluetooth is off", advice: "switch it on")
  case .unsupported: ReplayError(.transport, subject, "this machine has no Bluetooth Low Energy")
  default: nil
  }
}

/// The ATT error that an error of CoreBluetooth is; nil without one, Unlikely Error for any other.
func appleCode(_ error: (any Error)?) -> ATTErrorCode? {
  guard let error else { return nil }
  let system = error as NSError
  guard system.domain == CBATTErrorDomain, let code = UInt8(exactly: system.code), code > 0 else {
    return .unlikelyError
  }
  return ATTErrorCode(rawValue: code)
}
#endif
