/// A PDU of an advertising channel, primary, secondary or periodic (Vol 6, Part B, 2.3).
///
/// ```
/// 0                                                    1
/// | type 4 bits | – | ChSel | TxAdd | RxAdd | length u8 | payload …
///
/// ADV_IND, ADV_NONCONN_IND, ADV_SCAN_IND, SCAN_RSP   AdvA 48 | data
/// ADV_DIRECT_IND                                     AdvA 48 | TargetA 48
/// SCAN_REQ, AUX_SCAN_REQ                             ScanA 48 | AdvA 48
/// CONNECT_IND, AUX_CONNECT_REQ                       InitA 48 | AdvA 48 | LLData 22 bytes
/// all others                                         extended header | data
/// ```
public struct AdvertisingPDU: Hashable, Sendable, BitwiseCopyable {
  /// Where more of the advertising is: AuxPtr (2.3.4.5).
  public struct AuxiliaryPointer: Hashable, Sendable, BitwiseCopyable {
    /// The channel's index.
    public var channel: UInt8
    /// From the start of this packet to that of the next, in microseconds.
    public var offset: UInt32
    /// 1 = 1M, 2 = 2M, 3 = Coded.
    public var phy: UInt8
  }

  /// A train of periodic advertising: SyncInfo (2.3.4.6).
  public struct PeriodicTrain: Hashable, Sendable, BitwiseCopyable {
    /// The train's access address.
    public var accessAddress: AccessAddress
    /// What its CRCs begin with.
    public var crcInit: UInt32
    /// Interval in 1.25 ms steps.
    public var interval: UInt16
  }

  /// The PDU type, 0 to 15.
  public var type: UInt8 = 0
  /// True on secondary and periodic channels, false where that is not known.
  public var isAuxiliary = false
  /// What an auxiliary PDU of type 7 is: 0 AUX_ADV_IND, 1 AUX_CHAIN_IND, 2 AUX_SYNC_IND, 3 AUX_SCAN_RSP; nil when
  /// nothing tells.
  public var auxiliaryType: UInt8?
  /// The device takes part in Channel Selection Algorithm #2.
  public var usesAlgorithm2 = false
  /// The device that advertises (AdvA); nil in PDUs without it.
  public var advertiser: DeviceAddress?
  /// The type of ``advertiser``.
  public var advertiserType = AddressType.publicDevice
  /// The other device: TargetA, ScanA or InitA; nil in PDUs without it.
  public var other: DeviceAddress?
  /// The type of ``other``.
  public var otherType = AddressType.publicDevice
  /// Advertising or scan response data.
  public var data = ByteRange.empty
  /// Bit 0 connectable, bit 1 scannable, of an extended PDU.
  public var mode: UInt8 = 0
  /// The set's identifier of its data (DID); nil without ADI.
  public var dataID: UInt16?
  /// The advertising set (SID); nil without ADI.
  public var sid: UInt8?
  /// Where more is; nil without AuxPtr.
  public var pointer: AuxiliaryPointer?
  /// The periodic train; nil without SyncInfo.
  public var train: PeriodicTrain?
  /// How strong it was sent, in dBm; nil when the header does not tell.
  public var txPower: Int8?
  /// The connection that a CONNECT_IND opens; otherwise of no meaning.
  public var request = ConnectionRequest()

  /// True for CONNECT_IND and AUX_CONNECT_REQ.
  public var opensConnection: Bool { type == 5 }

  /// The name in the specification.
  public var name: String {
    switch type {
    case 0: "ADV_IND"
    case 1: "ADV_DIRECT_IND"
    case 2: "ADV_NONCONN_IND"
    case 3: isAuxiliary ? "AUX_SCAN_REQ" : "SCAN_REQ"
    case 4: "SCAN_RSP"
    case 5: isAuxiliary ? "AUX_CONNECT_REQ" : "CONNECT_IND"
    case 6: "ADV_SCAN_IND"
    case 7:
      switch (isAuxiliary, auxiliaryType) {
      case (false, _): "ADV_EXT_IND"
      case (true, 0?): "AUX_ADV_IND"
      case (true, 1?): "AUX_CHAIN_IND"
      case (true, 2?): "AUX_SYNC_IND"
      case (true, 3?): "AUX_SCAN_RSP"
      case (true, _): "AUX_PDU"
      }
    case 8: "AUX_CONNECT_RSP"
    case 9: "AUX_SYNC_SUBEVENT_IND"
    default: "ADV_TYPE_\(type)"
    }
  }
}

