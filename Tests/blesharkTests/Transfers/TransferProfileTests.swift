import Foundation
import TestSupport
import Testing

/// Protocols described in files: what is wrong with a file, and what comes of captures with the right one.
@Suite("Profiles of transfer protocols")
struct TransferProfileTests {
  private static let profile = Fixture.path("profiles/window-ota.json")

  /// A session with the peers' update service, as README and logs of the captures tell it.
  struct Session: Sendable, CustomTestStringConvertible {
    var name: String
    var outcome: String
    var declared: Int?
    /// Bytes that the device last said it has.
    var confirmed: Int?
    var resumed: Int?
    var rule: String?
    var connections = [1]
    var testDescription: String { name }
  }

  static let sessions = [
    Session(name: "peer/ota-ok-mtu23", outcome: "success", declared: 3000, confirmed: 3000),
    Session(name: "peer/ota-ok-mtu247", outcome: "success", declared: 20_000, confirmed: 20_000),
    Session(name: "peer/ota-ok-mtu517", outcome: "success", declared: 40_000, confirmed: 40_000),
    Session(
      name: "peer/ota-disconnect-resume", outcome: "success", declared: 20_000, confirmed: 20_000,
      resumed: 9760, connections: [1, 2]),
    Session(
      name: "peer/ota-bad-crc", outcome: "failed", declared: 6000, confirmed: 6000, rule: "ota.hash-mismatch"),
    // The first two notifications answer STATUS and START, so the fifth is the third acknowledgement: of 24 chunks.
    Session(
      name: "peer/ota-drop-notify", outcome: "failed", declared: 12_000, confirmed: 2 * 8 * 244,
      rule: "ota.no-answer"),
    Session(name: "peer/ota-att-error", outcome: "failed", declared: 6000, rule: "ota.att-error"),
    Session(name: "peer/ota-stall", outcome: "failed", declared: 6000, rule: "ota.request-unanswered"),
    Session(name: "peer/handles-shifted-ota", outcome: "success", declared: 6000, confirmed: 6000),
    Session(name: "ota-ok", outcome: "success", declared: 8192, confirmed: 8192),
    Session(
      name: "ota-failed", outcome: "failed", declared: 20_000, confirmed: 7808,
      rule: "ota.device-disconnected"),
  ]

  @Test("sessions with the test peers", arguments: sessions)
  func session(_ session: Session) throws {
    let result = try Bleshark.run(
      "why", "--json", "--ota-profile", Self.profile, Fixture.path("captures/\(session.name).btsnoop"))
    #expect(result.status == (session.outcome == "failed" ? 1 : 0))
    let transfers = try WhyReading(of: result).transfers
    try #require(transfers.count == 1)
    let transfer = transfers[0]
    #expect(transfer.protocol == "window-ota")
    #expect(transfer.outcome == session.outcome)
    #expect(transfer.declaredBytes == session.declared)
    #expect(transfer.confirmedBytes == session.confirmed)
    #expect(transfer.resumedFrom == session.resumed)
    #expect(transfer.cause?.rule == session.rule)
    #expect(transfer.connections == session.connections)
  }

  @Test("the image comes out as it went in", arguments: ["ota-ok", "ota-failed"])
  func extracted(_ name: String) throws {
    let folder = try TemporaryFolder()
    _ = try Bleshark.run(
      "extract", "--ota-profile", Self.profile, "-o", folder.file("fw.bin"),
      Fixture.path("captures/\(name).btsnoop"))
    let image = try Fixture.bytes(atPath: folder.file("fw.bin"))
    let wanted = try Fixture.bytes("captures/\(name).image.bin")
    let sent = name == "ota-ok" ? wanted.count : 9760
    #expect(image.count == wanted.count)
    #expect(image[..<sent] == wanted[..<sent])
    #expect(image[sent...].allSatisfy { $0 == 0xFF })
  }

