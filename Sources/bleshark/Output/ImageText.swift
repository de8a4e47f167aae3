import ATTParser
import Analyzer

/// Which bytes of an image were written, as text for people.
struct ImageText {
  private let style: TextStyle
  private let list: ListText

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

/// Which bytes of an image were written.
struct ImageAlignmentDocument: Encodable {
  let name: String
  let bytes: Int
  let written: Int
  let whole: Bool
  let in_order: Bool
  let header: Int
  let trailer: Int
  let runs: [ImageRunDocument]
  let missing: [HoleDocument]
  let repeated: [HoleDocument]
  let wrong: [ImageDamageDocument]

  init(_ image: ImageAlignment, _ analysis: Analysis) {
    func hole(_ range: Range<Int>) -> HoleDocument {
      HoleDocument(offset: range.lowerBound, length: range.count)
    }
    name = image.name
    bytes = image.size
    written = image.coverage.count
    whole = image.isWhole
    in_order = image.isInOrder
    header = image.header
    trailer = image.trailer
    runs = image.runs.map { ImageRunDocument($0, analysis) }
    missing = image.missing.map(hole)
    repeated = image.repeated.ranges.map(hole)
    wrong = image.damages.map {
      ImageDamageDocument(offset: $0.range.lowerBound, length: $0.range.count, frame: $0.moment.frame)
    }
  }
}

/// Writes that put one stretch of an image after the other.
struct ImageRunDocument: Encodable {
  let connection: Int
  let handle: Int
  let offset: Int
  let length: Int
  let values: Int
  let first: MomentDocument
  let last: MomentDocument

  init(_ run: ImageAlignment.Run, _ analysis: Analysis) {
    connection = run.connection
    handle = Int(run.attributeHandle.rawValue)
    offset = run.range.lowerBound
    length = run.range.count
    values = run.values
    first = MomentDocument(run.first, analysis)
    last = MomentDocument(run.last, analysis)
  }
}

/// A stretch of an image in whose place other bytes were written.
struct ImageDamageDocument: Encodable {
  let offset: Int
  let length: Int
  let frame: Int
}
