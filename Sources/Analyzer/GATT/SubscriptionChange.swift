public import ATTParser

/// A write to a Client Characteristic Configuration descriptor, and so a change of what may be sent.
public struct SubscriptionChange: Hashable, Sendable {
  private let packedMoment: PackedMoment
  private let packedValuesBefore: UInt32
  /// The descriptor.
  public var descriptor: AttributeHandle
  /// The value it governs: by the table, or the handle before the descriptor's when there is no table.
  public var value: AttributeHandle
  private let packedBits: UInt8
  /// True when the descriptor was told by what was written to it, not by discovery.
  public var isInferred: Bool
  /// Which way the write went.
  public var direction: Direction
  /// False when the server refused it; nil while it is not answered.
  public var isAccepted: Bool?

  /// Makes a change; of `bits` only the two are kept that the specification defines.
  init(
    moment: Moment, descriptor: AttributeHandle, value: AttributeHandle, bits: UInt16, isInferred: Bool,
    direction: Direction, isAccepted: Bool?, valuesBefore: Int
  ) {
    packedMoment = PackedMoment(moment)
    packedValuesBefore = UInt32(clamping: valuesBefore)
    self.descriptor = descriptor
    self.value = value
    packedBits = UInt8(truncatingIfNeeded: bits & 3)
    self.isInferred = isInferred
    self.direction = direction
    self.isAccepted = isAccepted
  }

  /// The write.
  public var moment: Moment { packedMoment.unpacked }
  /// Bit 0 allows notifications, bit 1 indications; the others are reserved, and 0.
  public var bits: UInt16 { UInt16(packedBits) }
  /// Notifications and indications of the value counted before the write.
  public var valuesBefore: Int { Int(packedValuesBefore) }
  /// True when the write allows notifications.
  public var allowsNotifications: Bool { bits & 1 != 0 }
  /// True when the write allows indications.
  public var allowsIndications: Bool { bits & 2 != 0 }
}
