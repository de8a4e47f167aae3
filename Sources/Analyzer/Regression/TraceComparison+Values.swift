import ATTParser

extension TraceComparison {
  /// Values of one attribute from which on they may be ones that change by themselves.
  private static let fewestDynamic = 4

  /// Characteristics that name the build or the device (Device Information); another one is only noted.
  private static let naming: Set<String> = ["2a23", "2a25", "2a26", "2a27", "2a28"]

  // MARK: - Values that a server sends

  /// Compares the notifications or indications of one attribute.
  mutating func compareValues(
    _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ side: Side
  ) {
    guard let first = steps.first else {
      guard let item = items.first else { return }
      note(
        .valueAdded, "the \(item.name) is not in the good run", side, new: [item.first.frame],
        at: side.new.map { item.first.time.seconds(since: $0.first.time) } ?? 0,
        about: item.token.attribute ?? "")
      return
    }
    if items.isEmpty {
      guard steps.contains(where: { !$0.isOptional }) else { return }
      note(
        .valueMissing, "the \(first.name) does not come any more", side, golden: [first.frame],
        at: first.time,
        about: first.attribute ?? "",
        fails: trace.isWhole && side.new?.hasEnd ?? true)
      return
    }
    if steps.contains(where: \.isRepeated) || items.contains(where: \.isFolded) {
      let (step, item) = (TraceBaseline.Step.folded(steps), LaneItem.folded(items))
      compareCount(step, item, side)
      compareInterval(step, item, side)
      compareShapes([(step, item)], side)
      return
    }
    compareSequence(steps, items, side)
  }

  /// Compares a few values one by one.
  private mutating func compareSequence(
    _ steps: [TraceBaseline.Step], _ items: [LaneItem], _ side: Side
  ) {
    let alignment = SequenceAlignment(steps.count, items.count) { Self.fit(steps[$0], items[$1]) }
    var matched: [(TraceBaseline.Step, LaneItem)] = []
    let gaps = alignment.pairs.count { $0.left == nil || $0.right == nil }
    let tail = alignment.pairs.reversed().prefix { $0.left == nil || $0.right == nil }.count
    // Of a device that sends now and then, one more or less fits in before the connection ends.
    let isTail = steps.count >= 3 && gaps == tail && gaps <= max(1, steps.count * 3 / 10)
    for pair in alignment.pairs {
      switch (pair.left.map { steps[$0] }, pair.right.map { items[$0] }) {
      case (let step?, let item?): matched.append((step, item))
      case (let step?, nil) where !step.isOptional:
        note(
          .valueMissing, "the \(step.name) (\(Self.short(step.values.first?.description ?? ""))) is missing",
          side,
          golden: [step.frame], at: step.time, about: step.attribute ?? "",
          fails: isTail ? false : trace.isWhole)
      case (nil, let item?):
        note(
          .valueAdded,
          "the \(item.name) (\(Self.short(item.values.first?.description ?? ""))) is not in the good run",
          side, new: [item.first.frame],
          at: side.new.map { item.first.time.seconds(since: $0.first.time) } ?? 0,
          about: item.token.attribute ?? "", fails: !isTail)
      default: break
      }
    }
    compareMatchedValues(matched, side)
  }

  private mutating func compareInterval(
    _ step: TraceBaseline.Step, _ item: LaneItem, _ side: Side
  ) {
    let tolerance = 1 + baseline.tolerances.interval
    if let known = step.interval, let interval = item.interval,
      interval > known.upperBound * tolerance || interval < known.lowerBound / tolerance
    {
      let was =
        known.lowerBound == known.upperBound
        ? FindingContext.milliseconds(known.lowerBound)
        : "\(FindingContext.milliseconds(known.lowerBound)) to \(FindingContext.milliseconds(known.upperBound))"
      note(
        .intervalChanged,
        "the \(item.name) comes every \(FindingContext.milliseconds(interval)) instead of \(was)",
        side, golden: [step.frame], new: [item.first.frame, item.last.frame], at: step.time,
        about: item.token.attribute ?? "")
    } else if let known = step.rate, let rate = item.rate, rate < known * (1 - baseline.tolerances.rate) {
      note(
        .rateLower,
        "the \(item.name) carries \(Int(rate.rounded())) bytes a second instead of \(Int(known.rounded()))",
        side,
        golden: [step.frame], new: [item.first.frame, item.last.frame], at: step.time,
        about: item.token.attribute ?? "")
    }
  }

  // MARK: - Values of steps that fit

