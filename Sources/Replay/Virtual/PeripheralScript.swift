import ATTParser

/// What a captured device answered and sent on its own, in the order of the capture, and how far it has got.
struct PeripheralScript {
  /// What the device does next on its own.
  enum Due: Hashable {
    /// It sends the value of a step.
    case value(ReplayStep)
    /// It ends the link, or the link is lost.
    case hangUp(ReplayStep)
  }

  /// How a step of the capture came again.
  enum Outcome: Hashable {
    /// As it was.
    case exact
    /// With another value.
    case otherValue
  }

  private let steps: [ReplayStep]
  /// The steps that came or were sent, by their places.
  private(set) var outcomes: [Int: Outcome] = [:]
  private var isDone: [Bool]
  /// The steps that a client sends to one attribute.
  private struct Queue {
    var places: [Int] = []
    /// The first that has not come.
    var first = 0
    /// The first write that has not come.
    var firstWrite = 0
  }

  /// The steps that a client sends, by the attribute they are about.
  private var byAttribute: [AttributeReference?: Queue] = [:]
  /// What the device does on its own, in order: its step, and what it waits for.
  private var own: [(step: Int, cause: Int?)] = []
  private var nextOwn = 0

  /// Makes the script of a connection of which nothing has come.
  init(_ steps: [ReplayStep]) {
    self.steps = steps
    isDone = steps.map { !$0.isSent }
    var cause: Int?
    for (place, step) in steps.enumerated() {
      if step.isSent {
        byAttribute[step.attribute, default: Queue()].places.append(place)
        cause = place
      } else if step.isWait || step.kind == .disconnect && step.isByDevice {
        own.append((place, cause))
      }
    }
  }

  /// Finds what a request of the client repeats, and ticks it off.
  ///
  /// - Returns: the step; nil when the capture has nothing like it that has not come yet.
  mutating func match(_ request: ReplayStep) -> ReplayStep? {
    guard let queue = byAttribute[request.attribute] else { return nil }
    let open = queue.places[queue.first...]
    let exact = open.first { !isDone[$0] && steps[$0].isAlike(request, withValue: true) }
    let place = exact ?? open.first { !isDone[$0] && steps[$0].isAlike(request, withValue: false) }
    guard let place else { return nil }
    isDone[place] = true
    outcomes[place] = exact == nil ? .otherValue : .exact
    // What was done at the beginning is not looked at again.
    let done = open.prefix { isDone[$0] }.count
    byAttribute[request.attribute]?.first += done
    let writes = queue.places[queue.firstWrite...].prefix { isDone[$0] || !steps[$0].isWrite }.count
    byAttribute[request.attribute]?.firstWrite += writes
    return steps[place]
  }

  /// What the device does now, since what came before it in the capture has come; nil when it waits.
  ///
  /// - Parameter isImpatient: true to go on although what came before has not come.
  mutating func takeDue(isImpatient: Bool = false) -> Due? {
    guard nextOwn < own.count else { return nil }
    let (place, cause) = own[nextOwn]
    guard isImpatient || isReady(cause) else { return nil }
    nextOwn += 1
    outcomes[place] = .exact
    return steps[place].isWait ? .value(steps[place]) : .hangUp(steps[place])
  }

  /// Whether the device waits for the client before it goes on.
  var isWaiting: Bool { nextOwn < own.count }

  /// Whether the last thing before has come, and every write to its attribute before it; reads may be left out.
  private func isReady(_ cause: Int?) -> Bool {
    guard let cause else { return true }
    guard isDone[cause] else { return false }
    guard let queue = byAttribute[steps[cause].attribute] else { return true }
    let next = queue.places[queue.firstWrite...].first { !isDone[$0] && steps[$0].isWrite }
    return next.map { $0 > cause } ?? true
  }
}

extension ReplayStep {
  /// Whether two steps ask the same of the same attribute.
  func isAlike(_ other: ReplayStep, withValue: Bool) -> Bool {
    guard kind == other.kind, attribute == other.attribute, attributes == other.attributes,
      offset == other.offset, uuid == other.uuid
    else { return false }
    // The client's MTU is its own affair, and what is written may hold a counter or a time.
    if kind == .exchangeMTU { return true }
    return number == other.number && (withValue ? value == other.value : value.count == other.value.count)
  }
}
