import ATTParser

extension TraceComparison {
  /// Steps around one in which an uneven number of repetitions is looked for.
  private static let neighbourhood = 16

  /// Compares the steps of a connection lane by lane.
  mutating func compareLanes(
    _ golden: TraceBaseline.Connection, _ new: ConnectionTrace, _ side: Side
  ) {
    // What was not discovered in the new capture is taken for what it is in the good run, by its handle.
    let lanes = TraceLane.lanes(new.steps(namedBy: golden.attributes))
    let goldenLanes = golden.lanes(namedBy: new.attributes)
    for known in goldenLanes {
      let items = lanes.first { $0.lane == known.lane }?.items ?? []
      compare(known.lane, known.steps, items, side)
    }
    for (lane, items) in lanes where !goldenLanes.contains(where: { $0.lane == lane }) {
      compare(lane, [], items, side)
    }
  }

  private mutating func compare(
    _ lane: TraceLane, _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ side: Side
  ) {
    switch lane {
    case .values: compareValues(steps, items, side)
    case .link(let operation): compareLink(operation, steps, items, side)
    case .client: compareOrder(steps, items, side)
    }
  }

  /// How well a step of the good run and one of the trace fit.
  static func fit(_ step: TraceBaseline.Step, _ item: LaneItem) -> SequenceAlignment.Fit {
    guard step.token == item.token else { return .none }
    // What repeats is not what came once after it.
    let isAsOften = step.count.contains(item.count) || step.isRepeated && item.count > 1
    return isAsOften && isOutcomeKnown(step, item) && hasKnownValues(step, item) ? .equal : .alike
  }

  /// True when all values look like those of the good run.
  static func hasKnownValues(_ step: TraceBaseline.Step, _ item: LaneItem) -> Bool {
    step.values.isEmpty || item.values.allSatisfy { value in step.values.contains { $0.matches(value) } }
  }

  private static func isOutcomeKnown(_ step: TraceBaseline.Step, _ item: LaneItem) -> Bool {
    if step.outcomes.isEmpty || step.outcomes.contains(TraceStep.unknown) { return true }
    return item.outcomes.allSatisfy { $0 == TraceStep.unknown || step.outcomes.contains($0) }
  }

  // MARK: - Requests and commands

  private mutating func compareOrder(
    _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ side: Side
  ) {
    let alignment = SequenceAlignment(steps.count, items.count) { Self.fit(steps[$0], items[$1]) }
    var missing: [Int] = []
    var added: [(item: Int, after: Int?)] = []
    var matched: [(step: TraceBaseline.Step, item: LaneItem)] = []
    var before: Int?
    for (place, pair) in alignment.pairs.enumerated() {
      switch (pair.left, pair.right) {
      case (let left?, let right?):
        matched.append((steps[left], items[right]))
        before = left
      case (let left?, nil):
        before = left
        if !steps[left].isOptional, !isRepetition(alignment.pairs, place, steps, items) {
          missing.append(left)
        }
      case (nil, let right?):
        if !isRepetition(alignment.pairs, place, steps, items) { added.append((right, before)) }
      case (nil, nil): break
      }
    }
    forgive(&missing, alignment.pairs, steps, items)
    noteMoved(steps, items, &missing, &added, side)
    let met = (alignment.pairs.firstIndex(where: \.isPaired), alignment.pairs.lastIndex(where: \.isPaired))
    let first = met.0.map { alignment.pairs[$0] }
    let last = met.1.map { alignment.pairs[$0] }
    for left in missing {
      let isKnown = side.isInNew(left, first?.left, last?.left) && trace.isWhole
      noteMissing(steps[left], side, fails: isKnown)
    }
    for (right, after) in added {
      let isKnown = side.isInGolden(right, first?.right, last?.right)
      noteAdded(items[right], after.map { steps[$0] }, side, fails: isKnown)
    }
    for (step, item) in matched where !Self.isOutcomeKnown(step, item) {
      let outcome = item.outcomes.first { !step.outcomes.contains($0) } ?? ""
      note(
        .outcomeChanged,
        "\(item.name) ends with '\(outcome)' instead of '\(step.outcomes.joined(separator: "' or '"))'",
        side, golden: [step.frame], new: [item.first.frame, item.last.frame], at: step.time,
        about: item.token.attribute ?? item.token.operation.rawValue)
    }
    compareCounts(matched, side)
    compareMatchedValues(matched, side)
  }

