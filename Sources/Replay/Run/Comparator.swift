import ATTParser

/// One way in which what came back differs from the recording.
public struct ReplayDifference: Hashable, Sendable {
  /// What differs: `answer`, `error`, `value`, `length`, `mtu`, `attribute`, `layout`, `link`.
  public var field: String
  /// As it was recorded.
  public var recorded: String
  /// As it came.
  public var live: String

  /// Makes the value.
  public init(_ field: String, recorded: String, live: String) {
    self.field = field
    self.recorded = recorded
    self.live = live
  }
}

/// Compares what a device says with what was recorded; pure, so that it can be tried on anything.
public struct Comparator: Sendable {
  private let volatile: [BluetoothUUID: [VolatileValue]]
  private let tellsCodes: Bool

  /// Makes a comparator.
  ///
  /// - Parameters:
  ///   - volatile: what is not compared.
  ///   - capabilities: of the bearer that answers come over; without error codes, two errors are alike.
  public init(volatile: [VolatileValue], capabilities: BearerCapabilities) {
    self.volatile = Dictionary(grouping: volatile, by: \.uuid)
    tellsCodes = capabilities.contains(.errorCodes)
  }

  /// The differences between a recorded and a live answer to a step; both may be missing.
  public func differences(
    _ step: ReplayStep, recorded: ReplayAnswer?, live: ReplayAnswer?
  ) -> [ReplayDifference] {
    switch (recorded, live) {
    case (nil, nil): return []
    case (let recorded?, nil):
      return [ReplayDifference("answer", recorded: Self.words(recorded), live: "none")]
    case (nil, let live?): return [ReplayDifference("answer", recorded: "none", live: Self.words(live))]
    case (.error(let was, let at)?, .error(let now, let place)?):
      var differences: [ReplayDifference] = []
      if tellsCodes, was != now {
        differences.append(ReplayDifference("error", recorded: Self.words(was), live: Self.words(now)))
      }
      if at != place, let at, let place {
        differences.append(ReplayDifference("attribute", recorded: "\(at)", live: "\(place)"))
      }
      return differences
    case (.value(let was, let missing)?, .value(let now, _)?):
      return value(was, missing: missing, now, of: step.attribute, step)
    case (.prepared(let was, let offset, let part)?, .prepared(let now, let place, let bytes)?):
      if was == now, offset == place { return value(part, missing: 0, bytes, of: step.attribute, step) }
      return [ReplayDifference("attribute", recorded: "\(was) at \(offset)", live: "\(now) at \(place)")]
    case (.values(let was)?, .values(let now)?): return values(was, now, step)
    case (.mtu(let was)?, .mtu(let now)?):
      return was == now ? [] : [ReplayDifference("mtu", recorded: "\(was)", live: "\(now)")]
    case (.other(let was)?, .other(let now)?):
      return was == now ? [] : [ReplayDifference("answer", recorded: Self.hex(was), live: Self.hex(now))]
    case (.accepted?, .accepted?): return []
    case (let recorded?, let live?):
      return [ReplayDifference("answer", recorded: Self.words(recorded), live: Self.words(live))]
    }
  }

  /// What could not be compared of two answers, in words: the codes of errors, where the bearer does not tell them; nil
  /// when nothing is left open.
  public func open(recorded: ReplayAnswer?, live: ReplayAnswer) -> String? {
    guard !tellsCodes, case .error(let was, _)? = recorded, case .error(let now, _) = live, was != now else {
      return nil
    }
    return
      "the transport does not tell error codes: recorded \(Self.words(was)), taken for \(Self.words(now))"
  }

  /// The differences between a recorded value of an attribute and one that came.
  public func value(
    _ recorded: [UInt8], missing: Int = 0, _ live: [UInt8], of reference: AttributeReference?,
    _ step: ReplayStep
  ) -> [ReplayDifference] {
    let rules = reference?.key?.uuid.flatMap { volatile[$0] } ?? []
    if rules.contains(where: { $0.bytes == nil }) { return [] }
    if recorded.count + missing != live.count {
      return [
        ReplayDifference(
          "length", recorded: "\(recorded.count + missing) bytes \(Self.hex(recorded))",
          live: "\(live.count) bytes \(Self.hex(live))")
      ]
    }
    let place = recorded.indices.first { place in
      recorded[place] != live[place] && !rules.contains { $0.bytes?.contains(place) == true }
        && !step.takes.contains { ($0.offset..<($0.offset + $0.count)).contains(place) }
    }
    guard let place else { return [] }
    return [
      ReplayDifference(
        "value", recorded: "\(Self.hex(recorded)) at byte \(place)", live: Self.hex(live))
    ]
  }

  private func values(
    _ was: [ReplayAnswer.AttributeValue], _ now: [ReplayAnswer.AttributeValue], _ step: ReplayStep
  ) -> [ReplayDifference] {
    guard was.count == now.count, zip(was, now).allSatisfy({ Self.isSame($0.attribute, $1.attribute) }) else {
      return [
        ReplayDifference(
          "attribute", recorded: was.map { "\($0.attribute)" }.joined(separator: " "),
          live: now.map { "\($0.attribute)" }.joined(separator: " "))
      ]
    }
    return zip(was, now).flatMap { value($0.value, $1.value, of: $0.attribute, step) }
  }

  /// Whether two attributes are the same, as far as the capture tells what its own is.
  private static func isSame(_ was: AttributeReference, _ now: AttributeReference) -> Bool {
    was == now || was.key?.isUnplaced == true || was.key == nil
  }

  // MARK: - Words

  /// An answer in words.
  public static func words(_ answer: ReplayAnswer) -> String {
    switch answer {
    case .accepted: "accepted"
    case .value(let value, _): "value \(hex(value))"
    case .prepared(_, let offset, let part): "prepared \(part.count) bytes at \(offset)"
    case .values(let values): values.map { "\($0.attribute) \(hex($0.value))" }.joined(separator: ", ")
    case .mtu(let mtu): "MTU \(mtu)"
    case .error(let code, _): words(code)
    case .other(let bytes): "PDU \(hex(bytes))"
    }
  }

  private static func words(_ code: ATTErrorCode) -> String {
    "error 0x\(hex([code.rawValue])) \(code.name)"
  }

  /// Bytes as digits, long values cut.
  static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(24).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return digits.isEmpty ? "(empty)" : digits.joined() + (bytes.count > 24 ? "…" : "")
  }
}
