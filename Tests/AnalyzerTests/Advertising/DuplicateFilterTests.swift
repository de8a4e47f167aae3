import TestSupport
import Testing

@testable import ATTParser
@testable import Analyzer

@Suite("Filters for duplicates")
struct DuplicateFilterTests {
  private let device: UInt64 = 0xC102_0304_0506

  /// What is done to the scan of adapter 0 or of another one, and whether the interval is known afterwards.
  struct FilterCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Commands: opcode, parameters, adapter.
    var commands: [(opcode: UInt16, hex: String, adapter: UInt32)]
    /// Events that follow them.
    var events: [[UInt8]] = []
    var isKnown: Bool
  }

  @Test(
    "a filter is that of one adapter, and of a command that was taken",
    arguments: [
      FilterCase(
        testDescription: "another adapter filters",
        commands: [(0x200C, "01 00", 0), (0x200C, "01 01", 1)], isKnown: true),
      FilterCase(
        testDescription: "another adapter does not filter",
        commands: [(0x200C, "01 01", 0), (0x200C, "01 00", 1)], isKnown: false),
      FilterCase(
        testDescription: "a filter that was refused", commands: [(0x200C, "01 00", 0), (0x200C, "01 01", 0)],
        events: [PacketBuilder.event(0x0E, [UInt8](hex: "01 0c20 0c"))], isKnown: true),
      FilterCase(
        testDescription: "a filter that changes while scanning goes on",
        commands: [(0x200C, "01 00", 0), (0x2042, "01 01 0000 0000", 0)], isKnown: false),
      FilterCase(
        testDescription: "a reset ends it", commands: [(0x200C, "01 01", 0), (0x0C03, "", 0)], isKnown: true),
    ])
  func filters(_ filter: FilterCase) throws {
    var script = AdvertisingScript()
    for command in filter.commands { script.command(command.opcode, command.hex, adapter: command.adapter) }
    for event in filter.events { script.event(event) }
    for _ in 0..<20 {
      script.legacy(device)
      script.wait(milliseconds: 100)
    }
    let advertiser = try #require(try script.read().advertising.advertisers.first)
    #expect((advertiser.interval != nil) == filter.isKnown)
  }
}
