import ATTParser
import Analyzer

/// A capture that was read to its end, or as far as that went, and what it means.
struct AnalyzedCapture {
  /// The file.
  let source: SourceDescription
  /// What it means.
  let analysis: Analysis
  /// Why it was not read to its end, nil when it was.
  let problem: InputError?

  /// Reads a capture.
  ///
  /// - Parameters:
  ///   - path: the file, `-` for standard input.
  ///   - settings: how it is read; the connection that is chosen has to be there.
  ///   - walk: reads the frames and gives them to the builder, and to whatever else looks at them.
  /// - Throws: ``InputError`` when nothing of it can be read.
  init(
    _ path: String, _ settings: CaptureSettings,
    walk: (inout CaptureReader, inout SessionBuilder) -> Void = { $1.addAll(&$0) }
  ) throws {
    var reader = try CaptureInput.open(path, keys: settings.keys)
    var builder = SessionBuilder(known: settings.known, transfers: settings.transfers)
    walk(&reader, &builder)
    problem = CaptureInput.problem(reader, path)
    if let problem, reader.refusal != nil { throw problem }
    analysis = builder.finish(SourceFacts(reader))
    source = SourceDescription(reader, path)
    try settings.checkConnection(among: analysis.connections.count, of: path)
  }
}

/// The file an analysis is of.
struct SourceDescription {
  /// As the user gave it.
  let path: String
  /// The file format.
  let format: String
  /// It is a capture of the air.
  let isOfTheAir: Bool
  /// How the packets are wrapped, nil for a file without packets that does not tell.
  let linkType: String?
  /// Frames read.
  let frames: Int

  /// Takes from a reader, at the end of the file, what it knows of it.
  init(_ reader: borrowing CaptureReader, _ path: String) {
    self.path = path
    format = reader.format.rawValue
    linkType = reader.linkType?.name
    isOfTheAir = reader.linkType?.isOfTheAir ?? false
    frames = reader.framesRead
  }
}
