import Foundation
import TestSupport
import Testing

/// Compares captures of the air that are written here with what tshark reads in them, field by field.
@Suite("The same fields of the air as tshark", .enabled(if: Tshark.path != nil, Tshark.absence))
struct AirTsharkTests {
  /// tshark's field, what we say in its terms, and whether that is only comparable where a PDU is delivered: tshark
  /// takes damaged, repeated and encrypted PDUs apart as well.
  private struct Comparison: Sendable {
    var field: String
    var isOfDelivered = false
    var ours: @Sendable (PacketReading) -> Int?
  }

  private static let nordic: [Comparison] = [
    Comparison(field: "nordic_ble.packet_counter") { $0.packetCounter },
    Comparison(field: "nordic_ble.board_id") { $0.board },
    Comparison(field: "nordic_ble.channel") { $0.channelIndex },
    Comparison(field: "nordic_ble.rssi") { $0.rssi },
    Comparison(field: "nordic_ble.crcok") { $0.crc == "good" ? 1 : 0 },
    Comparison(field: "nordic_ble.direction") {
      $0.llid == nil ? nil : $0.direction == "sent" ? 1 : 0
    },
    Comparison(field: "nordic_ble.event_counter") { $0.llid == nil ? nil : $0.eventCounter },
  ]
  private static let pseudoHeader: [Comparison] = [
    Comparison(field: "btle_rf.signal_dbm") { $0.rssi },
    Comparison(field: "btle_rf.channel") {
      $0.channelIndex.map { Int(AirEncapsulation.rfChannel(UInt8($0))) }
    },
    Comparison(field: "btle_rf.flags.crc_valid") { $0.crc == "good" ? 1 : 0 },
  ]
  private static let linkLayer: [Comparison] = [
    Comparison(field: "btle.access_address") { $0.accessAddress },
    Comparison(field: "btle.length") { $0.length },
    Comparison(field: "btle.data_header.llid") { $0.llid },
    Comparison(field: "btle.data_header.sequence_number") { $0.sn },
    Comparison(field: "btle.data_header.next_expected_sequence_number") { $0.nesn },
    Comparison(field: "btle.data_header.more_data") { $0.md.map { $0 ? 1 : 0 } },
    Comparison(field: "btle.advertising_header.pdu_type") { $0.advertising?.type },
    Comparison(field: "btle.control_opcode", isOfDelivered: true) {
      $0.layer == "ll_control" ? $0.opcode : nil
    },
    Comparison(field: "btatt.opcode", isOfDelivered: true) { $0.layer == "att" ? $0.opcode : nil },
    Comparison(field: "btatt.handle", isOfDelivered: true) { $0.layer == "att" ? $0.handle : nil },
  ]

  private func read(_ path: String, _ fields: [String]) throws -> [[String: Int]] {
    let tshark = try #require(Tshark.path)
    let arguments = fields.flatMap { ["-e", $0] }
    let result = try Program.run(
      tshark, ["-r", path, "-T", "fields", "-E", "occurrence=f", "-E", "separator=;"] + arguments)
    try #require(result.status == 0, "tshark: \(result.errors)")
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { row in
      let cells = row.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(
        uniqueKeysWithValues: zip(fields, cells).compactMap { field, cell in
          let number = cell.hasPrefix("0x") ? Int(cell.dropFirst(2), radix: 16) : Int(cell)
          return number.map { (field, $0) }
        })
    }
  }

  @Test(
    "every field of every frame", arguments: AirEncapsulation.allCases.filter { $0 != .ppi }, [false, true])
  func fields(_ format: AirEncapsulation, _ isBlocks: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("air", AirTraffic.capture(format, pcapng: isBlocks))
    var comparisons = Self.linkLayer
    if format.linkType == 272 { comparisons += Self.nordic }
    if format.linkType == 256 { comparisons += Self.pseudoHeader }
    let theirs = try read(path, comparisons.map(\.field))
    let ours = try CaptureFile(path: path).packets()
    try #require(theirs.count == ours.count)
    var compared = 0
    for (our, their) in zip(ours, theirs) where our.layer != "note" {
      let isDelivered = our.crc != "bad" && our.retransmission != true && our.encrypted != true
      for comparison in comparisons {
        if comparison.isOfDelivered, !isDelivered { continue }
        if comparison.field == "btle_rf.flags.crc_valid", format != .pseudoHeaderWithDirection { continue }
        // The event counter of advertising counts nothing.
        if comparison.field == "nordic_ble.event_counter", our.llid == nil { continue }
        // tshark gives a response the handle of its request, and shows the pieces of PDUs on the last one.
        if comparison.field == "btatt.handle", our.handle == nil { continue }
        #expect(
          comparison.ours(our) == their[comparison.field],
          "\(comparison.field) of frame \(our.frame), \(our.name)")
        compared += 1
      }
    }
    #expect(compared > 350)
  }
}
