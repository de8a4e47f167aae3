import ATTParser
import Analyzer

/// Streams of writes that no protocol claims, as text for people and as documents.
struct BulkText {
  private let analysis: Analysis
  private let style: TextStyle

  init(_ analysis: Analysis, _ style: TextStyle) {
    self.analysis = analysis
    self.style = style
  }

  /// Prints a line about a stream.
  func print(_ stream: BulkStream, _ output: inout OutputBuffer) {
    let kind =
      stream.requests == 0
      ? "commands" : stream.requests == stream.values ? "requests" : "commands and requests"
    var line =
      "\(style.bold("bulk stream"))  connection \(stream.connection), handle \(stream.attributeHandle)\(label(stream)): \(TransferText.grouped(stream.bytes)) bytes in \(stream.values) write \(kind) of up to \(stream.longest) bytes"
    if let rate = stream.rate { line += ", \(TransferText.grouped(Int(min(rate, 1e12)))) bytes/s" }
    line += ", frames \(stream.first.frame)–\(stream.last.frame)"
    if let field = stream.field { line += "; \(field.text)" }
    if let rhythm = stream.rhythm {
      line +=
        "; handle \(rhythm.attributeHandle) answers after \(rhythm.values == 1 ? "each value" : "\(rhythm.values) values each")"
    }
    line += "; nothing proves that it is an update"
    output.append("\(TextLayout.wrap(line, width: style.width.map { $0 - 2 }, indent: "  "))\n")
  }

  private func label(_ stream: BulkStream) -> String {
    guard let meaning = BulkStreamDocument.meaning(of: stream, analysis) else { return "" }
    return " \(meaning.name ?? meaning.label)"
  }
}

/// A stream of writes that no protocol claims.
struct BulkStreamDocument: Encodable {
  let connection: Int
  let handle: Int
  let uuid: String?
  let values: Int
  let requests: Int
  let bytes: Int
  let longest: Int
  let bytes_per_s: Double?
  let first: MomentDocument
  let last: MomentDocument
  let field: ChunkFieldDocument?
  let answered_by: Int?
  let answered_every: Int?

  init(_ stream: BulkStream, _ analysis: Analysis) {
    connection = stream.connection
    handle = Int(stream.attributeHandle.rawValue)
    uuid = Self.meaning(of: stream, analysis)?.uuid.description
    values = stream.values
    requests = stream.requests
    bytes = stream.bytes
    longest = stream.longest
    bytes_per_s = stream.rate.map { $0.rounded() }
    first = MomentDocument(stream.first, analysis)
    last = MomentDocument(stream.last, analysis)
    field = stream.field.map(ChunkFieldDocument.init)
    answered_by = stream.rhythm.map { Int($0.attributeHandle.rawValue) }
    answered_every = stream.rhythm?.values
  }

  /// What the attribute is, as far as the connection's tables tell.
  static func meaning(of stream: BulkStream, _ analysis: Analysis) -> GATTTable.Meaning? {
    let place = stream.connection - 1
    guard analysis.connections.indices.contains(place) else { return nil }
    let connection = analysis.connections[place]
    return connection.peerTable.meaning(of: stream.attributeHandle)
      ?? connection.localTable.meaning(of: stream.attributeHandle)
  }
}

/// A number in front of each value of a stream.
struct ChunkFieldDocument: Encodable {
  let kind: String
  let offset: Int
  let bytes: Int
  let byte_order: String
  let step: Int

  init(_ field: ChunkField) {
    kind = field.kind.rawValue
    offset = field.offset
    bytes = field.count
    byte_order = field.order.rawValue
    step = field.step
  }
}
