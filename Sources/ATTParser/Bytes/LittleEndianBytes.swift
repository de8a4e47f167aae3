extension FixedWidthInteger {
  /// The integer's bytes in the order that ATT, L2CAP, SMP and HCI send them: least significant first.
  package var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }
}

extension DeviceAddress {
  /// The address's six bytes as they are sent: least significant first.
  package var littleEndianBytes: [UInt8] { Array(value.littleEndianBytes.prefix(6)) }
}

extension AttributeHandle {
  /// The handle's bytes as they are sent: least significant first.
  package var littleEndianBytes: [UInt8] { rawValue.littleEndianBytes }
}
