import TestSupport
import Testing

@testable import ATTParser

@Suite("Frames, as far as they decode")
struct FrameDecoderTests {
  private let read = PacketBuilder.l2cap(4, [UInt8](hex: "0a 2a00"))

  @Test("every boundary flag but 1 begins a PDU", arguments: [0, 2, 3] as [UInt16])
  func boundaries(_ boundary: UInt16) {
    let frame = decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: boundary, read))
    #expect(frame.kind == .att)
    #expect(frame.problem == nil)
    #expect(frame.aclHeader.packetBoundary == UInt8(boundary))
  }

  @Test("an ACL packet cut anywhere keeps what came before")
  func aclPrefixes() {
    let packet = PacketBuilder.acl(0x40, boundary: 2, read)
    for count in 0..<packet.count {
      let frame = decodeOne(.aclData, Array(packet.prefix(count)))
      let wanted =
        count < 4
        ? "acl.connectionHandle 0+\(count) needs(4, has: \(count))"
        : "acl.dataTotalLength 4+\(count - 4) needs(7, has: \(count - 4))"
      #expect(text(of: frame.problem) == wanted)
      #expect(frame.kind == (count < 8 ? .acl : count == 8 ? .other : .att), "the first \(count) bytes")
    }
  }

  @Test("ACL data longer or shorter than its header says")
  func aclLength() {
    let longer = decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: 2, read + [1, 2]))
    #expect(text(of: longer.problem) == "l2cap.pduLength 8+5 trailing(2)")
    #expect(longer.att.pdu == .readRequest(attributeHandle: AttributeHandle(rawValue: 0x2A)))
    let record = decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: 2, read, length: 7) + [1])
    #expect(text(of: record.problem) == "acl.dataTotalLength 4+8 trailing(1)")
    #expect(record.att.pdu == .readRequest(attributeHandle: AttributeHandle(rawValue: 0x2A)))
    let claims = decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: 2, read, length: 9))
    #expect(text(of: claims.problem) == "acl.dataTotalLength 4+7 needs(9, has: 7)")
    #expect(claims.att.pdu == .readRequest(attributeHandle: AttributeHandle(rawValue: 0x2A)))
  }

  @Test("a record that the capture cut is not blamed on the peer")
  func cutRecord() throws {
    var writer = BTSnoopWriter()
    let entries = [UInt8](hex: "09 07 0200 02 0300 002a 0400 0a 0500 012a")
    let packet = [2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, entries))
    writer.add(Array(packet.dropLast(4)), flags: 1, original: UInt32(packet.count))
    let cut = [4] + PacketBuilder.event(0x0E, [UInt8](hex: "01 0220 00 fb00 0c"))
    writer.add(Array(cut.dropLast(2)), flags: 3, original: UInt32(cut.count))
    writer.add([4] + PacketBuilder.event(0x10, [1]), flags: 3, original: 60)
    let frames = try ReadCapture(writer.bytes).frames
    #expect(frames[0].problem == "acl.dataTotalLength 4+16 cutByCapture(needs: 20, has: 16)")
    #expect(frames[0].att == "ATT_READ_BY_TYPE_RSP length=7 entries=0200020300002a")
    #expect(frames[0].frame.att.missingBytes == 4)
    #expect(frames[1].problem == "hci.parameters 2+5 cutByCapture(needs: 7, has: 5)")
    #expect(frames[2].problem == "record.parameters 0+3 cutByCapture(needs: 59, has: 3)")
    #expect(frames[2].frame.event.details == .hardwareError(1))
  }

  @Test("Qualcomm's debug stream is no ATT, unless a link of that handle was opened")
  func debugStream() throws {
    var script = Script()
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0EDC)
    script.event(PacketBuilder.leConnectionComplete(0x0EDC))
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0EDC)
    script.event(PacketBuilder.disconnectionComplete(0x0EDC))
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0EDC)
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0EDB)
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0EFF)
    script.receive(4, [UInt8](hex: "1b 0e00 01"), on: 0x0F00)
    #expect(
      try script.frames().map(\.frame.kind) == [
        .controllerDebug, .event, .att, .event, .controllerDebug, .att, .att, .controllerDebug,
      ])
  }

  @Test("synchronous and ISO data name their link, and are short without it")
  func otherData() {
    let voice = decodeOne(.synchronousData, [UInt8](hex: "0120 02 aabb"))
    #expect(voice.kind == .synchronous)
    #expect(voice.connectionHandle?.rawValue == 1)
    let iso = decodeOne(.isoData, [UInt8](hex: "6020 0400 00000000"))
    #expect(iso.kind == .iso)
    #expect(iso.connectionHandle?.rawValue == 0x60)
    let short = decodeOne(.isoData, [1])
    #expect(text(of: short.problem) == "hci.connectionHandle 0+1 needs(2, has: 1)")
  }

  @Test("the enums say the same as the fields they are made from")
  func views() throws {
    var script = Script()
    script.command(PacketBuilder.command(0x0C03))
    script.event(PacketBuilder.disconnectionComplete(0x40))
    script.receive(4, [UInt8](hex: "0a 2a00"))
    script.receive(6, [0x0B, 1])
    script.receive(0x3F, [1])
    script.received(PacketBuilder.acl(0x40, boundary: 2, [9]))
    let frames = try script.frames().map(\.frame)
    guard case .command = frames[0].packet, case .event = frames[1].packet, case .acl = frames[2].packet,
      case .att = frames[2].payload, case .smp = frames[3].payload, case .other = frames[4].payload,
      case .fragment = frames[5].payload, case .none = frames[1].payload
    else {
      Issue.record("a frame's view is of another kind")
      return
    }
    #expect(frames[1].connectionHandle?.rawValue == 0x40)
    #expect(frames.map { $0.l2cap?.channelID.rawValue } == [nil, nil, 4, 6, 0x3F, nil])
  }
}
