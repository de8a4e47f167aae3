import Foundation
import TestSupport
import Testing

/// What is concluded of captures whose protocol nobody describes, beside what the peers' logs tell.
@Suite("Captures of unknown protocols")
struct UnknownProtocolTests {
  /// A session as far as numbers prove it.
  struct Session: Sendable, CustomTestStringConvertible {
    var name: String
    var outcome: String
    var declared: Int
    var confirmed: Int
    var resumed: Int?
    var rule: String?
    var testDescription: String { name }
  }

  static let sessions = [
    Session(name: "peer/ota-ok-mtu23", outcome: "success", declared: 3000, confirmed: 3000),
    Session(name: "peer/ota-ok-mtu247", outcome: "success", declared: 20_000, confirmed: 20_000),
    Session(name: "peer/ota-ok-mtu517", outcome: "success", declared: 40_000, confirmed: 40_000),
    Session(
      name: "peer/ota-disconnect-resume", outcome: "success", declared: 20_000, confirmed: 20_000,
      resumed: 9760),
    // What 2 in the last answer means is not known without the protocol; that its CRC is another one is seen.
    Session(
      name: "peer/ota-bad-crc", outcome: "failed", declared: 6000, confirmed: 6000,
      rule: "ota.hash-mismatch"),
    Session(
      name: "peer/ota-drop-notify", outcome: "failed", declared: 12_000, confirmed: 3904,
      rule: "ota.no-answer"),
    Session(name: "peer/handles-shifted-ota", outcome: "success", declared: 6000, confirmed: 6000),
    Session(name: "ota-ok", outcome: "success", declared: 8192, confirmed: 8192),
    Session(
      name: "ota-failed", outcome: "failed", declared: 20_000, confirmed: 7808,
      rule: "ota.device-disconnected"),
  ]

  @Test("sessions with the test peers", arguments: sessions)
  func session(_ session: Session) throws {
    let result = try Bleshark.run("why", "--json", Fixture.path("captures/\(session.name).btsnoop"))
    let transfers = try WhyReading(of: result).transfers
    try #require(transfers.count == 1)
    let transfer = transfers[0]
    #expect(transfer.protocol == "generic")
    #expect(transfer.outcome == session.outcome)
    #expect(transfer.declaredBytes == session.declared)
    #expect(transfer.confirmedBytes == session.confirmed)
    #expect(transfer.resumedFrom == session.resumed)
    #expect(transfer.cause?.rule == session.rule)
    #expect(transfer.limits.first?.hasPrefix("the protocol is not known") == true)
  }

  /// What the document says of connections that ended after a write.
  private struct Beginnings: Decodable {
    struct Beginning: Decodable { var connection: Int, handle: Int, error: Int?, frames: [Int] }
    var refusedBeginnings: [Beginning]
  }

  @Test("no data, no transfer; but where it ended", arguments: ["ota-att-error", "ota-stall"])
  func nothing(_ name: String) throws {
    let path = Fixture.path("captures/peer/\(name).btsnoop")
    let result = try Bleshark.run("why", "--json", path)
    #expect(try WhyReading(of: result).transfers.isEmpty)
    #expect(result.status == 0)
    let found = try AnalysisReading.decoder.decode(Beginnings.self, from: Data(result.output))
    try #require(found.refusedBeginnings.count == 1)
    let beginning = found.refusedBeginnings[0]
    // The second write to the control characteristic, as the log of the client has it.
    #expect(beginning.connection == 1 && beginning.handle == 0x17)
    #expect(beginning.error == (name == "ota-att-error" ? 0x80 : nil))
    #expect(beginning.frames == (name == "ota-att-error" ? [129, 131, 134] : [129, 133]))
    let text = try Bleshark.run("why", path).text
    #expect(text.contains("if an update was meant, it ended there"))
  }

  @Test(
    "no other capture has a connection that ended so",
    arguments: CaptureFile.fixtures + CaptureFile.corpus)
  func noBeginnings(_ file: CaptureFile) throws {
    let isOne = ["ota-att-error", "ota-stall", "esp32-companion-att-error"].contains {
      file.name.hasPrefix("\($0).")
    }
    guard !isOne else { return }
    let result = try Bleshark.run("why", "--json", file.path)
    guard result.status < 2 else { return }
    let found = try AnalysisReading.decoder.decode(Beginnings.self, from: Data(result.output))
    #expect(found.refusedBeginnings.isEmpty)
  }

  @Test("the image comes out", arguments: ["ota-ok", "ota-failed"])
  func extracted(_ name: String) throws {
    let folder = try TemporaryFolder()
    let result = try Bleshark.run(
      "extract", "-o", folder.file("fw.bin"), Fixture.path("captures/\(name).btsnoop"))
    #expect(result.status == 0, "\(result.errors)")
    let image = try Fixture.bytes(atPath: folder.file("fw.bin"))
    let wanted = try Fixture.bytes("captures/\(name).image.bin")
    let sent = name == "ota-ok" ? wanted.count : 9760
    #expect(image.count == wanted.count && image[..<sent] == wanted[..<sent])
  }

  @Test(
    "no other capture has a transfer by an unknown protocol",
    arguments: CaptureFile.fixtures + CaptureFile.corpus)
  func noClaims(_ file: CaptureFile) throws {
    guard !file.name.contains("ota-") || file.name.hasPrefix("telink") else { return }
    guard !file.name.contains("shifted-ota"), !file.name.hasPrefix("esp32-companion") else { return }
    // Sessions with an update by a vendor's own protocol, for comparisons.
    guard !file.path.contains("/captures/regression/") else { return }
    let result = try Bleshark.run("why", "--json", file.path)
    // Captures of the air may not be readable.
    guard result.status < 2 else { return }
    let transfers = try AnalysisReading.decoder.decode(WhyReading.self, from: Data(result.output)).transfers
    #expect(transfers.allSatisfy { $0.protocol != "generic" })
  }

  @Test("a bulk stream has a line, and its numbers")
  func bulk() throws {
    // 40 pictures of 8 lines: a number, then 60 bytes.
    var capture = UpdateCapture(["0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10"])
    capture.connect()
    for number in 0..<40 {
      capture.command(0, [UInt8(number)] + (1...60).map { UInt8(truncatingIfNeeded: number &* $0) })
    }
    capture.disconnect(0x16)
    let text = try Bleshark.run("why", "-", input: capture.bytes)
    #expect(text.status == 0)
    #expect(text.lines.first?.hasPrefix("NO UPDATE") == true)
    #expect(
      text.lines.contains {
        $0.hasPrefix(
          "bulk stream  connection 1, handle 0x0012 0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10: 2 440 bytes in 40 write commands of up to 61 bytes, 62 564 bytes/s, frames 6–45; a number that counts in front of each value: 8 bits at byte 0"
        )
      }, "\(text.text)")
    let json = try Bleshark.run("why", "--json", "-", input: capture.bytes)
    struct Reading: Decodable {
      struct Stream: Decodable {
        struct Field: Decodable { var kind: String, offset: Int, bytes: Int, byteOrder: String, step: Int }
        var handle: Int, values: Int, requests: Int, bytes: Int, longest: Int, field: Field?
      }
      var bulkStreams: [Stream]
    }
    let streams = try AnalysisReading.decoder.decode(Reading.self, from: Data(json.output)).bulkStreams
    try #require(streams.count == 1)
    #expect(streams[0].handle == 0x12 && streams[0].values == 40 && streams[0].requests == 0)
    #expect(streams[0].bytes == 2440 && streams[0].longest == 61)
    #expect(streams[0].field?.kind == "sequence" && streams[0].field?.bytes == 1)
  }
}
