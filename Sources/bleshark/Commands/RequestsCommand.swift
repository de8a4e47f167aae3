import ATTParser
import Analyzer

/// `bleshark requests FILE`: the ledger of ATT transactions.
struct RequestsCommand {
  private let invocation: Invocation
  private let slow: Int64?
  private let attribute: AttributeSelector?

  /// Reads which transactions are wanted.
  ///
  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    slow = try invocation.duration(.slow)
    attribute = try invocation.value(.attribute).map(AttributeSelector.init)
  }

  /// Prints transactions as they end, then the summary.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let path = try invocation.onlyOperand()
    let settings = try CaptureSettings(invocation)
    var reader = try CaptureInput.open(path, keys: settings.keys)
    var builder = SessionBuilder(known: settings.known, keepsTransactions: true)
    var printer = RequestsPrinter(style, invocation)
    var frame = DecodedFrame()
    while !output.isClosed, reader.next(into: &frame) {
      printer.start = printer.start ?? frame.record.timestamp
      builder.add(&frame, &reader)
      for transaction in builder.takeTransactions() {
        let meaning = transaction.attributeHandle.flatMap { builder.meaning(of: $0, for: transaction) }
        if accepts(transaction, meaning, settings.connection) {
          try printer.add(transaction, meaning, &output)
        }
      }
    }
    builder.endConnections()
    for transaction in builder.takeTransactions() {
      let meaning = transaction.attributeHandle.flatMap { builder.meaning(of: $0, for: transaction) }
      if accepts(transaction, meaning, settings.connection) { try printer.add(transaction, meaning, &output) }
    }
    if !output.isClosed, reader.refusal == nil {
      try settings.checkConnection(among: builder.connectionCount, of: path)
    }
    printer.printSummary(&output)
    if let problem = CaptureInput.problem(reader, path) { throw problem }
    return .clean
  }

  private func accepts(
    _ transaction: Transaction, _ meaning: GATTTable.Meaning?, _ connection: Int?
  ) -> Bool {
    if let connection, transaction.connection != connection { return false }
    // What was never answered is slower than anything.
    if let slow, let latency = transaction.latency, latency < slow { return false }
    if let attribute {
      guard let handle = transaction.attributeHandle,
        attribute.matches(handle, meaning)
      else { return false }
    }
    switch transaction.outcome {
    case .answered: return !invocation.has(.unanswered) && !invocation.has(.errors)
    case .error: return invocation.has(.errors) || !invocation.has(.unanswered)
    case .unanswered: return invocation.has(.unanswered) || !invocation.has(.errors)
    }
  }
}
