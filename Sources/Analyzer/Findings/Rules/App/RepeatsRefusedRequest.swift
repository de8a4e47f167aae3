import ATTParser

extension FindingRule {
  /// Times from which a repetition is worth a word.
  private static let repetitions = 3

  /// The same refused request over and over.
  static let repeatsRefusedRequest = FindingRule(
    "app.repeats-refused-request", .info, "refused request repeated",
    what: "The same request on the same attribute is refused with the same error three times and more.",
    why: "Nothing changes between the attempts: the error says what would have to.",
    evidence: "the Error Responses",
    advice: "Handle the error in the app instead of repeating the request.",
    source: "Vol 3, Part F, 3.4.1.1 (Error Response)",
    consequenceOf: ["gatt.security-without-pairing", "gatt.database-out-of-sync", "gatt.stale-table"],
    about: .refusals,
    connection: { connection, _ in
      // Discovery ends with errors that nobody handles.
      let refusals = connection.errors.count { !$0.isEndOfRange && !$0.isEndOfValue }
      if refusals < repetitions { return [] }
      struct Key: Hashable {
        var request: ATTOpcode
        var handle: AttributeHandle
        var code: ATTErrorCode
        var isFromPeer: Bool
      }
      var groups: [Key: [ATTErrorEvent]] = [:]
      for error in connection.errors where !error.isEndOfRange && !error.isEndOfValue {
        let key = Key(
          request: error.request, handle: error.attributeHandle, code: error.code,
          isFromPeer: error.direction == .received)
        groups[key, default: []].append(error)
      }
      return groups.values.filter { $0.count >= repetitions }.sorted { $0[0].moment < $1[0].moment }.map {
        errors in
        let first = errors[0]
        return Observation(
          "\(first.request.name) on \(FindingContext.name(first.attributeHandle)) was refused \(errors.count) times with \(TransferRule.hexadecimal(first.code.rawValue)) \(first.code.name)",
          first.moment, frames: [first.requestFrame] + errors.map(\.moment.frame))
      }
    })
}
