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

extension Connection.Closing.Side {
  /// The name in the analysis document.
  var name: String {
    switch self {
    case .local: "local"
    case .peer: "peer"
    case .link: "link"
    }
  }
}

extension Direction {
  /// Who sent what went this way: the recording host is `local`.
  var senderName: String {
    switch self {
    case .sent: "local"
    case .received: "peer"
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
}