  /// Compares the values of steps that have a counterpart.
  ///
  /// Where most values of an attribute differ, in places where they differ within the good run too, they
  /// change by themselves: counters, times, measurements. Where most agree, each that does not is told.
  mutating func compareMatchedValues(
    _ matched: [(step: TraceBaseline.Step, item: LaneItem)], _ side: Side
  ) {
    var groups: [TraceStep.Token: [(step: TraceBaseline.Step, item: LaneItem)]] = [:]
    for pair in matched where !pair.step.values.isEmpty { groups[pair.step.token, default: []].append(pair) }
    for pair in matched {
      guard let group = groups.removeValue(forKey: pair.step.token) else { continue }
      let wrong = group.filter { !Self.hasKnownValues($0.step, $0.item) }
      if wrong.isEmpty { continue }
      let isDynamic = group.count >= Self.fewestDynamic && wrong.count * 2 >= group.count
      if isDynamic || group.contains(where: { $0.step.isRepeated || $0.item.isFolded }) {
        compareShapes(group, side)
      } else {
        for pair in wrong { noteValue(pair.step, pair.item, pair.step.values, pair.item.values.first, side) }
      }
    }
  }

  /// Compares values with what those of the good run have in common.
  private mutating func compareShapes(
    _ group: [(step: TraceBaseline.Step, item: LaneItem)], _ side: Side
  ) {
    if group.contains(where: { $0.step.values.isEmpty }) { return }
    let shapes: [ValuePattern] = group.flatMap(\.step.values).reduce(into: []) {
      $0 = ValuePattern.adding($1, to: $0)
    }
    let values = group.flatMap(\.item.values)
    let wrong = values.enumerated().first { _, value in
      !shapes.contains { shape in
        guard let places = shape.mismatches(value) else { return shape.matches(value) }
        return places.allSatisfy { Self.isCounted($0, shape, values) }
      }
    }
    guard let (_, value) = wrong,
      let pair = group.first(where: { $0.item.values.contains(value) })
    else { return }
    noteValue(pair.step, pair.item, shapes, value, side)
  }

  /// True for a byte that belongs to a number which grows from value to value, whose lower bytes are known to
  /// change.
  static func isCounted(_ place: Int, _ shape: ValuePattern, _ values: [TraceValue]) -> Bool {
    guard case .bytes(let known, _) = shape else { return false }
    let bytes = values.compactMap { value -> [UInt8]? in
      if case .bytes(let bytes, _) = value, bytes.count >= known.count { bytes } else { nil }
    }
    guard bytes.count >= fewestDynamic else { return false }
    for width in [2, 4] {
      for start in max(0, place - width + 1)...place where start + width <= known.count {
        for isBig in [false, true] {
          let lowest = isBig ? start + width - 1 : start
          if known[lowest] == nil, lowest != place, isGrowing(bytes, start..<start + width, isBig) {
            return true
          }
        }
      }
    }
    return false
  }

  private static func isGrowing(_ values: [[UInt8]], _ range: Range<Int>, _ isBig: Bool) -> Bool {
    let numbers = values.map { value in
      let bytes = isBig ? Array(value[range]) : value[range].reversed()
      return bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }

  private mutating func noteValue(
    _ step: TraceBaseline.Step, _ item: LaneItem, _ known: [ValuePattern], _ value: TraceValue?, _ side: Side
  ) {
    let characteristic = item.token.attribute?.split(separator: "/").last.map {
      String($0.prefix { $0 != "#" })
    }
    let isName = characteristic.map(Self.naming.contains) ?? false
    let was = known.prefix(3).map { Self.short($0.description) }.joined(separator: " or ")
    let place = value.flatMap { value in item.values.firstIndex(of: value) } ?? 0
    let frame = place < item.moments.count ? item.moments[place].frame : item.first.frame
    if let length = value?.count, !known.contains(where: { $0.takes(length: length) }) {
      let lengths = Set(known.compactMap(\.length)).sorted().map(String.init).joined(separator: " or ")
      note(
        .valueChanged,
        "the \(item.name) has \(length) bytes instead of \(lengths): \(Self.short(value?.description ?? ""))",
        side, golden: [step.frame], new: [frame], at: step.time,
        about: item.token.attribute ?? item.token.operation.rawValue, fails: !isName)
      return
    }
    note(
      .valueChanged,
      "the \(item.name) has the value \(Self.short(value?.description ?? "none")) instead of \(was)", side,
      golden: [step.frame], new: [frame], at: step.time,
      about: item.token.attribute ?? item.token.operation.rawValue, fails: !isName)
  }
}
