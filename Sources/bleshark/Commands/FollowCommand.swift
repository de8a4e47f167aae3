import ATTParser
import Analyzer

/// `bleshark follow FILE ATTRIBUTE`: one attribute as a stream.
struct FollowCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
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
      let answered = ended.filter { $0.ended?.frame == frame.record.number }
      for value in CarriedValue.all(in: att, answering: answered, reader) {
        let handle = value.attributeHandle
        let meaning = builder.meaning(of: handle, in: frame)
        if selector.matches(handle, meaning) {
          try printer.add(value, reader.copyBytes(of: value.range), meaning, number, frame, &output)
        } else if let governed = Self.governed(by: value, meaning),
          selector.matches(governed, builder.meaning(of: governed, in: frame))
        {
          try printer.addConfiguration(
            handle, reader.copyBytes(of: value.range), governed, number, frame, &output)
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
    by value: CarriedValue, _ meaning: GATTTable.Meaning?
  ) -> AttributeHandle? {
    guard value.kind == .writeRequest || value.kind == .writeCommand, value.range.count == 2,
      case .descriptor(let attribute, let owner) = meaning,
      attribute.uuid == .clientCharacteristicConfiguration
    else { return nil }
    // Of a descriptor that only the traffic tells of, the value lies before it.
    let before = AttributeHandle(rawValue: attribute.handle.rawValue &- 1)
    return owner?.value ?? (attribute.isInferred ? before : nil)
  }
}
