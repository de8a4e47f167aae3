import ATTParser

extension CaptureQuality {
  /// Works out what the capture lacks and what therefore cannot be concluded from it.
  mutating func conclude(_ connections: [Connection], _ facts: SourceFacts) {
    droppedRecords = facts.droppedRecords
    let began = Self.ids(connections) { connections[$0].opened == nil }
    if !began.isEmpty {
      note(
        .connectionStart,
        "\(Self.list(began)) began before the capture: peer, role, parameters and everything agreed before it are unknown"
      )
    }
    let ended = Self.ids(connections) { connections[$0].closed == nil }
    if !ended.isEmpty {
      note(.connectionEnd, "the end of \(Self.list(ended)) is not in the capture: how it ended is unknown")
    }
    // Either device may be the server whose attributes are used.
    let undiscovered = Self.ids(connections) { place in
      Connection.isUndiscovered(
        connections[place].streams,
        isPeerKnown: connections[place].hasDiscovery || connections[place].peerTable.isDiscovered,
        isLocalKnown: !connections[place].rare.isEmpty && connections[place].localTable.isDiscovered)
    }
    if !undiscovered.isEmpty {
      note(
        .discovery,
        "\(Self.list(undiscovered)) shows no discovery: which characteristics its attribute handles are is unknown"
      )
    }
    let halves = Self.ids(connections) { place in
      connections[place].mtu?.effective == nil
        && connections[place].mtuExchanges.contains { !$0.isRefused }
    }
    if !halves.isEmpty {
      note(.mtuExchange, "\(Self.list(halves)) shows one half of an MTU exchange: its ATT_MTU is unknown")
    }
    let oneSided = Self.ids(connections) { place in
      let (sent, received) = (connections[place].pdusSent, connections[place].pdusReceived)
      return (sent == 0) != (received == 0) && sent + received > 8
    }
    if !oneSided.isEmpty {
      note(
        .oneDirection,
        "\(Self.list(oneSided)) shows ATT traffic in one direction only: whether anything was answered is unknown"
      )
    }
    if facts.untimedRecords > 0 {
      note(
        .timestamps,
        "\(Self.count(facts.untimedRecords, "record")) without a time: latencies and rates around them are unknown"
      )
    }
    if !truncatedFrames.isEmpty {
      note(
        .packetEnds,
        "\(Self.count(truncatedFrames.count, "packet")) cut when recording: the values in them are incomplete"
      )
    }
    if !incompleteFrames.isEmpty {
      note(
        .fragments,
        "\(Self.count(incompleteFrames.count, "fragment")) without the rest of the PDU: what those PDUs held is unknown"
      )
    }
    if droppedRecords > 0 {
      note(
        .droppedRecords,
        "the recording program dropped \(Self.count(droppedRecords, "packet")): what is absent may have happened"
      )
    }
    concludeAir(connections)
    if facts.unreadRecords > 0 {
      note(.unreadLinkTypes, "\(Self.count(facts.unreadRecords, "record")) of link types that are not read")
    }
  }

  /// Works out what a sniffer did not hear or could not read.
  private mutating func concludeAir(_ connections: [Connection]) {
    func sum(_ count: (AirFacts) -> Int) -> Int {
      connections.indices.reduce(0) { sum, place in sum + (connections[place].air.map(count) ?? 0) }
    }
    let lossy = Self.ids(connections) { place in
      guard let air = connections[place].air else { return false }
      return air.fromCentral.missed + air.fromPeripheral.missed + air.events.missed > 0
        || air.fromCentral.damaged + air.fromPeripheral.damaged > 0
    }
    if !lossy.isEmpty {
      let missed = sum { $0.fromCentral.missed + $0.fromPeripheral.missed }
      let damaged = sum { $0.fromCentral.damaged + $0.fromPeripheral.damaged }
      let events = sum(\.events.missed)
      note(
        .airPDUs,
        "the sniffer did not hear all of \(Self.list(lossy)) (at least \(Self.count(missed, "PDU")), \(Self.count(events, "whole event")), \(Self.count(damaged, "damaged packet"))): what seems to be absent may have been sent"
      )
    }
    let secret = Self.ids(connections) { (connections[$0].air?.undecrypted ?? 0) > 0 }
    if !secret.isEmpty {
      let count = sum(\.undecrypted)
      let isWrong = sum { $0.noKeyFits != nil || $0.needsPasskey != nil ? 1 : 0 } > 0
      let advice =
        isWrong
        ? "; the keys given or found do not fit" : "; --ltk gives the key, --passkey that of a pairing"
      note(
        .keys,
        "\(Self.list(secret)) is encrypted: what is in its \(Self.count(count, "encrypted PDU")) is unknown\(advice)"
      )
    }
  }

  private mutating func note(_ what: Missing, _ sentence: String) {
    missing.append(what)
    cannotConclude.append(sentence)
  }

  private static func count(_ count: Int, _ what: String) -> String {
    count == 1 ? "1 \(what)" : "\(count) \(what)s"
  }

  /// The numbers of the connections at places of which something holds.
  ///
  /// By their places: a closure that is given a connection may be given a copy, which costs more than to look.
  private static func ids(_ connections: [Connection], where holds: (Int) -> Bool) -> [Int] {
    connections.indices.filter(holds).map { connections[$0].id }
  }

  private static func list(_ ids: [Int]) -> String {
    if ids.count == 1, let only = ids.first { return "connection \(only)" }
    let shown = ids.prefix(5).map { String($0) }.joined(separator: ", ")
    let more = ids.count > 5 ? ", …" : ""
    return "each of \(ids.count) connections (\(shown)\(more))"
  }
}
