import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What attributes were when something happened to them.
@Suite("Meanings of attributes in a frame") struct ConnectionMeaningTests {
  /// Both devices have an attribute 12: 2a37 of the peer, 2a00 of the recording host; the peer's changes
  /// to 2a38 later.
  private struct Sample {
    var script = SessionScript()

    init() {
      script.connects()
      script.asks("08 0100 ffff 0328", "09 07 0200 20 0300 052a 0b00 1a 0c00 372a")
      script.receives("08 0100 ffff 0328")
      script.sends("09 07 0b00 0a 0c00 002a")
    }

    mutating func change() {
      script.receives("1d 0300 0a00 ffff")
      script.sends("1e")
      script.asks("08 0a00 ffff 0328", "09 07 0b00 1a 0c00 382a")
    }
  }

  private func uuids(_ meanings: [GATTTable.Meaning?]) -> [String?] { meanings.map { $0?.uuid.description } }

  @Test("errors, by the side that refuses and the frame") func errors() throws {
    var sample = Sample()
    sample.script.asks("0a 0c00", "01 0a 0c00 05")
    sample.script.receives("0a 0c00")
    sample.script.sends("01 0a 0c00 05")
    sample.change()
    sample.script.asks("0a 0c00", "01 0a 0c00 05")
    sample.script.asks("0a 6300", "01 0a 6300 01")
    sample.script.asks("08 0c00 ffff 0328", "01 08 0c00 0a")
    sample.script.asks("08 0c00 0c00 382a", "01 08 0c00 05")
    let connection = try sample.script.analysis().connections[0]
    #expect(
      uuids(connection.errors.map { connection.meaning(of: $0) })
        == ["2a37", "2a00", "2a38", nil, nil, "2a38"])
    #expect(connection.errors.map(\.server) == [.peer, .local, .peer, .peer, .peer, .peer])
    #expect(connection.errors.map(\.bearer) == [0, 0, 0, 0, 0, 0])
  }

  @Test("transactions without an answer, requests and indications") func unanswered() throws {
    var sample = Sample()
    sample.script.sends("0a 0c00")
    sample.script.sends("1d 0c00 61")
    sample.script.disconnects()
    let first = try sample.script.analysis().connections[0]
    #expect(
      Set(first.unanswered.map { "\($0.request.rawValue) \(first.meaning(of: $0)?.uuid.description ?? "")" })
        == ["10 2a37", "29 2a00"])
    sample = Sample()
    sample.change()
    sample.script.receives("0a 0c00")
    sample.script.receives("1d 0c00 61")
    // A range of handles is no attribute.
    sample.script.sends("08 0c00 ffff 0328")
    let second = try sample.script.analysis().connections[0]
    #expect(
      Set(
        second.unanswered.map { "\($0.request.rawValue) \(second.meaning(of: $0)?.uuid.description ?? "")" })
        == ["10 2a00", "29 2a38", "8 "])
  }

  @Test("long writes, before and after a change, to either side") func longWrites() throws {
    var sample = Sample()
    sample.script.asks("16 0c00 0000 61", "17 0c00 0000 61")
    sample.script.asks("18 01", "19")
    sample.change()
    sample.script.asks("16 0c00 0000 61", "17 0c00 0000 61")
    sample.script.asks("18 01", "19")
    sample.script.receives("16 0c00 0000 61")
    sample.script.sends("17 0c00 0000 61")
    let connection = try sample.script.analysis().connections[0]
    #expect(uuids(connection.longWrites.map { connection.meaning(of: $0) }) == ["2a37", "2a38", "2a00"])
    #expect(connection.longWrites.map(\.direction) == [.sent, .sent, .received])
    #expect(connection.longWrites.map(\.firstFrame) == [6, 14, 18])
  }

  @Test("subscriptions and anomalies") func others() throws {
    var sample = Sample()
    sample.script.asks("04 0d00 0d00", "05 01 0d00 0229")
    sample.script.asks("12 0d00 0100", "13")
    sample.change()
    sample.script.receives("0b 61")
    let connection = try sample.script.analysis().connections[0]
    #expect(uuids(connection.subscriptions.map { connection.meaning(of: $0) }) == ["2a37"])
    #expect(connection.anomalies.map(\.direction) == [.received])
  }
}
