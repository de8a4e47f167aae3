import ATTParser
import Analyzer

/// `bleshark follow FILE ATTRIBUTE`: one attribute as a stream.
struct FollowCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Prints the attribute's values and subscriptions as they are read.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let (path, subject) = try invocation.captureAndSubject()
    let selector = try AttributeSelector(subject)
    let style = try TextStyle(invocation)
    let settings = try CaptureSettings(invocation)
    var printer = try FollowPrinter(style, invocation)
    var reader = try CaptureInput.open(path, keys: settings.keys)
    var builder = SessionBuilder(known: settings.known, keepsTransactions: true)
    var frame = DecodedFrame()
    printer.printHeader(&output)
    while !output.isClosed, reader.next(into: &frame) {
      printer.start = printer.start ?? frame.record.timestamp
      let number = builder.add(&frame, &reader)
      let ended = builder.takeTransactions()
      guard case .att(let att) = frame.payload, settings.connection == nil || settings.connection == number
      else { continue }
      for value in Self.values(in: att, answering: ended, frame, reader) {
        let meaning = builder.meaning(of: value.handle, in: frame)
        if selector.matches(value.handle, meaning) {
          try printer.add(value, meaning, number, frame, &output)
        } else if let governed = Self.governed(by: value, meaning),
          selector.matches(governed, builder.meaning(of: governed, in: frame))
        {
          try printer.addConfiguration(value, governed, number, frame, &output)
        }
      }
    }
    printer.printEnd(&output)
    if let problem = CaptureInput.problem(reader, path) { throw problem }
    if !output.isClosed { try settings.checkConnection(among: builder.connectionCount, of: path) }
    guard printer.count > 0 else {
      throw InputError(
        CaptureInput.name(path), "no value of '\(subject)'",
        advice:
          "'bleshark gatt' lists the attributes; --gatt FILE names them when discovery is not in the capture")
    }
    return .clean
  }

  /// The value that a write to a CCCD governs, nil for anything else.
  private static func governed(
    by value: FollowedValue, _ meaning: GATTTable.Meaning?
  ) -> AttributeHandle? {
    guard value.kind == "write_request" || value.kind == "write_command", value.bytes.count == 2,
      case .descriptor(let attribute, let owner) = meaning,
      attribute.uuid == .clientCharacteristicConfiguration
    else { return nil }
    // Of a descriptor that only the traffic tells of, the value lies before it.
    let before = AttributeHandle(rawValue: attribute.handle.rawValue &- 1)
    return owner?.value ?? (attribute.isInferred ? before : nil)
  }

  /// The values that a PDU carries, each with its attribute.
  private static func values(
    in att: ATTFrame, answering ended: [Transaction], _ frame: DecodedFrame, _ reader: borrowing CaptureReader
  ) -> [FollowedValue] {
    let missing = Int(att.missingBytes)
    switch att.pdu {
    case .readResponse(let range), .readBlobResponse(let range):
      guard let read = ended.first(where: { $0.ended?.frame == frame.record.number }),
        let handle = read.attributeHandle
      else { return [] }
      let kind = att.opcode == ATTOpcode(rawValue: 0x0B) ? "read" : "read_blob"
      return [FollowedValue(handle, kind, Int(read.valueOffset ?? 0), reader.copyBytes(of: range), missing)]
    case .prepareWriteRequest(let handle, let offset, let range):
      return [FollowedValue(handle, "long_write", Int(offset), reader.copyBytes(of: range), missing)]
    case .multipleHandleValueNotification(var list):
      var values: [FollowedValue] = []
      while let tuple = reader.takeTuple(&list) {
        values.append(
          FollowedValue(
            tuple.handle, "multiple_notification", 0, reader.copyBytes(of: tuple.value), tuple.missingBytes))
      }
      return values
    default:
      let kind: String
      switch att.opcode {
      case .handleValueNotification: kind = "notification"
      case .handleValueIndication: kind = "indication"
      case .writeRequest: kind = "write_request"
      case .writeCommand: kind = "write_command"
      case ATTOpcode(rawValue: 0xD2): kind = "signed_write"
      default: return []
      }
      guard let handle = att.pdu.attributeHandle, let range = att.pdu.attributeValue else { return [] }
      return [FollowedValue(handle, kind, 0, reader.copyBytes(of: range), missing)]
    }
  }
}

/// A value of an attribute as a PDU carries it.
struct FollowedValue {
  /// The attribute.
  let handle: AttributeHandle
  /// How it travels, as the analysis document names it.
  let kind: String
  /// Where in a long value it lies, in bytes.
  let offset: Int
  /// The value.
  let bytes: [UInt8]
  /// Bytes that the capture did not keep.
  let missing: Int

  init(_ handle: AttributeHandle, _ kind: String, _ offset: Int, _ bytes: [UInt8], _ missing: Int) {
    self.handle = handle
    self.kind = kind
    self.offset = offset
    self.bytes = bytes
    self.missing = max(0, missing)
  }
}
