import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Long writes of connections: one queue for each bearer and client.
@Suite("Long writes of connections") struct LongWriteBookTests {
  private func writes(_ script: SessionScript) throws -> [LongWrite] {
    try script.analysis().connections[0].longWrites
  }

  @Test("two parts, carried out") func confirmed() throws {
    var script = SessionScript()
    script.connects()
    script.asks("16 0300 0000 6162", "17 0300 0000 6162")
    script.asks("16 0300 0200 63", "17 0300 0200 63")
    script.asks("18 01", "19")
    let write = try #require(try writes(script).first)
    #expect(write.attributeHandle.rawValue == 3)
    #expect(write.value == Array("abc".utf8))
    #expect(write.parts.map(\.offset) == [0, 2])
    #expect(write.parts.map(\.requestFrame) == [2, 4])
    #expect(write.parts.map(\.responseFrame) == [3, 5])
    #expect(write.execution == .write)
    #expect(write.executeFrame == 6)
    #expect(write.answer == .confirmed(frame: 7))
    #expect(try writes(script).count == 1)
  }

  @Test("both sides write at once, each into its own queue") func bothSides() throws {
    var script = SessionScript()
    script.connects()
    script.sends("16 0300 0000 6162")
    script.receives("16 0300 0000 7879")
    script.sends("17 0300 0000 7879")
    script.receives("17 0300 0000 6162")
    script.receives("18 01")
    script.sends("18 01")
    script.receives("19")
    script.sends("19")
    let writes = try writes(script)
    #expect(writes.map(\.value) == [Array("ab".utf8), Array("xy".utf8)])
    #expect(writes.map(\.answer) == [.confirmed(frame: 8), .confirmed(frame: 9)])
    #expect(writes.allSatisfy { $0.echoMismatches == 0 })
  }

  @Test("refused parts, failed executions, cancelled and forgotten queues") func endings() throws {
    var script = SessionScript()
    script.connects()
    script.asks("16 0300 0000 61", "01 16 0300 03")
    script.asks("16 0300 0000 61", "17 0300 0000 61")
    script.asks("18 01", "01 18 0300 0d")
    script.asks("16 0300 0000 61", "17 0300 0000 61")
    script.asks("18 00", "19")
    script.asks("16 0300 0000 61", "17 0300 0000 62")
    script.disconnects()
    let writes = try writes(script)
    try #require(writes.count == 3)
    #expect(writes[0].parts.map(\.echo) == [.rejected(ATTErrorCode(rawValue: 3)), .same])
    #expect(writes[0].answer == .failed(ATTErrorCode(rawValue: 0x0D), frame: 7))
    #expect(writes[1].execution == .cancel)
    #expect(writes[1].answer == .confirmed(frame: 11))
    #expect(writes[2].execution == .never)
    #expect(writes[2].echoMismatches == 1)
  }

  @Test("an execution that is not answered stays pending") func pending() throws {
    var script = SessionScript()
    script.connects()
    script.asks("16 0300 0000 61", "17 0300 0000 61")
    script.sends("18 01")
    script.asks("18 01", "19")
    let writes = try writes(script)
    #expect(writes.map(\.answer) == [.pending])
  }

  @Test("parts for several attributes are one reliable write") func reliable() throws {
    var script = SessionScript()
    script.connects()
    script.asks("16 0300 0000 61", "17 0300 0000 61")
    script.asks("16 0500 0000 62", "17 0500 0000 62")
    script.asks("18 01", "19")
    let writes = try writes(script)
    #expect(writes.map(\.attributeHandle.rawValue) == [3, 5])
    #expect(writes.map(\.isReliable) == [true, true])
  }
}
