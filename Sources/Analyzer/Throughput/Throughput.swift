import ATTParser

/// How fast the streams and transfers of a capture were, against what their links let through.
public struct Throughput: Sendable {
  /// A stream, and the link it travelled on.
  public struct Stream: Sendable {
    /// What was measured.
    public let meter: StreamMeter
    /// The link's settings in force for most of the time; nil when they are not in the capture.
    public let settings: LinkSettings?
    /// Settings that are assumed because the capture does not tell them, in a few words each.
    public let assumed: [String]
    /// Packets that went out in each connection event while there were any, on average; nil when unknown.
    public let packetsPerEvent: Double?

    /// The most that the link lets through, in bytes a second; nil when settings are unknown.
    public var ceiling: Double? { settings.map { $0.ceiling() } }
    /// The same with as many packets in each event as were seen; nil when that is not known.
    public var ceilingAsSeen: Double? {
      guard let settings, let packetsPerEvent else { return nil }
      return settings.ceiling(packetsPerEvent: packetsPerEvent)
    }
    /// The share of the ceiling that was reached, 0…1; nil when one of both is unknown.
    public var achieved: Double? {
      guard let ceiling, ceiling > 0, let rate = meter.rate else { return nil }
      return rate / ceiling
    }
  }

  /// A transfer, by its streams of data.
  public struct TransferRate: Sendable {
    /// The transfer.
    public let transfer: Transfer
    /// Its streams of data, one a connection, in order.
    public let streams: [Stream]
    /// What was waited for from the first to the last byte, also between connections, in nanoseconds.
    public let times: LimiterTimes
    /// Seconds from the first to the last byte.
    public let seconds: Double
  }

  /// The streams, in the order they begin.
  public let streams: [Stream]
  /// The transfers.
  public let transfers: [TransferRate]

  /// Puts what was measured and what was analyzed together.
  public init(_ meters: [StreamMeter], _ analysis: Analysis) {
    let streams = meters.map { Stream($0, analysis) }
    self.streams = streams
    transfers = analysis.transfers.compactMap { TransferRate($0, streams) }
  }
}

extension Throughput.Stream {
  init(_ meter: StreamMeter, _ analysis: Analysis) {
    self.meter = meter
    let connection = analysis.connections.first { $0.id == meter.connection }
    let isSent = meter.direction == .sent
    let span = meter.first...max(meter.first, meter.last)
    var assumed: [String] = []
    var settings = LinkSettings()
    settings.isAcknowledged = [.writeRequest, .indication, .longWrite].contains(meter.kind)
    let beganHere = connection?.opened != nil
    if let change = connection.flatMap({ $0.phys.inForce(in: span) { $0.moment } }),
      let phy = LinkPHY(isSent ? change.tx : change.rx)
    {
      settings.phy = phy
    } else if !beganHere {
      assumed.append("1M PHY")
    }
    if let change = connection.flatMap({ $0.dataLengths.inForce(in: span) { $0.moment } }) {
      settings.octets = Int(isSent ? change.lengths.maxTxOctets : change.lengths.maxRxOctets)
    } else if !beganHere {
      assumed.append("data length 27")
    }
    let exchanges = (connection?.mtuExchanges ?? []).filter { $0.effective != nil }
    if let exchange = exchanges.inForce(in: span, { $0.moment }), let mtu = exchange.effective {
      settings.attMTU = Int(mtu)
    } else if !beganHere {
      // Values show that it is at least this.
      settings.attMTU = max(23, meter.longest + 3)
      assumed.append("ATT_MTU \(settings.attMTU)")
    }
    let parameters = connection?.parameters.inForce(in: span) { $0.moment }
    settings.interval = parameters.map { Int($0.parameters.interval) * 1250 }
    if parameters == nil { assumed.append("an interval that does not matter") }
    if let encryption = connection?.encryption {
      settings.isEncrypted = encryption.enabled != 0 && encryption.moment.frame < meter.last.frame
    }
    let completed = meter.completed
    let interval = Double(settings.interval ?? 0) * 1000
    packetsPerEvent =
      completed.packets > 0 && completed.nanoseconds > 0 && interval > 0
      ? Double(completed.packets) * interval / Double(completed.nanoseconds) : nil
    self.settings = connection?.transport == .brEDR ? nil : settings
    self.assumed = assumed
  }
}

extension Throughput.TransferRate {
  init?(_ transfer: Transfer, _ all: [Throughput.Stream]) {
    let streams = transfer.connections.flatMap { connection in
      all.filter { stream in
        let meter = stream.meter
        return meter.connection == connection && !meter.kind.isFromServer
          && transfer.parts.contains { $0.connection == connection && $0.dataHandle == meter.attributeHandle }
      }
    }
    guard !streams.isEmpty else { return nil }
    self.transfer = transfer
    self.streams = streams
    // Requests and commands on one connection are streams of their own, and one transfer.
    var times = LimiterTimes()
    var end: Moment?
    for connection in transfer.connections {
      let meters = streams.map(\.meter).filter { $0.connection == connection }
      guard let first = meters.min(by: { $0.first < $1.first }),
        let last = meters.max(by: { $0.last < $1.last })
      else { continue }
      times = times + (last.atLast - first.atFirst)
      if let end { times[.reconnecting] &+= max(0, first.first.time.nanoseconds(since: end.time)) }
      end = last.last
    }
    self.times = times
    seconds = Double(times.total) / 1e9
  }
}

extension Array {
  /// The change that is in force for the longest part of a span; nil when none came before its end.
  fileprivate func inForce(
    in span: ClosedRange<Moment>, _ moment: (Element) -> Moment
  ) -> Element? {
    var best: (element: Element, length: Int64)?
    for (place, element) in enumerated() {
      let from = Swift.max(moment(element).time.nanoseconds, span.lowerBound.time.nanoseconds)
      let next = place + 1 < count ? moment(self[place + 1]).time.nanoseconds : Int64.max
      let length = Swift.min(next, span.upperBound.time.nanoseconds) &- from
      let isBefore = moment(element).frame <= span.upperBound.frame
      if isBefore, length >= best?.length ?? 0 { best = (element, length) }
    }
    return best?.element
  }
}

extension Moment: Comparable {
  /// True for the frame that comes first.
  public static func < (left: Moment, right: Moment) -> Bool { left.frame < right.frame }
}
