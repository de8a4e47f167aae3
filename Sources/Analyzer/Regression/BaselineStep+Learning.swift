import ATTParser

extension TraceBaseline.Step {
  /// What one run did, its time counted from `start`.
  init(_ item: LaneItem, since start: Moment) {
    self.init(
      item.token.operation, attribute: item.token.attribute, isLocalServer: item.token.isLocalServer,
      values: item.values.reduce(into: []) { $0 = ValuePattern.adding(ValuePattern($1), to: $0) },
      outcomes: item.outcomes, count: item.count...item.count, isRepeated: item.isFolded,
      interval: item.interval.map { $0...$0 }, rate: item.rate, frame: item.first.frame,
      time: item.first.time.seconds(since: start.time))
    // The ATT_MTU in force is compared by itself.
    if operation == .exchangeMTU { values = [] }
    forgetVolatileValues()
  }

  /// Leaves open a value that is known to change by itself.
  private mutating func forgetVolatileValues() {
    if let attribute, let last = attribute.split(separator: "/").last,
      Self.volatile.contains(String(last.prefix { $0 != "#" }))
    {
      values = []
    }
  }

  /// Characteristics whose value changes by itself, and the one that is the hash of all the others.
  private static let volatile: Set<String> = [
    "2a19", "2a2b", "2a08", "2a0f", "2a37", "2a1c", "2a1e", "2a35", "2a36", "2a18", "2a5e", "2a5f", "2a5b",
    "2a53", "2a63", "2a6d", "2a6e", "2a6f", "2b2a", "2b29", "2a05",
  ]

  /// The step with its attribute named, where it is known by its handle only.
  fileprivate func named(_ names: [String: String]) -> Self {
    guard !isLocalServer, let name = attribute.flatMap({ names[$0] }) else { return self }
    var step = self
    step.attribute = name
    step.forgetVolatileValues()
    return step
  }

  /// True for values of which good runs do not agree, or that mean nothing.
  var isOpen: Bool { values.isEmpty }

  /// How well a step of a run fits.
  func fit(_ other: Self) -> SequenceAlignment.Fit {
    guard token == other.token else { return .none }
    if outcomes != other.outcomes { return .alike }
    let isSame = isOpen || other.isOpen || other.values.allSatisfy(values.contains)
    if isSame { return .equal }
    let isLike = other.values.allSatisfy { value in values.contains { $0.merged(value) == $0 } }
    return isLike ? .equal : .alike
  }

  /// Adds a step of another run.
  mutating func add(_ other: Self) {
    if !isOpen {
      values = other.isOpen ? [] : other.values.reduce(into: values) { $0 = ValuePattern.adding($1, to: $0) }
    }
    for outcome in other.outcomes where !outcomes.contains(outcome) { outcomes.append(outcome) }
    count = count.union(other.count)
    isRepeated = isRepeated || other.isRepeated
    interval = interval.flatMap { own in other.interval.map(own.union) }
    rate = rate.flatMap { own in other.rate.map { min(own, $0) } }
  }

  /// The steps of a lane with those of another run.
  static func merged(_ steps: [Self], _ others: [Self], _ lane: TraceLane) -> [Self] {
    if lane.isValues, !steps.isEmpty, !others.isEmpty, (steps + others).contains(where: \.isRepeated) {
      var all = folded(steps)
      all.add(folded(others))
      return [all]
    }
    let alignment = SequenceAlignment(steps.count, others.count) { steps[$0].fit(others[$1]) }
    return alignment.pairs.map { pair in
      guard let left = pair.left else {
        var step = others[pair.right ?? 0]
        step.count = 0...step.count.upperBound
        step.frame = nil
        return step
      }
      var step = steps[left]
      if let right = pair.right {
        step.add(others[right])
      } else {
        step.count = 0...step.count.upperBound
      }
      return step
    }
  }

  /// All steps as one; how many there were is the sum.
  static func folded(_ steps: [Self]) -> Self {
    var all = steps[0]
    for step in steps.dropFirst() {
      let lower = all.count.lowerBound + step.count.lowerBound
      let upper = all.count.upperBound + step.count.upperBound
      all.add(step)
      all.count = lower...upper
    }
    all.isRepeated = true
    if steps.count > 1 { all.interval = nil }
    return all
  }

  /// Leaves open what a mask says does not matter.
  mutating func apply(_ mask: ValueMask) {
    guard mask.covers(attribute) else { return }
    guard let places = mask.places else {
      values = []
      return
    }
    values = values.reduce(into: []) { $0 = ValuePattern.adding($1.masked(places), to: $0) }
  }
}

extension TraceBaseline.Connection {
  /// The lanes; when no run discovered the device, with the names that another capture has for the handles.
  func lanes(namedBy attributes: [ConnectionTrace.Attribute]?) -> [TraceBaseline.Lane] {
    guard self.attributes == nil, let attributes, !attributes.isEmpty else { return lanes }
    let names = ConnectionTrace.names(of: attributes)
    return lanes.map { lane in
      var named = TraceBaseline.Lane(lane.lane, lane.steps.map { $0.named(names) })
      if case .values(let operation, let attribute, isLocalServer: false) = lane.lane,
        let name = names[attribute]
      {
        named.lane = .values(operation, attribute: name, isLocalServer: false)
      }
      return named
    }
  }
}

/// Bytes of values that do not matter.
public struct ValueMask: Sendable, Hashable {
  /// The end of the attribute's path: a UUID, or `180d/2a37`.
  public var attribute: String
  /// The places of the bytes, from 0; nil for the whole value.
  public var places: Set<Int>?

  /// Makes a mask.
  public init(attribute: String, places: Set<Int>?) {
    self.attribute = attribute
    self.places = places
  }

  /// True when it is about an attribute.
  func covers(_ path: String?) -> Bool { path.map { TraceSelector.isNamed(attribute, $0) } ?? false }
}

extension TraceBaseline {
  /// Masks that cover no step of the runs it was learned from: probably misspelt.
  public func unused(_ masks: [ValueMask]) -> [ValueMask] {
    let paths = Set(connections.flatMap(\.lanes).flatMap(\.steps).compactMap(\.attribute))
    return masks.filter { mask in !paths.contains(where: mask.covers) }
  }
}
