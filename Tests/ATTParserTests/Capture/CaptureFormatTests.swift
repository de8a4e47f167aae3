import TestSupport
import Testing

@testable import ATTParser

@Suite("What the first bytes of a file say")
struct CaptureFormatTests {
  private func error(_ bytes: [UInt8]) -> CaptureError? {
    do throws(CaptureError) {
      _ = try ReadCapture(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("the same traffic is the same frames in every format", arguments: Traffic.captures.indices)
  func everyFormat(_ index: Int) throws {
    let capture = Traffic.captures[index]
    let read = try ReadCapture(capture.bytes)
    #expect(read.damage == nil, "\(capture.name)")
    #expect(read.frames.map(\.frame.kind) == Traffic.kinds, "\(capture.name)")
    #expect(read.essence == (try ReadCapture(Traffic.btsnoop()).essence), "\(capture.name)")
    #expect(read.frames[5].att == "ATT_READ_RSP value=" + [UInt8](0..<40).hex)
    let format: CaptureFormat =
      capture.name.hasPrefix("btsnoop")
      ? .btsnoop
      : capture.name.hasPrefix("pcapng") ? .pcapng : capture.name.hasPrefix("pcap") ? .pcap : .packetLogger
    #expect(read.format == format)
  }

  @Test("the same frames through a pipe, in pieces of odd sizes", arguments: Traffic.captures.indices)
  func everyFormatPiped(_ index: Int) throws {
    let capture = Traffic.captures[index]
    #expect(
      try ReadCapture(piped: capture.bytes).essence == ReadCapture(capture.bytes).essence, "\(capture.name)")
  }

  @Test(
    "files that are no capture are named",
    arguments: [
      ("504b0304 1400", "it looks like a zip archive"), ("1f8b0800", "it looks like gzip-compressed data"),
      ("425a6839", "it looks like bzip2-compressed data"),
      ("fd377a585a00", "it looks like xz-compressed data"),
      ("28b52ffd04", "it looks like zstd-compressed data"),
      ("426c7565746f6f7468206d6f6e69746f7220766572 20352e3636", "it looks like the text that btmon prints"),
      ("7b2273636865", "it looks like JSON text"), ("3c68746d6c3e", "it looks like HTML or XML text"),
      ("7f454c460201", "it looks like an ELF program"), ("89504e470d0a", "it looks like a PNG picture"),
      ("255044462d31", "it looks like a PDF document"), ("48656c6c6f0a", "it looks like text"),
      ("0001020304", "the first bytes are 00 01 02 03 04"),
      ("00ff00ff00ff00ff00ff00ff00ff00ff", "the first bytes are 00 ff 00 ff 00 ff 00 ff"),
    ])
  func notACapture(_ hex: String, _ looksLike: String) {
    guard case .notACapture(looksLike, let advice) = error([UInt8](hex: hex)) else {
      Issue.record("\(String(describing: error([UInt8](hex: hex))))")
      return
    }
    #expect(!advice.isEmpty)
  }

  @Test("an empty file says so")
  func empty() {
    #expect(
      error([]) == .notACapture(looksLike: "the file is empty", advice: "check that recording had started"))
  }

  @Test(
    "captures of kinds that are not read are named",
    arguments: [
      ("736e6f6f70000000 00000002 00000004", "a Solaris snoop capture"),
      ("474d4255 0002 0100", "a Network Monitor capture"), ("13fb0000", "an Ellisys capture"),
      ("a1b2cd34 00020004 00000000 00000000 0000ffff 000000c9", "modified pcap (Kuznetzov)"),
      ("34cdb2a1 02000400 00000000 00000000 ffff0000 c9000000", "modified pcap (Kuznetzov)"),
      ("6274736e6f6f7000 00000002 000003ea", "btsnoop version 2"),
      ("6274736e6f6f7000 00000001 000003eb", "btsnoop data link 1003 (BCSP)"),
      ("6274736e6f6f7000 00000001 000003ec", "btsnoop data link 1004 (H5, three-wire)"),
      ("6274736e6f6f7000 00000001 0000270f", "btsnoop data link 9999"),
    ])
  func unsupported(_ hex: String, _ kind: String) {
    guard case .unsupported(kind, let advice) = error([UInt8](hex: hex)) else {
      Issue.record("\(String(describing: error([UInt8](hex: hex))))")
      return
    }
    #expect(!advice.isEmpty)
  }

  @Test("a header that ends early is a damaged capture, not another kind of file", arguments: 1...15)
  func cutBTSnoopHeader(_ count: Int) {
    #expect(
      error(Array(BTSnoopWriter().bytes.prefix(count)))
        == .damagedHeader("the file ends inside the btsnoop header"))
  }

  @Test("a pcap header that ends early", arguments: 4...23)
  func cutPCAPHeader(_ count: Int) {
    for order in ByteOrder.allCases {
      let bytes = PCAPWriter(linkType: 201, order: order).bytes
      #expect(error(Array(bytes.prefix(count))) == .damagedHeader("the file ends inside the pcap header"))
    }
  }

  @Test("a descriptor that cannot be read gives the system's error")
  func unreadable() {
    do throws(CaptureError) {
      _ = try ReadCapture(CaptureStream(descriptor: -1, closing: false))
      Issue.record("a closed descriptor was read")
    } catch {
      #expect(error == .cannotRead(code: 9))
      #expect(error.summary == "cannot be read (error 9)")
    }
  }

  @Test("errors read as sentences")
  func sentences() {
    #expect(error([])?.summary == "not a capture: the file is empty")
    #expect(CaptureError.unsupported(kind: "X", advice: "do Y").summary == "not supported: X")
    #expect(CaptureError.unsupported(kind: "X", advice: "do Y").advice == "do Y")
    #expect(CaptureError.damagedHeader("Z").summary == "damaged: Z")
    #expect(!CaptureError.damagedHeader("Z").advice.isEmpty)
  }
}
