import ATTParser

extension FindingRule {
  /// The server says that the client's table is out of date.
  static let databaseOutOfSync = FindingRule(
    "gatt.database-out-of-sync", .warning, "Database Out Of Sync",
    what: "A server answers with error 0x12: this client does not know yet that the attributes have changed.",
    why: "The request was not carried out.",
    evidence: "the Error Response",
    advice: "Read the Database Hash or wait for Service Changed, discover again, and repeat the request.",
    source: "Vol 3, Part G, 2.5.2.1 (robust caching)",
    about: .refusals,
    connection: { connection, _ in
      connection.errors.filter { $0.code.rawValue == 0x12 }.map { error in
        Observation(
          "\(error.request.name) on \(FindingContext.name(error.attributeHandle)) was not carried out: the table has changed",
          error.moment, frames: [error.requestFrame])
      }
    })
}
