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
