import TestSupport

@testable import ATTParser

// Values written as one line each, so that tables of vectors can state a whole value.

/// A decode error: layer, field, offset from `base` and count of the bytes looked at, reason; `-` for none.
func text(of error: DecodeError?, base: Int = 0) -> String {
  guard let error else { return "-" }
  let store = error.range.store == .capture ? "" : "\(error.range.store):"
  let offset = error.range.store == .capture ? error.range.offset - base : error.range.offset
  return "\(error.layer).\(error.field) \(store)\(offset)+\(error.range.count) \(error.reason)"
}

/// Four hex digits.
func hex(_ value: UInt16) -> String { value.bytes(.big).hex }

/// Two hex digits.
func hex(_ value: UInt8) -> String { [value].hex }

/// An ATT PDU's fields, each as `name=value`; values and lists as hex, entries apart.
func text(of pdu: ATTPDU, _ bytes: (ByteRange) -> [UInt8]) -> String {
  switch pdu {
  case .errorResponse(let request, let handle, let code):
    return "request=\(hex(request.rawValue)) handle=\(hex(handle.rawValue)) error=\(hex(code.rawValue))"
  case .exchangeMTURequest(let mtu): return "clientRxMTU=\(mtu)"
  case .exchangeMTUResponse(let mtu): return "serverRxMTU=\(mtu)"
  case .findInformationRequest(let start, let end): return range(start, end)
  case .findInformationResponse(let format, let list): return "format=\(format) " + entries(list, bytes)
  case .findByTypeValueRequest(let start, let end, let type, let value):
    return range(start, end) + " type=\(hex(type)) value=\(bytes(value).hex)"
  case .findByTypeValueResponse(let list), .readByTypeResponse(let list), .readByGroupTypeResponse(let list):
    return entries(list, bytes)
  case .readByTypeRequest(let start, let end, let type),
    .readByGroupTypeRequest(let start, let end, let type):
    return range(start, end) + " type=\(type)"
  case .readRequest(let handle): return "handle=\(hex(handle.rawValue))"
  case .readBlobRequest(let handle, let offset): return "handle=\(hex(handle.rawValue)) offset=\(offset)"
  case .readResponse(let value), .readBlobResponse(let value), .readMultipleResponse(let value):
    return "value=\(bytes(value).hex)"
  case .readMultipleRequest(let handles), .readMultipleVariableRequest(let handles):
    return "handles=\(bytes(handles).hex)"
  case .readMultipleVariableResponse(let list), .multipleHandleValueNotification(let list):
    return "tuples=\(bytes(list).hex)"
  case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
    .handleValueNotification(let handle, let value), .handleValueIndication(let handle, let value):
    return "handle=\(hex(handle.rawValue)) value=\(bytes(value).hex)"
  case .signedWriteCommand(let handle, let value, let signature):
    return "handle=\(hex(handle.rawValue)) value=\(bytes(value).hex) signature=\(bytes(signature).hex)"
  case .prepareWriteRequest(let handle, let offset, let part),
    .prepareWriteResponse(let handle, let offset, let part):
    return "handle=\(hex(handle.rawValue)) offset=\(offset) part=\(bytes(part).hex)"
  case .executeWriteRequest(let flags): return "flags=\(flags)"
  case .writeResponse, .executeWriteResponse, .handleValueConfirmation: return "nothing"
  case .undecoded(let parameters): return "undecoded=\(bytes(parameters).hex)"
  }
}

private func range(_ start: AttributeHandle, _ end: AttributeHandle) -> String {
  "start=\(hex(start.rawValue)) end=\(hex(end.rawValue))"
}

private func entries(_ list: EntryList, _ bytes: (ByteRange) -> [UInt8]) -> String {
  let all = bytes(list.entries)
  let length = Int(list.entryLength)
  let single = stride(from: 0, to: all.count, by: length).map { Array(all[$0..<($0 + length)]).hex }
  return "length=\(length) entries=\(single.joined(separator: ","))"
}
