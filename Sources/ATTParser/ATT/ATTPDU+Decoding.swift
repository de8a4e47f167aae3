extension ATTFrame {
  /// Decodes the PDU that fills `bytes` from `start` on into `frame`; what fails becomes its problem and an
  /// `undecoded` PDU.
  ///
  /// - Parameter origin: where byte `start` is in `store`.
  /// - Parameter missing: bytes of the PDU that the capture did not keep; values are then cut, not wrong.
  @inline(__always)
  static func decode(
    _ bytes: RawSpan, from start: Int = 0, origin: Int, store: ByteRange.Store, bearer: UInt16, missing: Int,
    into frame: inout DecodedFrame
  ) {
    let count = bytes.byteCount &- start
    guard count > 0 else { return noOpcode(bytes.extracting(droppingFirst: start), origin, store, &frame) }
    frame.kind = .att
    let opcode = ATTOpcode(rawValue: bytes.u8(start))
    frame.att.opcode = opcode
    frame.att.bearer = bearer
    frame.att.missingBytes = UInt16(truncatingIfNeeded: min(missing, 0xFFFF))
    frame.att.range = ByteRange(offset: origin, count: count, store: store)
    // The two PDUs that bulk transfers are made of come first; the rest takes the long way.
    if count >= 3, opcode == .handleValueNotification || opcode == .writeCommand {
      let handle = AttributeHandle(rawValue: bytes.u16LE(start &+ 1))
      frame.att.pdu = .bulk(opcode, handle, ByteRange(offset: origin &+ 3, count: count &- 3, store: store))
    } else if !decodeShort(bytes, from: start, origin, store, opcode, &frame.att.pdu) {
      decodeRare(bytes.extracting(droppingFirst: start), origin, store, isCut: missing > 0, &frame)
    }
  }

  /// Decodes a PDU of the kinds that most requests and answers are, as ``decodeRare`` would with three times the
  /// steps; false when it is another, or shorter or longer than such a PDU is.
  @inline(never)
  private static func decodeShort(
    _ bytes: RawSpan, from start: Int, _ origin: Int, _ store: ByteRange.Store, _ opcode: ATTOpcode,
    _ pdu: inout ATTPDU
  ) -> Bool {
    let count = bytes.byteCount &- start
    func handle(_ place: Int) -> AttributeHandle { AttributeHandle(rawValue: bytes.u16LE(start &+ place)) }
    func rest(_ place: Int) -> ByteRange {
      ByteRange(offset: origin &+ place, count: count &- place, store: store)
    }
    switch opcode.rawValue {
    case 0x01 where count == 5:
      pdu = .errorResponse(
        requestOpcodeInError: ATTOpcode(rawValue: bytes.u8(start &+ 1)), attributeHandleInError: handle(2),
        errorCode: ATTErrorCode(rawValue: bytes.u8(start &+ 4)))
    case 0x04 where count == 5:
      pdu = .findInformationRequest(startingHandle: handle(1), endingHandle: handle(3))
    case 0x05 where count >= 6 && bytes.u8(start &+ 1) == 1:
      guard let list = EntryList(filling: rest(2), length: 4, least: 4) else { return false }
      pdu = .findInformationResponse(format: 1, informationData: list)
    case 0x08 where count == 7:
      pdu = .readByTypeRequest(
        startingHandle: handle(1), endingHandle: handle(3),
        attributeType: BluetoothUUID(bytes.u16LE(start &+ 5)))
    case 0x09 where count >= 4:
      guard let list = EntryList(filling: rest(2), length: bytes.u8(start &+ 1), least: 2) else {
        return false
      }
      pdu = .readByTypeResponse(attributeDataList: list)
    case 0x0A where count == 3: pdu = .readRequest(attributeHandle: handle(1))
    case 0x0B: pdu = .readResponse(attributeValue: rest(1))
    case 0x10 where count == 7:
      pdu = .readByGroupTypeRequest(
        startingHandle: handle(1), endingHandle: handle(3),
        attributeGroupType: BluetoothUUID(bytes.u16LE(start &+ 5)))
    case 0x12 where count >= 3: pdu = .writeRequest(attributeHandle: handle(1), attributeValue: rest(3))
    case 0x13 where count == 1: pdu = .writeResponse
    default: return false
    }
    return true
  }

  @inline(never)
  private static func noOpcode(
    _ bytes: RawSpan, _ origin: Int, _ store: ByteRange.Store, _ frame: inout DecodedFrame
  ) {
    // The L2CAP PDU is whole, so its header stays in the frame.
    let pdu = ByteReader(bytes, origin: origin, store: store, layer: .att)
    frame.kind = .other
    frame.data = pdu.whole
    if frame.problem == nil { frame.problem = pdu.shortage(1, .attributeOpcode) }
  }

  @inline(never)
  private static func decodeRare(
    _ bytes: RawSpan, _ origin: Int, _ store: ByteRange.Store, isCut: Bool, _ frame: inout DecodedFrame
  ) {
    var reader = ByteReader(
      bytes.extracting(droppingFirst: 1), origin: origin &+ 1, store: store, layer: .att)
    do throws(DecodeError) {
      frame.att.pdu = try ATTPDU.decode(
        frame.att.opcode, &reader, isCut: isCut, problem: &frame.problem)
    } catch {
      frame.att.pdu = .undecoded(parameters: reader.whole)
      if frame.problem == nil { frame.problem = error }
    }
  }
}

