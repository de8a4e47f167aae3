import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Writes to Client Characteristic Configuration descriptors.
@Suite("Subscriptions") struct SubscriptionTests {
  /// Heart rate at 10…13 with its value at 12 and its CCCD at 13.
  private func discovered() -> SessionScript {
    var script = SessionScript()
    script.connects()
    script.asks("10 0100 ffff 0028", "11 06 0a00 0d00 0d18")
    script.asks("08 0a00 0d00 0328", "09 07 0b00 1a 0c00 372a")
    script.asks("04 0d00 0d00", "05 01 0d00 0229")
    return script
  }

  private func subscriptions(_ script: SessionScript) throws -> [SubscriptionChange] {
    try script.analysis().connections[0].subscriptions
  }

  @Test("a write that the server takes") func accepted() throws {
    var script = discovered()
    script.asks("12 0d00 0100", "13")
    let change = try #require(try subscriptions(script).first)
    #expect(change.descriptor.rawValue == 13)
    #expect(change.value.rawValue == 12)
    #expect(change.moment.frame == 8)
    #expect(change.direction == .sent)
    #expect(change.isAccepted == true)
    #expect(!change.isInferred)
    #expect(change.allowsNotifications && !change.allowsIndications)
    #expect(change.valuesBefore == 0)
  }

  @Test(
    "what the bits allow",
    arguments: [("0000", false, false), ("0100", true, false), ("0200", false, true), ("0300", true, true)])
  func bits(_ sample: (value: String, notifications: Bool, indications: Bool)) throws {
    var script = discovered()
    script.asks("12 0d00 \(sample.value)", "13")
    let change = try #require(try subscriptions(script).first)
    #expect(change.allowsNotifications == sample.notifications)
    #expect(change.allowsIndications == sample.indications)
  }

  @Test("refused, and accepted the second time") func refused() throws {
    var script = discovered()
    script.asks("12 0d00 0100", "01 12 0d00 05")
    script.asks("12 0d00 0100", "13")
    #expect(try subscriptions(script).map(\.isAccepted) == [false, true])
  }

  @Test("not answered") func unanswered() throws {
    var script = discovered()
    script.sends("12 0d00 0100")
    #expect(try subscriptions(script).map(\.isAccepted) == [nil])
  }

  @Test("a Write Command needs no answer") func command() throws {
    var script = discovered()
    script.sends("52 0d00 0100")
    #expect(try subscriptions(script).map(\.isAccepted) == [true])
  }

  @Test("values that were sent before it") func valuesBefore() throws {
    var script = discovered()
    script.receives("1b 0c00 0648")
    script.receives("1b 0c00 0649")
    script.receives("1d 0c00 064a")
    script.sends("1e")
    script.receives("23 0c00 0200 064b 0e00 0100 01")
    script.receives("1b 0e00 01")
    script.asks("12 0d00 0100", "13")
    script.receives("1b 0c00 064c")
    script.asks("12 0d00 0000", "13")
    #expect(try subscriptions(script).map(\.valuesBefore) == [4, 5])
  }

  @Test("without discovery the value gives it away") func inferred() throws {
    var script = SessionScript()
    script.connects()
    script.asks("12 0d00 0100", "13")
    let connection = try script.analysis().connections[0]
    let change = try #require(connection.subscriptions.first)
    #expect(change.isInferred)
    #expect(change.value.rawValue == 12)
    #expect(TableText.attributes(connection.peerTable) == ["13 2902 inferred"])
    // Nothing says what the value is, so it stays unexplained when it is used.
    script.receives("1b 0c00 0648")
    #expect(try script.analysis().connections[0].unexplainedHandles.map(\.rawValue) == [12])
  }

  @Test(
    "what is no configuration",
    arguments: [
      "12 0d00 01", "12 0d00 010000", "12 0d00 0400", "12 0d00 0001", "12 0100 0100", "12 0000 0100",
    ]
  )
  func noConfiguration(_ write: String) throws {
    var script = SessionScript()
    script.connects()
    script.asks(write, "13")
    let connection = try script.analysis().connections[0]
    #expect(connection.subscriptions.isEmpty)
    #expect(connection.peerTable.isEmpty)
  }

  @Test("of a descriptor that discovery tells of, the reserved bits are passed over") func reservedBits()
    throws
  {
    var script = discovered()
    script.asks("12 0d00 0180", "13")
    script.asks("12 0d00 0400", "13")
    script.asks("12 0d00 01", "01 12 0d00 0d")
    #expect(try subscriptions(script).map(\.bits) == [1, 0])
  }

