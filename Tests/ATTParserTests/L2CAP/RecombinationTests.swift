import TestSupport
import Testing

@testable import ATTParser

private let notification = [UInt8](hex: "1b 0e00 000102030405060708090a0b0c0d0e0f101112131415161718191a1b")
private let notificationText =
  "ATT_HANDLE_VALUE_NTF handle=000e value=000102030405060708090a0b0c0d0e0f101112131415161718191a1b"
private let writeCommand = [UInt8](hex: "52 2a00 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf")
private let writeText = "ATT_WRITE_CMD handle=002a value=a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"

private func pieces(
  of pdu: [UInt8], size: Int, on handle: UInt16 = 0x40, first: UInt16 = 2, channel: UInt16 = 4
) -> [[UInt8]] {
  PacketBuilder.fragments(handle, first: first, of: PacketBuilder.l2cap(channel, pdu), size: size)
}

@Suite("L2CAP PDUs in ACL fragments")
struct RecombinationTests {
  @Test("fragments of any size, down to ones that cut the header", arguments: 1...40)
  func fragmentSizes(_ size: Int) throws {
    var script = Script()
    let parts = pieces(of: notification, size: size)
    for part in parts { script.received(part) }
    let frames = try script.frames()
    for frame in frames.dropLast() {
      #expect(frame.frame.kind == .fragment)
      #expect(frame.frame.l2cap == nil)
    }
    let last = try #require(frames.last)
    #expect(last.att == notificationText)
    #expect(last.frame.l2cap == L2CAPHeader(pduLength: 31, channelID: .attribute))
    #expect(last.frame.att.range.store == (parts.count > 1 ? .recombined : .capture))
    #expect(frames.allSatisfy { $0.frame.problem == nil })
  }

  @Test("two links, two directions and two adapters, piece by piece in turn")
  func interleaving() throws {
    var script = Script()
    let onLink = pieces(of: notification, size: 10)
    let onOther = pieces(of: writeCommand, size: 6, on: 0x41)
    let sent = pieces(of: writeCommand, size: 6, first: 0)
    let onAdapter = pieces(of: writeCommand, size: 6)
    for place in 0..<4 {
      script.received(onLink[place])
      script.received(onOther[place])
      script.sent(sent[place])
      script.received(onAdapter[place], adapter: 1)
    }
    let frames = try script.frames()
    #expect(frames.allSatisfy { $0.frame.problem == nil })
    #expect(frames.dropLast(4).allSatisfy { $0.frame.kind == .fragment })
    #expect(frames.suffix(4).map(\.att) == [notificationText, writeText, writeText, writeText])
    #expect(frames.last?.frame.record.adapter == 1)
  }

  @Test("a continuation without a start is named, and the next PDU is whole again")
  func missingStart() throws {
    var script = Script()
    for part in pieces(of: notification, size: 20).dropFirst() { script.received(part) }
    script.receive(4, writeCommand)
    let frames = try script.frames()
    #expect(frames.map(\.problem) == ["acl.packetBoundary 0+19 continuationWithoutStart", "-"])
    #expect(frames[0].frame.kind == .acl)
    #expect(frames[0].frame.connectionHandle?.rawValue == 0x40)
    #expect(frames[1].att == writeText)
  }

