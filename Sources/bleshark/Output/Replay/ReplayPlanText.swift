import ATTParser
import Analyzer
import Replay

/// A plan as text: what would be sent to whom, and what cannot be replayed.
struct ReplayPlanText {
  private let plan: ReplayPlan
  private let style: TextStyle
  private let steps: ReplayStepText
  private let isVerbose: Bool

  /// Takes a plan, and from the command line how much of it is told.
  init(_ plan: ReplayPlan, _ style: TextStyle, _ invocation: Invocation) {
    self.plan = plan
    self.style = style
    steps = ReplayStepText(invocation)
    isVerbose = invocation.has(.verbose)
  }

  /// Prints the plan.
  ///
  /// - Parameters:
  ///   - device: whom it is for, in words.
  ///   - permission: what may be written.
  func print(to device: String, _ permission: WritePermission, _ output: inout OutputBuffer) {
    let all = plan.connections.flatMap(\.steps)
    let writes = all.filter { $0.isWrite && $0.kind != .executeWrite && $0.hindrance == nil && !$0.isSkipped }
    let bytes = writes.reduce(0) { $0 + $1.value.count }
    output.append("\(style.bold("PLAN"))  \(ListText.count(plan.connections.count, "connection")), ")
    output.append("\(ListText.count(all.count, "step")) against \(device)\n")
    output.append(
      "  would write \(ListText.count(bytes, "byte")) in \(ListText.count(writes.count, "write"))\n")
    for (attribute, count, bytes) in totals(writes) {
      let isTransfer =
        attribute.key.map { WritePermission.transferAttributes(of: plan).contains($0) } ?? false
      output.append(
        "    \(ReplayStepText.name(attribute))  \(ListText.count(count, "write")), \(ListText.count(bytes, "byte"))"
          + (isTransfer ? style.warning("  takes a firmware image, or may") : "") + "\n")
    }
    for connection in plan.connections { print(connection, &output) }
    printHindrances(permission, &output)
  }

  private func totals(_ writes: [ReplayStep]) -> [(AttributeReference, Int, Int)] {
    var order: [AttributeReference] = []
    var sums: [AttributeReference: (Int, Int)] = [:]
    for step in writes {
      guard let attribute = step.attribute else { continue }
      if sums[attribute] == nil { order.append(attribute) }
      sums[attribute, default: (0, 0)].0 += 1
      sums[attribute, default: (0, 0)].1 += step.value.count
    }
    return order.map { ($0, sums[$0]?.0 ?? 0, sums[$0]?.1 ?? 0) }
  }

  private func print(_ connection: ReplayPlan.Connection, _ output: inout OutputBuffer) {
    output.append("\n\(style.bold("connection \(connection.id)"))\n")
    for remark in connection.remarks {
      let text = TextLayout.wrap(remark, width: style.width.map { $0 - 2 }, indent: "  ")
      output.append("  \(style.dim(text))\n")
    }
    var place = 0
    while place < connection.steps.count {
      let step = connection.steps[place]
      let run = isVerbose ? 1 : length(of: connection.steps[place...])
      let number = TextLayout.right(run > 1 ? "\(place)–\(place + run - 1)" : "\(place)", 9)
      let time = TextLayout.right(Numbers.seconds(nanoseconds: step.time * 1000), 12)
      let mark = step.isSkipped ? "  skipped" : step.hindrance == nil ? "" : "  (!)"
      if run > 1 {
        let bytes = connection.steps[place..<(place + run)].reduce(0) { $0 + $1.value.count }
        output.append(
          "\(number) \(time)  write without response \(step.attribute.map(ReplayStepText.name) ?? "") \(run) times, \(bytes) bytes\n"
        )
      } else {
        output.append("\(number) \(time)  \(steps.text(step))\(style.warning(mark))\n")
      }
      place += run
    }
  }

  /// How many steps from the first on write to one attribute without response, of which there is nothing else to say.
  private func length(of steps: ArraySlice<ReplayStep>) -> Int {
    guard let first = steps.first, first.kind == .writeCommand else { return 1 }
    let count = steps.prefix {
      $0.kind == .writeCommand && $0.attribute == first.attribute && $0.hindrance == nil && !$0.isSkipped
    }.count
    return count > 3 ? count : 1
  }

  private func printHindrances(_ permission: WritePermission, _ output: inout OutputBuffer) {
    var reasons: [String] = []
    var counts: [String: Int] = [:]
    func add(_ reason: String) {
      if counts[reason] == nil { reasons.append(reason) }
      counts[reason, default: 0] += 1
    }
    let transfer = WritePermission.transferAttributes(of: plan)
    for step in plan.connections.flatMap(\.steps) where !step.isSkipped {
      if let hindrance = step.hindrance {
        add(hindrance)
      } else if case .handle(let handle)? = step.attribute, step.attribute?.isNowhere == false {
        add("nothing in the capture says what handle \(handle) is")
      } else if let refusal = permission.refusal(of: step, transferAttributes: transfer) {
        add(refusal)
      }
    }
    guard !reasons.isEmpty else { return }
    output.append("\n\(style.bold("would not be sent"))\n")
    for reason in reasons {
      let line = "\(ListText.count(counts[reason] ?? 0, "step")): \(reason)"
      output.append("  \(TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    "))\n")
    }
  }
}
