import ATTParser
import Analyzer

/// What the two sides of a connection are called: the recording host and its peer, on the air the central and
/// the peripheral.
struct LinkSides {
  /// There is no recording host.
  let isOfTheAir: Bool

  /// The side whose PDUs are `sent`, in documents.
  var local: String { isOfTheAir ? "central" : "local" }
  /// The side whose PDUs are `received`, in documents.
  var peer: String { isOfTheAir ? "peripheral" : "peer" }
  /// The side whose PDUs are `sent`, in text.
  var localLabel: String { isOfTheAir ? "the central" : "this host" }
  /// The side whose PDUs are `received`, in text.
  var peerLabel: String { isOfTheAir ? "the peripheral" : "the peer" }

  /// Who sent what went this way.
  func sender(_ direction: Direction) -> String {
    switch direction {
    case .sent: local
    case .received: peer
    case .unknown: "unknown"
    }
  }

  /// Who ended a connection, in documents.
  func name(_ side: Connection.Closing.Side) -> String {
    switch side {
    case .local: local
    case .peer: peer
    case .link: "link"
    }
  }

  /// Who ended a connection, in text.
  func label(_ side: Connection.Closing.Side) -> String {
    switch side {
    case .local: "by \(localLabel)"
    case .peer: "by \(peerLabel)"
    case .link: "the link was lost"
    }
  }

  /// Who sends the values of a stream: of what is read that is the side that answers.
  func sender(_ stream: ValueStream) -> String {
    guard stream.kind == .read || stream.kind == .readBlob else { return sender(stream.direction) }
    switch stream.direction {
    case .sent: return peer
    case .received: return local
    case .unknown: return "unknown"
    }
  }
}

extension Connection {
  /// What its sides are called.
  var sides: LinkSides { LinkSides(isOfTheAir: air != nil) }
}

extension Transaction {
  /// What the sides of its connection are called.
  var sides: LinkSides { LinkSides(isOfTheAir: isOfTheAir) }
}
