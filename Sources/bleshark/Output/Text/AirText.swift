import ATTParser
import Analyzer

/// What only a capture of the air tells of a connection, as rows of text.
struct AirText {
  private let facts: AirFacts
  private let connection: Connection
  private let analysis: Analysis
  private let times: TimeText

  /// Makes the rows of a connection of the air.
  init(_ facts: AirFacts, _ connection: Connection, _ analysis: Analysis, _ times: TimeText) {
    self.facts = facts
    self.connection = connection
    self.analysis = analysis
    self.times = times
  }

  /// The rows: what each is about, and its text.
  var lines: [(label: String, text: String)] {
    var lines = [("events", events)]
    if let anchors { lines.append(("anchors", anchors)) }
    lines.append(("central", side(facts.fromCentral)))
    lines.append(("peripheral", side(facts.fromPeripheral)))
    if let channels { lines.append(("channels", channels)) }
    if let signal { lines.append(("signal", signal)) }
    if let maps { lines.append(("channel map", maps)) }
    if let ciphertext { lines.append(("ciphertext", ciphertext)) }
    if facts.isDirectionInferred {
      lines.append(("direction", "inferred from the order of PDUs: the capture does not tell it"))
    }
    return lines
  }

  private var events: String {
    let mean = facts.events.meanPackets.map { Numbers.short($0) } ?? "0"
    var text =
      "\(ListText.count(facts.events.heard, "connection event")) heard, \(mean) packets each, \(facts.events.mostPackets) at most"
    if facts.events.missed > 0 { text += "; \(facts.events.missed) not heard" }
    if facts.events.withoutAnswer > 0 {
      text += "; the peripheral not heard in \(facts.events.withoutAnswer)"
    }
    return text
  }

  private var anchors: String? {
    guard let mean = facts.intervals.mean else { return nil }
    let least = Numbers.short(Double(facts.intervals.least) / 1e6, decimals: 3)
    let most = Numbers.short(Double(facts.intervals.most) / 1e6, decimals: 3)
    var text = "every \(Numbers.short(mean, decimals: 4)) ms (\(least) to \(most))"
    if let drift = facts.drift.partsPerMillion {
      text +=
        ", the central's clock \(Numbers.short(drift.magnitude, decimals: 1)) ppm \(drift < 0 ? "fast" : "slow") against the sniffer's"
    }
    let furthest = Numbers.short(Double(facts.drift.greatest) / 1e3, decimals: 1)
    return text + "; furthest off \(furthest) µs"
  }

  private func side(_ side: AirFacts.Side) -> String {
    var text = "\(ListText.count(side.pdus, "PDU")), \(side.empty) empty"
    if let rate = side.retransmissionRate {
      text +=
        ", \(ListText.count(side.retransmissions, "retransmission")) (\(Numbers.short(rate * 100, decimals: 1)) %"
      text += side.emptyRetransmissions > 0 ? ", \(side.emptyRetransmissions) of them empty)" : ")"
    }
    text += ", \(ListText.count(side.bytes, "byte"))"
    if side.moreData > 0 { text += ", MD in \(side.moreData)" }
    if side.damaged > 0 { text += ", \(side.damaged) with bad CRC" }
    if side.missed > 0 { text += ", at least \(side.missed) missed by the sniffer" }
    if let rssi = side.rssi {
      text += ", \(Numbers.short(rssi.mean, decimals: 1)) dBm (\(rssi.least) to \(rssi.most))"
    }
    return text
  }

  /// The channels on which more is repeated or damaged than on average, worst first.
  private var channels: String? {
    guard !facts.channels.isEmpty else { return nil }
    let rows = facts.channels.map { channel -> (index: Int, bad: Int, all: Int) in
      let (central, peripheral) = (channel.central, channel.peripheral)
      let bad =
        central.retransmissions + central.damaged + peripheral.retransmissions + peripheral.damaged
      return (
        channel.index, Int(bad), Int(central.pdus + central.damaged + peripheral.pdus + peripheral.damaged)
      )
    }
    let (bad, all) = rows.reduce((0, 0)) { ($0.0 + $1.bad, $0.1 + $1.all) }
    var text = "\(rows.count) used"
    guard bad > 0, all > 0 else { return text + ", nothing repeated or damaged" }
    let worst = rows.filter { $0.bad * all > $0.all * bad }.sorted {
      ($0.bad * $1.all, $1.index) > ($1.bad * $0.all, $0.index)
    }
    let shown = worst.prefix(5).map { "\($0.index) (\($0.bad) of \($0.all))" }
    if !shown.isEmpty { text += "; most repeated or damaged on \(shown.joined(separator: ", "))" }
    return text
  }

  private var signal: String? {
    let heard = facts.signal.compactMap { piece in
      (piece.peripheral ?? piece.central).map { (piece.start, $0) }
    }
    guard heard.count > 1, let weakest = heard.min(by: { $0.1 < $1.1 }),
      let strongest = heard.max(by: { $0.1 < $1.1 }), strongest.1 - weakest.1 >= 6
    else { return nil }
    func text(_ piece: (Timestamp, Double)) -> String {
      "\(Numbers.short(piece.1, decimals: 0)) dBm at \(Numbers.short(analysis.seconds(piece.0), decimals: 1)) s"
    }
    return "from \(text(strongest)) to \(text(weakest))"
  }

  private var maps: String? {
    guard let last = facts.channelMaps.last, facts.channelMaps.count > 1 || last.channels.nonzeroBitCount < 37
    else { return nil }
    return facts.channelMaps.prefix(6).map {
      "\($0.channels.nonzeroBitCount) channels from frame \($0.moment.frame)"
    }.joined(separator: ", ") + (facts.channelMaps.count > 6 ? ", …" : "")
  }

  private var ciphertext: String? {
    guard facts.decrypted + facts.undecrypted > 0 else { return nil }
    var words: [String] = []
    if facts.decrypted > 0 { words.append("\(ListText.count(facts.decrypted, "PDU")) decrypted") }
    if facts.undecrypted > 0 {
      words.append("\(ListText.count(facts.undecrypted, "PDU")) not decrypted")
    }
    var text = words.joined(separator: ", ")
    if let frame = facts.needsPasskey {
      text += "; neither Just Works nor the passkey given, if one was, fits the pairing before frame \(frame)"
    }
    if facts.usesSecureConnections, facts.undecrypted > 0 {
      text += "; paired by LE Secure Connections, for which only --ltk can give the key"
    }
    if let frame = facts.noKeyFits {
      text += "; none of the keys given or found fits, by the MIC of frame \(frame)"
    }
    return text
  }
}