  /// A control point at 16, whose CCCD is at 17: what it takes looks like a configuration now and then.
  @Test(
    "a control point without discovery is no CCCD",
    arguments: [
      // Another value, another length, an answer by notification or indication, a read, a long write.
      ["> 12 1000 0104", "< 13", "> 12 1000 0200", "< 13"],
      ["> 12 1000 0200", "< 13", "> 12 1000 0104", "< 13", "> 12 1000 0200", "< 13"],
      ["> 12 1000 0200", "< 13", "> 12 1000 06", "< 13"],
      ["> 12 1000 06", "< 13", "> 12 1000 0200", "< 13"],
      ["> 12 1000 0200", "< 13", "< 1b 1000 100101"], ["< 1b 1000 100101", "> 12 1000 0200", "< 13"],
      ["> 12 1000 0200", "< 13", "< 1d 1000 100101", "> 1e"],
      ["> 12 1000 0200", "< 13", "< 23 1000 0100 61 1200 0100 62"],
      ["> 52 1000 0200", "> 52 1000 0104ff"], ["> 52 1000 0104ff", "> 52 1000 0200"],
      ["> 12 1000 0200", "< 13", "> 0a 1000", "< 0b 616263"],
      ["> 12 1000 0200", "< 13", "> 16 1000 0000 616263", "< 17 1000 0000 616263", "> 18 01", "< 19"],
    ])
  func controlPoint(_ pdus: [String]) throws {
    var script = SessionScript()
    script.connects()
    script.asks("12 1100 0100", "13")
    for pdu in pdus {
      if pdu.first == ">" { script.sends(String(pdu.dropFirst(2))) }
      if pdu.first == "<" { script.receives(String(pdu.dropFirst(2))) }
    }
    let connection = try script.analysis().connections[0]
    #expect(TableText.attributes(connection.peerTable) == ["17 2902 inferred"])
    #expect(connection.subscriptions.map(\.descriptor.rawValue) == [17])
    script.disconnects()
    script.connects()
    script.receives("1b 1000 100101")
    // It is not lent to the next connection either.
    let next = try script.analysis().connections[1]
    #expect(TableText.attributes(next.peerTable) == ["17 2902 inferred"])
  }

  @Test("subscribing and unsubscribing by Write Command, reading in between, stays a configuration")
  func commands() throws {
    var script = SessionScript()
    script.connects()
    for value in ["0100", "0000", "0100"] { script.sends("52 1100 \(value)") }
    script.asks("0a 1100", "0b 0100")
    script.asks("0a 1100", "01 0a 1100 02")
    let connection = try script.analysis().connections[0]
    #expect(TableText.attributes(connection.peerTable) == ["17 2902 inferred"])
    #expect(connection.subscriptions.first?.descriptor.rawValue == 17)
  }

  @Test("the value of a characteristic that is known is none") func knownValue() throws {
    var script = discovered()
    script.asks("12 0c00 0100", "13")
    #expect(try subscriptions(script).isEmpty)
  }

  @Test("a characteristic that another capture tells of is none, although part of the table is new")
  func knownElsewhere() throws {
    var known = KnownTables()
    known.fallback = try discovered().analysis().connections[0].peerTable
    var script = SessionScript()
    script.connects()
    script.asks("08 0100 ffff 002a", "09 07 0300 536861726b")
    script.asks("12 0c00 0100", "13")
    script.asks("12 0d00 0100", "13")
    let connection = try script.analysis(known: known).connections[0]
    #expect(connection.subscriptions.map(\.descriptor.rawValue) == [13])
    #expect(connection.subscriptions.map(\.isInferred) == [false])
    #expect(connection.subscriptions.map(\.value.rawValue) == [12])
  }

  @Test("of the other side's descriptors too") func local() throws {
    var script = SessionScript()
    script.connects(role: 1)
    script.receives("12 0d00 0200")
    script.sends("13")
    let connection = try script.analysis().connections[0]
    #expect(connection.subscriptions.map(\.direction) == [.received])
    #expect(connection.subscriptions.map(\.isAccepted) == [true])
    #expect(connection.peerTable.isEmpty)
    #expect(TableText.attributes(connection.localTable) == ["13 2902 inferred"])
  }

  @Test("a handle beyond every service is not governed by the last characteristic") func beyondServices()
    throws
  {
    var script = discovered()
    script.asks("12 1e00 0100", "13")
    let change = try #require(try subscriptions(script).first)
    #expect(change.isInferred)
    #expect(change.value.rawValue == 0x1D)
  }
}
