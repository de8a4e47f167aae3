import ATTParser

extension FindingRule {
  /// Error Responses that say what they must not.
  static let errorResponseInvalid = FindingRule(
    "att.error-response-invalid", .warning, "Error Response that says nothing valid",
    what:
      "An Error Response has error code 0 or a reserved one, or names handle 0 for a request that is supported and names another one.",
    why: "Clients and their apps cannot tell what went wrong; some stacks take code 0 for success.",
    evidence: "the Error Response",
    advice: "Give a code of the specification, or one of 0x80 to 0x9F for the application, and the handle.",
    source: "Vol 3, Part F, 3.4.1.1 (Error Response)",
    about: .errors,
    connection: { connection, _ in
      connection.errors.compactMap { error -> Observation? in
        let code = error.code.rawValue
        let isReserved = (0x14...0x7F).contains(code) || (0xA0...0xDF).contains(code)
        let what: String
        if code == 0 {
          what = "has error code 0"
        } else if isReserved {
          what = "has error code \(TransferRule.hexadecimal(code)), which is reserved"
        } else if error.attributeHandle.rawValue == 0, code != 0x06, error.requestedHandle.rawValue != 0 {
          // Of a request that is not supported, or names no handle, it is 0.
          what = "names handle 0 instead of \(FindingContext.name(error.requestedHandle))"
        } else {
          return nil
        }
        return Observation(
          "the Error Response to \(error.request.name) \(what)", error.moment, frames: [error.requestFrame])
      }
    })
}
