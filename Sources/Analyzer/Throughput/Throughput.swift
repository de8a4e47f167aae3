import ATTParser

/// How fast the streams and transfers of a capture were, against what their links let through.
public struct Throughput: Sendable {
  /// A stream, and the link it travelled on.
  public struct Stream: Sendable {
    /// What was measured.
    public let meter: StreamMeter
    /// The link's settings while it travelled; nil when they are those of BR/EDR.
    public let timeline: LinkTimeline?
    /// What is worth saying about its pace.
    public let remarks: [PaceRemark]

    /// The settings in force for most of the time; nil when they are not in the capture.
    public var settings: LinkSettings? { timeline?.longest }
    /// Settings that are assumed because the capture does not tell them, in a few words each.
    public var assumed: [String] { timeline?.assumed ?? [] }
    /// Packets that went out in each connection event while there were any, on average; nil when unknown, and when
    /// no radio could have sent so many.
    public var packetsPerEvent: Double? {
      guard let packets = meter.packetsPerEvent, let settings, let interval = settings.interval else {
        return nil
      }
      let shortest = AirTime.exchange(1, settings.phy, isEncrypted: settings.isEncrypted)
      return packets <= Double(interval) / Double(shortest) ? packets : nil
    }
    /// The most that the link lets through, in bytes a second; nil when settings are unknown.
    public var ceiling: Double? { timeline?.ceiling { $0.ceiling() } }
    /// The same with as many packets in each event as were seen; nil when that is not known.
    public var ceilingAsSeen: Double? {
      guard let packetsPerEvent else { return nil }
      return timeline?.ceiling { $0.ceiling(packetsPerEvent: packetsPerEvent) }
    }
    /// The share of the ceiling that was reached, 0…1; nil when one of both is unknown.
    public var achieved: Double? {
      guard let ceiling, ceiling > 0, let rate = meter.rate else { return nil }
      return rate / ceiling
    }

    /// True when the link kept the sender for most of the time, so that the packets seen in each event are the most.
    public var isLinkLimited: Bool {
      let times = meter.times
      return (times[.credits] &+ times[.interval]) / 2 >= times.total / 4
    }
    /// What better settings would bring; an estimate.
    public var improvements: [LinkSettings.Improvement] {
      settings?.improvements(packetsPerEvent: isLinkLimited ? packetsPerEvent : nil) ?? []
    }

    /// Sets what a meter measured beside what the stream's link let through.
    init(_ meter: StreamMeter, _ analysis: Analysis, _ silences: [LinkSilence]) {
      self.meter = meter
      let place = meter.connection - 1
      let connection = analysis.connections.indices.contains(place) ? analysis.connections[place] : nil
      let timeline = LinkTimeline(meter, connection)
      self.timeline = connection?.transport == .brEDR ? nil : timeline
      remarks = self.timeline.map { PaceRemark.all(meter, $0, silences) } ?? []
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
  /// Streams and connections that were too many to be measured.
  public let notMeasured: Int

  /// Puts what was measured and what was analyzed together.
  public init(_ meters: ThroughputMeters, _ analysis: Analysis) {
    let streams = meters.streams.map { Stream($0, analysis, meters.silences) }
    self.streams = streams
    notMeasured = meters.notMeasured
    let byConnection = Dictionary(grouping: streams) { $0.meter.connection }
    transfers = analysis.transfers.compactMap { transfer in
      TransferRate(transfer, transfer.connections.flatMap { byConnection[$0] ?? [] })
    }
  }
}

extension Throughput.TransferRate {
  /// - Parameter all: the streams of the transfer's connections.
  fileprivate init?(_ transfer: Transfer, _ all: [Throughput.Stream]) {
    let both = all.filter { stream in
      let meter = stream.meter
      return !meter.kind.isFromServer
        && transfer.parts.contains {
          $0.connection == meter.connection && $0.dataHandle == meter.attributeHandle
        }
    }
    // Each device may have an attribute with this handle; the image went one way, and each way has its own clock.
    guard let direction = both.max(by: { $0.meter.bytes < $1.meter.bytes })?.meter.direction else {
      return nil
    }
    let streams = both.filter { $0.meter.direction == direction }
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
      times = times + first.times(untilLastOf: last)
      if let end { times[.reconnecting] &+= max(0, first.first.time.nanoseconds(since: end.time)) }
      end = last.last
    }
    self.times = times
    seconds = Double(times.total) / 1e9
  }
}

extension Moment: Comparable {
  /// True for the frame that comes first.
  public static func < (left: Moment, right: Moment) -> Bool { left.frame < right.frame }
}
