public import ATTParser

/// What a server answers, with attributes by what they are, so that answers of devices with other handles compare.
public enum ReplayAnswer: Hashable, Sendable {
  /// The write, or the execution of writes, is done.
  case accepted
  /// A value, or a part of one; `missing` bytes of it are not in the capture.
  case value([UInt8], missing: Int)
  /// A part of a long write, echoed.
  case prepared(AttributeReference, offset: UInt16, [UInt8])
  /// Values with their attributes.
  case values([AttributeValue])
  /// Server Rx MTU.
  case mtu(UInt16)
  /// An Error Response; the attribute is nil where the request was about a range.
  case error(ATTErrorCode, AttributeReference?)
  /// A PDU that does not answer the request, or did not decode.
  case other([UInt8])

  /// An attribute and its value.
  public struct AttributeValue: Hashable, Sendable {
    /// The attribute.
    public var attribute: AttributeReference
    /// Its value.
    public var value: [UInt8]

    /// Makes the pair.
    public init(_ attribute: AttributeReference, _ value: [UInt8]) {
      self.attribute = attribute
      self.value = value
    }
  }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - pdu: the answer, the opcode first.
  ///   - request: the opcode of the request.
  ///   - missing: bytes at the end of `pdu` that the capture did not keep.
  ///   - layout: the attributes of the server that answers.
  public init(_ pdu: [UInt8], to request: ATTOpcode, missing: Int = 0, in layout: AttributeLayout) {
    guard let message = try? ATTMessage(pdu, missing: missing) else {
      self = .other(pdu)
      return
    }
    switch message.pdu {
    case .errorResponse(request, let handle, let code):
      let isAboutNone =
        request.looksInRange || request == .exchangeMTURequest || request == .executeWriteRequest
      self = .error(code, isAboutNone ? nil : layout.reference(handle))
    case .writeResponse where request == .writeRequest,
      .executeWriteResponse where request == .executeWriteRequest:
      self = .accepted
    case .readResponse(let value) where request == .readRequest,
      .readBlobResponse(let value) where request == .readBlobRequest,
      .readMultipleResponse(let value) where request == .readMultipleRequest,
      .readMultipleVariableResponse(let value) where request == .readMultipleVariableRequest:
      self = .value(message.bytes(of: value), missing: missing)
    case .prepareWriteResponse(let handle, let offset, let part) where request == .prepareWriteRequest:
      self = .prepared(layout.reference(handle), offset: offset, message.bytes(of: part))
    case .readByTypeResponse(let list) where request == .readByTypeRequest:
      self = .values(
        message.entries(of: list).map {
          AttributeValue(layout.reference($0.handle), message.bytes(of: $0.value))
        })
    case .exchangeMTUResponse(let mtu) where request == .exchangeMTURequest: self = .mtu(mtu)
    default: self = .other(pdu)
    }
  }
}
