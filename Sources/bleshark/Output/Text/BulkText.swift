import ATTParser
import Analyzer

/// Streams of writes that no protocol claims, as text for people and as documents.
struct BulkText {
  private let analysis: Analysis
  private let style: TextStyle

  /// Takes the analysis that knows the names of attributes.
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
