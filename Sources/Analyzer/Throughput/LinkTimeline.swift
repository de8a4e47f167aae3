import ATTParser

/// The settings of a link while a stream travelled over it, as they followed each other.
public struct LinkTimeline: Sendable, Hashable {
  /// A time in which nothing changed.
  public struct Stretch: Sendable, Hashable {
    /// The change that began it, or the first value.
    public var from: Moment
    /// The settings.
    public var settings: LinkSettings
    /// Connection events that the peripheral may sleep through; nil when that is unknown.
    public var latency: Int?
    /// How long it was, in seconds.
    public var seconds: Double
  }

  /// The stretches, at least one, in order.
  public private(set) var stretches: [Stretch]
  /// Settings that are assumed because the capture does not tell them, in a few words each.
  public private(set) var assumed: [String] = []

  /// What is known so far, while the changes are gone through.
  private struct State {
    var settings = LinkSettings()
    var latency: Int?
    var knowsPHY = false
    var knowsOctets = false
    var knowsMTU = false
  }

  private struct Change {
    var moment: Moment
    var apply: (inout State) -> Void
  }

  /// Goes through the changes of a connection while a stream lasted; without a connection all is assumed.
  init(_ meter: StreamMeter, _ connection: Connection?) {
    let isSent = meter.direction == .sent
    var state = State()
    state.settings.isAcknowledged = [.writeRequest, .indication, .longWrite].contains(meter.kind)
    if connection?.opened != nil { (state.knowsPHY, state.knowsOctets, state.knowsMTU) = (true, true, true) }
    let changes = connection.map { Self.changes($0, isSent) } ?? []
    let begin = changes.firstIndex { $0.moment.frame > meter.first.frame } ?? changes.count
    for change in changes[..<begin] { change.apply(&state) }
    if !state.knowsMTU {
      // Values show that it is at least this.
      state.settings.attMTU = max(23, min(meter.longest + 3, 517))
      assumed.append("ATT_MTU \(state.settings.attMTU)")
    }
    if !state.knowsPHY { assumed.append("1M PHY") }
    if !state.knowsOctets { assumed.append("data length 27") }
    if state.settings.interval == nil { assumed.append("an interval that does not matter") }

    func stretch(_ from: Moment) -> Stretch {
      var settings = state.settings
      if isSent, meter.bufferLength > 0 { settings.octets = min(settings.octets, meter.bufferLength) }
      return Stretch(from: from, settings: settings, latency: state.latency, seconds: 0)
    }
    stretches = [stretch(meter.first)]
    for change in changes[begin...] where change.moment.frame < meter.last.frame {
      change.apply(&state)
      let next = stretch(change.moment)
      guard
        next.settings != stretches[stretches.count - 1].settings
          || next.latency != stretches[stretches.count - 1].latency
      else { continue }
      stretches.append(next)
    }
    for place in stretches.indices {
      let end = place + 1 < stretches.count ? stretches[place + 1].from : meter.last
      stretches[place].seconds = max(0, end.time.seconds(since: stretches[place].from.time))
    }
  }

  /// The settings that were in force for most of the time.
  public var longest: LinkSettings {
    var best = stretches[0]
    for stretch in stretches[1...] where stretch.seconds > best.seconds { best = stretch }
    return best.settings
  }

  /// A ceiling in bytes a second, over all stretches by how long they were.
  func ceiling(_ of: (LinkSettings) -> Double) -> Double {
    let seconds = stretches.reduce(0) { $0 + $1.seconds }
    guard stretches.count > 1, seconds > 0 else { return of(longest) }
    return stretches.reduce(0) { $0 + of($1.settings) * $1.seconds } / seconds
  }

  private static func changes(_ connection: Connection, _ isSent: Bool) -> [Change] {
    var list: [Change] = []
    for change in connection.phys {
      guard let phy = LinkPHY(isSent ? change.tx : change.rx) else { continue }
      list.append(
        Change(moment: change.moment) {
          $0.settings.phy = phy
          $0.knowsPHY = true
        })
    }
    for change in connection.dataLengths {
      let octets = Int(isSent ? change.lengths.maxTxOctets : change.lengths.maxRxOctets)
      list.append(
        Change(moment: change.moment) {
          $0.settings.octets = octets
          $0.knowsOctets = true
        })
    }
    for exchange in connection.mtuExchanges {
      guard let effective = exchange.effective else { continue }
      list.append(
        Change(moment: exchange.moment) {
          $0.settings.attMTU = Int(effective)
          $0.knowsMTU = true
        })
    }
    for change in connection.parameters {
      list.append(
        Change(moment: change.moment) {
          $0.settings.interval = Int(change.parameters.interval) * 1250
          $0.latency = Int(change.parameters.latency)
        })
    }
    if let encryption = connection.encryption {
      list.append(Change(moment: encryption.moment) { $0.settings.isEncrypted = encryption.enabled != 0 })
    }
    return list.sorted { $0.moment.frame < $1.moment.frame }
  }
}
