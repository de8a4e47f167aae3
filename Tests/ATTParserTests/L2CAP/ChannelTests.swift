import TestSupport
import Testing

@testable import ATTParser

private let le: UInt16 = 0x05
private let classic: UInt16 = 0x01

extension Script {
  /// The host asks for one credit-based channel and gets it.
  fileprivate mutating func openChannel(
    spsm: UInt16, source: UInt16 = 0x40, destination: UInt16 = 0x50, identifier: UInt8 = 1, result: UInt16 = 0
  ) {
    let request = spsm.bytes() + source.bytes() + [0, 2, 0xF7, 0, 10, 0]
    send(le, PacketBuilder.signaling(0x14, identifier, request))
    let response = destination.bytes() + [0, 2, 0xF7, 0, 10, 0] + result.bytes()
    receive(le, PacketBuilder.signaling(0x15, identifier, response))
  }

  /// The host closes a channel and the peer agrees.
  fileprivate mutating func closeChannel(source: UInt16 = 0x40, destination: UInt16 = 0x50) {
    send(le, PacketBuilder.signaling(0x06, 9, destination.bytes() + source.bytes()))
    receive(le, PacketBuilder.signaling(0x07, 9, destination.bytes() + source.bytes()))
  }
}

private let sdu = [UInt8](0..<60)
private let kFrames = PacketBuilder.kFrames(sdu, mps: 25)

@Suite("Credit-based channels")
struct CreditBasedChannelTests {
  @Test("an SDU in one K-frame, both ways, and the channel has one number")
  func oneFrame() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.send(0x50, [3, 0, 7, 8, 9])
    script.receive(0x40, [2, 0, 5, 6])
    let frames = try script.frames()
    #expect(frames.allSatisfy { $0.frame.problem == nil })
    #expect(frames[2...].map(\.frame.kind) == [.sdu, .sdu])
    #expect(frames[2...].map(\.bytes) == [[7, 8, 9], [5, 6]])
    #expect(frames[2...].map(\.frame.spsm) == [0x80, 0x80])
    #expect(frames[2...].map(\.frame.channel) == [1, 1])
    #expect(frames[2].frame.data == ByteRange(offset: frames[2].base + 10, count: 3))
  }

  @Test("an SDU over several K-frames, two channels in turn")
  func severalFrames() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.openChannel(spsm: 0x81, source: 0x41, destination: 0x51, identifier: 2)
    for part in kFrames {
      script.send(0x50, part)
      script.send(0x51, part)
    }
    let frames = try script.frames()
    #expect(frames.allSatisfy { $0.frame.problem == nil })
    #expect(frames[4...].map(\.frame.kind) == [.segment, .segment, .segment, .segment, .sdu, .sdu])
    #expect(frames.suffix(2).map(\.bytes) == [sdu, sdu])
    #expect(frames.suffix(2).map(\.frame.channel) == [1, 2])
    #expect(frames.last?.frame.data == ByteRange(offset: 0, count: 60, store: .reassembled))
  }

  @Test("K-frames that themselves arrive in ACL fragments")
  func fragmentedFrames() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    for part in kFrames {
      for piece in PacketBuilder.fragments(0x40, first: 0, of: PacketBuilder.l2cap(0x50, part), size: 7) {
        script.sent(piece)
      }
    }
    let last = try #require(try script.frames().last)
    #expect(last.bytes == sdu)
    #expect(last.frame.kind == .sdu)
  }

  @Test("K-frames that are more than the SDU give the SDU and the excess")
  func overLong() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    for part in kFrames.dropLast() { script.send(0x50, part) }
    script.send(0x50, (kFrames.last ?? []) + [0xEE])
    let last = try #require(try script.frames().last)
    #expect(last.problem == "sdu.sduLength 8+13 trailing(1)")
    #expect(last.bytes == sdu)
  }

  @Test("a K-frame too short for the SDU's length", arguments: [0, 1])
  func shortFrame(_ count: Int) throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.send(0x50, [UInt8](repeating: 1, count: count))
    let last = try #require(try script.frames().last)
    #expect(last.problem == "sdu.sduLength 8+\(count) needs(2, has: \(count))")
    #expect(last.frame.l2cap?.channelID.rawValue == 0x50)
  }

  @Test("a K-frame that the capture cut spoils its own SDU and not the next one", arguments: [0, 1, 2])
  func cutFrame(_ cut: Int) throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    for (place, part) in kFrames.enumerated() {
      let packet = PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(0x50, part))
      script.sent(packet, missing: place == cut ? 4 : 0)
    }
    for part in kFrames { script.send(0x50, part) }
    let frames = try script.frames()
    #expect(frames[2...4].allSatisfy { $0.frame.kind == .segment })
    let length = kFrames[cut].count + 4
    for place in 0..<3 {
      let wanted =
        place == cut
        ? "acl.dataTotalLength 4+\(length - 4) cutByCapture(needs: \(length), has: \(length - 4))"
        : place == 2 ? "sdu.sduLength 8+12 cutByCapture(needs: 60, has: 56)" : "-"
      #expect(frames[2 + place].problem == wanted)
    }
    #expect(frames.last?.bytes == sdu)
    #expect(frames.last?.frame.problem == nil)
  }

  @Test("a closed channel is unknown, and opened again it begins afresh")
  func closeAndReopen() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.send(0x50, kFrames[0])
    script.closeChannel()
    script.send(0x50, [1, 0, 7])
    script.openChannel(spsm: 0x82)
    for part in kFrames { script.send(0x50, part) }
    let frames = try script.frames()
    #expect(frames[5].frame.kind == .other)
    let last = try #require(frames.last)
    #expect(frames.allSatisfy { $0.frame.problem == nil })
    #expect(last.bytes == sdu)
    #expect(last.frame.spsm == 0x82)
    #expect(last.frame.channel == 2)
  }

  @Test("a link's channels end with it", arguments: [true, false])
  func handleReuse(_ disconnects: Bool) throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.send(0x50, kFrames[0])
    script.event(
      disconnects ? PacketBuilder.disconnectionComplete(0x40) : PacketBuilder.leConnectionComplete(0x40))
    script.send(0x50, kFrames[1])
    script.openChannel(spsm: 0x80)
    for part in kFrames { script.send(0x50, part) }
    let frames = try script.frames()
    #expect(frames[4].frame.kind == .other)
    #expect(frames.last?.bytes == sdu)
    #expect(frames.allSatisfy { $0.frame.problem == nil })
  }

  @Test("a reset closes the channels of its own adapter and no other's")
  func reset() throws {
    var script = Script()
    script.openChannel(spsm: 0x80)
    script.command(PacketBuilder.command(0x0C03), adapter: 1)
    script.send(0x50, [1, 0, 7])
    script.command(PacketBuilder.command(0x0C03), adapter: 0)
    script.send(0x50, [1, 0, 7])
    #expect(
      try script.frames().map(\.frame.kind) == [.signaling, .signaling, .command, .sdu, .command, .other])
  }

  @Test("a refused request opens nothing, whatever identifier the refusal carries", arguments: [0, 0x50])
  func refused(_ destination: UInt16) throws {
    var script = Script()
    script.openChannel(spsm: 0x80, destination: destination, result: 4)
    script.send(0x50, [1, 0, 7])
    script.receive(0x40, [1, 0, 7])
    #expect(try script.frames().suffix(2).map(\.frame.kind) == [.other, .other])
  }

  @Test("a response without its request opens nothing")
  func responseOnly() throws {
    var script = Script()
    script.receive(le, PacketBuilder.signaling(0x15, 1, [UInt8](hex: "5000 0002 f700 0a00 0000")))
    script.send(0x50, [1, 0, 7])
    #expect(try script.frames()[1].frame.kind == .other)
  }

  @Test(
    "fixed channels that are not looked into keep their bytes",
    arguments: [0x0002, 0x0003, 0x003F] as [UInt16])
  func otherFixedChannels(_ channel: UInt16) throws {
    var script = Script()
    script.receive(channel, [1, 2, 3])
    let frame = try script.frames()[0]
    #expect(frame.frame.kind == .other)
    #expect(frame.bytes == [1, 2, 3])
  }
}

