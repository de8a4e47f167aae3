import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Which connection instances a walk finds, and when they begin and end.
@Suite("Connection instances") struct ConnectionTests {
  @Test("a handle that is used again is another connection") func handleReuse() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 2a00 0102")
    script.disconnects(reason: 0x13)
    script.connects()
    script.sends("52 2a00 03")
    script.sends("52 2a00 0405")
    script.disconnects(reason: 0x08)
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 2)
    #expect(analysis.rows(1) == [StreamRow(.writeCommand, 0x2A, .sent, 1, 2, 2...2)])
    #expect(analysis.rows(2) == [StreamRow(.writeCommand, 0x2A, .sent, 2, 3, 5...6)])
    #expect(analysis.connections.map { $0.opened?.frame } == [1, 4])
    #expect(analysis.connections.map { $0.closed?.moment.frame } == [3, 7])
    #expect(analysis.connections.map { $0.closed?.by } == [.peer, .link])
    #expect(analysis.connections.map { $0.closed?.reason?.rawValue } == [0x13, 0x08])
    #expect(try script.connectionNumbers() == [1, 1, 1, 2, 2, 2, 2])
  }

  @Test("data after a disconnection belongs to an instance whose beginning is missing")
  func dataAfterDisconnection() throws {
    var script = SessionScript()
    script.connects()
    script.disconnects()
    script.receives("1b 2a00 01")
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 2)
    #expect(analysis.connections[1].opened == nil)
    #expect(analysis.connections[1].firstSeen.frame == 3)
    #expect(analysis.rows(1).isEmpty)
    #expect(analysis.rows(2) == [StreamRow(.notification, 0x2A, .received, 1, 1, 3...3)])
  }

  @Test("a connection on a handle that is open ends the one before, how is unknown")
  func missedDisconnection() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 2a00 01")
    script.connects(role: 1)
    script.sends("52 2a00 0203")
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 2)
    #expect(analysis.connections[0].closed == nil)
    #expect(analysis.connections.map(\.role) == [.central, .peripheral])
    #expect(analysis.rows(1) == [StreamRow(.writeCommand, 0x2A, .sent, 1, 1, 2...2)])
    #expect(analysis.rows(2) == [StreamRow(.writeCommand, 0x2A, .sent, 1, 2, 4...4)])
    #expect(analysis.quality.missing.contains(.connectionEnd))
  }

  @Test("a disconnection that failed ends nothing") func failedDisconnection() throws {
    var script = SessionScript()
    script.connects()
    script.event(PacketBuilder.event(0x05, [0x02] + UInt16(0x40).bytes() + [0x13]))
    script.sends("52 2a00 01")
    let analysis = try script.analysis()
    #expect(analysis.connections.count == 1)
    #expect(analysis.connections[0].closed == nil)
  }

  @Test("the same handle on two adapters is two connections") func adapters() throws {
    var script = SessionScript(monitor: true)
    script.connects(adapter: 0)
    script.connects(role: 1, adapter: 1)
    script.sends("52 2a00 01", adapter: 0)
    script.receives("52 2a00 01", adapter: 1)
    script.disconnects(adapter: 1)
    script.sends("52 2a00 02", adapter: 0)
    script.disconnects(reason: 0x16, adapter: 0)
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 2)
    #expect(analysis.connections.map(\.adapter) == [0, 1])
    #expect(analysis.connections.map { $0.closed?.by } == [.local, .peer])
    #expect(analysis.rows(1) == [StreamRow(.writeCommand, 0x2A, .sent, 2, 2, 3...6)])
    #expect(analysis.rows(2) == [StreamRow(.writeCommand, 0x2A, .received, 1, 1, 4...4)])
  }

  @Test("a connection that began before the capture and outlives it") func noBeginningAndNoEnd() throws {
    var script = SessionScript()
    script.sends("0a 0300")
    script.receives("0b 6162")
    let analysis = try script.analysis()
    let connection = try #require(analysis.connections.first)
    #expect(connection.opened == nil)
    #expect(connection.closed == nil)
    #expect(connection.role == .unknown)
    #expect(connection.peer == nil)
    // The fixed ATT channel is there on LE links alone.
    #expect(connection.transport == .le)
    #expect(connection.parameters.isEmpty)
    #expect(connection.firstSeen.frame == 1)
    #expect(connection.lastSeen.frame == 2)
    #expect(Set([.connectionStart, .connectionEnd, .discovery]).isSubset(of: analysis.quality.missing))
  }

  /// What a host may give as its reason (Vol 4, Part E, 7.1.6), the other side is told; the rest are the link's.
  @Test(
    "who ended a connection, by the reason",
    arguments: [
      (Connection.Closing.Side.peer, [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B]),
      (.local, [0x16]),
      (.link, [0x04, 0x06, 0x08, 0x1F, 0x22, 0x28, 0x2A, 0x3D, 0x3E, 0x3F, 0xFF]),
    ] as [(Connection.Closing.Side, [UInt8])])
  func closingSide(_ side: Connection.Closing.Side, _ reasons: [UInt8]) throws {
    for reason in reasons {
      var script = SessionScript()
      script.connects()
      script.disconnects(reason: reason)
      script.connects()
      // HCI_Disconnect with the same reason: this host ended it.
      script.command(0x0406, UInt16(0x40).bytes() + [reason])
      script.disconnects(reason: reason)
      let sides = try script.analysis().connections.map { $0.closed?.by }
      #expect(sides == [side, .local], "reason \(reason)")
    }
  }

  @Test("events about a handle that nobody opened make no connection") func strayEvents() throws {
    var script = SessionScript()
    script.disconnects(0x51)
    script.event(PacketBuilder.event(0x13, [1] + UInt16(0x52).bytes() + UInt16(1).bytes()))
    script.event(PacketBuilder.leEvent(0x07, UInt16(0x53).bytes() + [251, 0, 8, 8, 251, 0, 8, 8]))
    script.event(PacketBuilder.event(0x08, [0] + UInt16(0x54).bytes() + [1]))
    let analysis = try script.analysis()
    #expect(analysis.connections.isEmpty)
    #expect(try script.connectionNumbers() == [0, 0, 0, 0])
  }

  @Test("HCI Reset ends the links of its adapter") func reset() throws {
    var script = SessionScript(monitor: true)
    script.connects(0x40, adapter: 0)
    script.connects(0x41, adapter: 0)
    script.connects(0x40, adapter: 1)
    script.command(0x0C03, adapter: 0)
    script.sends("52 2a00 01", on: 0x40, adapter: 1)
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 3)
    for connection in analysis.connections.prefix(2) {
      #expect(connection.closed?.moment.frame == 4)
      #expect(connection.closed?.reason == nil)
      #expect(connection.closed?.by == .local)
    }
    #expect(analysis.connections[2].closed == nil)
    #expect(analysis.rows(3).count == 1)
  }

  @Test("an adapter that goes away ends its links", arguments: [UInt32(1), 9])
  func adapterGone(_ note: UInt32) throws {
    var script = SessionScript(monitor: true)
    script.note(0)
    script.connects()
    script.note(note)
    script.receives("1b 2a00 01")
    let analysis = try script.analysis()
    #expect(analysis.connections.map { $0.closed?.moment.frame } == [3, nil])
    #expect(analysis.quality.notes == 2)
  }

  @Test("attempts that failed") func failures() throws {
    var script = SessionScript()
    script.event(
      PacketBuilder.leConnectionComplete(0, status: 0x02, peer: [0, 0, 0, 0, 0, 0]))
    script.connects(0, status: 0x3E)
    script.event(PacketBuilder.event(0x03, [0x04, 0, 0, 1, 2, 3, 4, 5, 6, 1, 0]))
    let analysis = try script.analysis()
    #expect(analysis.connections.isEmpty)
    #expect(analysis.failedConnections.map(\.status.rawValue) == [0x02, 0x3E, 0x04])
    #expect(analysis.failedConnections.map(\.transport) == [.le, .le, .brEDR])
    #expect(
      analysis.failedConnections.map { $0.peer?.description } == [
        nil, "C1:02:03:04:05:06", "06:05:04:03:02:01",
      ])
    #expect(analysis.failedConnections.map(\.moment.frame) == [1, 2, 3])
  }

  @Test("BR/EDR links are told apart, and voice links are none") func classic() throws {
    var script = SessionScript()
    script.event(PacketBuilder.connectionComplete(0x0B))
    script.event(PacketBuilder.connectionComplete(0x0C, linkType: 0))
    script.connects(0x40)
    let analysis = try script.analysis()
    #expect(analysis.connections.map(\.transport) == [.brEDR, .le])
    #expect(analysis.connections.map(\.handle.rawValue) == [0x0B, 0x40])
    #expect(analysis.connections[0].role == .unknown)
  }

  @Test("fixed channels tell the transport of a link whose beginning is missing")
  func transport() throws {
    var script = SessionScript()
    script.pdu(6, "0b 08", on: 0x40, sent: true)
    script.pdu(5, "12 01 0800 0600 0c00 0000 c800", on: 0x41, sent: false)
    script.pdu(1, "0a 01 0200 0200", on: 0x42, sent: true)
    script.pdu(4, "0a 0300", on: 0x43, sent: true)
    script.pdu(0x41, "010203", on: 0x44, sent: true)
    #expect(try script.analysis().connections.map(\.transport) == [.le, .le, .brEDR, .le, .unknown])
  }

  @Test("what changes on a link, in the order of the frames") func changes() throws {
    var script = SessionScript()
    script.connects()
    let handle = UInt16(0x40).bytes()
    script.event(PacketBuilder.leEvent(0x03, [0] + handle + [6, 0, 2, 0, 0x2C, 1]))
    script.event(PacketBuilder.leEvent(0x03, [0x3B] + handle + [9, 0, 0, 0, 0x2C, 1]))
    script.event(PacketBuilder.leEvent(0x07, handle + [251, 0, 0x48, 8, 27, 0, 0x48, 1]))
    script.event(PacketBuilder.leEvent(0x0C, [0] + handle + [2, 1]))
    script.event(PacketBuilder.event(0x08, [0] + handle + [1]))
    let connection = try #require(try script.analysis().connections.first)
    #expect(connection.parameters.map(\.moment.frame) == [1, 2])
    #expect(connection.parameters.map(\.parameters.intervalMilliseconds) == [30, 7.5])
    #expect(connection.parameters.map(\.parameters.latency) == [0, 2])
    #expect(connection.parameters.map(\.parameters.timeoutMilliseconds) == [5000, 3000])
    #expect(connection.dataLengths.map(\.lengths.maxTxOctets) == [251])
    #expect(connection.dataLengths.map(\.lengths.maxRxOctets) == [27])
    #expect(connection.phys.map(\.tx) == [2])
    #expect(connection.phys.map(\.rx) == [1])
    #expect(connection.encryption?.enabled == 1)
    #expect(connection.encryption?.moment.frame == 6)
    #expect(connection.encryptions == [connection.encryption])
  }

  @Test("everything that is said about encryption, and the last word") func encryptions() throws {
    var script = SessionScript()
    script.connects()
    let handle = UInt16(0x40).bytes()
    script.event(PacketBuilder.event(0x08, [0x05] + handle + [0]))
    script.event(PacketBuilder.event(0x08, [0] + handle + [1]))
    script.event(PacketBuilder.event(0x30, [0] + handle))
    let connection = try script.analysis().connections[0]
    #expect(connection.encryptions.map(\.moment.frame) == [2, 3, 4])
    #expect(connection.encryptions.map(\.status.rawValue) == [5, 0, 0])
    #expect(connection.encryption?.moment.frame == 4)
    for _ in 0..<5000 { script.event(PacketBuilder.event(0x08, [0] + handle + [1])) }
    let analysis = try script.analysis()
    #expect(analysis.connections[0].encryptions.count == LiveConnection.listLimit)
    #expect(analysis.connections[0].encryption?.moment.frame == 5004)
    #expect(analysis.notKept.listEntries == 5003 - LiveConnection.listLimit)
  }

  @Test("a list of changes that has no end is cut") func boundedChanges() throws {
    var script = SessionScript()
    script.connects()
    let update = PacketBuilder.leEvent(0x03, [0] + UInt16(0x40).bytes() + [6, 0, 0, 0, 0x2C, 1])
    for _ in 0..<5000 { script.event(update) }
    let connection = try #require(try script.analysis().connections.first)
    #expect(connection.parameters.count <= 4097)
    #expect(connection.parameters.count > 1000)
  }
}
