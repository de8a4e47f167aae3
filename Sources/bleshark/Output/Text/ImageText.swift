import ATTParser
import Analyzer

/// Which bytes of an image were written, as text for people.
struct ImageText {
  private let style: TextStyle
  private let list: ListText

  /// Makes a printer in a style.
  init(_ style: TextStyle, _ list: ListText) {
    self.style = style
    self.list = list
  }

  /// Prints where an image is in what was written.
  func print(_ image: ImageAlignment, _ output: inout OutputBuffer) {
    let written = image.coverage.count
    var head =
      "\(style.bold("image"))  \(image.name): \(TransferText.grouped(written)) of \(TransferText.grouped(image.size)) bytes"
    if written == 0 {
      head += ": nothing of it was written; it is another image, or it travels compressed or encrypted"
    } else {
      head += image.isWhole ? " were written, all of them right" : " were written"
      head += image.isInOrder ? ", in order" : ", not in order"
    }
    output.append("\(wrap(head, 2))\n")
    if image.header > 0 || image.trailer > 0 {
      row(
        "around", "\(image.header) bytes in front of the image's in each write, \(image.trailer) behind",
        &output)
    }
    for run in list.shown(image.runs) {
      row(
        "written",
        "\(Self.text(run.range)) in \(ListText.count(run.values, "write")) to handle \(run.attributeHandle), connection \(run.connection), frames \(run.first.frame)–\(run.last.frame)",
        &output)
    }
    list.printRest(of: image.runs.count + image.runsNotKept, "stretches", &output)
    if written > 0, !image.missing.isEmpty { row("missing", ranges(image.missing), &output) }
    if !image.repeated.ranges.isEmpty { row("twice", ranges(image.repeated.ranges), &output) }
    for damage in list.shown(image.damages) {
      row(
        "wrong",
        "\(style.warning(Self.text(damage.range))) has other bytes, written in frame \(damage.moment.frame)",
        &output)
    }
    list.printRest(of: image.damages.count, "wrong stretches", &output)
  }

  private static func text(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound - 1)"
  }

  private func ranges(_ ranges: [Range<Int>]) -> String {
    let shown = list.shown(ranges)
    let bytes = ranges.reduce(0) { $0 + $1.count }
    let more = ranges.count > shown.count ? ", … (\(ranges.count) in all)" : ""
    return
      "\(TransferText.grouped(bytes)) bytes: \(shown.map { Self.text($0) }.joined(separator: ", "))\(more)"
  }

  private func row(_ name: String, _ text: String, _ output: inout OutputBuffer) {
    output.append("  \(style.dim(TextLayout.left(name, 10))) \(wrap(text, 13))\n")
  }

  private func wrap(_ text: String, _ indent: Int) -> String {
    TextLayout.wrap(
      text, width: style.width.map { $0 - indent }, indent: String(repeating: " ", count: indent))
  }
}