  @Test("a new start before the end abandons the PDU under way, and says so once")
  func abandoned() throws {
    var script = Script()
    script.received(pieces(of: notification, size: 20)[0])
    script.receive(4, writeCommand)
    script.receive(4, writeCommand)
    let frames = try script.frames()
    #expect(
      frames.map(\.problem) == ["-", "l2cap.informationPayload 0+27 abandonedPDU(needs: 35, has: 20)", "-"])
    #expect(frames.map(\.att) == ["-", writeText, writeText])
  }

  @Test("pieces that are more than the PDU give the PDU and the excess")
  func overLong() throws {
    var script = Script()
    var parts = pieces(of: notification, size: 20)
    parts[1] = PacketBuilder.acl(0x40, boundary: 1, Array(parts[1].dropFirst(4)) + [0xEE, 0xEE])
    for part in parts { script.received(part) }
    let frames = try script.frames()
    #expect(frames.map(\.problem) == ["-", "l2cap.pduLength 0+21 trailing(2)"])
    #expect(frames[1].att == notificationText)
  }

  @Test("pieces of one byte that turn out to be more than a PDU of no bytes")
  func overLongHeader() throws {
    var script = Script()
    script.received(PacketBuilder.acl(0x40, boundary: 2, [0]))
    script.received(PacketBuilder.acl(0x40, boundary: 1, [0, 4, 0, 0xEE]))
    let frames = try script.frames()
    #expect(frames[1].problem == "l2cap.pduLength 0+8 trailing(1)")
    #expect(frames[1].frame.kind == .other)
  }

  @Test("a piece of no bytes changes nothing")
  func emptyPiece() throws {
    var script = Script()
    let parts = pieces(of: notification, size: 20)
    script.received(parts[0])
    script.received(PacketBuilder.acl(0x40, boundary: 1, []))
    script.received(parts[1])
    #expect(try script.frames().map(\.att) == ["-", "-", notificationText])
  }

  @Test("a handle that is used again after a disconnection begins afresh", arguments: [true, false])
  func handleReuse(_ disconnects: Bool) throws {
    var script = Script()
    script.event(PacketBuilder.leConnectionComplete(0x40))
    let parts = pieces(of: notification, size: 20)
    script.received(parts[0])
    if disconnects {
      script.event(PacketBuilder.disconnectionComplete(0x40))
    } else {
      script.event(PacketBuilder.leConnectionComplete(0x40))
    }
    script.received(parts[1])
    script.receive(4, writeCommand)
    let frames = try script.frames()
    #expect(frames[3].problem == "acl.packetBoundary 0+19 continuationWithoutStart")
    #expect(frames[4].att == writeText)
    #expect(frames[4].frame.problem == nil)
  }

  @Test("a reset forgets the PDUs of its own adapter and no other's")
  func reset() throws {
    var script = Script()
    let parts = pieces(of: notification, size: 20)
    script.received(parts[0])
    script.received(parts[0], adapter: 1)
    script.command(PacketBuilder.command(0x0C03), adapter: 1)
    script.received(parts[1])
    script.received(parts[1], adapter: 1)
    let frames = try script.frames()
    #expect(frames[3].att == notificationText)
    #expect(frames[4].problem == "acl.packetBoundary 0+19 continuationWithoutStart")
  }

  @Test("a fragment that the capture cut leaves no wrong PDU behind")
  func cutFragment() throws {
    var script = Script()
    let parts = pieces(of: notification, size: 12)
    script.received(parts[0])
    script.received(parts[1], missing: 3)
    script.received(parts[2])
    script.receive(4, writeCommand)
    let frames = try script.frames()
    #expect(
      frames.map(\.problem) == [
        "-", "acl.dataTotalLength 4+9 cutByCapture(needs: 12, has: 9)",
        "l2cap.informationPayload 0+15 cutByCapture(needs: 35, has: 32)", "-",
      ])
    #expect(frames.map(\.frame.kind) == [.fragment, .fragment, .fragment, .att])
    #expect(frames[3].att == writeText)
  }

  @Test("a cut first fragment is the capture's fault, and so is each cut one after it")
  func cutStart() throws {
    var script = Script()
    let parts = pieces(of: notification, size: 12)
    script.received(parts[0], missing: 2)
    script.received(parts[1], missing: 2)
    script.received(parts[2], missing: 2)
    script.receive(4, writeCommand)
    let frames = try script.frames()
    #expect(
      frames.map(\.problem) == [
        "acl.dataTotalLength 4+10 cutByCapture(needs: 12, has: 10)",
        "acl.dataTotalLength 4+10 cutByCapture(needs: 12, has: 10)",
        "acl.dataTotalLength 4+9 cutByCapture(needs: 11, has: 9)", "-",
      ])
    #expect(frames[3].att == writeText)
  }

  @Test("more streams than are kept at once cost only streams that are idle")
  func manyStreams() throws {
    var script = Script()
    script.received(pieces(of: notification, size: 20, on: 1)[0])
    for handle: UInt16 in 2..<1400 {
      for part in pieces(of: writeCommand, size: 12, on: handle) { script.received(part) }
    }
    script.received(pieces(of: notification, size: 20, on: 1)[1])
    let frames = try script.frames()
    #expect(frames.allSatisfy { $0.frame.problem == nil })
    #expect(frames.last?.att == notificationText)
  }

  @Test("a capture that begins a PDU on every link there can be stays within bounds")
  func endlessStarts() throws {
    var writer = BTSnoopWriter()
    for turn in 0..<6000 {
      let part = pieces(of: notification, size: 20, on: UInt16(turn % 0xE00))[0]
      writer.add([2] + part, flags: UInt32(turn & 1))
    }
    #expect(try ReadCapture(writer.bytes).frames.count == 6000)
  }
}

@Suite("The direction of H4 captures that have none")
struct InferredDirectionTests {
  private func directions(_ packets: [[UInt8]]) throws -> [SeenFrame] {
    var writer = PCAPWriter(linkType: 187)
    for packet in packets { writer.add(packet) }
    return try ReadCapture(writer.bytes).frames
  }

  @Test("boundary 0 is sent, 2 is received, and continuations follow their start")
  func boundaries() throws {
    let sent = pieces(of: writeCommand, size: 12, first: 0).map { [2] + $0 }
    let received = pieces(of: notification, size: 20).map { [2] + $0 }
    let frames = try directions(sent + received)
    #expect(frames.map(\.frame.record.direction) == [.sent, .sent, .received, .received])
    #expect(frames.map(\.att) == ["-", writeText, "-", notificationText])
  }

  @Test("a continuation with PDUs under way both ways stays unknown")
  func ambiguous() throws {
    let sent = pieces(of: writeCommand, size: 12, first: 0).map { [2] + $0 }
    let received = pieces(of: notification, size: 20).map { [2] + $0 }
    let frames = try directions([sent[0], received[0], received[1]])
    #expect(frames[2].frame.record.direction == .unknown)
    #expect(frames[2].problem == "acl.packetBoundary 0+19 continuationWithoutStart")
  }

  @Test("on a BR/EDR link boundary 2 says nothing about the direction")
  func classic() throws {
    let packet = [2] + PacketBuilder.acl(0x0B, boundary: 2, PacketBuilder.l2cap(1, [8, 1, 0, 0]))
    let frames = try directions([[4] + PacketBuilder.connectionComplete(0x0B), packet])
    #expect(frames.map(\.frame.record.direction) == [.received, .unknown])
    #expect(frames[1].frame.kind == .signaling)
  }

  @Test("commands and events have one direction each")
  func commandsAndEvents() throws {
    let frames = try directions([
      [1] + PacketBuilder.command(0x0C03), [4] + PacketBuilder.event(0x0E, [1, 3, 0x0C, 0]),
    ])
    #expect(frames.map(\.frame.record.direction) == [.sent, .received])
  }
}
