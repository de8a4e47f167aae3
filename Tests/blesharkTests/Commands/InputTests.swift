import TestSupport
import Testing

/// Inputs that cannot be read, or not to their end.
@Suite("Unreadable inputs") struct InputTests {
  /// A file and the line it is answered with.
  struct Refused: Sendable, CustomTestStringConvertible {
    /// What it is.
    var name: String
    /// What is in it.
    var bytes: [UInt8]
    /// A part of the line on standard error.
    var answer: String

    var testDescription: String { name }
  }

  static let refused = [
    Refused(name: "an empty file", bytes: [], answer: "not a capture"),
    Refused(name: "a text", bytes: Array("hello, world\n".utf8), answer: "it looks like text"),
    Refused(
      name: "gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], answer: "gzip-compressed data; decompress it"
    ),
    Refused(name: "zip", bytes: Array("PK\u{3}\u{4}".utf8) + [0, 0], answer: "a zip archive; unpack it"),
    Refused(name: "a program", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], answer: "an ELF program"),
    Refused(name: "zeros", bytes: [UInt8](repeating: 0, count: 4096), answer: "not a capture"),
    Refused(
      name: "btsnoop of BCSP", bytes: BTSnoopWriter(dataLink: 1003).bytes, answer: "data link 1003 (BCSP)"),
    Refused(
      name: "btsnoop of H5", bytes: BTSnoopWriter(dataLink: 1004).bytes,
      answer: "data link 1004 (H5, three-wire)"),
    Refused(
      name: "btsnoop of an unknown data link", bytes: BTSnoopWriter(dataLink: 77).bytes,
      answer: "data link 77"),
    Refused(
      name: "btsnoop version 2", bytes: BTSnoopWriter(version: 2).bytes, answer: "btsnoop version 2"),
    Refused(name: "pcap of Ethernet", bytes: PCAPWriter(linkType: 1).bytes, answer: "link type 1, Ethernet"),
    Refused(
      name: "big-endian pcap of Ethernet", bytes: PCAPWriter(linkType: 1, order: .big).bytes,
      answer: "link type 1, Ethernet"),
    Refused(
      name: "pcap of USB", bytes: PCAPWriter(linkType: 189).bytes, answer: "link type 189, USB traffic"),
    Refused(
      name: "half a btsnoop header", bytes: Array(BTSnoopWriter().bytes.prefix(12)), answer: "btsnoop header"),
  ]

  @Test(
    "a file that is no capture of a host is named in one line", arguments: refused, ["analyze", "packets"])
  func refusal(_ input: Refused, _ command: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("input", input.bytes)
    for result in [
      try Bleshark.run(command, path), try Bleshark.run(command, "-", input: input.bytes),
    ] {
      #expect(result.status == 2)
      #expect(result.text == "")
      #expect(result.errorLines.count == 1)
      #expect(result.errors.contains(input.answer), "\(result.errors)")
    }
    #expect(try Bleshark.run(command, path).errors.hasPrefix("bleshark: \(path): "))
  }

  @Test("a file that cannot be opened") func notOpened() throws {
    let missing = try Bleshark.run("/nowhere/capture.btsnoop")
    #expect(missing.status == 2)
    #expect(missing.errors == "bleshark: /nowhere/capture.btsnoop: No such file or directory\n")
    let folder = try Bleshark.run("/")
    #expect(folder.status == 2)
    #expect(folder.errors == "bleshark: /: Is a directory\n")
  }

  @Test("what comes before the damage is told", arguments: [1, 30, 100])
  func cut(_ missing: Int) throws {
    let whole = try Fixture.bytes("captures/mtu-23.btsnoop")
    let bytes = Array(whole.dropLast(missing))
    let analysis = try Bleshark.run("analyze", "--json", "-", input: bytes)
    #expect(analysis.status == 2)
    #expect(analysis.errorLines.count == 1)
    let frames = try readFrames(analysis)
    #expect(frames == wholeRecords(bytes))
    #expect(analysis.errors.contains("; \(frames) frames before it were read"))
    let words = analysis.errors.split(separator: " ")
    let place = try #require(words.firstIndex(of: "byte")) + 1
    let offset = try #require(Int(words[place].dropLast()))
    #expect(words[place - 3] == "damaged" && words[place].hasSuffix(":"))
    #expect(offset < bytes.count && offset > bytes.count - 80)
    let packets = try Bleshark.run("packets", "-", input: bytes)
    #expect(packets.status == 2)
    #expect(packets.lines.count == frames)
    #expect(packets.errors == analysis.errors)
  }

  /// Walks the record headers of a btsnoop capture as far as whole records go.
  private func wholeRecords(_ bytes: [UInt8]) -> Int {
    var offset = 16
    var count = 0
    while offset + 24 <= bytes.count {
      offset += 24 + bytes[(offset + 4)..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) }
      if offset <= bytes.count { count += 1 }
    }
    return count
  }

  private func readFrames(_ result: ProgramResult) throws -> Int {
    var analysis = result
    analysis.status = 0
    return try AnalysisReading(of: analysis).capture.frames
  }

  @Test("a record that claims 4 GB") func hugeRecord() throws {
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40))
    writer.add([4], included: .max)
    let result = try Bleshark.run("analyze", "-", input: writer.bytes)
    #expect(result.status == 2)
    #expect(result.text.contains("Connection 1"))
    #expect(result.errors.contains("a record claims 4294967295 bytes; 1 frame before it were read"))
  }

  @Test(
    "a capture without frames is no mistake",
    arguments: [
      BTSnoopWriter().bytes, PCAPWriter(linkType: 201).bytes, PCAPNGWriter().bytes,
    ])
  func noFrames(_ bytes: [UInt8]) throws {
    let result = try Bleshark.run("-", input: bytes)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.text.contains("0 frames"))
    let packets = try Bleshark.run("packets", "-", input: bytes)
    #expect(packets.status == 0)
    #expect(packets.text == "")
  }
}
