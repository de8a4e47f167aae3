import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Who asked for other settings of a link, how, and what came of it.
@Suite("Wishes for other settings") struct LinkRequestTests {
  private static let handle = UInt16(0x40).bytes()
  /// 15 to 30 ms, latency 4, timeout 2 s: as L2CAP and HCI write it.
  private static let wanted: [UInt8] = [12, 0, 24, 0, 4, 0, 200, 0]
  private static let update = handle + wanted + [0, 0, 0, 0]

  private func requests(_ script: SessionScript) throws -> [LinkRequest] {
    try script.analysis().connections[0].requests
  }

  /// Who, how, what came of it, and the frames of both.
  private func lines(_ script: SessionScript) throws -> [String] {
    try requests(script).map { request in
      let outcome =
        switch request.outcome {
        case .accepted: "accepted"
        case .refused(let code): "refused" + (code.map { " \($0.rawValue)" } ?? "")
        case .unanswered: "unanswered"
        }
      let end = request.answered.map { " in \($0.frame)" } ?? ""
      let by = request.isLocal ? "local" : "peer"
      return "\(by) \(request.way.rawValue) \(request.moment.frame): \(outcome)\(end)"
    }
  }

  private static func updated(_ status: UInt8) -> [UInt8] {
    PacketBuilder.leEvent(0x03, [status] + handle + [24, 0, 4, 0, 200, 0])
  }

  @Test("by an HCI command, granted") func command() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2013, Self.update)
    script.event(Self.updated(0))
    #expect(try lines(script) == ["local hci 2: accepted in 3"])
    guard case .parameters(let wanted) = try requests(script)[0].what else {
      Issue.record("no parameters")
      return
    }
    #expect([wanted.minInterval, wanted.maxInterval] == [12, 24])
    #expect(wanted.latency == 4)
    #expect(wanted.supervisionTimeout == 200)
  }

  @Test("by an HCI command, refused by the peer") func refusedCommand() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2013, Self.update)
    script.event(Self.updated(0x3B))
    #expect(try lines(script) == ["local hci 2: refused 59 in 3"])
    #expect(try script.analysis().connections[0].parameters.count == 1)
  }

  @Test("by an HCI command, nothing heard of it") func unansweredCommand() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2013, Self.update)
    #expect(try lines(script) == ["local hci 2: unanswered"])
  }

  private static func status(_ opcode: UInt16, _ status: UInt8) -> [UInt8] {
    [0x0F, 4, status, 1] + opcode.bytes()
  }

  @Test(
    "by an HCI command that the controller does not take",
    arguments: [(0x2013, update), (0x2032, handle + [0, 2, 2, 0, 0])] as [(UInt16, [UInt8])])
  func refusedByStatus(_ sample: (opcode: UInt16, parameters: [UInt8])) throws {
    var script = SessionScript()
    script.connects()
    script.command(sample.opcode, sample.parameters)
    script.event(Self.status(sample.opcode, 0x0C))
    #expect(try lines(script) == ["local hci 2: refused 12 in 3"])
  }

  @Test("a data length that Command Complete refuses") func refusedByComplete() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2022, Self.handle + [251, 0, 0x48, 0x08])
    script.event([0x0E, 6, 1, 0x22, 0x20, 0x12] + Self.handle)
    #expect(try lines(script) == ["local hci 2: refused 18 in 3"])
  }

  @Test("a status belongs to the oldest command of its opcode, and taking is not granting")
  func statusOrder() throws {
    var script = SessionScript()
    script.connects()
    script.connects(0x41)
    script.command(0x2013, Self.update)
    script.command(0x2013, UInt16(0x41).bytes() + Self.wanted + [0, 0, 0, 0])
    script.event(Self.status(0x2013, 0))
    script.event(Self.status(0x2013, 0x0C))
    #expect(try lines(script) == ["local hci 3: unanswered"])
    let other = try script.analysis().connections[1].requests
    #expect(other.map(\.outcome) == [.refused(ErrorCode(rawValue: 0x0C))])
  }

  @Test("the host says no to what the link layer passes on") func refusedLinkLayer() throws {
    var script = SessionScript()
    script.connects()
    script.event(PacketBuilder.leEvent(0x06, Self.handle + Self.wanted))
    script.command(0x2021, Self.handle + [0x3B])
    #expect(try lines(script) == ["peer link_layer 2: refused 59 in 3"])
  }

  @Test("the peripheral asks by L2CAP", arguments: [("0000", "accepted"), ("0100", "refused")])
  func l2cap(_ sample: (result: String, outcome: String)) throws {
    var script = SessionScript()
    script.connects()
    script.pdu(5, "12 07 0800 0c00 1800 0400 c800", on: 0x40, sent: false)
    script.pdu(5, "13 07 0200 \(sample.result)", on: 0x40, sent: true)
    #expect(try lines(script) == ["peer l2cap 2: \(sample.outcome) in 3"])
  }

  @Test("the recording host is the peripheral that asks by L2CAP, and nobody answers")
  func unansweredL2CAP() throws {
    var script = SessionScript()
    script.connects(role: 1)
    script.pdu(5, "12 07 0800 0c00 1800 0400 c800", on: 0x40, sent: true)
    // An answer in the direction of the request is none.
    script.pdu(5, "13 07 0200 0000", on: 0x40, sent: true)
    #expect(try lines(script) == ["local l2cap 2: unanswered"])
  }

  @Test("the link layer passes on what the peer asks for") func linkLayer() throws {
    var script = SessionScript()
    script.connects()
    script.event(PacketBuilder.leEvent(0x06, Self.handle + Self.wanted))
    script.event(Self.updated(0))
    #expect(try lines(script) == ["peer link_layer 2: accepted in 3"])
  }

  @Test("data length and PHY") func others() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2022, Self.handle + [251, 0, 0x48, 0x08])
    script.command(0x2032, Self.handle + [0, 2, 3, 0, 0])
    script.event(PacketBuilder.leEvent(0x0C, [0x1A] + Self.handle + [1, 1]))
    script.event(PacketBuilder.leEvent(0x07, Self.handle + [251, 0, 0x48, 8, 251, 0, 0x48, 8]))
    #expect(try lines(script) == ["local hci 2: accepted in 5", "local hci 3: refused 26 in 4"])
    #expect(try requests(script).map(\.what) == [.dataLength(251), .phy(tx: 2, rx: 3)])
    #expect(try script.analysis().connections[0].phys.isEmpty)
  }

  @Test("each answer belongs to the oldest wish of its kind") func order() throws {
    var script = SessionScript()
    script.connects()
    script.command(0x2013, Self.update)
    script.command(0x2013, Self.update)
    script.event(Self.updated(0x3B))
    script.event(Self.updated(0))
    #expect(try lines(script) == ["local hci 2: refused 59 in 4", "local hci 3: accepted in 5"])
  }

  @Test("changes that nobody asked for, and wishes for links that are not open, are none")
  func none() throws {
    var script = SessionScript()
    script.command(0x2013, UInt16(0x55).bytes() + Self.wanted + [0, 0, 0, 0])
    script.connects()
    script.event(Self.updated(0))
    #expect(try requests(script).isEmpty)
    #expect(try script.analysis().connections.count == 1)
  }
}
