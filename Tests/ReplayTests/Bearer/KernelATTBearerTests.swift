import ATTParser
import Testing

@testable import Replay

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// ATT over a socket that keeps the borders of packets; the kernel's own is tested in a guest (Tests/Kernel).
@Suite("ATT over a socket")
struct KernelATTBearerTests {
  /// Two ends of a socket of the kernel's kind; the bearer has one.
  private func pair() throws -> (bearer: KernelATTBearer, other: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
    let type = Int32(SOCK_SEQPACKET.rawValue)
    #else
    let type = SOCK_SEQPACKET
    #endif
    // Unsafe: `socketpair` writes the two integers of the array.
    try #require(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
    let link = BearerLink(role: .central, peer: nil, peerIsRandom: nil, opened: .now)
    return (
      KernelATTBearer(FileDescriptor(ends[0], subject: "l2cap"), link),
      FileDescriptor(ends[1], subject: "other")
    )
  }

  @Test("each write is a PDU, and each read is one")
  func borders() throws {
    let (bearer, other) = try pair()
    for pdu in [[0x0A, 1, 0], [UInt8](repeating: 0x52, count: 514)] {
      try bearer.send(pdu, until: LiveClient.soon)
    }
    for size in [3, 514] {
      guard case .bytes(let piece) = try other.read(until: LiveClient.soon) else {
        Issue.record("nothing came")
        return
      }
      #expect(piece.count == size)
    }
    try other.write([0x0B, 1], until: LiveClient.soon)
    try other.write([0x1B, 3, 0, 9], until: LiveClient.soon)
    for expected in [[0x0B, 1], [0x1B, 3, 0, 9]] as [[UInt8]] {
      guard case .pdu(let pdu, _)? = try bearer.next(until: LiveClient.soon) else {
        Issue.record("nothing came")
        return
      }
      #expect(pdu == expected)
    }
    #expect(try bearer.next(until: .now.adding(milliseconds: 10)) == nil)
  }

  @Test("the end of the link is an event once, and an error afterwards")
  func end() throws {
    let (bearer, other) = try pair()
    other.close()
    guard case .disconnected(let reason, _)? = try bearer.next(until: LiveClient.soon) else {
      Issue.record("no end")
      return
    }
    #expect(reason == nil && bearer.link == nil)
    let error = #expect(throws: ReplayError.self) { try bearer.send([0x0A, 1, 0], until: LiveClient.soon) }
    #expect(error?.layer == .link)
  }

  @Test("a PDU that the kernel does not take, and changes that it does not make")
  func refused() throws {
    let (bearer, _) = try pair()
    let long = #expect(throws: ReplayError.self) {
      try bearer.send([UInt8](repeating: 0, count: 673), until: LiveClient.soon)
    }
    #expect(long?.layer == .att)
    #expect(throws: ReplayError.self) { try bearer.change(.phy(2), until: LiveClient.soon) }
    #expect(!bearer.capabilities.contains(.linkParameters))
  }

  @Test("the kernel's address structure")
  func address() {
    // family 31, PSM 0, address backwards, channel 4, random, padding: 14 bytes.
    #expect(
      KernelATTBearer.bytes(DeviceAddress(0xF0F1_F2F3_F4F5), isRandom: true)
        == [31, 0, 0, 0, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 0xF0, 4, 0, 2, 0])
  }

  @Test("where there is no Bluetooth, it is said")
  func absent() {
    let bearer = KernelATTBearer(subject: "l2cap:F0:F1:F2:F3:F4:F5")
    let error = #expect(throws: ReplayError.self) {
      try bearer.open(HCIATTBearerTests.peer, until: .now.adding(milliseconds: 200))
    }
    // With Bluetooth there is at least no such device.
    #expect(error?.layer == .transport || error?.layer == .link)
    #expect(error?.advice != nil)
    #expect(throws: ReplayError.self) { try bearer.open(.name("Shark"), until: LiveClient.soon) }
  }
}