extension ATTPDU {
  /// A Write Command or a Handle Value Notification, the two PDUs that bulk transfers are made of.
  @inline(__always)
  static func bulk(_ opcode: ATTOpcode, _ handle: AttributeHandle, _ value: ByteRange) -> ATTPDU {
    opcode == .writeCommand
      ? .writeCommand(attributeHandle: handle, attributeValue: value)
      : .handleValueNotification(attributeHandle: handle, attributeValue: value)
  }

  /// Decodes the parameters of a PDU with this opcode.
  static func decode(
    _ opcode: ATTOpcode, _ reader: inout ByteReader, isCut: Bool, problem: inout DecodeError?
  ) throws(DecodeError) -> ATTPDU {
    let pdu: ATTPDU
    switch opcode.rawValue {
    case 0x01...0x0F:
      pdu = try decodeFindOrRead(opcode, &reader, problem: &problem)
    case 0x10, 0x11, 0x20, 0x21:
      pdu = try decodeGroupOrMultiple(opcode, &reader, problem: &problem)
    default:
      pdu = try decodeWriteOrValue(opcode, &reader)
    }
    if reader.remaining > 0, problem == nil, !isCut {
      problem = DecodeError(
        .att, .noParameters, reader.rest, .trailing(Int32(truncatingIfNeeded: reader.remaining)))
    }
    return pdu
  }

  private static func decodeFindOrRead(
    _ opcode: ATTOpcode, _ reader: inout ByteReader, problem: inout DecodeError?
  ) throws(DecodeError) -> ATTPDU {
    switch opcode.rawValue {
    // | opcode in error u8 | handle in error u16 | error u8 |
    case 0x01:
      return .errorResponse(
        requestOpcodeInError: ATTOpcode(rawValue: try reader.u8(.requestOpcodeInError)),
        attributeHandleInError: AttributeHandle(rawValue: try reader.u16(.attributeHandleInError)),
        errorCode: ATTErrorCode(rawValue: try reader.u8(.errorCode)))
    // | MTU u16 |
    case 0x02: return .exchangeMTURequest(clientRxMTU: try reader.u16(.clientRxMTU))
    case 0x03: return .exchangeMTUResponse(serverRxMTU: try reader.u16(.serverRxMTU))
    // | starting handle u16 | ending handle u16 |
    case 0x04:
      return .findInformationRequest(
        startingHandle: try handle(&reader, .startingHandle),
        endingHandle: try handle(&reader, .endingHandle))
    // | format u8 | (handle u16, UUID of 2 or 16 bytes) … |
    case 0x05:
      let format = try reader.u8(.format)
      guard format == 1 || format == 2 else {
        throw DecodeError(.att, .format, reader.whole, .invalidValue(UInt32(format)))
      }
      return .findInformationResponse(
        format: format,
        informationData: try EntryList.decode(
          &reader, length: format == 1 ? 4 : 18, least: 4, field: .informationData, problem: &problem))
    // | starting handle u16 | ending handle u16 | type u16 | value … |
    case 0x06:
      return .findByTypeValueRequest(
        startingHandle: try handle(&reader, .startingHandle),
        endingHandle: try handle(&reader, .endingHandle),
        attributeType: try reader.u16(.attributeType), attributeValue: reader.takeRest())
    // | (found handle u16, group end handle u16) … |
    case 0x07:
      return .findByTypeValueResponse(
        handlesInformationList: try EntryList.decode(
          &reader, length: 4, least: 4, listsGroups: true, field: .handlesInformationList, problem: &problem))
    // | starting handle u16 | ending handle u16 | UUID of 2 or 16 bytes |
    case 0x08:
      return .readByTypeRequest(
        startingHandle: try handle(&reader, .startingHandle),
        endingHandle: try handle(&reader, .endingHandle), attributeType: try BluetoothUUID(&reader))
    // | length u8 | (handle u16, value) … |
    case 0x09:
      let length = try reader.u8(.entryLength)
      return .readByTypeResponse(
        attributeDataList: try EntryList.decode(
          &reader, length: length, least: 2, field: .attributeDataList, problem: &problem))
    // | handle u16 |
    case 0x0A: return .readRequest(attributeHandle: try handle(&reader, .attributeHandle))
    case 0x0B: return .readResponse(attributeValue: reader.takeRest())
    // | handle u16 | offset u16 |
    case 0x0C:
      return .readBlobRequest(
        attributeHandle: try handle(&reader, .attributeHandle), valueOffset: try reader.u16(.valueOffset))
    case 0x0D: return .readBlobResponse(partAttributeValue: reader.takeRest())
    // | handle u16, handle u16 … |
    case 0x0E: return .readMultipleRequest(setOfHandles: try handles(&reader, problem: &problem))
    case 0x0F: return .readMultipleResponse(setOfValues: reader.takeRest())
    default: throw undefined(opcode, reader)
    }
  }

