import Foundation
import TestSupport
import Testing

/// `follow`: one attribute as a stream.
@Suite("The command follow") struct FollowCommandTests {
  private static func path(_ name: String) -> String { Fixture.path("captures/\(name).btsnoop") }

  private func values(_ name: String, _ attribute: String, _ options: String...) throws -> [ValueReading] {
    try JSONLines.read(Bleshark.run(["follow", "--jsonl"] + options + [Self.path(name), attribute]))
  }

  @Test(
    "an attribute by UUID, by name and by handle",
    arguments: ["2a37", "0x2A37", "Heart Rate Measurement", "rate meas", "0x0010", "16"])
  func selector(_ text: String) throws {
    // 0x2A37 is a handle, which nothing in the capture uses.
    guard text != "0x2A37" else {
      #expect(try Bleshark.run("follow", Self.path("indications"), text).status == 2)
      return
    }
    let found = try values("indications", text)
    #expect(found.first?.kind == "configuration")
    #expect(found.filter { $0.kind == "notification" }.count == 15)
    #expect(found.allSatisfy { $0.handle == 16 })
    #expect(try found == values("indications", "2a37"))
  }

  @Test("values equal those of packets, with times and deltas") func equalsPackets() throws {
    let found = try values("indications", "2a37").filter { $0.kind == "notification" }
    let packets = try CaptureFile(path: Self.path("indications")).packets().filter {
      $0.opcode == 0x1B && $0.handle == 16
    }
    #expect(found.map(\.frame) == packets.map(\.frame))
    #expect(found.map(\.value) == packets.map(\.value))
    #expect(found.map(\.timeS) == packets.map(\.timeS))
    #expect(found[0].deltaS == nil)
    for (one, next) in zip(found, found.dropFirst()) {
      #expect(((next.deltaS ?? 0) - (next.timeS - one.timeS)).magnitude < 0.000_002)
    }
  }

  @Test("reads carry the value of their response, long ones in parts") func reads() throws {
    let found = try values("long-read-write", "0x0019")
    let parts = found.filter { $0.kind == "read" || $0.kind == "read_blob" }
    #expect(parts.first?.kind == "read")
    #expect(parts.first?.offset == 0)
    var offset = 0
    var whole = ""
    for part in parts.prefix(9) {
      #expect(part.offset == offset)
      offset += part.value.count / 2
      whole += part.value
    }
    // 512 bytes in a first part and eight more of 63.
    #expect(offset == 512)
    #expect(whole.count == 1024)
    let written = found.filter { $0.kind == "long_write" }
    #expect(written.prefix(6).map(\.offset) == [0, 59, 118, 177, 236, 295])
    #expect(written.allSatisfy { $0.direction == "sent" })
  }

  @Test("subscriptions stand where they were made") func configuration() throws {
    let found = try values("indications", "2a37")
    let changes = found.filter { $0.kind == "configuration" }
    #expect(changes.map(\.text) == ["notifications on", "off"])
    #expect(changes.map(\.uuid) == ["2902", "2902"])
    #expect(found.first?.kind == "configuration")
    #expect(found.last?.kind == "configuration")
    let lines = try Bleshark.run("follow", Self.path("indications"), "2a37").lines
    #expect(lines.first?.contains("CCCD 0x0011: notifications on") == true)
  }