@Suite("ATT on other bearers than the fixed channel")
struct BearerTests {
  @Test("enhanced bearers: five asked for, two refused, each its own number and MTU's worth")
  func enhanced() throws {
    var script = Script()
    script.send(
      le, PacketBuilder.signaling(0x17, 3, [UInt8](hex: "2700 4000 4000 0500 4000 4100 4200 4300 4400")))
    script.receive(
      le, PacketBuilder.signaling(0x18, 3, [UInt8](hex: "4000 4000 0500 0400 5000 0000 5200 0000 5400")))
    script.send(0x50, [3, 0] + [UInt8](hex: "0a 2a00"))
    script.receive(0x42, [3, 0] + [UInt8](hex: "0b 0102"))
    script.send(0x54, [UInt8](hex: "0a00 0c 2a00"))
    script.send(0x54, [UInt8](hex: "1600 deadbeef01"))
    script.receive(0x41, [1, 0, 0x13])
    let frames = try script.frames()
    #expect(frames[2].att == "ATT_READ_REQ handle=002a")
    #expect(frames[3].att == "ATT_READ_RSP value=0102")
    #expect(frames[2...5].map(\.frame.channel) == [1, 2, 3, 3])
    #expect([frames[2].frame.att.bearer, frames[3].frame.att.bearer] == [1, 2])
    #expect(frames[4].frame.kind == .segment)
    #expect(frames[5].att == "ATT_READ_BLOB_REQ handle=002a offset=22")
    #expect(frames[5].problem == "att.noParameters reassembled:5+5 trailing(5)")
    #expect(frames[6].frame.kind == .other)
  }

