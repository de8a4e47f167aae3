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

  /// Reads a capture.
  ///
  /// - Throws: ``InputError`` when nothing of it can be read.
  init(_ path: String, _ settings: CaptureSettings) throws {
    self.path = path
    var reader = try CaptureInput.open(path, keys: settings.keys)
    trace = SessionTrace.read(&reader, known: settings.known, transfers: settings.transfers).trace
    problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    frames = reader.framesRead
  }
}
