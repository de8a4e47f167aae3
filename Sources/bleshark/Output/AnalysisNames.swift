import ATTParser
import Analyzer

extension Transport {
  /// The name in the analysis document.
  var name: String {
    switch self {
    case .le: "le"
    case .brEDR: "br_edr"
    case .unknown: "unknown"
    }
  }
}

extension Connection.Role {
  /// The name in the analysis document.
  var name: String {
    switch self {
    case .central: "central"
    case .peripheral: "peripheral"
    case .unknown: "unknown"
    }
  }
}

/// The names of PHYs.
enum PHYName {
  /// `1M`, `2M`, `Coded`, or the number.
  static func text(_ phy: UInt8) -> String {
    switch phy {
    case 1: "1M"
    case 2: "2M"
    case 3: "Coded"
    default: "unknown_\(phy)"
    }
  }

  /// The names of a bit mask of PHYs.
  static func list(_ mask: UInt8) -> [String] {
    [(1, "1M"), (2, "2M"), (4, "Coded")].filter { mask & $0.0 != 0 }.map(\.1)
  }
}
