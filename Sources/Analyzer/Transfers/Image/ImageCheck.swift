extension TransferPart.Check {
  /// Whether the bytes of an image have this check; nil when it cannot be computed here.
  public func agrees(with bytes: [UInt8]) -> Bool? {
    switch kind {
    case .crc32: compare(CyclicCheck.of(bytes, .crc32), 4)
    case .crc32Trailer: compare(CyclicCheck.of(bytes.dropLast(4), .crc32WithoutInversion), 4)
    case .modbus: compare(CyclicCheck.of(bytes, .modbus), 2)
    case .xmodem: compare(CyclicCheck.of(bytes, .xmodem), 2)
    case .ccittFalse: compare(CyclicCheck.of(bytes, .ccittFalse), 2)
    case .sha256: Digest.sha256(bytes).map { $0 == value }
    }
  }

  private func compare(_ computed: UInt32, _ count: Int) -> Bool {
    value == (0..<count).reversed().map { UInt8(truncatingIfNeeded: computed >> UInt32(8 * $0)) }
  }
}
