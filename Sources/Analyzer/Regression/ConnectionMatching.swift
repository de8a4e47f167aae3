import ATTParser

/// Which connection of a trace is which one of the baseline.
///
/// The same address tells; where addresses are private or other devices of the kind were used, what the
/// connections are like does. Order is kept.
struct ConnectionMatching {
  /// Connections of each side that are matched by what they are like; of more, by address and order alone.
  static let limit = 256

  /// The pairs, in order.
  let pairs: [SequenceAlignment.Pair]

  /// Matches the connections of a good run with those of a trace.
  init(_ golden: [TraceBaseline.Connection], _ new: [ConnectionTrace]) {
    let isSmall = golden.count <= Self.limit && new.count <= Self.limit
    let left = isSmall ? golden.map(Self.features) : []
    let right = isSmall ? new.map(Self.features) : []
    let alignment = SequenceAlignment(golden.count, new.count) { row, column in
      let (old, trace) = (golden[row], new[column])
      guard Self.isPossible(old.role, "\(trace.role)") else { return .none }
      if let peer = old.peer, peer == trace.peer?.description { return .equal }
      guard isSmall else { return .none }
      // Two devices that keep their addresses are two devices, unless they are of one kind.
      let likeness = Self.likeness(left[row], right[column])
      let needed = old.isPeerStable && trace.isPeerStable ? 0.6 : 0.3
      return likeness >= needed ? .alike : .none
    }
    pairs = Self.paired(alignment.pairs, golden, new)
  }

  /// What is left over at one place on both sides, one each, is the same connection if the roles allow it.
  private static func paired(
    _ pairs: [SequenceAlignment.Pair], _ golden: [TraceBaseline.Connection], _ new: [ConnectionTrace]
  ) -> [SequenceAlignment.Pair] {
    var result: [SequenceAlignment.Pair] = []
    for pair in pairs {
      if let right = pair.right, pair.left == nil, let last = result.last, last.right == nil,
        let left = last.left, golden.count == new.count,
        isPossible(golden[left].role, "\(new[right].role)")
      {
        result[result.count - 1].right = right
      } else {
        result.append(pair)
      }
    }
    return result
  }

  private static func features(_ connection: TraceBaseline.Connection) -> Set<String> {
    var features = Set((connection.attributes ?? []).map(\.path))
    for lane in connection.lanes { for step in lane.steps { features.insert(Self.feature(step.token)) } }
    return features
  }

  private static func features(_ trace: ConnectionTrace) -> Set<String> {
    Set((trace.attributes ?? []).map(\.path)).union(
      trace.steps.filter { TraceLane($0) != nil }.map { feature($0.token) })
  }

  /// True when the recording host may have played the same part.
  private static func isPossible(_ left: String, _ right: String) -> Bool {
    left == right || left == "unknown" || right == "unknown"
  }

  private static func feature(_ token: TraceStep.Token) -> String {
    "\(token.operation.rawValue) \(token.attribute ?? "")"
  }

  private static func likeness(_ left: Set<String>, _ right: Set<String>) -> Double {
    let all = left.union(right).count
    return all == 0 ? 1 : Double(left.intersection(right).count) / Double(all)
  }
}
