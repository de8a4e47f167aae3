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
      let end = bars.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      lines.append("\(TextLayout.right(name, label)) \(axis)\(String(bars[..<end]))")
    }
    let end = "\(Numbers.short(subject.seconds, decimals: 2)) s"
    let ruler = TextLayout.left("0", max(1, columns - end.count)) + end
    lines.append("\(TextLayout.left("", label + 1))\(isASCII ? "+" : "└")\(ruler)")
    self.lines = lines
  }

  /// Bytes a second in each of `count` steps from the first to the last value.
  ///
  /// A transfer on several connections leaves the time between them empty.
  static func rates(_ subject: SpeedReport.Subject, _ count: Int) -> [Double] {
    guard count > 0, subject.seconds > 0 else { return [] }
    let span = subject.seconds / Double(count)
    var sums = [Double](repeating: 0, count: count)
    for (stream, start) in zip(subject.streams, subject.starts) {
      let meter = stream.meter
      let share = meter.seconds / subject.seconds
      let steps = max(1, min(count, Int((min(1, share) * Double(count)).rounded(.up))))
      let duration = Int64(min(Double(steps) * span * 1e9, 1e18))
      let offset = max(0, min(count - 1, Int(min(1, start / subject.seconds) * Double(count))))
      for (place, bytes) in meter.bins.resampled(steps, over: duration).enumerated() {
        sums[min(count - 1, offset + place)] += bytes
      }
    }
    return sums.map { $0 / span }
  }
}
