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
  /// The other way; unknown stays unknown.
  fileprivate var opposite: Direction {
    switch self {
    case .sent: .received
    case .received: .sent
    case .unknown: .unknown
    }
  }

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

  /// The names of a bit mask of PHYs.
  static func list(_ mask: UInt8) -> [String] {
    [(1, "1M"), (2, "2M"), (4, "Coded")].filter { mask & $0.0 != 0 }.map(\.1)
  }
}

extension ValueStream {
  /// Who sends the values: of what is read that is the side that answers.
  var senderName: String {
    kind == .read || kind == .readBlob ? direction.opposite.senderName : direction.senderName
  }
}
