import ATTParser
import Analyzer

/// Bytes a second over time, drawn with characters.
struct SpeedPlot {
  /// Rows of the plot, and steps that a character of each is divided into.
  private static let height = 6
  private static let blocks = Array(" ▁▂▃▄▅▆▇█")
  private static let asciiBlocks = Array(" .:=#")

  /// The lines, from the top down; none when there is nothing to draw.
  let lines: [String]

  /// - Parameter width: columns that a line may have.
  init(_ subject: SpeedReport.Subject, width: Int, isASCII: Bool) {
    let label = 12
    let columns = max(10, min(width - label - 2, 120))
    guard subject.seconds > 0, subject.count > 1 else {
      lines = []
      return
    }
    let values = Self.rates(subject, columns)
    let highest = values.max() ?? 0
    guard highest > 0 else {
      lines = []
      return
    }
    let blocks = isASCII ? Self.asciiBlocks : Self.blocks
    let steps = blocks.count - 1
    let levels = values.map { Int(($0 / highest * Double(Self.height * steps)).rounded(.up)) }
    let axis: Character = isASCII ? "|" : "│"
    var lines: [String] = []
    for row in (0..<Self.height).reversed() {
      let name = row == Self.height - 1 ? SpeedText.rate(highest) : row == 0 ? "0" : ""
      let bars = levels.map { blocks[max(0, min(steps, $0 - row * steps))] }
      lines.append("\(TextLayout.right(name, label)) \(axis)\(String(bars))")
    }
    let end = "\(Numbers.short(subject.seconds, decimals: 2)) s"
    let ruler = TextLayout.left("0", max(1, columns - end.count)) + end
    lines.append("\(TextLayout.left("", label + 1))\(isASCII ? "+" : "└")\(ruler)")
    self.lines = lines
  }

  /// Bytes a second in each of `count` steps from the first to the last value.
  static func rates(_ subject: SpeedReport.Subject, _ count: Int) -> [Double] {
    guard let first = subject.streams.map(\.meter.first).min() else { return [] }
    let span = subject.seconds / Double(count)
    var sums = [Double](repeating: 0, count: count)
    for stream in subject.streams {
      let meter = stream.meter
      let start = meter.first.time.seconds(since: first.time)
      let share = subject.seconds > 0 ? meter.seconds / subject.seconds : 1
      let steps = max(1, Int((share * Double(count)).rounded(.up)))
      let duration = Int64((Double(steps) * span * 1e9).rounded())
      let offset = min(count - 1, Int(start / span))
      for (place, bytes) in meter.bins.resampled(steps, over: duration).enumerated() {
        sums[min(count - 1, offset + place)] += bytes
      }
    }
    return sums.map { $0 / span }
  }
}