  /// True for a step without a counterpart that is one more round of a loop that has one close by.
  private func isRepetition(
    _ pairs: [SequenceAlignment.Pair], _ place: Int, _ steps: [TraceBaseline.Step], _ items: [LaneItem]
  ) -> Bool {
    let range = max(0, place - Self.neighbourhood)..<min(pairs.count, place + Self.neighbourhood + 1)
    let token = pairs[place].left.map { steps[$0].token } ?? pairs[place].right.map { items[$0].token }
    return pairs[range].contains { pair in
      guard let left = pair.left, let right = pair.right else { return false }
      return steps[left].token == token && (steps[left].isRepeated || items[right].isFolded)
    }
  }

  /// Takes out what is missing where one more of the same, that need not be there, was given its counterpart.
  ///
  /// Which of several in a row is the one that is not there, nothing tells.
  private func forgive(
    _ missing: inout [Int], _ pairs: [SequenceAlignment.Pair], _ steps: [TraceBaseline.Step],
    _ items: [LaneItem]
  ) {
    if missing.isEmpty { return }
    var spare = pairs.compactMap { pair -> (left: Int, right: Int)? in
      guard let left = pair.left, let right = pair.right, steps[left].isOptional else { return nil }
      return (left, right)
    }
    missing.removeAll { left in
      let place = spare.firstIndex { pair in
        steps[min(left, pair.left)...max(left, pair.left)].allSatisfy { $0.token == steps[left].token }
          && Self.fit(steps[left], items[pair.right]) == .equal
      }
      if let place { spare.remove(at: place) }
      return place != nil
    }
  }

  /// Takes out what is missing in one place and there in another one: it has moved.
  private mutating func noteMoved(
    _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ missing: inout [Int],
    _ added: inout [(item: Int, after: Int?)], _ side: Side
  ) {
    missing.removeAll { left in
      guard
        let place = added.firstIndex(where: { Self.fit(steps[left], items[$0.item]) == .equal })
          ?? added.firstIndex(where: { steps[left].token == items[$0.item].token })
      else { return false }
      let (right, after) = added.remove(at: place)
      let (step, item) = (steps[left], items[right])
      let isLater = (after ?? -1) >= left
      let neighbour = isLater ? after.map { steps[$0].name } : steps[safe: (after ?? -1) + 1]?.name
      let words = neighbour.map {
        " comes \(isLater ? "after" : "before") the \($0), not \(isLater ? "before" : "after") it"
      }
      note(
        .stepMoved, "the \(step.name)\(Self.value(item))\(words ?? " comes in another order")", side,
        golden: [step.frame], new: [item.first.frame], at: min(step.time, after.map { steps[$0].time } ?? 0),
        about: step.attribute ?? step.operation.rawValue)
      return true
    }
  }

  private mutating func noteMissing(_ step: TraceBaseline.Step, _ side: Side, fails: Bool) {
    let isOn = step.operation == .subscribe && !step.values.contains(.words("off"))
    let value =
      step.values.count == 1 && !step.values[0].description.isEmpty
      ? " (\(Self.short(step.values[0].description)))" : ""
    note(
      isOn ? .subscriptionMissing : .stepMissing,
      isOn
        ? "the \(step.name)\(value), a write to its CCCD, is missing"
        : "the \(step.name)\(value) is missing",
      side, golden: [step.frame], at: step.time, about: step.attribute ?? step.operation.rawValue,
      fails: fails)
  }

