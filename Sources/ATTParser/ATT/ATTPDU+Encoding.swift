extension ATTPDU {
  /// The PDU as bytes, the opcode first; `undecoded` needs its opcode from outside and gives nil.
  ///
  /// - Parameter bytes: resolves a range of this PDU to its bytes.
  public func encoded(resolving bytes: (ByteRange) -> [UInt8]) -> [UInt8]? {
    switch self {
    case .errorResponse(let request, let handle, let code):
      return [0x01, request.rawValue] + Self.word(handle.rawValue) + [code.rawValue]
    case .exchangeMTURequest(let mtu): return [0x02] + Self.word(mtu)
    case .exchangeMTUResponse(let mtu): return [0x03] + Self.word(mtu)
    case .findInformationRequest(let start, let end):
      return [0x04] + Self.word(start.rawValue) + Self.word(end.rawValue)
    case .findInformationResponse(let format, let list): return [0x05, format] + bytes(list.entries)
    case .findByTypeValueRequest(let start, let end, let type, let value):
      return [0x06] + Self.word(start.rawValue) + Self.word(end.rawValue) + Self.word(type) + bytes(value)
    case .findByTypeValueResponse(let list): return [0x07] + bytes(list.entries)
    case .readByTypeRequest(let start, let end, let type):
      return [0x08] + Self.word(start.rawValue) + Self.word(end.rawValue) + type.encoded()
    case .readByTypeResponse(let list): return [0x09, list.entryLength] + bytes(list.entries)
    case .readRequest(let handle): return [0x0A] + Self.word(handle.rawValue)
    case .readResponse(let value): return [0x0B] + bytes(value)
    case .readBlobRequest(let handle, let offset):
      return [0x0C] + Self.word(handle.rawValue) + Self.word(offset)
    case .readBlobResponse(let part): return [0x0D] + bytes(part)
    case .readMultipleRequest(let handles): return [0x0E] + bytes(handles)
    case .readMultipleResponse(let values): return [0x0F] + bytes(values)
    case .readByGroupTypeRequest(let start, let end, let type):
      return [0x10] + Self.word(start.rawValue) + Self.word(end.rawValue) + type.encoded()
    case .readByGroupTypeResponse(let list): return [0x11, list.entryLength] + bytes(list.entries)
    case .readMultipleVariableRequest(let handles): return [0x20] + bytes(handles)
    case .readMultipleVariableResponse(let list): return [0x21] + bytes(list)
    case .writeRequest(let handle, let value): return [0x12] + Self.word(handle.rawValue) + bytes(value)
    case .writeResponse: return [0x13]
    case .writeCommand(let handle, let value): return [0x52] + Self.word(handle.rawValue) + bytes(value)
    case .signedWriteCommand(let handle, let value, let signature):
      return [0xD2] + Self.word(handle.rawValue) + bytes(value) + bytes(signature)
    case .prepareWriteRequest(let handle, let offset, let part):
      return [0x16] + Self.word(handle.rawValue) + Self.word(offset) + bytes(part)
    case .prepareWriteResponse(let handle, let offset, let part):
      return [0x17] + Self.word(handle.rawValue) + Self.word(offset) + bytes(part)
    case .executeWriteRequest(let flags): return [0x18, flags]
    case .executeWriteResponse: return [0x19]
    case .handleValueNotification(let handle, let value):
      return [0x1B] + Self.word(handle.rawValue) + bytes(value)
    case .handleValueIndication(let handle, let value):
      return [0x1D] + Self.word(handle.rawValue) + bytes(value)
    case .handleValueConfirmation: return [0x1E]
    case .multipleHandleValueNotification(let list): return [0x23] + bytes(list)
    case .undecoded: return nil
    }
  }

  private static func word(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