  private static func decodeGroupOrMultiple(
    _ opcode: ATTOpcode, _ reader: inout ByteReader, problem: inout DecodeError?
  ) throws(DecodeError) -> ATTPDU {
    switch opcode.rawValue {
    // | starting handle u16 | ending handle u16 | UUID of 2 or 16 bytes |
    case 0x10:
      return .readByGroupTypeRequest(
        startingHandle: try handle(&reader, .startingHandle),
        endingHandle: try handle(&reader, .endingHandle), attributeGroupType: try BluetoothUUID(&reader))
    // | length u8 | (handle u16, end group handle u16, value) … |
    case 0x11:
      let length = try reader.u8(.entryLength)
      return .readByGroupTypeResponse(
        attributeDataList: try EntryList.decode(
          &reader, length: length, least: 4, listsGroups: true, field: .attributeDataList, problem: &problem))
    case 0x20: return .readMultipleVariableRequest(setOfHandles: try handles(&reader, problem: &problem))
    // | (length u16, value) … |
    case 0x21: return .readMultipleVariableResponse(lengthValueTupleList: reader.takeRest())
    default: throw undefined(opcode, reader)
    }
  }

  private static func decodeWriteOrValue(
    _ opcode: ATTOpcode, _ reader: inout ByteReader
  ) throws(DecodeError) -> ATTPDU {
    switch opcode.rawValue {
    // | handle u16 | value … |
    case 0x12:
      return .writeRequest(
        attributeHandle: try handle(&reader, .attributeHandle), attributeValue: reader.takeRest())
    case 0x13: return .writeResponse
    // | handle u16 | offset u16 | part of the value … |
    case 0x16:
      return .prepareWriteRequest(
        attributeHandle: try handle(&reader, .attributeHandle),
        valueOffset: try reader.u16(.valueOffset), partAttributeValue: reader.takeRest())
    case 0x17:
      return .prepareWriteResponse(
        attributeHandle: try handle(&reader, .attributeHandle),
        valueOffset: try reader.u16(.valueOffset), partAttributeValue: reader.takeRest())
    // | flags u8 |
    case 0x18: return .executeWriteRequest(flags: try reader.u8(.flags))
    case 0x19: return .executeWriteResponse
    // | handle u16 | value … |
    case 0x1B:
      return .handleValueNotification(
        attributeHandle: try handle(&reader, .attributeHandle), attributeValue: reader.takeRest())
    case 0x52:
      return .writeCommand(
        attributeHandle: try handle(&reader, .attributeHandle), attributeValue: reader.takeRest())
    case 0x1D:
      return .handleValueIndication(
        attributeHandle: try handle(&reader, .attributeHandle), attributeValue: reader.takeRest())
    case 0x1E: return .handleValueConfirmation
    // | (handle u16, length u16, value) … |
    case 0x23:
      guard reader.remaining >= 4 else { throw reader.shortage(4, .lengthValueTupleList) }
      return .multipleHandleValueNotification(handleLengthValueTupleList: reader.takeRest())
    // | handle u16 | value … | signature of 12 bytes |
    case 0xD2:
      let handle = try handle(&reader, .attributeHandle)
      guard reader.remaining >= 12 else { throw reader.shortage(12, .authenticationSignature) }
      let value = try reader.take(reader.remaining &- 12, .attributeValue)
      return .signedWriteCommand(
        attributeHandle: handle, attributeValue: value,
        authenticationSignature: try reader.take(12, .authenticationSignature))
    default: throw undefined(opcode, reader)
    }
  }

  @inline(__always)
  private static func handle(_ reader: inout ByteReader, _ field: Field) throws(DecodeError)
    -> AttributeHandle
  {
    AttributeHandle(rawValue: try reader.u16(field))
  }

  /// A list of at least two handles; a cut last one is left out.
  private static func handles(
    _ reader: inout ByteReader, problem: inout DecodeError?
  ) throws(DecodeError) -> ByteRange {
    guard reader.remaining >= 4 else { throw reader.shortage(4, .setOfHandles) }
    let list = try reader.take(reader.remaining & ~1, .setOfHandles)
    if reader.remaining > 0, problem == nil { problem = reader.shortage(2, .setOfHandles) }
    return list
  }

  private static func undefined(_ opcode: ATTOpcode, _ reader: ByteReader) -> DecodeError {
    // The reader begins behind the opcode, which is the byte in question.
    let pdu = ByteRange(
      offset: reader.origin &- 1, count: reader.bytes.byteCount &+ 1, store: reader.store)
    return DecodeError(.att, .attributeOpcode, pdu, .unknownCode(UInt16(opcode.rawValue)))
  }
}
