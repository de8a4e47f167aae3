import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Connection attempts that came to nothing.
@Suite("Connection attempts") struct ConnectAttemptTests {
  /// LE Create Connection to C1:02:03:04:05:06, or to whatever the filter list holds.
  private static func create(usesFilterList: Bool = false) -> [UInt8] {
    let address: [UInt8] = usesFilterList ? [0, 0, 0, 0, 0, 0] : [6, 5, 4, 3, 2, 0xC1]
    return [0x60, 0, 0x60, 0, usesFilterList ? 1 : 0, 1] + address
      + [1, 24, 0, 24, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0]
  }

  /// LE Connection Complete of an attempt that failed without naming anybody.
  private static func failed(_ status: UInt8) -> [UInt8] {
    PacketBuilder.leConnectionComplete(0, status: status, peer: [0, 0, 0, 0, 0, 0])
  }

  private func failure(_ script: SessionScript) throws -> FailedConnection {
    let failures = try script.analysis().failedConnections
    try #require(failures.count == 1)
    return failures[0]
  }

  @Test("given up by the host") func cancelled() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create())
    script.time += 1999
    script.command(0x200E)
    script.event(PacketBuilder.event(0x0E, [1, 0x0E, 0x20, 0]))
    script.event(Self.failed(0x02))
    let failure = try failure(script)
    #expect(failure.isCancelled)
    #expect(failure.peer?.description == "C1:02:03:04:05:06")
    #expect(failure.began?.frame == 1)
    #expect(failure.moment.frame == 4)
    #expect(failure.status.rawValue == 2)
    #expect(failure.began.map { failure.moment.time.seconds(since: $0.time) } == 2.002)
  }

  @Test("given up by the controller") func failed() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create())
    script.event(Self.failed(0x3E))
    let failure = try failure(script)
    #expect(!failure.isCancelled)
    #expect(failure.peer?.description == "C1:02:03:04:05:06")
    #expect(failure.began?.frame == 1)
  }

  @Test("to any device of the filter list") func filterList() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create(usesFilterList: true))
    script.command(0x200E)
    script.event(Self.failed(0x02))
    let failure = try failure(script)
    #expect(failure.peer == nil)
    #expect(failure.isCancelled)
  }

  @Test("an event that names the device is believed") func named() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create(usesFilterList: true))
    script.connects(status: 0x3E, peer: 0x33)
    #expect(try failure(script).peer?.description == "C1:02:03:04:05:33")
  }

  @Test("a command that is not in the capture") func withoutCommand() throws {
    var script = SessionScript()
    script.command(0x200E)
    script.event(Self.failed(0x02))
    let failure = try failure(script)
    #expect(failure.began == nil)
    #expect(failure.peer == nil)
    #expect(!failure.isCancelled)
  }

  @Test("one attempt after the other, the last one succeeds") func again() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create())
    script.event(Self.failed(0x3E))
    script.command(0x200D, Self.create())
    script.command(0x200E)
    script.event(Self.failed(0x02))
    script.command(0x200D, Self.create())
    script.connects()
    let analysis = try script.analysis()
    #expect(analysis.failedConnections.map(\.began?.frame) == [1, 3])
    #expect(analysis.failedConnections.map(\.isCancelled) == [false, true])
    #expect(analysis.connections.map(\.opened?.frame) == [7])
  }

  @Test("each adapter has its own attempt") func adapters() throws {
    var script = SessionScript(monitor: true)
    script.command(0x200D, Self.create(), adapter: 0)
    script.command(0x200D, Self.create(usesFilterList: true), adapter: 1)
    script.command(0x200E, adapter: 1)
    script.event(Self.failed(0x02), adapter: 1)
    script.event(Self.failed(0x3E), adapter: 0)
    let failures = try script.analysis().failedConnections
    #expect(failures.map(\.adapter) == [1, 0])
    #expect(failures.map(\.isCancelled) == [true, false])
    #expect(failures.map { $0.peer?.description } == [nil, "C1:02:03:04:05:06"])
  }
}
