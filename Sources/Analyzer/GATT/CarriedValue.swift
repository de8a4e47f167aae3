public import ATTParser

/// An attribute's value, or a part of one, as a PDU carries it.
public struct CarriedValue: Hashable, Sendable {
  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// How it travels.
  public let kind: ValueStream.Kind
  /// Where in a long value it lies, in bytes.
  public let offset: Int
  /// The bytes, readable while the frame is the current one.
  public let range: ByteRange
  /// Bytes of it that the capture does not hold.
  public let missingBytes: Int

  /// The values that the current frame's PDU carries.
  ///
  /// - Parameter ended: the transactions that the frame ends: of a value that is read, the request names the
  ///   attribute.
  public static func all(
    in att: ATTFrame, answering ended: [Transaction], _ reader: borrowing CaptureReader
  ) -> [CarriedValue] {
    func one(_ handle: AttributeHandle?, _ kind: ValueStream.Kind, _ offset: Int, _ range: ByteRange)
      -> [CarriedValue]
    {
      guard let handle else { return [] }
      return [
        CarriedValue(
          attributeHandle: handle, kind: kind, offset: offset, range: range,
          missingBytes: Int(att.missingBytes))
      ]
    }
    switch att.pdu {
    case .readResponse(let range): return one(ended.first?.attributeHandle, .read, 0, range)
    case .readBlobResponse(let range):
      return one(ended.first?.attributeHandle, .readBlob, Int(ended.first?.valueOffset ?? 0), range)
    case .prepareWriteRequest(let handle, let offset, let range):
      return one(handle, .longWrite, Int(offset), range)
    case .handleValueNotification(let handle, let range): return one(handle, .notification, 0, range)
    case .handleValueIndication(let handle, let range): return one(handle, .indication, 0, range)
    case .writeRequest(let handle, let range): return one(handle, .writeRequest, 0, range)
    case .writeCommand(let handle, let range): return one(handle, .writeCommand, 0, range)
    case .signedWriteCommand(let handle, let range, _): return one(handle, .signedWrite, 0, range)
    case .multipleHandleValueNotification(var list):
      var values: [CarriedValue] = []
      while let tuple = reader.takeTuple(&list) {
        values.append(
          CarriedValue(
            attributeHandle: tuple.handle, kind: .multipleNotification, offset: 0, range: tuple.value,
            missingBytes: tuple.missingBytes))
      }
      return values
    default: return []
    }
  }
}
