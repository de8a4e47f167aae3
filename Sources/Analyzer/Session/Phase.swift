import ATTParser

/// A stretch of a connection's life.
public struct Phase: Hashable, Sendable {
  /// What happens in it.
  public enum Name: String, Sendable, CaseIterable {
    /// The host looks for devices, before it connects.
    case scanning
    /// From the command to the connection.
    case connecting
    /// From the first Exchange MTU Request to its answer.
    case mtu
    /// From the first request of discovery to the last answer.
    case discovering
    /// From the first pairing or encryption step to the last.
    case pairing
    /// From the first write to a CCCD to the last answer.
    case subscribing
    /// From the end of the set-up to the end of the connection.
    case ready
    /// The largest stream of values, when it is a bulk of them.
    case transferring
    /// From the command to end the connection to its end.
    case disconnecting

    /// The place among all names.
    var place: Int {
      switch self {
      case .scanning: 0
      case .connecting: 1
      case .mtu: 2
      case .discovering: 3
      case .pairing: 4
      case .subscribing: 5
      case .ready: 6
      case .transferring: 7
      case .disconnecting: 8
      }
    }

    /// What a request is a step of whatever it asks for, nil for those that may be a step of anything.
    init?(of request: ATTOpcode) {
      switch request {
      case .exchangeMTURequest: self = .mtu
      case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: self = .discovering
      default: return nil
      }
    }

    /// True for the steps that come before a connection is ready for use.
    var isSetUp: Bool {
      switch self {
      case .mtu, .discovering, .pairing, .subscribing: true
      case .scanning, .connecting, .ready, .transferring, .disconnecting: false
      }
    }
  }

  /// What happens in it.
  public let name: Name
  private let packedStart: PackedMoment
  private let packedEnd: PackedMoment

  /// Makes a phase that lasts from one moment to another, both included.
  init(name: Name, start: Moment, end: Moment) {
    self.name = name
    packedStart = PackedMoment(start)
    packedEnd = PackedMoment(end)
  }

  /// Its first frame.
  public var start: Moment { packedStart.unpacked }
  /// Its last frame.
  public var end: Moment { packedEnd.unpacked }
}

/// The frames that mark where phases begin and end while a connection lasts.
struct PhaseMarks {
  /// The marked span of a phase.
  private struct Span: BitwiseCopyable {
    /// The first frame; frame 0 while there is none.
    var start = Moment(frame: 0, time: Timestamp(nanoseconds: 0))
    /// The last frame.
    var end = Moment(frame: 0, time: Timestamp(nanoseconds: 0))

    /// Adds a frame, with which the span begins if it has not.
    mutating func extend(to moment: Moment) {
      if start.frame == 0 { start = moment }
      end = moment
    }
  }

  /// The marked span of each phase, by its place among all names.
  private var spans: [Span] = []
  // `allCases` makes a new array each time.
  private static let names = Phase.Name.allCases

  /// Notes a frame that belongs to a phase.
  @inline(__always)
  mutating func note(_ name: Phase.Name, _ moment: Moment) {
    if spans.isEmpty { makeRoom() }
    spans[name.place].extend(to: moment)
  }

  @inline(never)
  private mutating func makeRoom() { spans = Array(repeating: Span(), count: Self.names.count) }

  /// Forgets all phases, but keeps the memory.
  mutating func clear() {
    for place in spans.indices { spans[place] = Span() }
  }

  /// Notes the end of a phase that has begun.
  mutating func extend(_ name: Phase.Name, _ moment: Moment) {
    if !spans.isEmpty, spans[name.place].start.frame != 0 { note(name, moment) }
  }

  /// Values and bytes from which on a stream counts as a bulk transfer.
  private static let bulk = (count: 16, bytes: 1024)

  /// The phases of a connection that ended at `end`, in the order they began.
  func phases(streams: [ValueStream], end: Moment) -> [Phase] {
    var ready: Moment?
    for place in spans.indices where spans[place].start.frame != 0 && Self.names[place].isSetUp {
      if spans[place].end.frame > ready?.frame ?? 0 { ready = spans[place].end }
    }
    if let last = ready, last.frame >= end.frame { ready = nil }
    var bulk = Self.largest(streams)
    if let place = bulk, streams[place].count < Self.bulk.count || streams[place].bytes < Self.bulk.bytes {
      bulk = nil
    }
    var phases: [Phase] = []
    // Room for just these: there may be thousands of connections.
    phases.reserveCapacity(
      spans.count { $0.start.frame != 0 } + (ready == nil ? 0 : 1) + (bulk == nil ? 0 : 1))
    for place in spans.indices where spans[place].start.frame != 0 {
      phases.append(Phase(name: Self.names[place], start: spans[place].start, end: spans[place].end))
    }
    if let ready { phases.append(Phase(name: .ready, start: ready, end: end)) }
    if let bulk {
      phases.append(Phase(name: .transferring, start: streams[bulk].first, end: streams[bulk].last))
    }
    phases.sort { left, right in
      left.start.frame == right.start.frame
        ? left.end.frame < right.end.frame : left.start.frame < right.start.frame
    }
    return phases
  }

  /// The place of the first of the streams with the most bytes, nil when there is none.
  private static func largest(_ streams: [ValueStream]) -> Int? {
    var largest: Int?
    for place in streams.indices where largest.map({ streams[place].bytes > streams[$0].bytes }) ?? true {
      largest = place
    }
    return largest
  }
}
