import ATTParser

/// TI OAD on its characteristics F000FFC1 (identify), FFC2 (block) and FFC5 (control).
///
/// Two generations share the first two: the first message tells which one it is.
struct TexasInstrumentsOAD: TransferProtocol {
  static let format = TransferFormat(
    "ti-oad", "TI OAD",
    [
      TransferAttribute(uuid(0xFFC1), .identify),
      TransferAttribute(uuid(0xFFC2), .data),
      TransferAttribute(uuid(0xFFC5), .control),
    ],
    recognize: { EnhancedOAD.recognize($0) ?? LegacyOAD.recognize($0) }
  ) { TexasInstrumentsOAD() }

  /// `F000xxxx-0451-4000-B000-000000000000`.
  private static func uuid(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: 0xF000_0000_0451_4000 | number << 32, low: 0xB000_0000_0000_0000)
  }

  private enum Generation {
    case unknown
    case legacy(LegacyOAD)
    case enhanced(EnhancedOAD)
  }

  private var generation = Generation.unknown

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    if case .unknown = generation, let isEnhanced = Self.isEnhanced(message, value) {
      generation = isEnhanced ? .enhanced(EnhancedOAD()) : .legacy(LegacyOAD())
    }
    switch generation {
    case .unknown: break
    case .legacy(var machine):
      generation = .unknown
      machine.receive(message, value, &log)
      generation = .legacy(machine)
    case .enhanced(var machine):
      generation = .unknown
      machine.receive(message, value, &log)
      generation = .enhanced(machine)
    }
  }

  /// Which generation a message belongs to, nil when it could be either.
  private static func isEnhanced(_ message: TransferMessage, _ value: [UInt8]) -> Bool? {
    let count = value.count + message.missingBytes
    switch message.role {
    case .control: return true
    // A legacy header has 12 or 16 bytes, the other 18 or 22; a query of the version has one.
    case .identify where message.isWrite: return count >= 18 ? true : count >= 12 ? false : nil
    // A legacy block has 18 bytes, the other a multiple of 4.
    case .data where message.isWrite: return count != 18
    case .data where message.isFromServer: return count == 2 ? false : nil
    default: return nil
    }
  }
}

extension TransferRole {
  /// The header of the image, in TI OAD.
  static let identify = TransferRole(rawValue: 16)
}
