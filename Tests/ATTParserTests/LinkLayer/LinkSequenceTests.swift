import TestSupport
import Testing

@testable import ATTParser

@Suite("Retransmissions, damage and loss on the air")
struct LinkSequenceTests {
  /// Formats that tell the direction, and one in which it is inferred.
  private static let formats: [AirEncapsulation] = [
    .nordic1, .nordic2, .nordic3, .pseudoHeaderWithDirection, .pseudoHeader,
  ]

  private func frames(_ format: AirEncapsulation, _ body: (inout AirScript) -> Void) throws -> [DecodedFrame]
  {
    var script = AirScript(format)
    script.connect()
    for _ in 0..<6 { script.exchange() }
    body(&script)
    let frames = try ReadCapture(script.bytes).frames.map(\.frame)
    for frame in frames.prefix(13) {
      try #require(frame.air.missed == 0 && frame.air.missedOther == 0 && frame.air.missedEvents == 0)
      try #require(!frame.air.notes.contains(.isRetransmission))
    }
    return Array(frames.dropFirst(13))
  }

  @Test("a PDU that is sent again is delivered once", arguments: formats)
  func retransmission(_ format: AirEncapsulation) throws {
    let frames = try frames(format) { script in
      script.nextEvent()
      script.sendInVain(.central, 2, PacketBuilder.l2cap(4, [0x52, 3, 0, 1]))
      script.nextEvent()
      script.resend(.central)
      script.send(.peripheral)
      script.exchange(AirScript.l2cap(4, "52030002"))
    }
    #expect(frames.map(\.kind) == [.att, .linkLayer, .linkLayer, .att, .linkLayer])
    #expect(frames.map { $0.air.notes.contains(.isRetransmission) } == [false, true, false, false, false])
    #expect(frames.allSatisfy { $0.air.missed == 0 && $0.air.missedOther == 0 })
  }

  @Test("an empty PDU that is sent again is one", arguments: formats)
  func emptyRetransmission(_ format: AirEncapsulation) throws {
    let frames = try frames(format) { script in
      script.nextEvent()
      script.sendInVain(.central)
      script.nextEvent()
      script.resend(.central)
      script.send(.peripheral)
    }
    #expect(frames.map { $0.air.notes.contains(.isRetransmission) } == [false, true, false])
  }

  @Test("a missed PDU shows in the sequence numbers", arguments: formats)
  func missed(_ format: AirEncapsulation) throws {
    let frames = try frames(format) { script in
      script.nextEvent()
      script.send(.central)
      script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x1B, 3, 0, 1]), fate: .missed)
      script.exchange((1, []), AirScript.l2cap(4, "1B030002"))
      script.exchange()
    }
    // The acknowledgement of it is in the central's next PDU, and its own next one has the same number.
    #expect(frames.count == 5)
    let missed = frames.reduce(0) {
      $0 + Int($1.record.direction == .received ? $1.air.missed : $1.air.missedOther)
    }
    #expect(missed == 1)
    #expect(frames[2].kind == .att)
  }

  @Test("a PDU that was heard damaged is not missed, and not delivered", arguments: formats)
  func damaged(_ format: AirEncapsulation) throws {
    let frames = try frames(format) { script in
      script.nextEvent()
      script.send(.central)
      script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x1B, 3, 0, 1]), fate: .damaged)
      script.exchange((1, []), AirScript.l2cap(4, "1B030002"))
    }
    #expect(frames.map(\.kind) == [.linkLayer, .linkLayer, .linkLayer, .att])
    #expect(frames.map(\.air.isDamaged) == [false, true, false, false])
    #expect(frames.allSatisfy { $0.air.missed == 0 && $0.air.missedOther == 0 })
    #expect(frames[1].problem == nil)
  }

  @Test("a damaged PDU that is sent again is delivered then", arguments: formats)
  func damagedThenGood(_ format: AirEncapsulation) throws {
    let frames = try frames(format) { script in
      script.nextEvent()
      script.send(.central)
      script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x1B, 3, 0, 1]), fate: .damaged)
      script.nextEvent()
      script.resend(.central)
      script.resend(.peripheral)
    }
    #expect(frames.map(\.kind) == [.linkLayer, .linkLayer, .linkLayer, .att])
    #expect(frames[2].air.notes.contains(.isRetransmission))
  }

  @Test("fragments are put together, and given up when one is missing", arguments: formats)
  func fragments(_ format: AirEncapsulation) throws {
    let pdu = PacketBuilder.l2cap(4, [0x12, 3, 0] + [UInt8](0..<40))
    let whole = try frames(format) { script in
      script.exchange((2, Array(pdu[0..<27])))
      script.exchange((1, Array(pdu[27...])))
    }
    #expect(whole.map(\.kind) == [.fragment, .linkLayer, .att, .linkLayer])
    let pieces = try frames(format) { script in
      script.exchange((2, Array(pdu[0..<20])))
      script.nextEvent()
      script.send(.central, 1, Array(pdu[20..<30]), fate: .missed)
      script.send(.peripheral)
      script.exchange((1, Array(pdu[30...])))
      script.exchange(AirScript.l2cap(4, "520300"))
    }
    #expect(!pieces.dropLast(2).contains { $0.kind == .att })
    #expect(pieces.dropLast().last?.kind == .att)
    #expect(pieces.contains { $0.problem?.reason == .abandonedPDU(needs: 47, has: 20) })
  }

  @Test("an L2CAP header in two pieces, and one that is never finished")
  func headerInPieces() throws {
    let pdu = PacketBuilder.l2cap(4, [0x0A, 3, 0])
    let frames = try frames(.nordic3) { script in
      script.exchange((2, Array(pdu[0..<2])))
      script.exchange((1, Array(pdu[2...])))
      script.exchange((2, Array(pdu[0..<3])))
      script.exchange((2, pdu))
    }
    #expect(
      frames.map(\.kind) == [
        .fragment, .linkLayer, .att, .linkLayer, .fragment, .linkLayer, .att, .linkLayer,
      ])
    #expect(frames[6].problem?.reason == .abandonedPDU(needs: Int32.max, has: 3))
  }

  @Test("a link that was opened before the capture, in every format", arguments: AirEncapsulation.allCases)
  func midSession(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    for _ in 0..<3 { script.exchange() }
    script.exchange(AirScript.l2cap(4, "0A0300"), AirScript.l2cap(4, "1B030007"))
    let frames = try ReadCapture(script.bytes).frames.map(\.frame)
    #expect(frames.map { $0.air.notes.contains(.opensLink) } == [true] + [Bool](repeating: false, count: 7))
    #expect(frames.suffix(2).map(\.kind) == [.att, .att])
    #expect(frames.map(\.record.direction) == (0..<8).map { $0 % 2 == 0 ? .sent : .received })
  }

  @Test("the same CONNECT_IND twice opens one connection, another one on its access address opens another")
  func reuse() throws {
    var script = AirScript(.nordic3)
    script.connect()
    script.connect()
    script.exchange()
    script.connect()
    script.exchange()
    let frames = try ReadCapture(script.bytes).frames.map(\.frame)
    #expect(
      frames.map { $0.air.notes.contains(.opensLink) } == [true, false, false, false, true, false, false])
  }
}
