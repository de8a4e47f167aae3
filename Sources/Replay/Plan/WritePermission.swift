public import ATTParser
import Analyzer

/// What of a plan may be written to a device.
public struct WritePermission: Hashable, Sendable {
  /// Any attribute may be written.
  public var allWrites = false
  /// Attributes that may be written, by the UUID of the characteristic.
  public var characteristics: Set<BluetoothUUID> = []
  /// Attributes that take an image may be written, too.
  public var transfers = false

  /// Allows nothing.
  public init() {}

  /// Allows everything.
  public static let everything: WritePermission = {
    var all = WritePermission()
    all.allWrites = true
    all.transfers = true
    return all
  }()

  /// Why a step may not be sent; nil when it may.
  ///
  /// - Parameter transferAttributes: ``WritePermission/transferAttributes(of:)`` of the plan.
  public func refusal(of step: ReplayStep, transferAttributes: Set<AttributeKey>) -> String? {
    guard step.isWrite else { return nil }
    // What is executed was prepared, or refused there.
    if step.kind == .executeWrite {
      return allWrites || !characteristics.isEmpty ? nil : "writing needs --allow-writes"
    }
    let key = step.attribute?.key
    let uuid = key?.characteristic?.uuid
    guard allWrites || uuid.map(characteristics.contains) == true else {
      return "writing needs --allow-writes" + (uuid.map { ", or --allow-write \($0)" } ?? "")
    }
    if !transfers, let key, transferAttributes.contains(key) {
      return "it takes a firmware image, or may: that needs --allow-ota"
    }
    return nil
  }

  /// Attributes of a plan that take an image: those that it names, those of known protocols, and those it writes to in bulk.
  ///
  /// Looked for again before each run: a plan can be edited, which must not turn the check off.
  public static func transferAttributes(of plan: ReplayPlan) -> Set<AttributeKey> {
    let known = TransferOptions()
    var attributes = plan.transferAttributes
    for connection in plan.connections {
      attributes.formUnion(ReplayPlan.bulkAttributes(connection))
      for step in connection.steps where step.isWrite {
        guard let key = step.attribute?.key, case .value = key.attribute, let uuid = key.uuid,
          known.isOfTransfer(uuid)
        else { continue }
        attributes.insert(key)
      }
    }
    return attributes
  }
}
