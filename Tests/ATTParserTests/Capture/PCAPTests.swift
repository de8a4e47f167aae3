import TestSupport
import Testing

@testable import ATTParser

@Suite("pcap records")
struct PCAPTests {
  private let event = PacketBuilder.event(0x10, [1])

  @Test("seconds and fractions, in both byte orders and units", arguments: ByteOrder.allCases, [true, false])
  func times(_ order: ByteOrder, _ nanoseconds: Bool) throws {
    var writer = PCAPWriter(linkType: 187, order: order, nanoseconds: nanoseconds)
    writer.add([4] + event, seconds: 1_700_000_000, fraction: 123_456)
    writer.add([4] + event, seconds: .max, fraction: .max)
    let records = try ReadCapture(writer.bytes).frames.map(\.frame.record)
    let unit: Int64 = nanoseconds ? 1 : 1000
    #expect(records[0].timestamp.nanoseconds == 1_700_000_000_000_000_000 + 123_456 * unit)
    #expect(records[1].timestamp.nanoseconds == 4_294_967_295_000_000_000 + 4_294_967_295 * unit)
  }

  @Test("cut packets say how much is missing")
  func missing() throws {
    var writer = PCAPWriter(linkType: 187)
    writer.add([4] + event, original: 100)
    #expect(try ReadCapture(writer.bytes).frames[0].frame.record.missingBytes == 96)
  }

  @Test("the length of a frame check sequence in the link type's upper bits does not matter")
  func upperBits() throws {
    let bytes = PCAPWriter(linkType: 0x1400_0000 | 201).bytes
    #expect(try ReadCapture(bytes).linkType == .hciH4WithDirection)
  }

  @Test("an empty capture is an empty capture")
  func empty() throws {
    let capture = try ReadCapture(PCAPWriter(linkType: 201).bytes)
    #expect(capture.frames.isEmpty)
    #expect(capture.damage == nil)
  }

  @Test(
    "records too short for what their link type begins with",
    arguments: [
      (187, "", "record.packetIndicator 0+0 needs(1, has: 0)"),
      (201, "", "record.packetIndicator 0+0 needs(4, has: 0)"),
      (201, "000000", "record.packetIndicator 0+3 needs(4, has: 3)"),
      (201, "00000001", "record.packetIndicator 0+0 needs(1, has: 0)"),
      (254, "0000", "record.packetIndicator 0+2 needs(4, has: 2)"),
    ] as [(UInt32, String, String)])
  func shortRecords(_ linkType: UInt32, _ hex: String, _ problem: String) throws {
    var writer = PCAPWriter(linkType: linkType)
    writer.add([UInt8](hex: hex))
    let frame = try ReadCapture(writer.bytes).frames[0]
    #expect(frame.problem == problem)
    #expect(frame.frame.kind == .note)
  }

  @Test(
    "link types that are not read are refused by name",
    arguments: [
      (1, "Ethernet"), (101, "raw IP"),
      (105, "IEEE 802.11"), (127, "IEEE 802.11"), (113, "Linux cooked capture"), (220, "USB traffic"),
      (189, "USB traffic"), (249, "USB traffic"), (147, "no Bluetooth HCI"), (0xFFFF, "no Bluetooth HCI"),
    ] as [(UInt32, String)])
  func refused(_ linkType: UInt32, _ part: String) {
    do throws(CaptureError) {
      _ = try ReadCapture(PCAPWriter(linkType: linkType, order: .big).bytes)
      Issue.record("link type \(linkType) was read")
    } catch {
      #expect(error.summary.hasPrefix("not supported: link type \(linkType), "))
      #expect(error.summary.contains(part))
      #expect(!error.advice.isEmpty)
    }
  }

  @Test("names of link types")
  func names() {
    let names = [
      (187, "hci_h4"), (201, "hci_h4"), (254, "linux_monitor"), (251, "le_ll"), (256, "le_ll_with_phdr"),
      (272, "nordic_ble"), (192, "ppi"), (77, "link_type_77"),
    ]
    for (number, name) in names { #expect(LinkType(pcap: UInt16(number)).name == name) }
    #expect(LinkType.hciH1.name == "hci_h1")
    #expect(LinkType.packetLogger.name == "packetlogger")
    #expect(LinkType.simulator.name == "linux_simulator")
  }
}