  @Test("a long write in a reassembled SDU keeps its value's bytes")
  func enhancedReassembly() throws {
    var script = Script()
    script.openChannel(spsm: 0x27)
    let write = [UInt8](hex: "12 2a00") + [UInt8](0..<57)
    for part in PacketBuilder.kFrames(write, mps: 23) { script.send(0x50, part) }
    let last = try #require(try script.frames().last)
    #expect(last.att == "ATT_WRITE_REQ handle=002a value=" + [UInt8](0..<57).hex)
    #expect(last.frame.att.range == ByteRange(offset: 0, count: 60, store: .reassembled))
    #expect(last.frame.att.bearer == 1)
  }

  @Test(
    "a pending enhanced response is followed by the one that opens",
    arguments: [0x0D, 0x0E, 0x0F] as [UInt16])
  func pendingEnhanced(_ result: UInt16) throws {
    var script = Script()
    script.send(le, PacketBuilder.signaling(0x17, 3, [UInt8](hex: "2700 4000 4000 0500 4000")))
    let zeros = [UInt8](repeating: 0, count: 6)
    script.receive(le, PacketBuilder.signaling(0x18, 3, zeros + result.bytes() + [0, 0]))
    script.receive(le, PacketBuilder.signaling(0x18, 3, [UInt8](hex: "4000 4000 0500 0000 5000")))
    script.send(0x50, [UInt8](hex: "0300 0a 2a00"))
    #expect(try script.frames().last?.att == "ATT_READ_REQ handle=002a")
  }

  @Test("ATT over BR/EDR: PSM 0x1F, a pending response first, its own bearer")
  func classicATT() throws {
    var script = Script()
    script.event(PacketBuilder.connectionComplete(0x0B))
    script.send(classic, PacketBuilder.signaling(0x02, 1, [UInt8](hex: "1f00 4000")), on: 0x0B)
    script.receive(classic, PacketBuilder.signaling(0x03, 1, [UInt8](hex: "0000 4000 0100 0000")), on: 0x0B)
    script.receive(classic, PacketBuilder.signaling(0x03, 1, [UInt8](hex: "4100 4000 0000 0000")), on: 0x0B)
    script.send(0x41, [UInt8](hex: "0a 2a00"), on: 0x0B)
    script.receive(0x40, [UInt8](hex: "0b 0102"), on: 0x0B)
    let frames = try script.frames()
    #expect(frames[4].att == "ATT_READ_REQ handle=002a")
    #expect(frames[5].att == "ATT_READ_RSP value=0102")
    #expect(frames[4...5].map(\.frame.att.bearer) == [1, 1])
  }

  @Test("another BR/EDR channel is no ATT, and commands packed into one PDU all count")
  func otherClassic() throws {
    var script = Script()
    let first = PacketBuilder.signaling(0x0A, 1, [2, 0])
    script.send(classic, first + PacketBuilder.signaling(0x02, 2, [UInt8](hex: "0100 4000")), on: 0x0B)
    let response = PacketBuilder.signaling(0x03, 2, [UInt8](hex: "4100 4000 0000 0000"))
    script.receive(classic, first + response, on: 0x0B)
    script.send(0x41, [UInt8](hex: "0a 2a00"), on: 0x0B)
    let last = try #require(try script.frames().last)
    #expect(last.frame.kind == .sdu)
    #expect(last.frame.spsm == 1)
    #expect(last.bytes == [0x0A, 0x2A, 0])
  }

  @Test("after 65,535 channels no bearer is taken for the fixed channel's")
  func channelNumbers() {
    var table = ChannelTable()
    var segments = PDUBuffers()
    let link = LinkIdentifier(0, ConnectionHandle(rawValue: 0x40))
    for turn in 0..<65_600 {
      let identifier = UInt8(turn & 0xFF)
      var sources = ChannelList()
      sources.append(ChannelID(rawValue: 0x40))
      let request = SignalingCommand(
        code: SignalingCode(rawValue: 0x14), identifier: identifier,
        details: .creditBasedRequest(spsm: 0x27, mtu: 64, mps: 64, credits: 1, channels: sources),
        data: .empty)
      let response = SignalingCommand(
        code: SignalingCode(rawValue: 0x15), identifier: identifier,
        details: .creditBasedResponse(mtu: 64, mps: 64, credits: 1, result: 0, channels: sources),
        data: .empty)
      table.add(request, link, .sent, &segments)
      table.add(response, link, .received, &segments)
      let number = table.channel(link, .sent, ChannelID(rawValue: 0x40))?.number
      if number == nil || number == 0 {
        Issue.record("channel \(turn) has number \(String(describing: number))")
      }
    }
  }
}
