import ATTParser
import Testing

@testable import Analyzer

/// Steps by lane, and loops among them.
@Suite("Lanes of steps") struct TraceLaneTests {
  /// Reads `r1 w2` as reads and writes of attributes, notifications as `n1`; each a second after the other.
  private func steps(_ text: String) -> [TraceStep] {
    text.split(separator: " ").enumerated().map { place, word in
      let operation: TraceStep.Operation =
        word.hasPrefix("r") ? .read : word.hasPrefix("n") ? .notify : .write
      let moment = Moment(frame: place + 1, time: Timestamp(nanoseconds: Int64(place) * 1_000_000_000))
      var step = TraceStep(operation, value: TraceValue([UInt8(word.count)]), moment)
      step.attribute = String(word.dropFirst().prefix(1))
      return step
    }
  }

  private func lane(_ text: String) -> String {
    TraceLane.lanes(steps(text)).map { lane in
      lane.items.map { item in
        let name =
          (item.token.operation == .read ? "r" : item.token.operation == .notify ? "n" : "w")
          + (item.token.attribute ?? "")
        return item.count > 1 ? "\(name)×\(item.count)" : name
      }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  @Test(
    "loops are taken together",
    arguments: [
      ("r1 w2 r3", "r1 w2 r3"), ("r1 r1", "r1 r1"), ("r1 r1 r1 w2", "r1×3 w2"),
      ("r1 w2 r1 w2 r1 w2 w3", "r1×3 w2×3 w3"), ("w1 w1 w1", "w1×3"),
      // Three commands with other values are three commands.
      ("w1 w1x w1xx", "w1 w1 w1"), ("r1 r1x r1xx", "r1×3"),
    ])
  func loops(_ text: String, _ wanted: String) { #expect(lane(text) == wanted) }

  @Test("what devices send is a lane of its own, many values are one item") func values() {
    #expect(lane("w1 n2 w3 n2") == "w1 w3 | n2 n2")
    #expect(lane("n1 n1 n1 n1 n1 n1 n1") == "n1 n1 n1 n1 n1 n1 n1")
    #expect(lane("n1 n1 n1 n1 n1 n1 n1 n1") == "n1×8")
  }

  @Test("the time between values counts only where it is regular") func interval() {
    let regular = LaneItem.folded(steps("n1 n1 n1 n1 n1 n1 n1 n1 n1").map(LaneItem.init))
    #expect(regular.interval == 1000)
    var bursts = steps("n1 n1 n1 n1 n1 n1 n1 n1 n1")
    for place in bursts.indices {
      bursts[place].moment.time = Timestamp(
        nanoseconds: Int64(place / 3) * 1_000_000_000 + Int64(place) * 1_000_000)
    }
    #expect(LaneItem.folded(bursts.map(LaneItem.init)).interval == nil)
  }
}
