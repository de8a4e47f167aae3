import ATTParser
import Analyzer

/// A capture as captures are compared: its analysis and the steps of its connections.
struct TraceInput {
  /// The file, as it was given.
  let path: String
  /// What it means.
  let trace: SessionTrace
  /// Frames read.
  let frames: Int
  /// Why it was not read to its end, nil when it was.
  let problem: InputError?

  /// What is looked for in captures, read once for all of them.
  struct Settings: Sendable {
    /// Attribute tables learned elsewhere.
    let known: KnownTables
    /// Protocols of transfers.
    let transfers: TransferOptions
    /// What encrypted connections of the air may be decrypted with.
    let keys: LinkKeys

    /// - Throws: ``UsageError``, ``InputError``.
    init(_ invocation: Invocation) throws {
      known = try KnownTablesInput.read(invocation)
      keys = try LinkKeysInput.read(invocation)
      var options = TransferOptions()
      try TransferProfileInput.add(invocation, to: &options)
      transfers = options
    }
  }

  /// Reads a capture.
  ///
  /// - Throws: ``InputError`` when nothing of it can be read.
  init(_ path: String, _ settings: Settings) throws {
    self.path = path
    var reader = try CaptureInput.open(path, keys: settings.keys)
    trace = SessionTrace.read(&reader, known: settings.known, transfers: settings.transfers).trace
    problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    frames = reader.framesRead
  }
}
