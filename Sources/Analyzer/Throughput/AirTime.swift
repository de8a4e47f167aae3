/// How packets are modulated on the air (Vol 6, Part A, 1).
public enum LinkPHY: String, Sendable, Hashable, CaseIterable {
  /// LE 1M.
  case le1M = "1M"
  /// LE 2M.
  case le2M = "2M"
  /// LE Coded with two symbols a bit.
  case codedS2 = "Coded S=2"
  /// LE Coded with eight symbols a bit.
  case codedS8 = "Coded S=8"

  /// The PHY that an event names: 1 = 1M, 2 = 2M, 3 = Coded; which coding is not told, so the slower is taken.
  init?(_ value: UInt8) {
    switch value {
    case 1: self = .le1M
    case 2: self = .le2M
    case 3: self = .codedS8
    default: return nil
    }
  }
}

/// How long packets take on the air, in microseconds (Vol 6, Part B, 2.1 and 2.2).
///
/// ```
/// uncoded  preamble 1 or 2 | access address 4 | header 2 | payload n | MIC 4 or 0 | CRC 3     bytes
/// coded    preamble 80 | access address 256 | CI 16 | TERM1 24 | (header, payload, MIC, CRC) · S | TERM2 3 · S    µs
/// ```
public enum AirTime {
  /// The pause between two packets of one connection event (T_IFS).
  public static let interFrameSpace = 150
  /// The bytes that encryption adds to a packet with a payload.
  private static let integrityCheck = 4

  /// How long a data packet takes.
  ///
  /// - Parameter payload: its bytes, without the MIC.
  public static func packet(_ payload: Int, _ phy: LinkPHY, isEncrypted: Bool) -> Int {
    let bytes = payload + (isEncrypted && payload > 0 ? integrityCheck : 0)
    switch phy {
    case .le1M: return 8 * (1 + 4 + 2 + bytes + 3)
    case .le2M: return 4 * (2 + 4 + 2 + bytes + 3)
    case .codedS2: return 80 + 256 + 16 + 24 + 2 * (8 * (2 + bytes + 3) + 3)
    case .codedS8: return 80 + 256 + 16 + 24 + 8 * (8 * (2 + bytes + 3) + 3)
    }
  }

  /// How long it takes to send a data packet and to hear the empty one that acknowledges it.
  public static func exchange(_ payload: Int, _ phy: LinkPHY, isEncrypted: Bool) -> Int {
    packet(payload, phy, isEncrypted: isEncrypted) + interFrameSpace
      + packet(0, phy, isEncrypted: isEncrypted) + interFrameSpace
  }
}