extension AdvertisingPDU {
  /// Decodes the payload of a PDU whose header is `header`.
  static func decode(
    _ payload: ByteReader, header: UInt16, _ radio: RadioInfo, isPeriodic: Bool, problem: inout DecodeError?
  ) -> AdvertisingPDU {
    var pdu = AdvertisingPDU()
    pdu.type = UInt8(header & 0xF)
    pdu.isAuxiliary = isPeriodic || (radio.channel ?? 37) < 37
    pdu.auxiliaryType = radio.auxiliaryType ?? (isPeriodic ? 2 : nil)
    pdu.usesAlgorithm2 = header & 0x20 != 0
    let (tx, rx) = (
      AddressType(rawValue: UInt8(header >> 6 & 1)), AddressType(rawValue: UInt8(header >> 7 & 1))
    )
    do throws(DecodeError) {
      var reader = payload
      switch pdu.type {
      case 0, 2, 4, 6:
        pdu.setAdvertiser(try reader.address(.advertiserAddress), tx)
        pdu.data = reader.takeRest()
      case 1:
        pdu.setAdvertiser(try reader.address(.advertiserAddress), tx)
        pdu.setOther(try reader.address(.otherAddress), rx)
      case 3, 5:
        pdu.setOther(try reader.address(.otherAddress), tx)
        pdu.setAdvertiser(try reader.address(.advertiserAddress), rx)
        if pdu.type == 5 { pdu.request = try ConnectionRequest(&reader) }
      case 7, 8, 9:
        try pdu.readExtendedHeader(&reader, tx, rx)
        pdu.data = reader.takeRest()
      default:
        throw DecodeError(.linkLayer, .pduType, payload.whole, .unknownCode(UInt16(pdu.type)))
      }
      if reader.remaining > 0 {
        throw DecodeError(
          .linkLayer, .llData, reader.rest, .trailing(Int32(truncatingIfNeeded: reader.remaining)))
      }
    } catch {
      if problem == nil { problem = error }
    }
    return pdu
  }

  private mutating func setAdvertiser(_ address: DeviceAddress, _ type: AddressType) {
    (advertiser, advertiserType) = (address, type)
  }

  private mutating func setOther(_ address: DeviceAddress, _ type: AddressType) {
    (other, otherType) = (address, type)
  }

  /// Reads the Common Extended Advertising Payload's header (2.3.4).
  ///
  /// ```
  /// | header length 6 bits, mode 2 bits | flags u8 | AdvA 48 | TargetA 48 | CTEInfo u8 | ADI u16 | AuxPtr 24 |
  /// | SyncInfo 18 bytes | TxPower i8 | ACAD, up to the header's length | data …         (what flags 0–6 say is there)
  /// ```
  private mutating func readExtendedHeader(
    _ payload: inout ByteReader, _ tx: AddressType, _ rx: AddressType
  ) throws(DecodeError) {
    let first = try payload.u8(.extendedHeader)
    mode = first >> 6
    let length = Int(first & 0x3F)
    guard length <= payload.remaining else { throw payload.shortage(length, .extendedHeader) }
    var header = payload.inner(.linkLayer, limit: length)
    _ = try payload.take(length, .extendedHeader)
    guard length > 0 else { return }
    let flags = try header.u8(.extendedHeader)
    if flags & 0x01 != 0 { setAdvertiser(try header.address(.advertiserAddress), tx) }
    if flags & 0x02 != 0 { setOther(try header.address(.otherAddress), rx) }
    if flags & 0x04 != 0 { _ = try header.u8(.extendedHeader) }
    if flags & 0x08 != 0 {
      let adi = try header.u16(.extendedHeader)
      dataID = adi & 0xFFF
      sid = UInt8(adi >> 12)
    }
    if flags & 0x10 != 0 {
      let low = UInt32(try header.u16(.extendedHeader))
      let word = low | UInt32(try header.u8(.extendedHeader)) << 16
      // Channel 6 bits, clock accuracy, unit of 30 or 300 µs, offset 13 bits, PHY 3 bits.
      pointer = AuxiliaryPointer(
        channel: UInt8(word & 0x3F), offset: (word >> 8 & 0x1FFF) * (word & 0x80 != 0 ? 300 : 30),
        phy: UInt8(word >> 21) + 1)
    }
    if flags & 0x20 != 0 {
      _ = try header.u16(.extendedHeader)
      let interval = try header.u16(.extendedHeader)
      _ = try header.take(5, .extendedHeader)
      let address = AccessAddress(rawValue: try header.u32(.extendedHeader))
      let crc = UInt32(try header.u16(.extendedHeader)) | UInt32(try header.u8(.extendedHeader)) << 16
      _ = try header.u16(.extendedHeader)
      train = PeriodicTrain(accessAddress: address, crcInit: crc, interval: interval)
    }
    if flags & 0x40 != 0 { txPower = Int8(bitPattern: try header.u8(.extendedHeader)) }
  }
}
