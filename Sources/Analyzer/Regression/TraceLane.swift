import ATTParser

/// Steps of a connection whose order among each other means something.
///
/// What two devices do at the same time comes in any order: notifications, the link's procedures, and the
/// requests of the two clients are each a lane of their own.
public enum TraceLane: Hashable, Sendable {
  /// The requests and commands of one client; true for those to the recording host.
  case client(isLocalServer: Bool)
  /// A setting of the link, or the connection's end.
  case link(TraceStep.Operation)
  /// The values that a server sends of one attribute.
  case values(TraceStep.Operation, attribute: String, isLocalServer: Bool)

  /// The lane of a step, nil for those that are not compared.
  init?(_ step: TraceStep) {
    if step.isOfTransfer { return nil }
    switch step.operation {
    case .connect: return nil
    case .disconnect: self = .link(.disconnect)
    case let operation where operation.isOfTheLink: self = .link(operation)
    case let operation where operation.isFromServer:
      self = .values(operation, attribute: step.attribute ?? "", isLocalServer: step.isLocalServer)
    default: self = .client(isLocalServer: step.isLocalServer)
    }
  }

  /// True for values that a server sends.
  var isValues: Bool { if case .values = self { true } else { false } }

  /// The steps of a connection by lane, in the order in which the lanes begin; what repeats is one item.
  static func lanes(_ steps: [TraceStep]) -> [(lane: TraceLane, items: [LaneItem])] {
    var order: [TraceLane] = []
    var lanes: [TraceLane: [LaneItem]] = [:]
    for step in steps {
      guard let lane = TraceLane(step) else { continue }
      if lanes[lane] == nil { order.append(lane) }
      lanes[lane, default: []].append(LaneItem(step))
    }
    return order.map { lane in
      let items = lanes[lane] ?? []
      let isMany = lane.isValues && items.reduce(0) { $0 + $1.count } >= LaneItem.fewestFolded
      if isMany { return (lane, [LaneItem.folded(items)]) }
      return (lane, lane.isValues ? items : LaneItem.withoutLoops(items))
    }
  }
}

/// A step, or equal ones that are taken together.
struct LaneItem {
  /// Values from which on a lane of values is one item.
  static let fewestFolded = 8
  /// The longest loop of steps that is looked for, and how often it has to run.
  private static let longestLoop = 8
  private static let fewestRounds = 3

  /// What is done.
  let token: TraceStep.Token
  /// The values, in order; the first ones of many.
  var values: [TraceValue]
  /// When each of those was sent.
  var moments: [Moment]
  /// How the steps ended.
  var outcomes: [String]
  /// How many steps.
  var count: Int
  /// Bytes of all values.
  var bytes: Int
  /// When the last one ended.
  var last: Moment
  /// True for what stands for many.
  var isFolded = false

  /// Begins with one step.
  init(_ step: TraceStep) {
    token = step.token
    values = step.value.map { [$0] } ?? []
    moments = [step.moment]
    outcomes = step.outcome.map { [$0] } ?? []
    count = step.count
    bytes = step.bytes
    last = step.ended
    isFolded = step.count > 1
  }

  /// How the item is named.
  var name: String { TraceStep.name(token.operation, token.attribute) }
  /// The first step.
  var first: Moment { moments[0] }

  /// Adds steps of the same kind.
  mutating func add(_ other: LaneItem) {
    values += other.values.prefix(max(0, SessionTraceBuilder.seriesLimit - values.count))
    moments += other.moments.prefix(max(0, SessionTraceBuilder.seriesLimit - moments.count))
    for outcome in other.outcomes where !outcomes.contains(outcome) { outcomes.append(outcome) }
    count += other.count
    bytes &+= other.bytes
    last = other.last
    isFolded = true
  }

  /// All items as one.
  static func folded(_ items: [LaneItem]) -> LaneItem {
    var all = items[0]
    for item in items.dropFirst() { all.add(item) }
    all.isFolded = true
    return all
  }

  /// The items with what runs in loops, such as a value that is read again and again, once.
  static func withoutLoops(_ items: [LaneItem]) -> [LaneItem] {
    var result: [LaneItem] = []
    var place = 0
    while place < items.count {
      guard let (length, rounds) = loop(items, place) else {
        result.append(items[place])
        place += 1
        continue
      }
      for offset in 0..<length {
        var item = items[place + offset]
        for round in 1..<rounds { item.add(items[place + round * length + offset]) }
        result.append(item)
      }
      place += length * rounds
    }
    return result
  }

  /// The shortest loop that begins at a place, and how often it runs.
  private static func loop(_ items: [LaneItem], _ start: Int) -> (length: Int, rounds: Int)? {
    for length in 1...longestLoop {
      guard start + length * fewestRounds <= items.count else { return nil }
      var rounds = 1
      while start + length * (rounds + 1) <= items.count,
        (0..<length).allSatisfy({
          items[start + $0].token == items[start + rounds * length + $0].token
            && items[start + $0].outcomes == items[start + rounds * length + $0].outcomes
        })
      {
        rounds += 1
      }
      // Commands to one attribute are no loop unless they are the same ones, or many.
      if rounds >= fewestRounds, length > 1 || rounds >= fewestFolded || isSame(items[start..<start + rounds])
      {
        return (length, rounds)
      }
    }
    return nil
  }

  private static func isSame(_ items: ArraySlice<LaneItem>) -> Bool {
    items.allSatisfy { $0.values == items.first?.values } || items.allSatisfy { $0.token.operation == .read }
  }

  /// Milliseconds from one value to the next, when they come regularly; nil for fewer than eight.
  var interval: Double? {
    guard moments.count >= Self.fewestFolded else { return nil }
    let gaps = zip(moments, moments.dropFirst()).map { Double($1.time.nanoseconds(since: $0.time)) / 1e6 }
      .sorted()
    let median = gaps[gaps.count / 2]
    guard median > 0, gaps[gaps.count / 10] >= median / 2, gaps[gaps.count * 9 / 10] <= median * 2 else {
      return nil
    }
    return median
  }

  /// Bytes a second of a stream of many values, nil for a shorter one.
  var rate: Double? {
    let seconds = last.time.seconds(since: first.time)
    guard count >= SessionTraceBuilder.seriesLimit, bytes >= 4096, seconds > 0 else { return nil }
    return Double(bytes) / seconds
  }
}