  private mutating func noteAdded(_ item: LaneItem, _ after: TraceBaseline.Step?, _ side: Side, fails: Bool) {
    let outcome = item.outcomes.first { $0 != TraceStep.answered && $0 != TraceStep.unknown }
    let end = outcome.map { ", which ends with '\($0)'," } ?? ""
    note(
      .stepAdded, "the \(item.name)\(Self.value(item))\(end) is not in the good run", side,
      golden: [after?.frame],
      new: [item.first.frame, item.last.frame], at: after?.time ?? 0,
      about: item.token.attribute ?? item.token.operation.rawValue, fails: fails)
  }

  private mutating func compareCounts(
    _ matched: [(step: TraceBaseline.Step, item: LaneItem)], _ side: Side
  ) {
    for (step, item) in matched where step.isRepeated || item.isFolded {
      compareCount(step, item, side)
    }
  }

  /// Compares how often something repeats; only roughly, for that is a matter of how long a session lasts.
  mutating func compareCount(_ step: TraceBaseline.Step, _ item: LaneItem, _ side: Side) {
    let factor = baseline.tolerances.count
    let least = Int((Double(max(1, step.count.lowerBound)) / factor).rounded(.down)) - 1
    let most = Int((Double(step.count.upperBound) * factor).rounded(.up)) + 1
    guard item.count < least || item.count > most else { return }
    let known =
      step.count.lowerBound == step.count.upperBound
      ? "\(step.count.lowerBound)" : "\(step.count.lowerBound) to \(step.count.upperBound)"
    note(
      .valueCount, "the \(item.name) comes \(FindingContext.times(item.count)) instead of \(known)", side,
      golden: [step.frame], new: [item.first.frame, item.last.frame], at: step.time,
      about: item.token.attribute ?? item.token.operation.rawValue)
  }

  // MARK: - The link

  private mutating func compareLink(
    _ operation: TraceStep.Operation, _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ side: Side
  ) {
    let kind: DifferenceKind =
      switch operation {
      case .parameters: .parametersChanged
      case .phy: .phyChanged
      case .dataLength: .dataLengthChanged
      case .disconnect: .endChanged
      default: .securityChanged
      }
    let alignment = SequenceAlignment(steps.count, items.count) { Self.fit(steps[$0], items[$1]) }
    for pair in alignment.pairs {
      let step = pair.left.map { steps[$0] }
      let item = pair.right.map { items[$0] }
      switch (step, item) {
      case (let step?, let item?) where !Self.hasKnownValues(step, item):
        let known = step.values.map(\.description).joined(separator: "' or '")
        note(
          kind,
          "the \(step.name) \(step.operation.isPlural ? "are" : "is") '\(Self.text(item))' instead of '\(known)'",
          side, golden: [step.frame],
          new: [item.first.frame], at: step.time, about: operation.rawValue)
      case (let step?, nil) where !step.isOptional:
        let known = step.values.first.map { ", '\($0)'," } ?? ""
        // A capture that ends earlier shows no end.
        note(
          kind, "the \(step.name)\(known) \(step.operation.isPlural ? "are" : "is") missing", side,
          golden: [step.frame], at: step.time,
          about: operation.rawValue,
          fails: operation != .disconnect && trace.isWhole && side.new?.hasBeginning ?? true)
      case (nil, let item?):
        note(
          kind,
          "the \(item.name), '\(Self.text(item))', \(item.token.operation.isPlural ? "are" : "is") not in the good run",
          side,
          new: [item.first.frame],
          at: side.new.map { item.first.time.seconds(since: $0.first.time) } ?? 0, about: operation.rawValue,
          fails: operation != .disconnect
            ? side.golden?.hasBeginning ?? true : steps.isEmpty && !Self.text(item).hasPrefix("by "))
      default: break
      }
    }
  }

  // MARK: - Words

  private static func text(_ item: LaneItem) -> String { item.values.first?.description ?? "" }

  private static func value(_ item: LaneItem) -> String {
    guard let value = item.values.first, item.values.count == 1, !value.description.isEmpty else { return "" }
    return " (\(short(value.description)))"
  }

  /// A value's text, cut where it is long.
  static func short(_ text: String) -> String { text.utf8.count > 40 ? text.prefix(40) + "…" : text }
}

extension Array {
  /// The element at a place, nil beyond the ends.
  fileprivate subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
