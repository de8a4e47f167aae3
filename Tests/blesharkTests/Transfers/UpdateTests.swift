import Foundation
import TestSupport
import Testing

/// An update that the peers in Tests/Peers/updates played, and what `why` has to say of it.
///
/// Bytes, chunks and offsets are what the peers counted; rules are written by hand, from what goes wrong.
struct UpdateSession: Sendable, CustomTestStringConvertible {
  /// The capture's name in Tests/Fixtures/captures/updates.
  var name: String
  /// The rule of the cause, without `ota.`; nil for a success.
  var cause: String?
  /// The rules of what else went wrong.
  var also: [String]
  /// Whether the size is announced before the end comes.
  var knowsSize: Bool
  /// Whether the protocol's messages tell what the client counts.
  var countsBytes: Bool

  init(
    _ name: String, _ cause: String? = nil, also: [String] = [], knowsSize: Bool = true,
    countsBytes: Bool = true
  ) {
    self.name = name
    self.cause = cause
    self.also = also
    self.knowsSize = knowsSize
    self.countsBytes = countsBytes
  }

  var testDescription: String { name }
  /// Where the capture is.
  var path: String { Fixture.path("captures/updates/\(name).btsnoop") }
  /// The options that describe its protocol, where it is not built in.
  var options: [String] { CaptureFile(path: path).profileOptions }
  /// True when the last connection only shows what runs after the restart.
  var isSeenAgain: Bool { name == "esp32-companion-new-version" }
  /// What its peers know.
  var expected: ExpectedCapture? { ExpectedCapture.all.first { $0.capture == "updates/\(name)" } }

  /// All sessions, protocol by protocol.
  static let all = nordicSecure + mcumgr + nordicLegacy + telink + vendors

  private static let nordicSecure = [
    UpdateSession("nordic-secure-dfu-ok"),
    UpdateSession("nordic-secure-dfu-never-sent", "chunk-missing"),
    UpdateSession("nordic-secure-dfu-lost", also: ["bytes-lost"]),
    UpdateSession("nordic-secure-dfu-refused", "version-refused", knowsSize: false),
    UpdateSession("nordic-secure-dfu-bad-check", "hash-mismatch"),
    UpdateSession("nordic-secure-dfu-resumed"),
    UpdateSession("nordic-secure-dfu-wrong-resume", also: ["restarted-from-zero"]),
    UpdateSession("nordic-secure-dfu-att-error", "att-error", knowsSize: false),
    UpdateSession("nordic-secure-dfu-no-answer", "no-answer"),
    UpdateSession("nordic-secure-dfu-stalled", "client-stopped"),
    UpdateSession("nordic-secure-dfu-too-long", "value-exceeds-mtu"),
    UpdateSession("nordic-secure-dfu-jumped"),
    UpdateSession("nordic-secure-dfu-jumped-in-vain", "bootloader-not-reached", knowsSize: false),
  ]

  private static let mcumgr = [
    UpdateSession("mcumgr-ok"),
    UpdateSession("mcumgr-never-sent", "chunk-missing"),
    // A device that lacks part of a request says nothing at all.
    UpdateSession("mcumgr-lost", "no-answer"),
    UpdateSession("mcumgr-refused", "slot-busy"),
    UpdateSession("mcumgr-bad-check", "hash-mismatch"),
    UpdateSession("mcumgr-resumed"),
    UpdateSession("mcumgr-wrong-resume", "wrong-resume"),
    UpdateSession("mcumgr-att-error", "wrong-write-kind"),
    UpdateSession("mcumgr-no-answer", "no-answer"),
    UpdateSession("mcumgr-stalled", "client-stopped"),
    UpdateSession("mcumgr-too-long", "value-exceeds-mtu"),
  ]

  private static let nordicLegacy = [
    UpdateSession("nordic-legacy-dfu-ok"),
    UpdateSession("nordic-legacy-dfu-never-sent", "chunk-missing"),
    UpdateSession("nordic-legacy-dfu-lost", "bytes-lost"),
    UpdateSession("nordic-legacy-dfu-refused", "image-too-large"),
    UpdateSession("nordic-legacy-dfu-bad-check", "hash-mismatch"),
    UpdateSession("nordic-legacy-dfu-resumed", also: ["restarted-from-zero"]),
    UpdateSession("nordic-legacy-dfu-att-error", "security-required", knowsSize: false),
    UpdateSession("nordic-legacy-dfu-no-answer", "no-answer"),
    UpdateSession("nordic-legacy-dfu-stalled", "client-stopped"),
    UpdateSession("nordic-legacy-dfu-too-long", "value-exceeds-mtu"),
    UpdateSession("nordic-legacy-dfu-jumped"),
  ]

