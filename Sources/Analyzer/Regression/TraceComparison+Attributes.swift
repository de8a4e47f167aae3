extension TraceComparison {
  /// Compares the attributes of the other device by their paths; where they lie is only noted.
  mutating func compareAttributes(
    _ golden: TraceBaseline.Connection, _ new: ConnectionTrace, _ side: Side
  ) {
    guard let known = golden.attributes, let attributes = new.attributes else { return }
    let step = golden.lanes.flatMap(\.steps).first { $0.operation == .discover }
    let (time, frame) = (step?.time ?? 0, step?.frame)
    let discovery = new.steps.first { $0.operation == .discover }
    let frames = [discovery?.moment.frame, discovery?.ended.frame]
    let there = Dictionary(attributes.map { ($0.path, $0) }) { first, _ in first }
    let was = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    let isComplete = golden.isDiscoveryComplete && new.isDiscoveryComplete
    var gone: [String] = []
    for row in known where there[row.path] == nil {
      // What a removed service had went with it.
      if gone.contains(where: { row.path.hasPrefix($0 + "/") }) { continue }
      gone.append(row.path)
      if !isComplete {
        note(
          .notDiscovered, "\(Self.title(row.path)) was not discovered", side, golden: [frame], new: frames,
          at: time, about: row.path)
        continue
      }
      let kind: DifferenceKind =
        switch Self.depth(row.path) {
        case 1: .serviceRemoved
        case 2: .characteristicRemoved
        default: .descriptorRemoved
        }
      note(
        kind, "\(Self.title(row.path)) (handle \(Self.hex(row.handle))) is not there any more", side,
        golden: [frame], new: frames, at: time, about: row.path)
    }
    var fresh: [String] = []
    for row in attributes where was[row.path] == nil {
      if fresh.contains(where: { row.path.hasPrefix($0 + "/") }) { continue }
      fresh.append(row.path)
      let kind: DifferenceKind =
        switch Self.depth(row.path) {
        case 1: .serviceAdded
        case 2: .characteristicAdded
        default: .descriptorAdded
        }
      note(
        kind, "\(Self.title(row.path)) (handle \(Self.hex(row.handle))) is new", side, golden: [frame],
        new: frames, at: time, about: row.path)
    }
    for row in known {
      guard let other = there[row.path], let old = row.properties, let now = other.properties, old != now
      else {
        continue
      }
      note(
        .propertiesChanged,
        "\(Self.title(row.path)) offers \(now.joined(separator: ", ")) instead of \(old.joined(separator: ", "))",
        side, golden: [frame], new: frames, at: time, about: row.path)
    }
    let moved = known.filter { row in there[row.path].map { $0.handle != row.handle } ?? false }
    if let one = moved.first, let other = there[one.path] {
      note(
        .handlesMoved,
        "\(moved.count) of \(known.count) attributes have other handles, such as \(Self.title(one.path)): \(Self.hex(other.handle)) instead of \(Self.hex(one.handle))",
        side, golden: [frame], new: frames, at: time)
    }
  }

  private static func depth(_ path: String) -> Int { path.split(separator: "/").count }

  private static func hex(_ handle: UInt16) -> String { ByteText.hex(handle) }

  private static func title(_ path: String) -> String {
    switch depth(path) {
    case 1: "service \(AttributePaths.title(path))"
    case 2: "characteristic \(AttributePaths.title(path))"
    default: "descriptor \(AttributePaths.title(path))"
    }
  }
}
