import Foundation
import TestSupport
import Testing

/// The filters of `packets`: each shows exactly the frames it promises.
@Suite("Filters of packets") struct FilterTests {
  private static let path = Fixture.path("captures/two-links.btsnoop")

  private func packets(_ options: String...) throws -> [PacketReading] {
    let result = try Bleshark.run(["packets", "--jsonl"] + options + [Self.path])
    try #require(result.status == 0, "\(result.errors)")
    return try result.output.split(separator: 10).map {
      try AnalysisReading.decoder.decode(PacketReading.self, from: Data($0))
    }
  }

  /// Checks that options show the lines that fulfil a condition, and that there are some.
  private func expect(
    _ options: String..., show condition: (PacketReading) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Bleshark.run(["packets", "--jsonl"] + options + [Self.path])
    let shown = try result.output.split(separator: 10).map {
      try AnalysisReading.decoder.decode(PacketReading.self, from: Data($0)).frame
    }
    let wanted = try packets().filter(condition).map(\.frame)
    #expect(!wanted.isEmpty, sourceLocation: sourceLocation)
    #expect(shown == wanted, sourceLocation: sourceLocation)
  }

  @Test("by connection") func connection() throws {
    try expect("--connection", "2") { $0.connection == 2 }
    try expect("-c1") { $0.connection == 1 }
  }

  @Test("by layer", arguments: ["att", "command", "event"]) func layer(_ name: String) throws {
    try expect("--layer", name) { $0.layer == name }
    try expect("-l", name, "-l", "event") { $0.layer == name || $0.layer == "event" }
  }

  @Test("by opcode", arguments: ["0x52", "82", "write_cmd", "ATT_WRITE_CMD", "Write-Cmd"])
  func opcode(_ text: String) throws {
    try expect("--opcode", text) { $0.layer == "att" && $0.opcode == 0x52 }
    try expect("-o", text, "-o", "0x0b") { $0.layer == "att" && [0x52, 0x0B].contains($0.opcode) }
  }

  @Test(
    "by an attribute that is one of several in a PDU",
    arguments: [(3, [1, 2]), (5, [1, 2]), (7, [2]), (0x0102, [])])
  func oneOfSeveral(_ handle: Int, _ frames: [Int]) throws {
    var writer = BTSnoopWriter(dataLink: 1002)
    for (frame, pdu) in ["20 0300 0500", "23 0300 0200 0201 0700 0000 0500 0100 09"].enumerated() {
      let packet = PacketBuilder.acl(
        0x40, boundary: frame == 0 ? 0 : 2, PacketBuilder.l2cap(4, [UInt8](hex: pdu)))
      writer.add([2] + packet, flags: UInt32(frame), time: Int64(frame) * 1000)
    }
    let result = try Bleshark.run("packets", "--jsonl", "--handle", "\(handle)", "-", input: writer.bytes)
    let shown = try result.output.split(separator: 10).map {
      try AnalysisReading.decoder.decode(PacketReading.self, from: Data($0)).frame
    }
    #expect(shown == frames)
    let text = try Bleshark.run("packets", "-", input: writer.bytes).text
    #expect(text.contains("0x0003, 0x0005\n"))
    #expect(text.contains("0x0003 = 0201, 0x0007 = , 0x0005 = 09\n"))
  }

  @Test("by attribute handle") func handle() throws {
    let stream = try #require(try CaptureFile(path: Self.path).analysis().connections[0].streams.first)
    let digits = String(stream.handle, radix: 16)
    try expect("--handle", "\(stream.handle)") { Self.carries($0, stream.handle) }
    try expect("--handle", "0x\(digits)", "-c", "1") {
      Self.carries($0, stream.handle) && $0.connection == 1
    }
    // The range that a discovery request asks for names no attribute; what is found in it does.
    let first = try packets("--handle", "1", "-l", "att")
    #expect(!first.isEmpty)
    #expect(first.allSatisfy { $0.start == nil && Self.carries($0, 1) })
    #expect(first.contains { $0.entries != nil })
  }

  /// True for a PDU that names an attribute, alone or in a list.
  private static func carries(_ packet: PacketReading, _ handle: Int) -> Bool {
    packet.handle == handle || packet.handles?.contains(handle) == true
      || packet.entries?.contains { $0.handle == handle } == true
  }

  @Test("by frame number") func frames() throws {
    try expect("--frames", "50-60") { (50...60).contains($0.frame) }
    try expect("--frames", "-10") { $0.frame <= 10 }
    try expect("--frames", "100-") { $0.frame >= 100 }
    try expect("--frames", "40") { $0.frame == 40 }
    #expect(try packets("--frames", "1000000-").isEmpty)
  }

  @Test("by time") func time() throws {
    try expect("--since", "0.5") { $0.timeS >= 0.5 }
    try expect("--until", "0.5") { $0.timeS <= 0.5 }
    try expect("--since", "0.3", "--until", "0.6") { (0.3...0.6).contains($0.timeS) }
  }

  @Test("together they must all be fulfilled") func together() throws {
    try expect("-c", "1", "-l", "att", "--until", "1", "--frames", "40-") {
      $0.connection == 1 && $0.layer == "att" && $0.timeS <= 1 && $0.frame >= 40
    }
  }

  @Test("text shows the same frames, and fragments besides") func text() throws {
    let whole = try Bleshark.run("packets", Self.path)
    let frames = whole.lines.compactMap { Int($0.prefix(7).trimmingCharacters(in: .whitespaces)) }
    #expect(frames == Array(1...frames.count))
    let shown = try Bleshark.run("packets", "-l", "att", Self.path)
    let lines = try packets("-l", "att")
    #expect(shown.lines.count == lines.count)
    for (text, line) in zip(shown.lines, lines) {
      #expect(text.hasPrefix(String(repeating: " ", count: 7 - "\(line.frame)".count) + "\(line.frame)  "))
      #expect(text.contains(" #\(line.connection ?? 0) ") && text.contains(line.name))
    }
  }
}
