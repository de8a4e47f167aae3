import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What a walk counts of the ATT traffic on a connection.
@Suite("ATT traffic") struct ATTTrafficTests {
  @Test("streams by kind, attribute and direction") func streams() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 2a00 010203")
    script.receives("1b 2c00 0102")
    script.sends("12 2a00 04")
    script.receives("13")
    script.sends("52 2a00 05")
    script.receives("1d 2c00 03")
    script.sends("1e")
    script.receives("52 2a00 06")
    script.sends("16 2a00 0000 0708")
    script.receives("17 2a00 0000 0708")
    script.sends("18 01")
    script.receives("19")
    script.sends("d2 2a00 09 000000000000000000000000")
    script.sends("1b 2c00")
    let analysis = try script.analysis()
    #expect(
      Set(analysis.rows(1)) == [
        StreamRow(.writeCommand, 0x2A, .sent, 2, 4, 2...6),
        StreamRow(.notification, 0x2C, .received, 1, 2, 3...3),
        StreamRow(.writeRequest, 0x2A, .sent, 1, 1, 4...4),
        StreamRow(.indication, 0x2C, .received, 1, 1, 7...7),
        StreamRow(.writeCommand, 0x2A, .received, 1, 1, 9...9),
        StreamRow(.longWrite, 0x2A, .sent, 1, 2, 10...10),
        StreamRow(.signedWrite, 0x2A, .sent, 1, 1, 14...14),
        StreamRow(.notification, 0x2C, .sent, 1, 0, 15...15),
      ])
    #expect(
      analysis.counts(1) == [
        0x52: 3, 0x1B: 2, 0x12: 1, 0x13: 1, 0x1D: 1, 0x1E: 1, 0x16: 1, 0x17: 1, 0x18: 1, 0x19: 1, 0xD2: 1,
      ])
    #expect(analysis.connections[0].pdusSent == 8)
    #expect(analysis.connections[0].pdusReceived == 6)
  }

  @Test("the order of streams is that of their first frames") func order() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41)
    for handle in ["0900", "0300", "0700"] {
      script.sends("52 \(handle) 01", on: 0x41)
      script.sends("52 \(handle) 01", on: 0x40)
    }
    script.sends("52 0900 01", on: 0x40)
    let analysis = try script.analysis()
    #expect(analysis.rows(1).map(\.handle) == [9, 3, 7])
    #expect(analysis.rows(1).map(\.count) == [2, 1, 1])
    #expect(analysis.rows(2).map(\.handle) == [9, 3, 7])
    #expect(analysis.rows(2).map(\.first) == [3, 5, 7])
  }

  @Test("a read's bytes are those of its response") func reads() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.receives("0a 0500")
    script.sends("0b 616263")
    script.receives("0b 6162")
    script.sends("0c 0300 0200")
    script.receives("0d 63")
    script.sends("0a 0700")
    script.receives("01 0a 0700 05")
    script.receives("0b 7a7a7a7a")
    let analysis = try script.analysis()
    #expect(
      Set(analysis.rows(1)) == [
        StreamRow(.read, 3, .sent, 1, 2, 2...2), StreamRow(.read, 5, .received, 1, 3, 3...3),
        StreamRow(.readBlob, 3, .sent, 1, 1, 6...6), StreamRow(.read, 7, .sent, 1, 0, 8...8),
      ])
  }

  @Test("errors with their requests") func errors() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0700")
    script.receives("01 0a 0700 05")
    script.sends("10 0100 ffff 0028")
    script.receives("01 10 0100 0a")
    let events = try script.analysis().errorEvents(1)
    #expect(events.map(\.moment.frame) == [3, 5])
    #expect(events.map(\.request.rawValue) == [0x0A, 0x10])
    #expect(events.map(\.attributeHandle.rawValue) == [7, 1])
    #expect(events.map(\.code.rawValue) == [5, 10])
  }

  @Test("values and errors stay with their connection") func interleaved() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41)
    script.sends("0a 0300", on: 0x40)
    script.sends("0a 0300", on: 0x41)
    script.receives("01 0a 0300 02", on: 0x40)
    script.receives("0b 61", on: 0x41)
    let long = PacketBuilder.l2cap(4, [UInt8](hex: "1b 2a00") + [UInt8](repeating: 7, count: 60))
    let pieces = [UInt16(0x40), 0x41].map { PacketBuilder.fragments($0, first: 2, of: long, size: 27) }
    for place in pieces[0].indices {
      for packets in pieces { script.data(packets[place], sent: false) }
    }
    let analysis = try script.analysis()
    #expect(analysis.errorEvents(1).count == 1)
    #expect(analysis.errorEvents(2).isEmpty)
    #expect(
      analysis.rows(1) == [
        StreamRow(.read, 3, .sent, 1, 0, 3...3), StreamRow(.notification, 0x2A, .received, 1, 60, 11...11),
      ])
    #expect(
      analysis.rows(2) == [
        StreamRow(.read, 3, .sent, 1, 1, 4...4), StreamRow(.notification, 0x2A, .received, 1, 60, 12...12),
      ])
    #expect(analysis.quality.incompleteFrames.count == 0)
  }

  @Test("opcodes that are not defined are counted together") func undefinedOpcodes() throws {
    var script = SessionScript()
    script.connects()
    script.sends("7f 01")
    script.sends("3f")
    script.sends("02 f700")
    let analysis = try script.analysis()
    #expect(analysis.counts(1)[2] == 1)
    #expect(analysis.counts(1).values.reduce(0, +) == 3)
    #expect(analysis.quality.malformedFrames.isEmpty)
  }

  // MARK: MTU

  @Test("an exchange is in force from its response on") func mtu() throws {
    var script = SessionScript()
    script.connects()
    script.sends("02 0502")
    script.receives("03 f700")
    let analysis = try script.analysis()
    #expect(analysis.mtu(1) == [517, 247, 247])
    #expect(!analysis.quality.missing.contains(.mtuExchange))
  }

  @Test(
    "half an exchange tells no MTU",
    arguments: [("02 0502", [517, nil, nil]), ("03 f700", [nil, 247, nil])])
  func halfExchange(_ half: (pdu: String, mtu: [UInt16?])) throws {
    var script = SessionScript()
    script.connects()
    script.sends(half.pdu)
    let analysis = try script.analysis()
    #expect(analysis.mtu(1) == half.mtu)
    #expect(analysis.quality.missing.contains(.mtuExchange))
  }

  @Test("a response in the direction of the request does not answer it") func oneSideOfTwoExchanges() throws {
    var script = SessionScript()
    script.connects()
    // Both devices ask, and only what the host sends was recorded: neither exchange is complete.
    script.sends("02 0502")
    script.sends("03 f700")
    let analysis = try script.analysis()
    #expect(analysis.mtu(1)?[2] == nil)
    #expect(analysis.quality.missing.contains(.mtuExchange))
  }

  @Test("both devices ask at once") func bothAsk() throws {
    var script = SessionScript()
    script.connects()
    script.sends("02 0502")
    script.receives("02 b900")
    script.receives("03 b900")
    script.sends("03 0502")
    #expect(try script.analysis().mtu(1)?[2] == 185)
  }

  @Test("nothing is smaller than 23") func smallMTU() throws {
    var script = SessionScript()
    script.connects()
    script.sends("02 0a00")
    script.receives("03 f700")
    #expect(try script.analysis().mtu(1) == [10, 247, 23])
  }

  @Test("without an exchange there is none") func noExchange() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 2a00 01")
    let analysis = try script.analysis()
    #expect(analysis.mtu(1) == nil)
    #expect(!analysis.quality.missing.contains(.mtuExchange))
  }

  @Test("a connection without traffic has nothing") func empty() throws {
    var script = SessionScript()
    script.connects()
    script.connects(0x41)
    script.sends("52 2a00 01", on: 0x41)
    let analysis = try script.analysis()
    #expect(analysis.rows(1).isEmpty)
    #expect(analysis.errorEvents(1).isEmpty)
    #expect(analysis.counts(1).isEmpty)
    #expect(analysis.rows(2).count == 1)
  }
}
