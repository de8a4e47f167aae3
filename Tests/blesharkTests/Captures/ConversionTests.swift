import TestSupport
import Testing

/// The same packets in another file format give the same analysis.
@Suite("Captures converted by other programs") struct ConversionTests {
  private static let files = CaptureFile.ofHosts.filter {
    [
      "mtu-185.btsnoop", "eatt.btsnoop", "two-links.btsnoop", "peripheral-side.btsnoop",
      "peer/bluez-smpclient-upload.btmon.btsnoop", "peer/btvirt-l2cap-swift.btmon.btsnoop",
      "phone-three-connections.btsnoop",
    ].contains($0.testDescription)
  }

  @Test(
    "by editcap", .enabled(if: Program.find("editcap") != nil, "SKIPPED: editcap is not installed"),
    arguments: files, ["pcap", "nsecpcap", "pcapng"])
  func editcap(_ file: CaptureFile, _ format: String) throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("copy")
    let program = try #require(Program.find("editcap"))
    let result = try Program.run(program, ["-F", format, file.path, copy])
    try #require(result.status == 0, "\(result.errors)")
    let converted = CaptureFile(path: copy)
    #expect(try converted.analysis().capture.format == (format == "pcapng" ? "pcapng" : "pcap"))
    try expectEqual(file, converted)
  }

  @Test("by tshark", .enabled(if: Tshark.path != nil, Tshark.absence), arguments: files)
  func tshark(_ file: CaptureFile) throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("copy")
    let result = try Program.run(try #require(Tshark.path), ["-r", file.path, "-w", copy])
    try #require(result.status == 0, "\(result.errors)")
    try expectEqual(file, CaptureFile(path: copy))
  }

  @Test(
    "a pair of files with the same packets",
    .enabled(if: !CaptureFile.corpus.isEmpty, "SKIPPED: BLESHARK_CORPUS names no folder of captures"))
  func pair() throws {
    let files = CaptureFile.corpus.filter { $0.name.hasPrefix("light-filtered.") }
    try #require(files.count == 2)
    try expectEqual(files[0], files[1])
  }

  @Test("through a pipe", arguments: files)
  func pipe(_ file: CaptureFile) throws {
    let bytes = try Fixture.bytes(atPath: file.path)
    let piped = try Bleshark.run("analyze", "--json", "-", input: bytes)
    #expect(piped.status == 0)
    #expect(withoutFile(piped.text) == withoutFile(try Bleshark.run("analyze", "--json", file.path).text))
  }

  private func expectEqual(_ one: CaptureFile, _ other: CaptureFile) throws {
    let analyses = try [one, other].map { withoutFile(try Bleshark.run("analyze", "--json", $0.path).text) }
    #expect(!analyses[0].isEmpty)
    #expect(analyses[0] == analyses[1], "\(firstDifferingLine(analyses[0], analyses[1]))")
    let packets = try [one, other].map { try Bleshark.run("packets", "--jsonl", $0.path).text }
    #expect(packets[0] == packets[1], "\(firstDifferingLine(packets[0], packets[1]))")
  }

  /// An analysis document without the lines that name the file and its format.
  private func withoutFile(_ text: String) -> String {
    text.split(separator: "\n").filter { line in
      !line.contains("\"format\" : \"") && !line.contains("\"path\" : \"")
    }.joined(separator: "\n")
  }
}
