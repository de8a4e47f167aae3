// An advertising PDU of the air tells the same as the report that a controller makes of it; the analysis of
// advertisers takes both.
extension CaptureReader {
  /// What adds up in the current frame's advertising PDU; nil for PDUs that name no advertiser, or ask one.
  package func packedReport(_ frame: LinkLayerFrame) -> PackedReport? {
    let pdu = frame.advertising
    guard let advertiser = pdu.advertiser, let type = pdu.eventType else { return nil }
    // The fingerprint reads up to 16 bytes in front of short data; more than those are there: access address,
    // header, address.
    let margin = 12
    let bytes = bytes(of: ByteRange(offset: pdu.data.offset &- margin, count: margin &+ pdu.data.count))
    guard bytes.byteCount == margin &+ pdu.data.count || pdu.data.isEmpty else { return nil }
    return PackedReport(
      identity: advertiser.value &<< 8 | UInt64(pdu.advertiserType.rawValue),
      fingerprint: pdu.data.count < 4 ? 0 : PackedReport.fingerprint(bytes, margin, pdu.data.count),
      form: UInt32(type.rawValue) &<< 16 | PackedReport.extendedForm, dataCount: 0,
      rssi: UInt8(bitPattern: frame.radio.rssi ?? 127))
  }

  /// The rest of what the current frame's advertising PDU tells.
  package func report(_ packed: PackedReport, _ frame: LinkLayerFrame) -> AdvertisingReport {
    AdvertisingReport(packed, frame)
  }
}

extension AdvertisingPDU {
  /// What a controller would say of the PDU; nil for requests.
  var eventType: AdvertisingEventType? {
    switch type {
    case 0: return [.connectable, .scannable, .legacy]
    case 1: return [.connectable, .directed, .legacy]
    case 2: return [.legacy]
    case 4: return [.scanResponse, .legacy]
    case 6: return [.scannable, .legacy]
    case 7:
      // Bits 5 and 6: the data go on in a chain, whose PDUs do not name the device.
      let status: UInt16 = pointer != nil && !data.isEmpty ? 0x40 : 0
      return AdvertisingEventType(
        rawValue: UInt16(mode & 3) | (auxiliaryType == 3 ? 0x08 : 0) | (other == nil ? 0 : 0x04) | status)
    default: return nil
    }
  }
}

extension AdvertisingReport {
  /// Makes the report of an advertising PDU.
  init(_ packed: PackedReport, _ frame: LinkLayerFrame) {
    address = DeviceAddress(packed.identity &>> 8)
    addressType = AddressType(rawValue: UInt8(truncatingIfNeeded: packed.identity))
    eventType = packed.eventType
    rssi = packed.rssi == 127 ? nil : packed.rssi
    data = frame.advertising.data
    txPower = frame.advertising.txPower
    primaryPHY = frame.advertising.isAuxiliary ? 1 : frame.radio.phy ?? 1
    secondaryPHY = frame.advertising.isAuxiliary ? frame.radio.phy : nil
    sid = frame.advertising.sid
  }
}