  private static let telink = [
    UpdateSession("telink-ota-ok"),
    UpdateSession("telink-ota-never-sent", "chunk-missing"),
    UpdateSession("telink-ota-lost", "bytes-lost"),
    UpdateSession("telink-ota-refused", "version-refused", knowsSize: false),
    UpdateSession("telink-ota-bad-check", "hash-mismatch"),
    UpdateSession("telink-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("telink-ota-att-error", "wrong-write-kind", knowsSize: false),
    UpdateSession("telink-ota-no-answer", "no-answer"),
    UpdateSession("telink-ota-stalled", "client-stopped"),
    UpdateSession("telink-ota-too-long", "value-exceeds-mtu"),
    UpdateSession("telink-ota-wrong-resume", "wrong-resume"),
    UpdateSession("telink-ota-old-ok"),
    UpdateSession("telink-ota-old-never-sent", "chunk-missing"),
    // A device that lacks a block says nothing, and ends the connection two seconds later.
    UpdateSession("telink-ota-old-lost", "device-disconnected"),
    UpdateSession("telink-ota-old-bad-check", "crc-mismatch"),
    UpdateSession("telink-ota-old-resumed", also: ["restarted-from-zero"]),
    UpdateSession("telink-ota-old-wrong-resume", "wrong-resume"),
    UpdateSession("telink-ota-old-att-error", "wrong-write-kind", knowsSize: false),
    // All it would do is restart.
    UpdateSession("telink-ota-old-no-answer", "no-answer"),
    UpdateSession("telink-ota-old-stalled", "client-stopped"),
  ]
}

/// Verdicts about the updates that our own peers played.
@Suite("Updates of our own peers") struct UpdateTests {
  @Test("there is an expectation for every capture") func complete() {
    let names = CaptureFile.fixtures.filter { $0.path.contains("/updates/") }.map(\.name)
    #expect(Set(names) == Set(UpdateSession.all.map { "\($0.name).btsnoop" }))
  }

  @Test("the verdict, and what was counted", arguments: UpdateSession.all)
  func verdict(_ session: UpdateSession) throws {
    let update = try #require(session.expected?.update)
    let why = try WhyReading(session.path, options: session.options)
    try #require(why.transfers.count == 1)
    let transfer = why.transfers[0]
    let rules = transfer.also.map { String($0.rule.dropFirst(4)) }
    #expect(transfer.outcome == update.outcome)
    #expect((session.cause == nil) == (update.outcome == "success"))
    #expect(transfer.cause.map { String($0.rule.dropFirst(4)) } == session.cause)
    #expect(rules == session.also)
    #expect(session.cause == "bootloader-not-reached" || transfer.protocol == update.protocol)
    let connections = (session.expected?.connections.count ?? 1) - (session.isSeenAgain ? 1 : 0)
    #expect(transfer.connections == Array(1...connections))
    if session.isSeenAgain {
      #expect(transfer.step == "confirm")
      #expect(transfer.remarks.last == "it says version \"1.1.0\" there, and said \"1.0.0\" before")
    }
    #expect(transfer.declaredBytes == (session.knowsSize ? update.declaredBytes : nil))
    #expect(transfer.resumedFrom == update.resumedFrom.last)
    if session.countsBytes {
      #expect(transfer.deliveredBytes == update.sentBytes)
      #expect(transfer.uniqueBytes == update.uniqueBytes)
      #expect(transfer.chunks == update.chunks)
    }
    if let bytes = update.acknowledgedBytes { #expect(transfer.confirmedBytes == bytes) }
  }

  @Test("the image", arguments: UpdateSession.all.filter { $0.cause == nil })
  func image(_ session: UpdateSession) throws {
    let update = try #require(session.expected?.update)
    let extract = try ExtractReading(session.path, options: session.options)
    #expect(extract.images.count == 1)
    #expect(extract.first.count == update.image.bytes)
    #expect(Self.crc32(extract.first) == update.image.crc32)
    #expect(extract.images.first?.checks.contains { $0.agrees == false } == false)
  }

  /// CRC-32 bit by bit, as zip has it.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }
}
