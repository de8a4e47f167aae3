/// An ATT PDU that is not part of a capture: its bytes and what they say.
///
/// For PDUs of a live device; ranges within ``frame`` are places in ``bytes``.
public struct ATTMessage: Hashable, Sendable {
  /// The PDU, the opcode first.
  public let bytes: [UInt8]
  /// What it says.
  public let frame: ATTFrame

  /// Decodes one PDU.
  ///
  /// - Parameter missing: bytes at its end that are not there; the value is then cut, not wrong.
  /// - Throws: ``DecodeError`` when it is empty, its opcode is not defined, or its fields do not fit.
  public init(_ bytes: [UInt8], missing: Int = 0) throws(DecodeError) {
    var frame = DecodedFrame()
    // Unsafe: an array of bytes is bytes; the span lives for the call.
    unsafe ATTFrame.decode(
      bytes.span.bytes, origin: 0, store: .capture, bearer: 0, missing: missing, into: &frame)
    if let problem = frame.problem { throw problem }
    self.bytes = bytes
    self.frame = frame.att
  }

  /// The opcode.
  public var opcode: ATTOpcode { frame.opcode }
  /// What follows it.
  public var pdu: ATTPDU { frame.pdu }

  /// The bytes of a range of this PDU.
  public func bytes(of range: ByteRange) -> [UInt8] {
    guard range.offset >= 0, range.offset <= bytes.count, range.count <= bytes.count - range.offset else {
      return []
    }
    return Array(bytes[range.offset..<(range.offset + range.count)])
  }

  /// The attribute value, or part of one, that the PDU carries; nil for PDUs without one.
  public var attributeValue: [UInt8]? { pdu.attributeValue.map(bytes(of:)) }

  /// The entries of a list of this PDU.
  public func entries(of list: EntryList) -> [AttributeEntry] {
    let bytes = bytes(of: list.entries)
    // Unsafe: an array of bytes is bytes; the span lives as long as the array.
    return (0..<list.count).compactMap { unsafe AttributeEntry($0, of: list, in: bytes.span.bytes) }
  }

  /// The characteristic declarations of a list of this PDU.
  public func characteristics(of list: EntryList) -> [CharacteristicDeclaration] {
    let bytes = bytes(of: list.entries)
    // Unsafe: an array of bytes is bytes; the span lives as long as the array.
    return (0..<list.count).compactMap {
      unsafe CharacteristicDeclaration($0, of: list, in: bytes.span.bytes)
    }
  }

  /// The include declarations of a list of this PDU.
  public func includes(of list: EntryList) -> [IncludeDeclaration] {
    let bytes = bytes(of: list.entries)
    // Unsafe: an array of bytes is bytes; the span lives as long as the array.
    return (0..<list.count).compactMap { unsafe IncludeDeclaration($0, of: list, in: bytes.span.bytes) }
  }

  /// The handles of a list of handles of this PDU.
  public func handles(of list: ByteRange) -> [AttributeHandle] {
    let all = bytes(of: list)
    return stride(from: 0, through: all.count - 2, by: 2).map { Self.handle(all, $0) }
  }

  /// The values of a Multiple Handle Value Notification, those that are whole.
  public func values(of list: ByteRange) -> [(handle: AttributeHandle, value: [UInt8])] {
    var rest = list
    var values: [(handle: AttributeHandle, value: [UInt8])] = []
    while let tuple = AttributeTuple(from: &rest, handle: u16(of: rest), length: u16(of: rest.dropFirst(2))),
      tuple.missingBytes == 0
    {
      values.append((tuple.handle, bytes(of: tuple.value)))
    }
    return values
  }

  /// The number that a range of this PDU begins with, nil when it has fewer than two bytes.
  private func u16(of range: ByteRange) -> UInt16? {
    let pair = bytes(of: range.prefix(2))
    return pair.count == 2 ? UInt16(pair[0]) | UInt16(pair[1]) << 8 : nil
  }

  /// The UUID of 2 or 16 bytes that fills a range of this PDU, nil for other lengths.
  public func uuid(of range: ByteRange) -> BluetoothUUID? {
    let bytes = bytes(of: range)
    // Unsafe: an array of bytes is bytes; the span lives as long as the array.
    var reader = unsafe ByteReader(bytes.span.bytes, origin: range.offset, store: .capture, layer: .att)
    return try? BluetoothUUID(&reader)
  }

  private static func handle(_ bytes: [UInt8], _ place: Int) -> AttributeHandle {
    AttributeHandle(rawValue: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
  }
}
