extension ATTPDU {
  /// The PDU as bytes, the opcode first; `undecoded` needs its opcode from outside and gives nil.
  ///
  /// - Parameter bytes: resolves a range of this PDU to its bytes.
  public func encoded(resolving bytes: (ByteRange) -> [UInt8]) -> [UInt8]? {
    switch self {
    case .errorResponse(let request, let handle, let code):
      return [0x01, request.rawValue] + handle.littleEndianBytes + [code.rawValue]
    case .exchangeMTURequest(let mtu): return [0x02] + mtu.littleEndianBytes
    case .exchangeMTUResponse(let mtu): return [0x03] + mtu.littleEndianBytes
    case .findInformationRequest(let start, let end):
      return [0x04] + start.littleEndianBytes + end.littleEndianBytes
    case .findInformationResponse(let format, let list): return [0x05, format] + bytes(list.entries)
    case .findByTypeValueRequest(let start, let end, let type, let value):
      return [0x06] + start.littleEndianBytes + end.littleEndianBytes + type.littleEndianBytes + bytes(value)
    case .findByTypeValueResponse(let list): return [0x07] + bytes(list.entries)
    case .readByTypeRequest(let start, let end, let type):
      return [0x08] + start.littleEndianBytes + end.littleEndianBytes + type.encoded()
    case .readByTypeResponse(let list): return [0x09, list.entryLength] + bytes(list.entries)
    case .readRequest(let handle): return [0x0A] + handle.littleEndianBytes
    case .readResponse(let value): return [0x0B] + bytes(value)
    case .readBlobRequest(let handle, let offset):
      return [0x0C] + handle.littleEndianBytes + offset.littleEndianBytes
    case .readBlobResponse(let part): return [0x0D] + bytes(part)
    case .readMultipleRequest(let handles): return [0x0E] + bytes(handles)
    case .readMultipleResponse(let values): return [0x0F] + bytes(values)
    case .readByGroupTypeRequest(let start, let end, let type):
      return [0x10] + start.littleEndianBytes + end.littleEndianBytes + type.encoded()
    case .readByGroupTypeResponse(let list): return [0x11, list.entryLength] + bytes(list.entries)
    case .readMultipleVariableRequest(let handles): return [0x20] + bytes(handles)
    case .readMultipleVariableResponse(let list): return [0x21] + bytes(list)
    case .writeRequest(let handle, let value): return [0x12] + handle.littleEndianBytes + bytes(value)
    case .writeResponse: return [0x13]
    case .writeCommand(let handle, let value): return [0x52] + handle.littleEndianBytes + bytes(value)
    case .signedWriteCommand(let handle, let value, let signature):
      return [0xD2] + handle.littleEndianBytes + bytes(value) + bytes(signature)
    case .prepareWriteRequest(let handle, let offset, let part):
      return [0x16] + handle.littleEndianBytes + offset.littleEndianBytes + bytes(part)
    case .prepareWriteResponse(let handle, let offset, let part):
      return [0x17] + handle.littleEndianBytes + offset.littleEndianBytes + bytes(part)
    case .executeWriteRequest(let flags): return [0x18, flags]
    case .executeWriteResponse: return [0x19]
    case .handleValueNotification(let handle, let value):
      return [0x1B] + handle.littleEndianBytes + bytes(value)
    case .handleValueIndication(let handle, let value):
      return [0x1D] + handle.littleEndianBytes + bytes(value)
    case .handleValueConfirmation: return [0x1E]
    case .multipleHandleValueNotification(let list): return [0x23] + bytes(list)
    case .undecoded: return nil
    }
  }
}

extension ATTPDU {
  /// The PDU as bytes, whose value, list or set is `value` whatever range it names.
  public func encoded(carrying value: [UInt8] = []) -> [UInt8] { encoded { _ in value } ?? [] }
}
