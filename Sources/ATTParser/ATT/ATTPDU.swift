/// A decoded ATT PDU, one case for each that the specification defines (Vol 3, Part F, 3.4).
///
/// Values stay where they are in the capture: a case holds their range.
public enum ATTPDU: Hashable, Sendable, BitwiseCopyable {
  /// 3.4.1.1.
  case errorResponse(
    requestOpcodeInError: ATTOpcode, attributeHandleInError: AttributeHandle, errorCode: ATTErrorCode)
  /// 3.4.2.1; bytes.
  case exchangeMTURequest(clientRxMTU: UInt16)
  /// 3.4.2.2; bytes.
  case exchangeMTUResponse(serverRxMTU: UInt16)
  /// 3.4.3.1.
  case findInformationRequest(startingHandle: AttributeHandle, endingHandle: AttributeHandle)
  /// 3.4.3.2; format 1 lists 16-bit UUIDs, 2 lists 128-bit ones: handle u16, UUID.
  case findInformationResponse(format: UInt8, informationData: EntryList)
  /// 3.4.3.3.
  case findByTypeValueRequest(
    startingHandle: AttributeHandle, endingHandle: AttributeHandle, attributeType: UInt16,
    attributeValue: ByteRange)
  /// 3.4.3.4; entries of found handle u16, group end handle u16.
  case findByTypeValueResponse(handlesInformationList: EntryList)
  /// 3.4.4.1.
  case readByTypeRequest(
    startingHandle: AttributeHandle, endingHandle: AttributeHandle, attributeType: BluetoothUUID)
  /// 3.4.4.2; entries of handle u16, value.
  case readByTypeResponse(attributeDataList: EntryList)
  /// 3.4.4.3.
  case readRequest(attributeHandle: AttributeHandle)
  /// 3.4.4.4.
  case readResponse(attributeValue: ByteRange)
  /// 3.4.4.5; the offset is in bytes.
  case readBlobRequest(attributeHandle: AttributeHandle, valueOffset: UInt16)
  /// 3.4.4.6.
  case readBlobResponse(partAttributeValue: ByteRange)
  /// 3.4.4.7; handles of 16 bits.
  case readMultipleRequest(setOfHandles: ByteRange)
  /// 3.4.4.8; values without lengths, one after the other.
  case readMultipleResponse(setOfValues: ByteRange)
  /// 3.4.4.9.
  case readByGroupTypeRequest(
    startingHandle: AttributeHandle, endingHandle: AttributeHandle, attributeGroupType: BluetoothUUID)
  /// 3.4.4.10; entries of handle u16, end group handle u16, value.
  case readByGroupTypeResponse(attributeDataList: EntryList)
  /// 3.4.4.11; handles of 16 bits.
  case readMultipleVariableRequest(setOfHandles: ByteRange)
  /// 3.4.4.12; tuples of length u16, value.
  case readMultipleVariableResponse(lengthValueTupleList: ByteRange)
  /// 3.4.5.1.
  case writeRequest(attributeHandle: AttributeHandle, attributeValue: ByteRange)
  /// 3.4.5.2.
  case writeResponse
  /// 3.4.5.3.
  case writeCommand(attributeHandle: AttributeHandle, attributeValue: ByteRange)
  /// 3.4.5.4; the signature is 12 bytes.
  case signedWriteCommand(
    attributeHandle: AttributeHandle, attributeValue: ByteRange, authenticationSignature: ByteRange)
  /// 3.4.6.1; the offset is in bytes.
  case prepareWriteRequest(
    attributeHandle: AttributeHandle, valueOffset: UInt16, partAttributeValue: ByteRange)
  /// 3.4.6.2; the request echoed.
  case prepareWriteResponse(
    attributeHandle: AttributeHandle, valueOffset: UInt16, partAttributeValue: ByteRange)
  /// 3.4.6.3; 0 cancels, 1 writes what was prepared.
  case executeWriteRequest(flags: UInt8)
  /// 3.4.6.4.
  case executeWriteResponse
  /// 3.4.7.1.
  case handleValueNotification(attributeHandle: AttributeHandle, attributeValue: ByteRange)
  /// 3.4.7.2.
  case handleValueIndication(attributeHandle: AttributeHandle, attributeValue: ByteRange)
  /// 3.4.7.3.
  case handleValueConfirmation
  /// 3.4.7.4; tuples of handle u16, length u16, value.
  case multipleHandleValueNotification(handleLengthValueTupleList: ByteRange)
  /// A PDU that did not decode, or whose opcode is not defined: what follows the opcode.
  case undecoded(parameters: ByteRange)
}

/// An ATT PDU with where and how it travelled.
public struct ATTFrame: Hashable, Sendable, BitwiseCopyable {
  /// The opcode, also of a PDU that did not decode.
  public var opcode: ATTOpcode
  /// 0 for the fixed channel; else the number of the L2CAP channel that is the (enhanced or BR/EDR) bearer.
  public var bearer: UInt16
  /// Bytes of the PDU's value that the capture did not keep.
  public var missingBytes: UInt16
  /// The PDU.
  public var pdu: ATTPDU
  /// All bytes of the PDU, the opcode included.
  public var range: ByteRange

  /// True for the two kinds of PDU that bulk transfers are made of.
  @inlinable
  @inline(__always)
  public var isBulkValue: Bool { opcode.rawValue == 0x52 || opcode.rawValue == 0x1B }
}

extension ATTPDU {
  /// The attribute that the PDU itself names; nil for lists, for ranges and for PDUs without one.
  public var attributeHandle: AttributeHandle? {
    switch self {
    case .errorResponse(_, let handle, _), .readRequest(let handle), .readBlobRequest(let handle, _),
      .writeRequest(let handle, _), .writeCommand(let handle, _), .signedWriteCommand(let handle, _, _),
      .prepareWriteRequest(let handle, _, _), .prepareWriteResponse(let handle, _, _),
      .handleValueNotification(let handle, _), .handleValueIndication(let handle, _):
      handle
    default: nil
    }
  }

  /// The range of handles that a request looks in, nil for other PDUs.
  public var handleRange: AttributeHandleRange? {
    switch self {
    case .findInformationRequest(let start, let end), .findByTypeValueRequest(let start, let end, _, _),
      .readByTypeRequest(let start, let end, _), .readByGroupTypeRequest(let start, let end, _):
      AttributeHandleRange(start, end)
    default: nil
    }
  }

  /// The first handle that the PDU carries, which an Error Response to it names: that of its attribute, or the
  /// Starting Handle of its range; nil for lists and for PDUs without one.
  public var firstHandle: AttributeHandle? { attributeHandle ?? handleRange?.starting }

  /// The attribute value, or part of one, that the PDU carries; nil for PDUs without one.
  public var attributeValue: ByteRange? {
    switch self {
    case .findByTypeValueRequest(_, _, _, let value), .readResponse(let value), .readBlobResponse(let value),
      .readMultipleResponse(let value), .writeRequest(_, let value), .writeCommand(_, let value),
      .signedWriteCommand(_, let value, _), .prepareWriteRequest(_, _, let value),
      .prepareWriteResponse(_, _, let value), .handleValueNotification(_, let value),
      .handleValueIndication(_, let value):
      value
    default: nil
    }
  }
}
