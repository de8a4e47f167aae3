import ATTParser
import Analyzer

/// Attribute tables given with `--gatt`: saved by `gatt --save`, or learned from another capture.
enum KnownTablesInput {
  /// Reads every file that the command line gives with `--gatt`.
  ///
  /// - Parameter keys: what encrypted connections in captures of the air may be decrypted with.
  /// - Throws: ``InputError``.
  static func read(_ invocation: Invocation, _ keys: DecryptionKeys) throws -> KnownTables {
    var known = KnownTables()
    for path in invocation.allValues(.gatt) { try read(path, keys, into: &known) }
    return known
  }

  private static func read(_ path: String, _ keys: DecryptionKeys, into known: inout KnownTables) throws {
    if try SavedTableInput.read(path, into: &known) { return }
    var reader = try CaptureInput.open(path, keys: keys)
    var builder = SessionBuilder()
    builder.addAll(&reader)
    let problem = CaptureInput.problem(
      reader, path, advice: "attributes may be missing from what --gatt tells; record or copy the file again")
    if let problem, reader.refusal != nil { throw problem }
    guard known.learn(from: builder.finish(SourceFacts(reader))) else {
      throw problem
        ?? InputError(
          path, "no discovery in this capture", advice: "give one in which the device is discovered")
    }
    // Half a table is of use, but not to be taken for a whole one.
    if let problem { Diagnostics.print(problem.description) }
  }
}
