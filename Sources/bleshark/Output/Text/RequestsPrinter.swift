import ATTParser
import Analyzer
import FoundationEssentials

/// Prints transactions line by line and their summary.
struct RequestsPrinter {
  /// The first frame's time.
  var start: Timestamp?

  private let style: TextStyle
  private let usesDates: Bool
  private let isJSON: Bool
  private let isSummaryOnly: Bool
  private let json = JSONLines()
  private var summary = TransactionSummary()
  private var labels: [TransactionSummary.Key: String] = [:]

  /// Takes from the command line in which form transactions are printed.
  init(_ style: TextStyle, _ invocation: Invocation) {
    self.style = style
    usesDates = invocation.has(.utc)
    isJSON = invocation.has(.jsonLines)
    isSummaryOnly = invocation.has(.summary)
  }

  /// Prints a transaction and counts it.
  mutating func add(
    _ transaction: Transaction, _ meaning: GATTTable.Meaning?, _ output: inout OutputBuffer
  ) throws {
    summary.add(transaction)
    let key = TransactionSummary.Key(transaction)
    if key.attributeHandle != nil, let meaning { labels[key] = meaning.label }
    guard !isSummaryOnly else { return }
    if isJSON {
      output.append(try json.line(TransactionDocument(transaction, meaning, start)))
    } else {
      output.append(line(transaction, meaning))
    }
  }

  private func line(_ transaction: Transaction, _ meaning: GATTTable.Meaning?) -> String {
    let elapsed = transaction.began.time.nanoseconds(since: start ?? transaction.began.time)
    let time =
      usesDates
      ? UTCDate.text(transaction.began.time) : TextLayout.right(Numbers.seconds(nanoseconds: elapsed), 12)
    let frames = "\(transaction.began.frame)→\(transaction.ended.map { "\($0.frame)" } ?? "")"
    let latency = transaction.latency.map { Numbers.short(Double($0) / 1e6) + " ms" } ?? "–"
    let arrow = transaction.direction == .sent ? "→" : transaction.direction == .received ? "←" : " "
    var text = "\(TextLayout.left(frames, 13)) \(time) \(TextLayout.right(latency, 12))  "
    text += "#\(transaction.connection) \(arrow) "
    if transaction.bearer != 0 { text += "bearer \(transaction.bearer) " }
    text += "\(transaction.request.shortName)  \(subject(transaction, meaning))"
    switch transaction.outcome {
    case .answered: if transaction.isLate { text += "  " + style.warning("late: after more than 30 s") }
    case .error(let code):
      // Not finding more is how discovery ends.
      text += "  " + (code == .attributeNotFound ? style.dim(code.name) : style.warning(code.name))
    case .unanswered(let why): text += "  " + style.warning("no answer: \(why.text)")
    }
    while text.last == " " { text.removeLast() }
    return cut(text) + "\n"
  }

  /// A line that is no longer than the width; one with colours stays as it is.
  private func cut(_ text: String) -> String {
    guard let width = style.width, text.count > width, !style.isColored else { return text }
    return text.prefix(width - 1) + "…"
  }

  private func subject(_ transaction: Transaction, _ meaning: GATTTable.Meaning?) -> String {
    if let range = transaction.handleRange {
      return "\(range.starting)–\(range.ending)" + (transaction.attributeType.map { " \($0)" } ?? "")
    }
    guard let handle = transaction.attributeHandle else { return "" }
    let offset = transaction.valueOffset.map { " from \($0)" } ?? ""
    return "\(handle)\(meaning.map { " \($0.label)" } ?? "")\(offset)"
  }

  /// Prints the summary by kind and attribute.
  func printSummary(_ output: inout OutputBuffer) {
    guard !isJSON, !summary.rows.isEmpty else { return }
    output.append("\n\(style.bold("Summary"))\n")
    output.append(
      "  \(style.dim("     count  errors  unanswered   median ms      p95 ms      max ms  kind and attribute"))\n"
    )
    let sorted = summary.rows.sorted { left, right in
      (left.key.connection, left.key.request.rawValue, left.key.attributeHandle?.rawValue ?? 0)
        < (right.key.connection, right.key.request.rawValue, right.key.attributeHandle?.rawValue ?? 0)
    }
    for (key, row) in sorted {
      let times = [
        row.latencies.quantile(0.5), row.latencies.quantile(0.95),
        row.latencies.count > 0 ? row.latencies.max : nil,
      ]
      let cells =
        [
          TextLayout.right("\(row.count)", 10), TextLayout.right("\(row.errors)", 6),
          TextLayout.right("\(row.unanswered)", 10),
        ]
        + times.map { TextLayout.right($0.map { Numbers.short($0) } ?? "–", 10) }
      let attribute = key.attributeHandle.map { " \($0)\(labels[key].map { " \($0)" } ?? "")" } ?? ""
      let line = "  \(cells.joined(separator: "  "))  #\(key.connection) \(key.request.shortName)\(attribute)"
      output.append(cut(line) + "\n")
    }
    if summary.overflow > 0 { output.append("  … \(summary.overflow) transactions of more kinds\n") }
  }
}

extension Transaction.WhyUnanswered {
  /// In text for people.
  var text: String {
    switch self {
    case .superseded: "another request came first"
    case .disconnected: "the connection ended"
    case .captureEnded: "the capture ended"
    case .captureLoss: "PDUs after it are missing"
    }
  }
}

extension ATTOpcode {
  /// Without the prefix that every ATT PDU's name has.
  var shortName: String { name.hasPrefix("ATT_") ? String(name.dropFirst(4)) : name }
}

/// A transaction as one line of JSON; docs/json.md describes it field by field.
struct TransactionDocument: Encodable {
  let connection: Int
  let bearer: Int
  let by: String
  let request: Int
  let name: String
  let frame: Int
  let time_s: Double
  let handle: Int?
  let end: Int?
  let uuid: String?
  let type: String?
  let offset: Int?
  let answer_frame: Int?
  let latency_ms: Double?
  let outcome: String
  let error: Int?
  let error_name: String?
  let why: String?
  let late: Bool

  init(_ transaction: Transaction, _ meaning: GATTTable.Meaning?, _ start: Timestamp?) {
    connection = transaction.connection
    bearer = Int(transaction.bearer)
    by = transaction.sides.sender(transaction.direction)
    request = Int(transaction.request.rawValue)
    name = transaction.request.name
    frame = transaction.began.frame
    time_s = Numbers.rounded(transaction.began.time.seconds(since: start ?? transaction.began.time))
    handle = transaction.firstHandle.map { Int($0.rawValue) }
    end = transaction.handleRange.map { Int($0.ending.rawValue) }
    uuid = meaning?.uuid.description
    type = transaction.attributeType?.description
    offset = transaction.valueOffset.map(Int.init)
    answer_frame = transaction.ended?.frame
    latency_ms = transaction.latency.map { Double($0) / 1e6 }
    late = transaction.isLate
    switch transaction.outcome {
    case .answered: (outcome, error, error_name, why) = ("answered", nil, nil, nil)
    case .error(let code): (outcome, error, error_name, why) = ("error", Int(code.rawValue), code.name, nil)
    case .unanswered(let reason):
      (outcome, error, error_name, why) = ("unanswered", nil, nil, reason.rawValue)
    }
  }
}