  @Test("off is told too") func off() throws {
    let handle = try #require(
      try CaptureFile(path: Self.path("mtu-23")).analysis().connections[0].subscriptions.first?.handle)
    let changes = try values("mtu-23", "\(handle)").filter { $0.kind == "configuration" }
    #expect(changes.map(\.text) == ["notifications on", "off"])
  }

  @Test("a descriptor that only the traffic tells of, and one that is read") func cachedDescriptor() throws {
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 1)
    let pdus: [[UInt8]] = [
      [0x12, 0x0D, 0, 1, 0], [0x13], [0x1B, 0x0C, 0, 7], [0x0A, 0x0D, 0], [0x0B, 1, 0],
      [0x12, 0x0D, 0, 0, 0],
    ]
    for pdu in pdus {
      let flags: UInt32 = [0x13, 0x1B, 0x0B].contains(pdu[0]) ? 1 : 0
      writer.add(
        [2] + PacketBuilder.acl(0x40, boundary: UInt16(2 * flags), PacketBuilder.l2cap(4, pdu)), flags: flags)
    }
    let found: [ValueReading] = try JSONLines.read(
      Bleshark.run("follow", "--jsonl", "-", "0x000c", input: writer.bytes))
    #expect(found.map(\.kind) == ["configuration", "notification", "configuration"])
    #expect(found.map(\.text) == ["notifications on", nil, "off"])
    #expect(found.map(\.frame) == [2, 4, 7])
  }

  @Test(
    "every format shows the same bytes",
    arguments: [
      ("hex", nil), ("u8", "[22, 68, 135, 3]"), ("i8", "[22, 68, -121, 3]"), ("u16le", "[17430, 903]"),
      ("u16be", "[5700, 34563]"), ("i16le", "[17430, 903]"), ("i16be", "[5700, -30973]"),
      ("u32le", "59196438"), ("i32le", "59196438"), ("u32be", "373589763"), ("i32be", "373589763"),
      ("u64le", "[] + 4 bytes left over: 16448703"), ("f32le", nil), ("f32be", nil), ("text", nil),
      ("cbor", nil),
    ] as [(String, String?)])
  func format(_ sample: (name: String, text: String?)) throws {
    let found = try values("indications", "2a37", "--format", sample.name).filter {
      $0.kind == "notification"
    }
    let first = try #require(found.first)
    #expect(first.value == "16448703")
    if let text = sample.text { #expect(first.text == text) }
    #expect((first.text == nil) == (sample.name == "hex"))
    let line = try Bleshark.run("follow", "-F", sample.name, Self.path("indications"), "2a37").lines[1]
    #expect(line.hasSuffix(" = \(first.text ?? first.value)"), "\(line)")
  }

  @Test("gaps are marked") func gaps() throws {
    let all = try values("ota-failed", "0x0017").filter { $0.kind == "notification" }
    let marked = try values("ota-failed", "0x0017", "--gaps", "60ms").filter { $0.gap == true }
    #expect(marked.map(\.frame) == all.filter { ($0.deltaS ?? 0) >= 0.06 }.map(\.frame))
    #expect(marked.map(\.frame) == [124, 135, 146, 157])
    #expect(try values("ota-failed", "0x0017", "--gaps", "10s").allSatisfy { $0.gap == nil })
    let text = try Bleshark.run("follow", "--gaps", "60ms", Self.path("ota-failed"), "0x0017").text
    #expect(text.contains("4 gaps"))
  }

  @Test("comma-separated values hold the same", arguments: ["hex", "u8"]) func csv(_ format: String) throws {
    let result = try Bleshark.run("follow", "--csv", "--format", format, Self.path("indications"), "2a37")
    #expect(result.status == 0)
    let rows = try CSV.read(result.text)
    #expect(
      rows.first == [
        "frame", "time_s", "delta_s", "connection", "direction", "kind", "handle", "offset", "length",
        "value",
      ])
    let wanted = try values("indications", "2a37", "--format", format).filter { $0.kind != "configuration" }
    #expect(rows.count == wanted.count + 1)
    for (row, value) in zip(rows.dropFirst(), wanted) {
      #expect(row[0] == "\(value.frame)")
      #expect(Double(row[1]).map { ($0 - value.timeS).magnitude < 0.000_001 } == true)
      #expect(Double(row[2]) == nil || ((Double(row[2]) ?? 0) - (value.deltaS ?? 0)).magnitude < 0.000_002)
      #expect((row[2] == "") == (value.deltaS == nil))
      #expect(row[3..<8] == ["1", value.direction, value.kind, row[6], "0"])
      #expect(Int(row[6].dropFirst(2), radix: 16) == value.handle || Int(row[6]) == value.handle)
      #expect(row[8] == "\(value.value.count / 2)")
      #expect(row[9] == value.text ?? value.value)
    }
  }

  @Test("values that count, and where the count skips") func sequence() throws {
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 1)
    let numbers = Array(0..<40).filter { ![20, 21].contains($0) } + [39]
    for number in numbers {
      let pdu: [UInt8] = [0x1B, 0x0C, 0, UInt8(number), 0, UInt8(truncatingIfNeeded: number &* 77), 9]
      writer.add([2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, pdu)), flags: 1)
    }
    let result = try Bleshark.run("follow", "-", "0x000c", input: writer.bytes)
    #expect(result.status == 0)
    let line = try #require(result.lines.last)
    #expect(line.contains("the values count"), "\(line)")
    #expect(line.contains("2 lost in 1 gap"), "\(line)")
    #expect(line.contains("2 lost before frame 22"), "\(line)")
    #expect(line.contains("1 repeated"), "\(line)")
  }

  @Test(
    "nothing found is exit status 2, with what to do", arguments: ["2a38", "nothing of the kind", "0x7777"])
  func none(_ attribute: String) throws {
    let result = try Bleshark.run("follow", Self.path("mtu-23"), attribute)
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("no value of '\(attribute)'"))
    #expect(result.errors.contains("bleshark gatt"))
  }

  @Test("wrong usage") func usage() throws {
    let path = Self.path("mtu-23")
    for arguments in [
      ["follow", path], ["follow", path, "2a37", "2a38"], ["follow", path, ""],
      ["follow", "--csv", "--jsonl", path, "2a37"], ["follow", "--format", "u24", path, "2a37"],
      ["follow", "--gaps", "soon", path, "2a37"],
    ] {
      let result = try Bleshark.run(arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errorLines.count >= 1)
    }
  }

  @Test("one connection's values") func oneConnection() throws {
    let all = try values("reconnect-cached", "2a37")
    let second = try values("reconnect-cached", "2a37", "-c", "2")
    #expect(second == all.filter { $0.connection == 2 })
    #expect(!second.isEmpty && second.count < all.count)
  }
}

/// Comma-separated values (RFC 4180).
private enum CSV {
  /// Reads rows of fields, quoted ones too.
  static func read(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        row.append(field)
        field = ""
      case "\n" where !isQuoted:
        rows.append(row + [field])
        (row, field) = ([], "")
      default: field.append(character)
      }
    }
    try #require(!isQuoted && row.isEmpty && field.isEmpty, "the text ends inside a row")
    return rows
  }
}
