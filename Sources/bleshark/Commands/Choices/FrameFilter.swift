import ATTParser

/// Which frames `packets` shows: those that pass every condition given.
struct FrameFilter {
  private let connection: Int?
  private let layers: Set<LayerName>
  private let opcodes: Set<ATTOpcode>
  private let attributeHandle: AttributeHandle?
  private let frames: ClosedRange<Int>?
  private let since: Int64?
  private let until: Int64?

  /// Reads the conditions from a command line.
  ///
  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    connection = try CaptureSettings.connection(invocation)
    layers = Set(invocation.allValues(.layer).compactMap(LayerName.init))
    opcodes = Set(try invocation.allValues(.opcode).map(Self.opcode))
    attributeHandle = try invocation.value(.attributeHandle).map { text in
      guard let value = Self.integer(text), let handle = UInt16(exactly: value) else {
        throw UsageError("--handle is an attribute handle such as 0x002a or 42, not '\(text)'")
      }
      return AttributeHandle(rawValue: handle)
    }
    frames = try invocation.value(.frames).map(Self.range)
    since = try invocation.value(.since).map { try Self.nanoseconds($0, "--since") }
    until = try invocation.value(.until).map { try Self.nanoseconds($0, "--until") }
  }

  /// The last frame that can pass, nil when any can.
  var lastFrame: Int? { frames?.upperBound }

  /// True when a frame passes.
  ///
  /// - Parameters:
  ///   - connection: number of the frame's connection instance, 0 for none.
  ///   - elapsed: nanoseconds since the first frame.
  func accepts(
    _ frame: DecodedFrame, connection: Int, elapsed: Int64, _ reader: borrowing CaptureReader
  ) -> Bool {
    if let wanted = self.connection, wanted != connection { return false }
    if let frames, !frames.contains(frame.record.number) { return false }
    if let since, elapsed < since { return false }
    if let until, elapsed > until { return false }
    if !layers.isEmpty, !layers.contains(LayerName(frame)) { return false }
    guard !opcodes.isEmpty || attributeHandle != nil else { return true }
    guard case .att(let att) = frame.payload else { return false }
    if !opcodes.isEmpty, !opcodes.contains(att.opcode) { return false }
    guard let attributeHandle else { return true }
    return Self.handles(in: att.pdu, reader).contains(attributeHandle)
  }

  /// The attribute handles that a PDU carries; ranges of handles, as discovery asks for, carry none.
  private static func handles(in pdu: ATTPDU, _ reader: borrowing CaptureReader) -> [AttributeHandle] {
    switch pdu {
    case .findInformationResponse(_, let list), .readByTypeResponse(let list),
      .findByTypeValueResponse(let list), .readByGroupTypeResponse(let list):
      return (0..<list.count).compactMap { reader.entry($0, of: list)?.handle }
    case .readMultipleRequest(let list), .readMultipleVariableRequest(let list):
      return reader.handles(of: list)
    case .multipleHandleValueNotification(var list):
      var handles: [AttributeHandle] = []
      while let tuple = reader.takeTuple(&list) { handles.append(tuple.handle) }
      return handles
    default:
      return pdu.attributeHandle.map { [$0] } ?? []
    }
  }

  private static func opcode(_ text: String) throws -> ATTOpcode {
    if let value = integer(text), let opcode = UInt8(exactly: value) { return ATTOpcode(rawValue: opcode) }
    let wanted = text.uppercased().replacing("-", with: "_")
    let known = (0..<ATTOpcode.indexCount).compactMap(ATTOpcode.init(index:)).filter { $0.kind != .unknown }
    if let match = known.first(where: { $0.name == wanted || $0.name == "ATT_\(wanted)" }) { return match }
    throw UsageError("--opcode is a number such as 0x52 or a name such as write_cmd, not '\(text)'")
  }

  private static func integer(_ text: String) -> Int? {
    text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  private static func range(_ text: String) throws -> ClosedRange<Int> {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = ends.first.flatMap { $0.isEmpty ? 1 : Int($0) }
    let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : Int(ends[1])
    guard let first, let last, first > 0, first <= last else {
      throw UsageError("--frames is A-B, A-, -B or A with A at most B, not '\(text)'")
    }
    return first...last
  }

  private static func nanoseconds(_ text: String, _ option: String) throws -> Int64 {
    guard let seconds = Double(text), seconds.magnitude < 9e9 else {
      throw UsageError("\(option) is a number of seconds since the first frame, not '\(text)'")
    }
    return Int64((seconds * 1e9).rounded())
  }
}
