/// The opcode of an LL control PDU (Vol 6, Part B, 2.4.2).
public struct LinkControlOpcode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value as sent.
  public var rawValue: UInt8

  /// Makes an opcode from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// How a field of a control PDU is shown.
  public enum Form: Sendable {
    /// An integer.
    case number
    /// An integer below zero or above.
    case signed
    /// Bits, in hexadecimal.
    case bits
    /// Bytes in the order they were sent.
    case bytes
    /// A controller error code.
    case error
    /// Another opcode.
    case opcode
    /// A device address.
    case address
  }

  /// A field of a control PDU.
  public struct Field: Sendable {
    /// The specification's name.
    public let name: String
    /// Bytes it takes.
    public let count: Int
    /// How it is shown.
    public let form: Form
  }

  /// The name in the specification, or the number.
  public var name: String {
    let index = Int(rawValue)
    guard index < Self.table.count else {
      let digits = String(rawValue, radix: 16)
      return "LL_UNKNOWN_0x\(digits.count < 2 ? "0" : "")\(digits)"
    }
    return "LL_" + Self.table[index].name
  }

  /// True when the specification defines the opcode.
  public var isDefined: Bool { Int(rawValue) < Self.table.count }

  /// The fields in their order, nil where they are not looked into.
  public var fields: [Field]? { isDefined ? Self.table[Int(rawValue)].fields : nil }

  /// Bytes of the fields, nil where they are not looked into.
  var length: Int? {
    let index = Int(rawValue)
    return index < Self.lengths.count && Self.lengths[index] >= 0 ? Self.lengths[index] : nil
  }

  private struct Row: Sendable {
    let name: String
    let fields: [Field]?

    /// A row of `NAME` and `field:size` words; a letter after the size tells another form than a number.
    init(_ name: String, _ fields: String?) {
      self.name = name
      self.fields = fields.map { list in
        list.split(separator: " ").map { word in
          let parts = word.split(separator: ":")
          let size = parts[1].prefix { $0.isNumber }
          let form: Form =
            switch parts[1].dropFirst(size.count) {
            case "s": .signed
            case "x": .bits
            case "h": .bytes
            case "e": .error
            case "o": .opcode
            case "a": .address
            default: .number
            }
          return Field(name: String(parts[0]), count: Int(size) ?? 0, form: form)
        }
      }
    }
  }

  private static let lengths = table.map { row in row.fields.map { $0.reduce(0) { $0 + $1.count } } ?? -1 }

  private static let lengthFields = "MaxRxOctets:2 MaxRxTime:2 MaxTxOctets:2 MaxTxTime:2"
  private static let parameterFields =
    "Interval_Min:2 Interval_Max:2 Latency:2 Timeout:2 PreferredPeriodicity:1 ReferenceConnEventCount:2"
    + " Offset0:2 Offset1:2 Offset2:2 Offset3:2 Offset4:2 Offset5:2"

  // The place of a row is its opcode. Rows without fields are of PDUs that are not looked into.
  private static let table: [Row] = [
    Row("CONNECTION_UPDATE_IND", "WinSize:1 WinOffset:2 Interval:2 Latency:2 Timeout:2 Instant:2"),
    Row("CHANNEL_MAP_IND", "ChM:5x Instant:2"),
    Row("TERMINATE_IND", "ErrorCode:1e"),
    Row("ENC_REQ", "Rand:8x EDIV:2x SKD_C:8x IV_C:4x"),
    Row("ENC_RSP", "SKD_P:8x IV_P:4x"),
    Row("START_ENC_REQ", ""),
    Row("START_ENC_RSP", ""),
    Row("UNKNOWN_RSP", "UnknownType:1o"),
    Row("FEATURE_REQ", "FeatureSet:8x"),
    Row("FEATURE_RSP", "FeatureSet:8x"),
    Row("PAUSE_ENC_REQ", ""),
    Row("PAUSE_ENC_RSP", ""),
    Row("VERSION_IND", "Version:1 Company_Identifier:2x Subversion:2x"),
    Row("REJECT_IND", "ErrorCode:1e"),
    Row("PERIPHERAL_FEATURE_REQ", "FeatureSet:8x"),
    Row("CONNECTION_PARAM_REQ", parameterFields),
    Row("CONNECTION_PARAM_RSP", parameterFields),
    Row("REJECT_EXT_IND", "RejectOpcode:1o ErrorCode:1e"),
    Row("PING_REQ", ""),
    Row("PING_RSP", ""),
    Row("LENGTH_REQ", lengthFields),
    Row("LENGTH_RSP", lengthFields),
    Row("PHY_REQ", "TX_PHYS:1x RX_PHYS:1x"),
    Row("PHY_RSP", "TX_PHYS:1x RX_PHYS:1x"),
    Row("PHY_UPDATE_IND", "PHY_C_TO_P:1x PHY_P_TO_C:1x Instant:2"),
    Row("MIN_USED_CHANNELS_IND", "PHYS:1x MinUsedChannels:1"),
    Row("CTE_REQ", "CTE:1x"),
    Row("CTE_RSP", ""),
    Row(
      "PERIODIC_SYNC_IND",
      "ID:2 SyncInfo:18h connEventCount:2 lastPaEventCounter:2 SID:1x PHY:1x AdvA:6a syncConnEventCount:2"),
    Row("CLOCK_ACCURACY_REQ", "SCA:1"),
    Row("CLOCK_ACCURACY_RSP", "SCA:1"),
    Row(
      "CIS_REQ",
      "CIG_ID:1 CIS_ID:1 PHY_C_TO_P:1x PHY_P_TO_C:1x Max_SDU_C_TO_P:2x Max_SDU_P_TO_C:2x"
        + " SDU_Interval_C_TO_P:3 SDU_Interval_P_TO_C:3 Max_PDU_C_TO_P:2 Max_PDU_P_TO_C:2 NSE:1 Sub_Interval:3"
        + " BN:1x FT_C_TO_P:1 FT_P_TO_C:1 ISO_Interval:2 CIS_Offset_Min:3 CIS_Offset_Max:3 connEventCount:2"),
    Row("CIS_RSP", "CIS_Offset_Min:3 CIS_Offset_Max:3 connEventCount:2"),
    Row("CIS_IND", "AA:4x CIS_Offset:3 CIG_Sync_Delay:3 CIS_Sync_Delay:3 connEventCount:2"),
    Row("CIS_TERMINATE_IND", "CIG_ID:1 CIS_ID:1 ErrorCode:1e"),
    Row("POWER_CONTROL_REQ", "PHY:1x Delta:1s TxPower:1s"),
    Row("POWER_CONTROL_RSP", "Limits:1x Delta:1s TxPower:1s APR:1"),
    Row("POWER_CHANGE_IND", "PHY:1x Limits:1x Delta:1s TxPower:1s"),
    Row(
      "SUBRATE_REQ",
      "SubrateFactorMin:2 SubrateFactorMax:2 Max_Latency:2 ContinuationNumber:2 Timeout:2"),
    Row("SUBRATE_IND", "SubrateFactor:2 SubrateBaseEvent:2 Latency:2 ContinuationNumber:2 Timeout:2"),
    Row("CHANNEL_REPORTING_IND", "Enable:1 Min_Spacing:1 Max_Delay:1"),
    Row("CHANNEL_STATUS_IND", "Channel_Classification:10h"),
    Row("PERIODIC_SYNC_WR_IND", nil),
    Row("FEATURE_EXT_REQ", nil),
    Row("FEATURE_EXT_RSP", nil),
    Row("CS_SEC_RSP", nil),
    Row("CS_CAPABILITIES_REQ", nil),
    Row("CS_CAPABILITIES_RSP", nil),
    Row("CS_CONFIG_REQ", nil),
    Row("CS_CONFIG_RSP", nil),
    Row("CS_REQ", nil),
    Row("CS_RSP", nil),
    Row("CS_IND", nil),
    Row("CS_TERMINATE_REQ", nil),
    Row("CS_FAE_REQ", nil),
    Row("CS_FAE_RSP", nil),
    Row("CS_CHANNEL_MAP_IND", nil),
    Row("CS_SEC_REQ", nil),
    Row("CS_TERMINATE_RSP", nil),
    Row("FRAME_SPACE_REQ", nil),
    Row("FRAME_SPACE_RSP", nil),
  ]
}

extension LinkControlOpcode {
  /// LL_ENC_REQ.
  static let encryptionRequest = LinkControlOpcode(rawValue: 0x03)
  /// LL_START_ENC_REQ.
  static let startEncryptionRequest = LinkControlOpcode(rawValue: 0x05)
  /// LL_START_ENC_RSP.
  static let startEncryptionResponse = LinkControlOpcode(rawValue: 0x06)
  /// LL_PAUSE_ENC_REQ: the link stops to be encrypted.
  package static let pauseEncryptionRequest = LinkControlOpcode(rawValue: 0x0A)
  /// LL_PAUSE_ENC_RSP.
  static let pauseEncryptionResponse = LinkControlOpcode(rawValue: 0x0B)
}
