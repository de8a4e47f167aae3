import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// The steps of captures, by name and in order.
@Suite("Traces of sessions") struct SessionTraceTests {
  /// The steps of the first connection, each on a line.
  private func lines(_ write: (inout SessionScript) -> Void) throws -> [String] {
    var script = SessionScript()
    write(&script)
    // What the connection is opened with is in every capture.
    return try script.trace().connections[0].steps.filter { $0.operation != .parameters }.map { step in
      let parts = [
        step.operation.rawValue, step.attribute, step.value.map { "= \($0)" }, step.outcome,
        step.count > 1 ? "× \(step.count)" : nil,
      ]
      return parts.compactMap(\.self).joined(separator: " ") + " @\(step.moment.frame)"
    }
  }

  @Test("the steps of a whole session, with their paths") func session() throws {
    let trace = try SensorSession(seed: 1, samples: 4).trace()
    let steps = trace.connections[0].steps.map { step in
      [step.operation.rawValue, step.attribute, step.outcome].compactMap(\.self).joined(separator: " ")
    }
    #expect(
      steps == [
        "connect", "parameters", "exchange_mtu answered", "discover", "read 180f/2a19 answered",
        "subscribe fff0/fff1 answered", "write fff0/fff3 answered", "write fff0/fff2 answered",
        "notify fff0/fff1", "read fff0/fff4 answered", "notify fff0/fff1", "notify fff0/fff1",
        "notify fff0/fff1", "write fff0/fff2 answered", "disconnect",
      ])
    let connection = trace.connections[0]
    #expect(connection.attMTU == 247)
    #expect(connection.isDiscoveryComplete)
    #expect(
      connection.attributes?.map(\.path) == [
        "1800", "1800/2a00", "fff0", "fff0/fff1", "fff0/fff1/2902", "fff0/fff2", "fff0/fff3", "fff0/fff4",
        "180f",
        "180f/2a19",
      ])
  }

  @Test("values, errors and what was never answered") func outcomes() throws {
    let steps = try lines { script in
      script.connects()
      script.asks("0a0300", "0b0102")
      script.asks("0a0400", "010a040002")
      script.sends("520500aa")
      script.asks("12050001", "13")
      script.receives("1d060007")
      script.sends("1e")
      script.sends("0a0700")
      script.disconnects(reason: 0x08)
    }
    #expect(
      steps == [
        "connect @1", "read 0x0003 = 0102 answered @2", "read 0x0004 Read Not Permitted @4",
        "write_command 0x0005 = aa @6", "write 0x0005 = 01 answered @7", "indicate 0x0006 = 07 @9",
        "read 0x0007 unanswered @11", "disconnect = the link was lost, Connection Timeout @12",
      ])
  }

  @Test("a long write is one step, with its value") func longWrite() throws {
    let steps = try lines { script in
      script.connects()
      script.asks("1603000000aabb", "1703000000aabb")
      script.asks("1603000200cc", "1703000200cc")
      script.asks("1801", "19")
    }
    #expect(steps == ["connect @1", "write 0x0003 = aabbcc answered @2"])
  }

  @Test("of many values the first are kept one by one, all are counted") func many() throws {
    var script = SessionScript()
    script.connects()
    for number in 0..<500 { script.receives("1b0300" + UInt16(number).bytes().hex) }
    let steps = try script.trace().connections[0].steps.filter { $0.operation == .notify }
    #expect(steps.count == SessionTraceBuilder.seriesLimit)
    #expect(steps.reduce(0) { $0 + $1.count } == 500)
    #expect(steps.reduce(0) { $0 + $1.bytes } == 1000)
    #expect(steps.last?.ended.frame == 501)
  }

  @Test("steps of a connection have a limit; what is beyond is counted or left out") func limit() throws {
    var script = SessionScript()
    script.connects()
    for handle in 1...UInt16(SessionTraceBuilder.stepLimit + 100) {
      script.receives("1b" + handle.bytes().hex + "01")
    }
    let trace = try script.trace()
    #expect(trace.connections[0].steps.count == SessionTraceBuilder.stepLimit + 2)
    #expect(trace.notKept == 100)
  }

  @Test("alike services and characteristics are numbered") func paths() throws {
    var table = GATTTable()
    for (start, end) in [(1, 4), (5, 9)] as [(UInt16, UInt16)] {
      table.merge(
        services: [
          .init(start: .init(rawValue: start), end: .init(rawValue: end), uuid: BluetoothUUID(0x180F))
        ],
        includes: [],
        characteristics: [
          .init(
            declaration: .init(rawValue: start + 1), value: .init(rawValue: start + 2), properties: .read,
            uuid: BluetoothUUID(0x2A19))
        ], attributes: [])
    }
    let paths = AttributePaths(table)
    #expect(paths.path(.init(rawValue: 3)) == "180f/2a19")
    #expect(paths.path(.init(rawValue: 7)) == "180f#2/2a19")
    #expect(paths.path(.init(rawValue: 8)) == "0x0008")
    #expect(AttributePaths.title("180f#2/2a19") == "2a19 (Battery Level)")
    #expect(AttributePaths.title("0x0008") == "0x0008")
  }
}
