import Testing

@testable import Analyzer

/// The sessions of every protocol.
private let sessions: [any UpdateSession.Type] = [
  EspressifSession.self,
  FbiegoSession.self,
  ArduinoSession.self,
  OldArduinoSession.self,
  LegacyOADSession.self,
  EnhancedOADSession.self,
  GeckoSession.self,
  SUOTASession.self,
  STM32WBSession.self,
  BlueNRGSession.self,
  NXPSession.self,
  GAIASession.self,
  RWCPSession.self,
  WICEDSession.self,
  CypressSession.self,
]

/// A session's type, with a name for the list of tests.
struct SessionCase: CustomTestStringConvertible, Sendable {
  /// The type.
  let type: any UpdateSession.Type
  var testDescription: String { "\(type)" }
  static let all = sessions.map { SessionCase(type: $0) }
}

@Suite("Transfers, whatever the protocol")
struct CommonTransferTests {
  @Test("a whole update", arguments: SessionCase.all)
  func whole(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.run()
      session.script.wait(300)
      session.script.disconnect(0x13)
      let transfer = try session.script.transfer()
      #expect(transfer.format == type.format)
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.also == [])
      #expect(transfer.chunks == type.chunks)
      #expect(transfer.declaredBytes == type.declared)
      #expect(transfer.holes.isEmpty)
      #expect(transfer.image()?.bytes == type.image)
    }
  }

  @Test("recognized without discovery", arguments: SessionCase.all)
  func withoutDiscovery(session: SessionCase) throws {
    try check(session.type, isDiscovered: false) { session, type in
      session.run()
      session.script.wait(300)
      session.script.disconnect(0x13)
      let transfer = try session.script.transfer()
      #expect(transfer.format == type.format)
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.image()?.bytes == type.image)
    }
  }

  @Test("the device ends the connection in the middle", arguments: SessionCase.all)
  func deviceDisconnects(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      session.send(0..<(type.chunks / 2))
      session.script.wait(300)
      session.script.disconnect(0x13)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(transfer.cause == "device-disconnected")
      #expect(transfer.verdict.cause?.frames.contains(session.script.frame) == true)
      #expect(transfer.verdict.step == .transfer)
    }
  }

  @Test("the link is lost, and the update begins anew", arguments: SessionCase.all)
  func again(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      session.send(0..<(type.chunks / 2))
      session.script.disconnect(0x08)
      session.script.wait(3000)
      session.script.connect()
      session.run()
      session.script.wait(300)
      session.script.disconnect(0x13)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.connections.starts(with: [1, 2]))
      #expect(transfer.also == ["restarted-from-zero"])
      #expect(transfer.image()?.bytes == type.image)
    }
  }

  @Test("the client gives up in the middle", arguments: SessionCase.all)
  func clientDisconnects(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      session.send(0..<(type.chunks / 2))
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.cause == "client-disconnected")
    }
  }

  @Test("the client stops sending", arguments: SessionCase.all)
  func clientStops(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      session.send(0..<(type.chunks / 2))
      session.script.wait(40_000)
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(["client-stopped", "client-disconnected", "no-answer"].contains(transfer.cause))
    }
  }

  @Test("the client pauses for 20 s", arguments: SessionCase.all)
  func pauses(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      // Behind an acknowledgement, where it is the client's turn.
      let half = (type.acknowledged ?? 0) + 1
      session.send(0..<half)
      session.script.wait(20_000)
      session.send(half..<type.chunks)
      session.end()
      session.script.disconnect(0x13)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.also.contains("app-suspended"))
    }
  }

  @Test("an acknowledgement does not come", arguments: SessionCase.all.filter { $0.type.acknowledged != nil })
  func notAcknowledged(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      let last = type.acknowledged ?? 0
      session.send(0..<last)
      session.write(last)
      session.script.wait(30_000)
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(transfer.cause == "no-answer")
    }
  }

  @Test("a chunk is refused with an ATT error", arguments: SessionCase.all)
  func attributeError(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      let half = type.chunks / 2
      session.send(0..<half)
      session.script.write(type.dataPlace, session.chunk(half), fails: 0x0E)
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(transfer.cause == "att-error")
    }
  }

  @Test("a write is never answered", arguments: SessionCase.all)
  func requestUnanswered(session: SessionCase) throws {
    try check(session.type) { session, type in
      session.begin()
      let half = type.chunks / 2
      session.send(0..<half)
      session.script.write(type.dataPlace, session.chunk(half), fails: 0)
      session.script.wait(30_000)
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(transfer.cause == "request-unanswered")
    }
  }

  @Test("chunks do not fit the ATT_MTU", arguments: SessionCase.all)
  func tooLong(session: SessionCase) throws {
    try check(session.type, mtu: 23) { session, type in
      session.run()
      let longest = (0..<type.chunks).map { session.chunk($0).count }.max() ?? 0
      let transfer = try session.script.transfer()
      #expect(transfer.also.contains("value-exceeds-mtu") == (longest > 20))
    }
  }

  @Test("every beginning of a session", arguments: SessionCase.all)
  func prefixes(session: SessionCase) throws {
    for isDiscovered in [true, false] {
      try check(session.type, isDiscovered: isDiscovered) { session, _ in
        session.run()
        try session.script.everyPrefix { #expect($0.transfers.count <= 1) }
      }
    }
  }

  /// Opens the type.
  private func check(
    _ type: any UpdateSession.Type, isDiscovered: Bool = true, mtu: UInt16? = 247,
    _ body: (inout any UpdateSession, any UpdateSession.Type) throws -> Void
  ) throws {
    var session: any UpdateSession = type.init(isDiscovered: isDiscovered, mtu: mtu)
    try body(&session, type)
  }
}
