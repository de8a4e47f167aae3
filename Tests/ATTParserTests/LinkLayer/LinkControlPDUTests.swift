import TestSupport
import Testing

@testable import ATTParser

@Suite("LL control PDUs")
struct LinkControlPDUTests {
  /// Opcode, name and bytes after the opcode by Vol 6, Part B, 2.4.2; -1 where the fields are not looked into.
  private static let table: [(UInt8, String, Int)] = [
    (0x00, "LL_CONNECTION_UPDATE_IND", 11), (0x01, "LL_CHANNEL_MAP_IND", 7), (0x02, "LL_TERMINATE_IND", 1),
    (0x03, "LL_ENC_REQ", 22), (0x04, "LL_ENC_RSP", 12), (0x05, "LL_START_ENC_REQ", 0),
    (0x06, "LL_START_ENC_RSP", 0), (0x07, "LL_UNKNOWN_RSP", 1), (0x08, "LL_FEATURE_REQ", 8),
    (0x09, "LL_FEATURE_RSP", 8), (0x0A, "LL_PAUSE_ENC_REQ", 0), (0x0B, "LL_PAUSE_ENC_RSP", 0),
    (0x0C, "LL_VERSION_IND", 5), (0x0D, "LL_REJECT_IND", 1), (0x0E, "LL_PERIPHERAL_FEATURE_REQ", 8),
    (0x0F, "LL_CONNECTION_PARAM_REQ", 23), (0x10, "LL_CONNECTION_PARAM_RSP", 23),
    (0x11, "LL_REJECT_EXT_IND", 2), (0x12, "LL_PING_REQ", 0), (0x13, "LL_PING_RSP", 0),
    (0x14, "LL_LENGTH_REQ", 8), (0x15, "LL_LENGTH_RSP", 8), (0x16, "LL_PHY_REQ", 2), (0x17, "LL_PHY_RSP", 2),
    (0x18, "LL_PHY_UPDATE_IND", 4), (0x19, "LL_MIN_USED_CHANNELS_IND", 2), (0x1A, "LL_CTE_REQ", 1),
    (0x1B, "LL_CTE_RSP", 0), (0x1C, "LL_PERIODIC_SYNC_IND", 34), (0x1D, "LL_CLOCK_ACCURACY_REQ", 1),
    (0x1E, "LL_CLOCK_ACCURACY_RSP", 1), (0x1F, "LL_CIS_REQ", 35), (0x20, "LL_CIS_RSP", 8),
    (0x21, "LL_CIS_IND", 15), (0x22, "LL_CIS_TERMINATE_IND", 3), (0x23, "LL_POWER_CONTROL_REQ", 3),
    (0x24, "LL_POWER_CONTROL_RSP", 4), (0x25, "LL_POWER_CHANGE_IND", 4), (0x26, "LL_SUBRATE_REQ", 10),
    (0x27, "LL_SUBRATE_IND", 10), (0x28, "LL_CHANNEL_REPORTING_IND", 3), (0x29, "LL_CHANNEL_STATUS_IND", 10),
    (0x2A, "LL_PERIODIC_SYNC_WR_IND", -1), (0x2B, "LL_FEATURE_EXT_REQ", -1), (0x2D, "LL_CS_SEC_RSP", -1),
    (0x39, "LL_CS_SEC_REQ", -1), (0x3C, "LL_FRAME_SPACE_RSP", -1), (0x3D, "LL_UNKNOWN_0x3d", -1),
  ]

  private func decode(_ bytes: [UInt8]) -> (pdu: LinkControlPDU, problem: DecodeError?) {
    var problem: DecodeError?
    let reader = ByteReader(unsafe bytes.span.bytes, origin: 0, store: .capture, layer: .linkLayer)
    let pdu = LinkControlPDU.decode(reader, problem: &problem)
    return (pdu, problem)
  }

  @Test("opcodes have the specification's names and lengths", arguments: table)
  func opcode(_ value: UInt8, _ name: String, _ length: Int) {
    let opcode = LinkControlOpcode(rawValue: value)
    #expect(opcode.name == name)
    #expect(opcode.fields.map { $0.reduce(0) { $0 + $1.count } } == (length < 0 ? nil : length))
    guard length >= 0 else { return }
    let whole = [value] + [UInt8](repeating: 1, count: length)
    #expect(decode(whole).problem == nil)
    for count in 1..<max(2, whole.count) where count < whole.count {
      #expect(decode(Array(whole.prefix(count))).problem?.field == .controlData, "\(count) of \(whole.count)")
    }
    #expect(decode(whole + [0]).problem?.reason == .trailing(1))
  }

  @Test("an opcode that is not defined is kept") func unknown() {
    let found = decode([0xF0, 1, 2])
    #expect(found.problem?.reason == .unknownCode(0xF0))
    #expect(found.pdu.opcode.rawValue == 0xF0)
    #expect(found.pdu.data.count == 2)
    #expect(decode([]).problem?.reason == .needs(1, has: 0))
  }

  @Test(
    "what the PDUs say",
    arguments: [
      (
        "00 02 0A00 1800 0300 6400 3412",
        .connectionUpdate(
          ConnectionParameters(interval: 24, latency: 3, supervisionTimeout: 100), windowOffset: 10,
          instant: 0x1234)
      ),
      ("01 FF00000010 0900", .channelMap(0x10_0000_00FF, instant: 9)),
      ("02 13", .terminate(.remoteUserTerminated)),
      (
        "03 9078563412EFCDAB 7424 1302F1E0DFCEBDAC 24ABDCBA",
        .encryptionRequest(
          random: 0xABCD_EF12_3456_7890, diversifier: 0x2474, skd: 0xACBD_CEDF_E0F1_0213, iv: 0xBADC_AB24)
      ),
      ("04 7968574635241302 BEBAAFDE", .encryptionResponse(skd: 0x0213_2435_4657_6879, iv: 0xDEAF_BABE)),
      ("07 16", .unknownResponse(LinkControlOpcode(rawValue: 0x16))),
      ("0D 06", .reject(nil, ErrorCode(rawValue: 6))),
      ("11 0F 1E", .reject(LinkControlOpcode(rawValue: 0x0F), ErrorCode(rawValue: 0x1E))),
      (
        "14 FB00 4808 1B00 4801",
        .lengths(DataLength(maxTxOctets: 27, maxTxTime: 328, maxRxOctets: 251, maxRxTime: 2120))
      ),
      ("16 03 02", .phys(tx: 3, rx: 2)),
      ("18 02 00 0700", .phyUpdate(centralToPeripheral: 2, peripheralToCentral: 0, instant: 7)),
      ("05", .none),
    ] as [(String, LinkControlPDU.Details)])
  func details(_ hex: String, _ wanted: LinkControlPDU.Details) {
    let found = decode([UInt8](hex: hex))
    #expect(found.problem == nil)
    #expect(found.pdu.details == wanted)
  }
}
