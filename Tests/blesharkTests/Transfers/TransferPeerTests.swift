import Foundation
import TestSupport
import Testing

/// Verdicts about updates with other stacks, as Tests/Fixtures/captures/peer/README.md and its logs tell them.
@Suite("Transfers with other stacks") struct TransferPeerTests {
  /// A capture, and what its client's log says.
  struct Session: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: Int
    /// Upload requests, of both attempts together.
    var chunks: Int
    /// What else `why` has to say.
    var also: [String] = []
    /// The client asked the device to restart.
    var restarts = true
    var connections = 1
    var sentBytes: Int?

    var testDescription: String { name }
    var path: String { Fixture.path("captures/peer/\(name).btsnoop") }
  }

  private static let mcumgr = [
    Session(name: "smp-upload", bytes: 20_072, chunks: 9),
    Session(name: "smp-upload-mtu23", bytes: 3072, chunks: 2),
    // The server says match = false at the end; the second attempt succeeds in 4 requests, as the first.
    Session(
      name: "smp-bad-sha", bytes: 8072, chunks: 8, also: ["ota.hash-mismatch"], connections: 2,
      sentBytes: 16_144),
    Session(name: "bluez-smpclient-upload.btmon", bytes: 20_072, chunks: 9),
    Session(name: "bluez-smpclient-upload.h4", bytes: 20_072, chunks: 9),
    // This client uploads, and asks for nothing after it.
    Session(
      name: "bluez-mcumgr-toolkit-upload.btmon", bytes: 20_072, chunks: 9, also: ["ota.not-activated"],
      restarts: false),
  ]

  @Test("an upload by smpclient or mcumgr-toolkit", arguments: mcumgr)
  func upload(_ session: Session) throws {
    let why = try WhyReading(session.path)
    try #require(why.transfers.count == 1)
    let transfer = why.transfers[0]
    #expect(transfer.protocol == "mcumgr")
    #expect(transfer.outcome == "success")
    #expect(transfer.cause == nil)
    #expect(transfer.also.map(\.rule) == session.also)
    #expect(transfer.declaredBytes == session.bytes)
    #expect(transfer.uniqueBytes == session.bytes)
    #expect(transfer.confirmedBytes == session.bytes)
    #expect(transfer.deliveredBytes == session.sentBytes ?? session.bytes)
    #expect(transfer.chunks == session.chunks)
    #expect(transfer.connections.count == session.connections)
    #expect(transfer.resumedFrom == nil)
    #expect(transfer.holes.isEmpty)
    #expect(transfer.notes.contains("the device takes requests of up to 2475 bytes, 4 at once"))
    #expect(transfer.notes.contains("the image is to be tested") == session.restarts)
    #expect(transfer.step == (session.restarts ? "reboot" : "verify"))
  }

  @Test("the image has the SHA-256 that the client announced", arguments: mcumgr)
  func image(_ session: Session) throws {
    let extract = try ExtractReading(session.path)
    try #require(extract.images.count == 1)
    let image = extract.images[0]
    #expect(image.bytes == session.bytes)
    #expect(image.checks.map(\.kind) == ["sha256"])
    #expect(image.checks.map(\.agrees) == [true])
    // An image of MCUboot begins with its magic number.
    #expect(extract.first.prefix(4) == [0x3D, 0xB8, 0xF3, 0x96])
  }
}
