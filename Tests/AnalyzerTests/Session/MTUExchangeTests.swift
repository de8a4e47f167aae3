import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// All exchanges of the MTU, and which of them counts.
@Suite("MTU exchanges") struct MTUExchangeTests {
  /// Client, server and effective MTU, who asked and the frame of every exchange.
  private func exchanges(_ script: SessionScript) throws -> [String] {
    try script.analysis().connections[0].mtuExchanges.map { exchange in
      let values = [exchange.client, exchange.server, exchange.effective].map { $0.map(String.init) ?? "?" }
      return "\(values.joined(separator: " ")) \(exchange.direction) \(exchange.moment.frame)"
    }
  }

  @Test("both sides ask, one after the other") func twoSided() throws {
    var script = SessionScript()
    script.connects()
    script.asks("02 0502", "03 f700")
    script.receives("02 f700")
    script.sends("03 0502")
    #expect(try exchanges(script) == ["517 247 247 sent 3", "247 517 247 received 5"])
    #expect(try script.analysis().mtu(1) == [247, 517, 247])
  }

  @Test("both sides ask at once") func crossed() throws {
    var script = SessionScript()
    script.connects()
    script.sends("02 0502")
    script.receives("02 f700")
    script.sends("03 0502")
    script.receives("03 f700")
    #expect(try exchanges(script) == ["517 247 247 sent 5", "247 517 247 received 4"])
  }

  @Test("the same side asks twice") func repeated() throws {
    var script = SessionScript()
    script.connects()
    script.asks("02 b900", "03 0502")
    script.asks("02 0502", "03 0502")
    #expect(try exchanges(script) == ["185 517 185 sent 3", "517 517 517 sent 5"])
  }

  @Test("a half does not hide a whole") func halfAfterWhole() throws {
    var script = SessionScript()
    script.connects()
    script.asks("02 b900", "03 0502")
    script.sends("02 0502")
    #expect(try exchanges(script) == ["185 517 185 sent 3", "517 ? ? sent 4"])
    #expect(try script.analysis().mtu(1) == [185, 517, 185])
  }

  @Test("a response without its request") func response() throws {
    var script = SessionScript()
    script.connects()
    script.receives("03 f700")
    #expect(try exchanges(script) == ["? 247 ? sent 2"])
  }

  @Test("a request that the server refuses leaves the MTU as it was") func refused() throws {
    var script = SessionScript()
    script.connects()
    script.asks("02 0502", "01 02 0000 06")
    let analysis = try script.analysis()
    #expect(analysis.mtu(1) ?? [nil, nil, nil] == [517, nil, nil])
    #expect(!analysis.quality.missing.contains(.mtuExchange))
  }

  @Test("on an enhanced bearer it is no exchange of the fixed channel") func enhanced() throws {
    var script = SessionScript()
    script.connects()
    script.pdu(5, "17 01 0a00 2700 4000 4000 0a00 4000", on: 0x40, sent: true)
    script.pdu(5, "18 01 0a00 4000 4000 0a00 0000 5000", on: 0x40, sent: false)
    script.pdu(0x50, "0300 02 f700", on: 0x40, sent: true)
    #expect(try exchanges(script).isEmpty)
  }
}