  @Test("the profiles of the documentation are right", arguments: ["esp32-companion", "numbered-blocks"])
  func documented(_ name: String) throws {
    let result = try Bleshark.run(
      "why", "--ota-profile", Document.path("docs/profiles/\(name).json"),
      Fixture.path("captures/indications.btsnoop"))
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A profile that is right, with a part of its text replaced, and what is then said about it.
  static let mistakes: [(String, String, String)] = [
    ("bleshark.ota-profile/1", "other/2", "$.schema: 'other/2' is not known; bleshark.ota-profile/1 is read"),
    ("\"window-ota\"", "\"Window OTA\"", "$.name: a name has small letters, digits and dashes"),
    ("\"window-ota\"", "\"nordic-secure-dfu\"", "$.name: 'nordic-secure-dfu' is a protocol that is there"),
    ("\"title\"", "\"titel\"", "$.titel: not known here; did you mean 'title'?; there may be schema, name, "),
    ("b1e50001-", "b1e5-", "$.attributes.control: 'b1e5-0000-4a00-8000-00805f9b34fb' is no UUID"),
    ("b1e50001-", "b1e50002-", "$.attributes.data: the same as 'control'"),
    (
      "\"is\": \"image_size\"", "\"is\": \"size\"",
      "$.messages[0].fields[0].is: 'size' is not one of image_size, "
    ),
    (
      "\"at\": 5, \"bytes\": 4", "\"at\": 5, \"bytes\": 9",
      "$.messages[0].fields[1].bytes: 9 is not within 1 to 8"
    ),
    (
      "\"at\": 5, \"bytes\": 4", "\"at\": 5, \"bytes\": 2", "$.messages[0].fields[1].bytes: crc32 has 4 bytes"
    ),
    ("\"length\": 10", "\"length\": \"10\"", "$.messages[0].length: an integer is wanted, not a string"),
    (
      "\"from\": \"client\"", "\"from\": \"phone\"",
      "$.messages[0].from: 'phone' is not one of client, device"
    ),
    (
      "\"on\": \"control\"", "\"on\": \"ctrl\"",
      "$.messages[0].on: 'ctrl' is not one of the attributes: control, data"
    ),
    (
      "\"starts_with\": \"01\"", "\"starts_with\": \"1\"",
      "$.messages[0].starts_with: bytes are pairs of hexadecimal digits"
    ),
    (
      "\"answer\": \"STARTED\"", "\"answer\": \"ANY\"",
      "$.messages[0].answer: no message of the device is named 'ANY'"
    ),
    (
      "\"step\": \"announce\"", "\"step\": \"begin\"",
      "$.messages[0].step: 'begin' is not one of prepare, announce, "
    ),
    (
      "\"name\": \"STATUS\"", "\"name\": \"START\"",
      "$.messages[2].name: 'START' is the name of another message"
    ),
    ("\"begins\": true", "\"accepts\": true", "$.messages[0].accepts: only the device accepts an image"),
    (
      "\"acknowledged_by\": \"RECEIVED\", ", "",
      "$.data.acknowledged_every: 'acknowledged_by' has to name the message"
    ),
    (
      "\"acknowledged_by\": \"RECEIVED\"", "\"acknowledged_by\": \"X\"",
      "$.data.acknowledged_by: no message of the device is named 'X'"
    ),
    (
      "\"cause\": \"hash-mismatch\"", "\"cause\": \"hash\"",
      "$.results[1].cause: 'hash' is not one of bootloader-not-reached, "
    ),
    ("{ \"code\": 2,", "{ \"code\": 0,", "$.results[1].code: 0 is there twice"),
    ("\"on\": \"data\", ", "", "$.data.on: missing"),
    ("\"results\": [", "\"results\": {", "$: no JSON: "),
  ]

  @Test("what is wrong with a profile is told with the path to it", arguments: mistakes)
  func mistake(_ old: String, _ new: String, _ message: String) throws {
    let right = String(decoding: try Fixture.bytes("profiles/window-ota.json"), as: UTF8.self)
    let range = try #require(right.range(of: old))
    let folder = try TemporaryFolder()
    let path = try folder.write("p.json", Array(right.replacingCharacters(in: range, with: new).utf8))
    let result = try Bleshark.run("why", "--ota-profile", path, Fixture.path("captures/ota-ok.btsnoop"))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    // Line and column stand between the file and the path.
    let place = try #require(
      result.errors.wholeMatch(of: /bleshark: (.*):[0-9]+:[0-9]+: (\$.*)\n/), "\(result.errors)")
    #expect(place.1 == path)
    #expect(place.2.hasPrefix(message), "\(result.errors)")
  }

  @Test("two profiles of one name, and a file that is none")
  func files() throws {
    let capture = Fixture.path("captures/ota-ok.btsnoop")
    let twice = try Bleshark.run("why", "--ota-profile", Self.profile, "--ota-profile", Self.profile, capture)
    #expect(twice.errors.contains("$.name: 'window-ota' is the name of another profile"))
    let none = try Bleshark.run("why", "--ota-profile", capture, capture)
    #expect(none.errors.contains("no profile: it does not begin with {"))
    #expect(twice.status == 2 && none.status == 2)
  }
}
