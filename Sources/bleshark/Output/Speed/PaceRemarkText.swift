import ATTParser
import Analyzer

/// Remarks about the pace of a stream, in words and by the names of documents.
struct PaceRemarkText {
  /// The name in documents.
  let kind: String
  /// What there is to say.
  let text: String
  /// The frames that show it.
  let frames: [Int]

  /// Puts a remark into words.
  init(_ remark: PaceRemark) {
    switch remark {
    case .intervalRaised(let change):
      kind = "interval_raised"
      frames = [change.moment.frame]
      var text =
        "the connection interval went from \(Self.interval(change.old)) to \(Self.interval(change.new)) in frame \(change.moment.frame), after \(TransferText.grouped(change.offset)) bytes"
      if let rates = change.rates {
        text += ": \(SpeedText.rate(rates.before)) before, \(SpeedText.rate(rates.after)) after"
      }
      self.text = text
    case .latency(let latency, let from):
      kind = "peripheral_latency"
      frames = [from.frame]
      text =
        "the peripheral may sleep through \(latency) of \(latency + 1) connection events: whatever is waited for may take that much longer"
    case .silence(let silence):
      kind = "supervision_timeout_near"
      frames = [silence.from.frame, silence.to.frame]
      text =
        "the peer was not heard for \(Self.seconds(silence.nanoseconds)) s of \(Self.seconds(silence.timeout)) s, which is the supervision timeout (frames \(silence.from.frame)–\(silence.to.frame))"
    case .slowdown(let slowdown):
      kind = "sender_slowed_down"
      frames = [slowdown.frame]
      text =
        "from frame \(slowdown.frame) on, \(Self.seconds(slowdown.begin)) s after the first value, the sender rested \(SpeedText.percent(slowdown.rest)) of the time although nothing kept it: \(SpeedText.rate(slowdown.before)) before, \(SpeedText.rate(slowdown.after)) after; so it looks when the app goes to the background or the screen off"
    case .beat(let nanoseconds, let intervals):
      kind = "beat"
      frames = []
      let what = intervals == 1 ? "each connection event" : "one of \(intervals) connection events"
      text = "values go out every \(Numbers.short(Double(nanoseconds) / 1e6, decimals: 1)) ms: in \(what)"
    }
  }

  private static func interval(_ microseconds: Int) -> String {
    "\(Numbers.short(Double(microseconds) / 1000)) ms"
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    Numbers.short(Double(nanoseconds) / 1e9, decimals: 1)
  }
}
