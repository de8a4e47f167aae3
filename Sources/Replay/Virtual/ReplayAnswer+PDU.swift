import ATTParser

extension ReplayAnswer {
  /// The PDU by which a server gives this answer; nil when it cannot be made on its layout.
  ///
  /// - Parameters:
  ///   - request: the request that is answered, the opcode first.
  ///   - room: the most bytes that the PDU may have.
  func pdu(to request: ATTMessage, in layout: AttributeLayout, room: Int) -> [UInt8]? {
    let opcode = request.opcode.answer?.rawValue ?? 0
    switch self {
    case .accepted: return [opcode]
    case .value(let value, _): return Array(([opcode] + value).prefix(room))
    case .prepared(let reference, let offset, let part):
      guard let handle = Self.handle(reference, layout) else { return nil }
      return ATTPDU.prepareWriteResponse(
        attributeHandle: handle, valueOffset: offset, partAttributeValue: .empty
      ).encoded(carrying: part)
    case .values(let values):
      guard let first = values.first else { return nil }
      var list: [UInt8] = []
      for item in values where item.value.count == first.value.count {
        guard let handle = Self.handle(item.attribute, layout) else { return nil }
        if !list.isEmpty, list.count + item.value.count + 4 > room { break }
        list += handle.littleEndianBytes + item.value
      }
      let form = EntryList(entryLength: UInt8(clamping: first.value.count + 2))
      return ATTPDU.readByTypeResponse(attributeDataList: form).encoded(carrying: list)
    case .mtu(let mtu): return ATTPDU.exchangeMTUResponse(serverRxMTU: mtu).encoded()
    case .error(let code, let reference):
      let own = request.pdu.firstHandle ?? AttributeHandle(rawValue: 0)
      let handle = reference.map { Self.handle($0, layout) } ?? own
      return handle.map { Self.error(code, request.opcode, $0) }
    case .other(let bytes): return bytes
    }
  }

  /// An Error Response.
  static func error(_ code: ATTErrorCode, _ request: ATTOpcode, _ handle: AttributeHandle) -> [UInt8] {
    ATTPDU.errorResponse(
      requestOpcodeInError: request, attributeHandleInError: handle, errorCode: code
    ).encoded()
  }

  private static func handle(_ reference: AttributeReference, _ layout: AttributeLayout) -> AttributeHandle? {
    switch reference {
    case .handle(let handle): handle
    case .key(let key): layout.entry(key)?.handle
    }
  }
}
