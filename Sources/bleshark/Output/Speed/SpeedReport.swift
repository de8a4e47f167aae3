import ATTParser
import Analyzer

/// What is worth showing of a capture's throughput: its transfers, else its largest streams.
struct SpeedReport {
  /// A transfer or a stream.
  struct Subject {
    /// What it is.
    let title: String
    /// Its streams of values, one a connection.
    let streams: [Throughput.Stream]
    /// The transfer, nil for a stream alone.
    let transfer: Transfer?
    /// What its sender waited for.
    let times: LimiterTimes
    /// Seconds from the first to the last value.
    let seconds: Double

    /// When each stream began, in seconds after the first value of all.
    var starts: [Double] {
      let first = streams.map(\.meter.first).min()
      return streams.map { stream in
        first.map { max(0, stream.meter.first.time.seconds(since: $0.time)) } ?? 0
      }
    }

    /// Bytes of all values.
    var bytes: Int { streams.reduce(0) { $0 + $1.meter.bytes } }
    /// Values.
    var count: Int { streams.reduce(0) { $0 + $1.meter.count } }
    /// Bytes a second over the whole, nil for a single moment.
    var rate: Double? { seconds > 0 ? Double(bytes) / seconds : nil }
    /// The streams whose stalls are worth telling: a stream that mostly rests has pauses, unless it is a transfer.
    private var stalling: [StreamMeter] {
      streams.map(\.meter).filter { transfer != nil || !$0.isMostlyStalled }
    }
    /// Stalls of all streams, also those that were not kept.
    var stallCount: Int { stalling.reduce(0) { $0 + $1.stalls.count + $1.stallsNotKept } }
    /// Seconds of all stalls.
    var stalledSeconds: Double { stalling.reduce(0) { $0 + Double($1.stalled) / 1e9 } }
    /// The stalls of all streams that were kept, in order.
    var stalls: [Stall] { stalling.flatMap(\.stalls).sorted { $0.from.frame < $1.from.frame } }
  }

  /// Values and bytes that a stream needs to be shown, unless its connection is asked for, and streams shown.
  private static let fewestValues = 8
  private static let fewestBytes = 1024
  private static let mostStreams = 6

  /// The capture.
  let path: String
  /// What else is known of it.
  let analysis: Analysis
  /// The transfers, or the largest streams; the transfers first.
  let subjects: [Subject]
  /// Streams that were too many to be measured.
  let notMeasured: Int

  /// Picks the subjects, of all connections when `connection` is nil.
  init(_ path: String, _ analysis: Analysis, _ throughput: Throughput, connection: Int?) {
    self.path = path
    self.analysis = analysis
    notMeasured = throughput.notMeasured
    var subjects = throughput.transfers.filter { rate in
      connection == nil || rate.streams.contains { $0.meter.connection == connection }
    }.map { rate in
      Subject(
        title: "transfer \(rate.transfer.id), \(rate.transfer.title)", streams: rate.streams,
        transfer: rate.transfer, times: rate.times, seconds: rate.seconds)
    }
    let streams = throughput.streams.filter {
      guard let connection else {
        return $0.meter.count >= Self.fewestValues && $0.meter.bytes >= Self.fewestBytes
      }
      return $0.meter.count > 1 && $0.meter.connection == connection
    }
    if subjects.isEmpty {
      subjects = streams.sorted { $0.meter.bytes > $1.meter.bytes }.prefix(Self.mostStreams).map { stream in
        Subject(
          title: Self.title(stream.meter, analysis), streams: [stream], transfer: nil,
          times: stream.meter.times, seconds: stream.meter.seconds)
      }
    }
    self.subjects = subjects
  }

  private static func title(_ meter: StreamMeter, _ analysis: Analysis) -> String {
    let kind = meter.kind.name.replacing("_", with: " ")
    let who =
      if meter.isOfTheAir {
        "sent by \(meter.direction == .sent ? "the central" : "the peripheral")"
      } else {
        meter.direction == .sent ? "sent by this host" : "received"
      }
    return "connection \(meter.connection), \(kind)s of handle \(meter.attributeHandle), \(who)"
  }
}
