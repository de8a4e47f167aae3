extension FindingContext {
  /// What the capture's quality says about something that is missing, as an observation with its evidence.
  func observation(
    of what: CaptureQuality.Missing, frames: @autoclosure () -> [Int] = []
  ) -> [Observation] {
    let quality = analysis.quality
    guard let place = quality.missing.firstIndex(of: what), place < quality.cannotConclude.count else {
      return []
    }
    return [Observation(quality.cannotConclude[place], nil, frames: frames())]
  }

  /// One frame of each connection of which something holds.
  func frames(where holds: (Connection) -> Bool, _ frame: (Connection) -> Int?) -> [Int] {
    var frames: [Int] = []
    for index in analysis.connections.indices where frames.count < Analysis.citedFrameLimit {
      if holds(analysis.connections[index]) {
        frames += [frame(analysis.connections[index])].compactMap(\.self)
      }
    }
    return frames
  }
}
