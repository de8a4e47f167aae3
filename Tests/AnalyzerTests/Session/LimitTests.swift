import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What is kept has limits that only a forged capture reaches.
@Suite("Limits of what is kept") struct LimitTests {
  /// Runs so many rounds of a capture through one walk.
  private func walk(_ script: SessionScript, rounds: Int) throws -> Analysis {
    let head = 16
    var builder = SessionBuilder()
    var frame = DecodedFrame()
    // The same records over and over: a reader is made for many of them at once.
    let batch =
      Array(script.bytes[..<head]) + Array(repeatElement(script.bytes[head...], count: 1000).joined())
    for _ in 0..<(rounds / 1000) {
      var reader = try CaptureReader(CaptureStream(bytes: batch))
      while reader.next(into: &frame) { builder.add(&frame, &reader) }
    }
    return builder.finish()
  }

  /// A million takes minutes in a debug build, so it is for those who ask: `BLESHARK_LONG=1`.
  @Test("lists do not grow with transactions") func transactions() throws {
    let rounds = Fixture.count("BLESHARK_LONG", standard: 0) > 0 ? 250_000 : 10_000
    var script = SessionScript()
    script.sends("0a 0300")
    script.sends("0a 0500")
    script.receives("0b 616263")
    script.receives("0b 616263")
    script.sends("12 0d00 0100")
    script.receives("01 12 0d00 05")
    script.receives("1d 0c00 61")
    script.sends("02 f700")
    script.sends("16 0700 0000 61")
    script.sends("18 01")
    script.pdu(5, "12 07 0800 0c00 1800 0400 c800", on: 0x40, sent: false)
    let analysis = try walk(script, rounds: rounds)
    try #require(analysis.connections.count == 1)
    let connection = analysis.connections[0]
    let limit = LiveConnection.listLimit
    #expect(connection.pduCount == rounds * 10)
    #expect(connection.counts == [rounds, rounds, rounds, rounds, rounds])
    let lists = [
      connection.unanswered.count, connection.anomalies.count, connection.subscriptions.count,
      connection.mtuExchanges.count, connection.longWrites.count, connection.requests.count,
    ]
    #expect(lists.allSatisfy { $0 <= limit })
    #expect(lists.allSatisfy { $0 == limit })
    // Each round brings one subscription, MTU exchange, long write and request; what is left out is counted.
    #expect(analysis.notKept.listEntries >= 4 * (rounds - limit))
    #expect(connection.streams.count == 5)
    #expect(connection.values.count == 1)
    #expect(connection.errors.count == min(rounds, SessionBuilder.eventLimit))
    #expect(connection.latencies.count > 0)
  }

  @Test("connections beyond the limit are counted, and change none that is kept") func connections() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41, peer: 7)
    script.disconnects(0x41)
    script.connects(0x42, role: 1, peer: 8)
    script.receives("1b 0c00 61", on: 0x42)
    script.receives("1b 0c00 62", on: 0x42)
    script.pdu(6, "0b 05", on: 0x43, sent: true)
    script.event(PacketBuilder.event(0x03, [0] + UInt16(0x44).bytes() + [1, 2, 3, 4, 5, 6, 1, 0]))
    script.data(PacketBuilder.acl(0x45, boundary: 2, [0x40, 0x00, 0x04]), sent: false)
    script.receives("1b 0c00 63", on: 0x40)
    script.disconnects(0x42)
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    var builder = SessionBuilder()
    builder.mostConnections = 2
    var frame = DecodedFrame()
    var numbers: [Int] = []
    while reader.next(into: &frame) { numbers.append(builder.add(&frame, &reader)) }
    #expect(numbers == [1, 2, 2, 0, 0, 0, 0, 0, 0, 1, 0])
    let analysis = builder.finish()
    // A run of frames of one connection that is not kept counts once.
    #expect(analysis.notKept.connections == 5)
    try #require(analysis.connections.count == 2)
    #expect(analysis.connections.map { $0.opened?.frame } == [1, 2])
    #expect(analysis.connections.map { $0.peer?.description.suffix(2) } == ["06", "07"])
    #expect(analysis.connections.map(\.role) == [.central, .central])
    #expect(analysis.rows(1) == [StreamRow(.notification, 12, .received, 1, 1, 10...10)])
    #expect(analysis.rows(2).isEmpty)
  }

  @Test("queues of long writes beyond the limit are counted") func queues() throws {
    var script = SessionScript()
    script.sends("16 0300 0000 61")
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    var frame = DecodedFrame()
    let isRead = reader.next(into: &frame)
    try #require(isRead)
    var book = LongWriteBook()
    for bearer in UInt16(1)...UInt16(LongWriteBook.queueLimit + 5) {
      var att = frame.att
      att.bearer = bearer
      book.add(att, .sent, frame: 1, &reader)
    }
    book.close()
    #expect(book.writes.count == LongWriteBook.queueLimit)
    #expect(book.notKept == 5)
  }

  @Test("values that were read are kept of 256 attributes, 512 bytes each") func values() throws {
    var script = SessionScript()
    script.connects()
    for handle in UInt16(1)...300 {
      script.asks("0a \(handle.bytes().hex)", "0b \([UInt8](repeating: 0x61, count: 600).hex)")
    }
    let connection = try script.analysis().connections[0]
    #expect(connection.values.count == LiveConnection.valueLimit)
    #expect(connection.values.allSatisfy { $0.bytes.count == LiveConnection.valueLength })
  }

  @Test("a value that blob reads bring is put together, up to 512 bytes") func blobs() throws {
    var script = SessionScript()
    script.connects()
    script.asks("0a 0300", "0b 616263")
    script.asks("0c 0300 0300", "0d 646566")
    script.asks("0c 0300 0900", "0d 7a7a")
    #expect(try value(script) == Array("abcdef".utf8))
    script.asks("0a 0300", "0b \([UInt8](repeating: 0x61, count: 500).hex)")
    script.asks("0c 0300 f401", "0d \([UInt8](repeating: 0x62, count: 500).hex)")
    #expect(try value(script)?.count == 512)
    script.asks("0a 0300", "0b 7a")
    #expect(try value(script) == [0x7A])
  }

  private func value(_ script: SessionScript) throws -> [UInt8]? {
    try script.analysis().connections[0].values[AttributeHandle(rawValue: 3)]
  }

  @Test("scans and attempts on more adapters than there are") func adapters() throws {
    var script = SessionScript(monitor: true)
    for adapter in UInt32(0)..<500 {
      script.command(0x200C, [1, 0], adapter: adapter)
      script.command(0x200D, [UInt8](repeating: 1, count: 25), adapter: adapter)
      script.event(PacketBuilder.leConnectionComplete(0, status: 0x3E), adapter: adapter)
    }
    let failures = try script.analysis().failedConnections
    #expect(failures.count == 500)
    // Attempts that have ended make room.
    #expect(failures.allSatisfy { $0.began != nil })
  }
}

extension Connection {
  /// PDUs of five opcodes that the test above sends equally often.
  fileprivate var counts: [Int] {
    [UInt8]([0x0B, 0x12, 0x1D, 0x02, 0x18]).map { opcode in
      let count = opcodeCounts.first { $0.opcode?.rawValue == opcode }?.count ?? 0
      // Of responses to reads there are two each time.
      return opcode == 0x0B ? count / 2 : count
    }
  }
}
