import ATTParser
import Analyzer

/// How the captures of a command line are read, the same for each of them.
struct CaptureSettings: Sendable {
  /// Attribute tables learned elsewhere.
  let known: KnownTables
  /// What encrypted connections of the air may be decrypted with.
  let keys: DecryptionKeys
  /// What is looked for and kept of transfers.
  var transfers: TransferOptions
  /// The connection that is chosen, nil when none is.
  private(set) var connection: Int?

  /// The same without the choice of a connection, for captures in which others bear the numbers.
  var ofAllConnections: CaptureSettings {
    var settings = self
    settings.connection = nil
    return settings
  }

  /// Reads what the command line says of captures, and the files that it names for that.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  init(_ invocation: Invocation) throws {
    keys = try DecryptionKeysInput.read(invocation)
    known = try KnownTablesInput.read(invocation, keys)
    transfers = TransferOptions()
    try TransferProfileInput.add(invocation, to: &transfers)
    connection = try Self.connection(invocation)
  }

  /// The connection that a command line chooses, nil when it chooses none.
  ///
  /// - Throws: ``UsageError``.
  static func connection(_ invocation: Invocation) throws -> Int? {
    try invocation.value(.connection).map { text in
      guard let number = Int(text), number > 0 else {
        throw UsageError("--connection is a number as 'bleshark analyze' shows it, not '\(text)'")
      }
      return number
    }
  }

  /// Says that the connection chosen is not there.
  ///
  /// - Parameters:
  ///   - count: connections in the capture.
  ///   - path: the capture.
  /// - Throws: ``InputError``.
  func checkConnection(among count: Int, of path: String) throws {
    guard let connection, connection > count else { return }
    let there = count == 1 ? "there is 1" : "there are \(count)"
    throw InputError(CaptureInput.name(path), "no connection \(connection): \(there)")
  }
}
