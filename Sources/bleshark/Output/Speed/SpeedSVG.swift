import ATTParser
import Analyzer

/// Bytes and rate over time with stalls and limiters, as an SVG picture that is readable on its own.
struct SpeedSVG {
  private static let width = 960.0
  private static let left = 86.0
  private static let plotWidth = 850.0
  private static let steps = 200

  private let subject: SpeedReport.Subject

  /// Makes the picture of one subject.
  init(_ subject: SpeedReport.Subject) { self.subject = subject }

  /// The picture.
  var text: String {
    let shares = subject.times.shares
    let height = 504.0 + 18 * Double(shares.count)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(Self.width)) \(Self.number(height))\" font-family=\"sans-serif\" font-size=\"12\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      Self.label(Self.left, 24, Self.escaped(subject.title), "font-size=\"16\" font-weight=\"bold\""),
      Self.label(Self.left, 42, Self.escaped(headline), "fill=\"#555555\""),
    ]
    lines += offsets(top: 60, height: 180)
    lines += rates(top: 270, height: 120)
    lines += strip(top: 416, height: 16)
    lines += bar(top: 454, shares)
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let rate = subject.rate.map { ", " + SpeedText.rate($0) } ?? ""
    return "\(subject.bytes) bytes in \(Numbers.short(subject.seconds, decimals: 3)) s\(rate)"
  }

  // MARK: - Pieces

  /// Bytes sent over time, with stalls behind them.
  private func offsets(top: Double, height: Double) -> [String] {
    var lines = frame(top, height, "bytes", Double(subject.bytes)) { "\(Int($0))" }
    guard let first = subject.streams.map(\.meter.first).min(), subject.seconds > 0 else { return lines }
    for stall in subject.stalls {
      let start = x(stall.from.time.seconds(since: first.time))
      let end = x(stall.to.time.seconds(since: first.time))
      lines.append(
        "<rect x=\"\(Self.number(start))\" y=\"\(Self.number(top))\" width=\"\(Self.number(max(1, end - start)))\" height=\"\(Self.number(height))\" fill=\"\(Self.color(stall.cause))\" opacity=\"0.35\"><title>\(Self.number(stall.seconds)) s, frames \(stall.from.frame)–\(stall.to.frame), \(stall.cause.name)</title></rect>"
      )
    }
    var sum = 0.0
    let span = subject.seconds / Double(Self.steps)
    var points = ["\(Self.number(Self.left)),\(Self.number(top + height))"]
    for (place, rate) in SpeedPlot.rates(subject, Self.steps).enumerated() {
      sum += rate * span
      let y = top + height - height * min(1, sum / Double(max(1, subject.bytes)))
      points.append("\(Self.number(x(Double(place + 1) * span))),\(Self.number(y))")
    }
    lines.append(
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"2\"/>"
    )
    return lines
  }

  /// Bytes a second over time, with the ceiling as a line.
  private func rates(top: Double, height: Double) -> [String] {
    let values = SpeedPlot.rates(subject, Self.steps)
    let highest = max(values.max() ?? 0, 1)
    var lines = frame(top, height, "rate", highest) { SpeedText.rate($0) }
    let step = Self.plotWidth / Double(Self.steps)
    for (place, value) in values.enumerated() where value > 0 {
      let tall = height * value / highest
      lines.append(
        "<rect x=\"\(Self.number(Self.left + Double(place) * step))\" y=\"\(Self.number(top + height - tall))\" width=\"\(Self.number(step))\" height=\"\(Self.number(tall))\" fill=\"#7aa6d8\"/>"
      )
    }
    if let ceiling = subject.streams.first?.ceiling, ceiling > 0 {
      let y = top + height - height * min(1, ceiling / highest)
      let words = "ceiling \(SpeedText.rate(ceiling))" + (ceiling > highest ? ", above this plot" : "")
      lines.append(
        "<line x1=\"\(Self.number(Self.left))\" x2=\"\(Self.number(Self.left + Self.plotWidth))\" y1=\"\(Self.number(y))\" y2=\"\(Self.number(y))\" stroke=\"#b03030\" stroke-dasharray=\"5 3\"/>"
      )
      lines.append(
        Self.label(Self.left + Self.plotWidth, y - 4, words, "text-anchor=\"end\" fill=\"#b03030\""))
    }
    lines.append(Self.label(Self.left, top + height + 16, "0 s", ""))
    lines.append(
      Self.label(
        Self.left + Self.plotWidth, top + height + 16, "\(Numbers.short(subject.seconds, decimals: 3)) s",
        "text-anchor=\"end\""))
    return lines
  }

  /// What was waited for most, over time.
  private func strip(top: Double, height: Double) -> [String] {
    var lines = [
      Self.label(Self.left - 8, top + height - 4, "mostly", "text-anchor=\"end\" fill=\"#555555\"")
    ]
    for (stream, start) in zip(subject.streams, subject.starts) {
      for stretch in stream.meter.waits.stretches {
        let from = x(start + Double(stretch.from) / 1e9)
        let to = x(min(start + Double(stretch.to) / 1e9, start + stream.meter.seconds))
        lines.append(
          "<rect x=\"\(Self.number(from))\" y=\"\(Self.number(top))\" width=\"\(Self.number(max(0, to - from)))\" height=\"\(Self.number(height))\" fill=\"\(Self.color(stretch.limiter))\"/>"
        )
      }
    }
    return lines
  }

  /// The limiters as one bar, and what its colours mean.
  private func bar(top: Double, _ shares: [(limiter: Limiter, nanoseconds: Int64)]) -> [String] {
    let total = Double(max(1, subject.times.total))
    var lines = [Self.label(Self.left - 8, top + 15, "in all", "text-anchor=\"end\"")]
    var start = Self.left
    for (place, share) in shares.enumerated() {
      let part = Double(share.nanoseconds) / total
      let color = Self.color(share.limiter)
      lines.append(
        "<rect x=\"\(Self.number(start))\" y=\"\(Self.number(top))\" width=\"\(Self.number(Self.plotWidth * part))\" height=\"22\" fill=\"\(color)\"/>"
      )
      start += Self.plotWidth * part
      let y = top + 44 + 18 * Double(place)
      lines.append(
        "<rect x=\"\(Self.number(Self.left))\" y=\"\(Self.number(y - 10))\" width=\"12\" height=\"12\" fill=\"\(color)\"/>"
      )
      let seconds = Numbers.short(Double(share.nanoseconds) / 1e9, decimals: 3)
      lines.append(
        Self.label(
          Self.left + 20, y,
          "\(share.limiter.name)  \(Numbers.short(part * 100, decimals: 1)) %, \(seconds) s – \(Self.escaped(share.limiter.explanation))",
          ""))
    }
    return lines
  }

  private func frame(
    _ top: Double, _ height: Double, _ name: String, _ highest: Double, _ text: (Double) -> String
  ) -> [String] {
    [
      "<rect x=\"\(Self.number(Self.left))\" y=\"\(Self.number(top))\" width=\"\(Self.number(Self.plotWidth))\" height=\"\(Self.number(height))\" fill=\"#f7f7f7\" stroke=\"#cccccc\"/>",
      Self.label(Self.left - 8, top + 10, text(highest), "text-anchor=\"end\""),
      Self.label(Self.left - 8, top + height / 2, name, "text-anchor=\"end\" fill=\"#555555\""),
      Self.label(Self.left - 8, top + height, "0", "text-anchor=\"end\""),
    ]
  }

  private func x(_ seconds: Double) -> Double {
    Self.left + Self.plotWidth * max(0, min(1, seconds / max(subject.seconds, 1e-9)))
  }

  // MARK: - Markup

  private static func label(_ x: Double, _ y: Double, _ text: String, _ attributes: String) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" \(attributes)>\(text)</text>"
  }

  private static func number(_ value: Double) -> String { Numbers.short(value, decimals: 2) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Colours that are told apart by people who do not see red and green apart.
  private static func color(_ limiter: Limiter) -> String {
    switch limiter {
    case .transmission: "#009e73"
    case .credits: "#56b4e9"
    case .interval: "#0072b2"
    case .link: "#d55e00"
    case .response: "#cc79a7"
    case .acknowledgement: "#e69f00"
    case .peerBusy: "#a6761d"
    case .sender: "#999999"
    case .procedure: "#f0e442"
    case .reconnecting: "#000000"
    case .unknown: "#dddddd"
    }
  }
}
