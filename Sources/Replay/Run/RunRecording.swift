public import ATTParser

/// The packets of a run as a btsnoop capture.
///
/// Over a controller they are those that host and controller exchanged; elsewhere a ``RecordingBearer`` makes them up around
/// the ATT PDUs.
public final class RunRecording: PacketRecorder {
  /// Bytes that are written down at most.
  static let byteLimit = 1_073_741_824

  private let start: Timestamp
  private let startTime = MonotonicTime.now
  private var last = MonotonicTime(nanoseconds: .min)
  /// Packets that were left out since the file is too long.
  public private(set) var leftOut = 0
  /// The file so far.
  public private(set) var recording = BTSnoopRecording()

  /// Begins a recording.
  ///
  /// - Parameter start: the time now, for the times in the file.
  public init(start: Timestamp) { self.start = start }

  /// The bearer to play over so that the run is written down here: `bearer` itself where there is a controller.
  public func recorded(_ bearer: any ATTBearer) -> any ATTBearer {
    guard let overHCI = bearer as? HCIATTBearer else { return RecordingBearer(bearer, in: self) }
    overHCI.recorder = self
    return overHCI
  }

  /// Takes one packet; what is taken late is written where it was taken, so that time only goes forward.
  public func record(_ packet: [UInt8], direction: Direction, at time: MonotonicTime) {
    guard recording.bytes.count < Self.byteLimit else {
      leftOut += 1
      return
    }
    last = max(last, time)
    let elapsed = last.nanoseconds &- startTime.nanoseconds
    recording.add(packet, direction, at: Timestamp(nanoseconds: start.nanoseconds &+ elapsed))
  }
}
