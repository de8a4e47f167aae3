/// An LL control PDU (Vol 6, Part B, 2.4.2).
///
/// ```
/// 0           1
/// | opcode u8 | fields …
/// ```
public struct LinkControlPDU: Hashable, Sendable, BitwiseCopyable {
  /// What the PDUs say that open, change or close something.
  public enum Details: Hashable, Sendable, BitwiseCopyable {
    /// A PDU whose fields are only shown.
    case none
    /// LL_CONNECTION_UPDATE_IND; the window offset is in 1.25 ms steps.
    case connectionUpdate(ConnectionParameters, windowOffset: UInt16, instant: UInt16)
    /// LL_CHANNEL_MAP_IND.
    case channelMap(UInt64, instant: UInt16)
    /// LL_TERMINATE_IND.
    case terminate(ErrorCode)
    /// LL_ENC_REQ: Rand, EDIV, the central's halves of session key diversifier and initialization vector.
    case encryptionRequest(random: UInt64, diversifier: UInt16, skd: UInt64, iv: UInt32)
    /// LL_ENC_RSP: the peripheral's halves.
    case encryptionResponse(skd: UInt64, iv: UInt32)
    /// LL_UNKNOWN_RSP: the opcode that is not known.
    case unknownResponse(LinkControlOpcode)
    /// LL_REJECT_IND and LL_REJECT_EXT_IND; the former does not tell what is rejected.
    case reject(LinkControlOpcode?, ErrorCode)
    /// LL_CONNECTION_PARAM_REQ and LL_CONNECTION_PARAM_RSP.
    case parameters(RequestedParameters)
    /// LL_LENGTH_REQ and LL_LENGTH_RSP, as their sender sees it.
    case lengths(DataLength)
    /// LL_PHY_REQ and LL_PHY_RSP: bit masks, 1 = 1M, 2 = 2M, 4 = Coded.
    case phys(tx: UInt8, rx: UInt8)
    /// LL_PHY_UPDATE_IND: masks of one bit, 0 for no change.
    case phyUpdate(centralToPeripheral: UInt8, peripheralToCentral: UInt8, instant: UInt16)
  }

  /// Which PDU.
  public var opcode = LinkControlOpcode(rawValue: 0)
  /// What it says.
  public var details = Details.none
  /// The fields after the opcode.
  public var data = ByteRange.empty
}

extension LinkControlPDU {
  /// Decodes a control PDU.
  static func decode(_ payload: ByteReader, problem: inout DecodeError?) -> LinkControlPDU {
    var pdu = LinkControlPDU()
    do throws(DecodeError) {
      var reader = payload
      pdu.opcode = LinkControlOpcode(rawValue: try reader.u8(.controlOpcode))
      pdu.data = reader.rest
      guard pdu.opcode.isDefined else {
        throw DecodeError(
          .linkLayer, .controlOpcode, payload.whole, .unknownCode(UInt16(pdu.opcode.rawValue)))
      }
      guard let length = pdu.opcode.length else { return pdu }
      guard reader.remaining >= length else { throw reader.shortage(length, .controlData) }
      pdu.readDetails(reader.inner(.linkLayer).bytes)
      if reader.remaining > length {
        _ = try reader.take(length, .controlData)
        throw DecodeError(
          .linkLayer, .controlData, reader.rest, .trailing(Int32(truncatingIfNeeded: reader.remaining)))
      }
    } catch {
      if problem == nil { problem = error }
    }
    return pdu
  }

  /// Reads the fields, of which all are there.
  private mutating func readDetails(_ bytes: RawSpan) {
    switch opcode.rawValue {
    case 0x00:
      details = .connectionUpdate(
        ConnectionParameters(
          interval: bytes.u16LE(3), latency: bytes.u16LE(5), supervisionTimeout: bytes.u16LE(7)),
        windowOffset: bytes.u16LE(1), instant: bytes.u16LE(9))
    case 0x01:
      details = .channelMap(
        UInt64(bytes.u32LE(0)) | UInt64(bytes.u8(4) & 0x1F) << 32, instant: bytes.u16LE(5))
    case 0x02: details = .terminate(ErrorCode(rawValue: bytes.u8(0)))
    case 0x03:
      details = .encryptionRequest(
        random: bytes.u64LE(0), diversifier: bytes.u16LE(8), skd: bytes.u64LE(10), iv: bytes.u32LE(18))
    case 0x04: details = .encryptionResponse(skd: bytes.u64LE(0), iv: bytes.u32LE(8))
    case 0x07: details = .unknownResponse(LinkControlOpcode(rawValue: bytes.u8(0)))
    case 0x0D: details = .reject(nil, ErrorCode(rawValue: bytes.u8(0)))
    case 0x0F, 0x10:
      details = .parameters(
        RequestedParameters(
          minInterval: bytes.u16LE(0), maxInterval: bytes.u16LE(2), latency: bytes.u16LE(4),
          supervisionTimeout: bytes.u16LE(6)))
    case 0x11:
      details = .reject(LinkControlOpcode(rawValue: bytes.u8(0)), ErrorCode(rawValue: bytes.u8(1)))
    case 0x14, 0x15:
      details = .lengths(
        DataLength(
          maxTxOctets: bytes.u16LE(4), maxTxTime: bytes.u16LE(6), maxRxOctets: bytes.u16LE(0),
          maxRxTime: bytes.u16LE(2)))
    case 0x16, 0x17: details = .phys(tx: bytes.u8(0), rx: bytes.u8(1))
    case 0x18:
      details = .phyUpdate(
        centralToPeripheral: bytes.u8(0), peripheralToCentral: bytes.u8(1), instant: bytes.u16LE(2))
    default: break
    }
  }
}
