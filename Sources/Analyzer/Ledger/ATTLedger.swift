import ATTParser

/// The transactions under way on one connection: at most one request and one indication a bearer and side.
///
/// A side's requests and the other side's are independent of each other, as are the bearers
/// (Vol 3, Part F, 3.3.2).
struct ATTLedger {
  /// What an answer turned out to answer.
  enum Match {
    /// The transaction it ends.
    case ends(Transaction)
    /// A transaction is under way that calls for another answer.
    case wrong(Transaction)
    /// Nothing is under way; true when the last transaction ended with the same answer.
    case nothing(isDuplicate: Bool)
  }

  /// Transactions under way at most; more bearers than this are forged.
  private static let limit = 256

  private var pending: [Transaction] = []
  private var lastAnswer: (bearer: UInt16, direction: Direction, opcode: ATTOpcode)?

  /// Begins a transaction and returns the one it cuts short, if one was under way.
  mutating func begin(_ transaction: Transaction) -> Transaction? {
    let place = place(
      bearer: transaction.bearer, direction: transaction.direction,
      isIndication: transaction.request.kind == .indication)
    lastAnswer = nil
    if let place {
      var cut = pending[place]
      cut.outcome = .unanswered(.superseded)
      pending[place] = transaction
      return cut
    }
    if pending.count >= Self.limit { pending.removeFirst() }
    pending.append(transaction)
    return nil
  }

  /// Matches an answer that travels in `direction` with the transaction it ends.
  ///
  /// - Parameter error: what an Error Response says, nil for any other answer.
  mutating func end(
    _ frame: ATTFrame, _ direction: Direction, _ moment: Moment,
    error: (request: ATTOpcode, code: ATTErrorCode)?
  ) -> Match {
    let isIndication = frame.opcode.kind == .confirmation
    let place = place(
      bearer: frame.bearer, direction: direction.opposite, isIndication: isIndication)
    guard let place else {
      let isDuplicate =
        lastAnswer.map { $0 == (frame.bearer, direction, frame.opcode) } ?? false
      return .nothing(isDuplicate: isDuplicate)
    }
    var transaction = pending[place]
    let fits = error.map { $0.request == transaction.request } ?? (transaction.request.answer == frame.opcode)
    guard fits else { return .wrong(transaction) }
    pending.remove(at: place)
    lastAnswer = (frame.bearer, direction, frame.opcode)
    transaction.ended = moment
    transaction.answerBytes = frame.range.count
    transaction.outcome = error.map { .error($0.code) } ?? .answered
    return .ends(transaction)
  }

  /// Gives up all transactions under way.
  mutating func giveUp(_ why: Transaction.WhyUnanswered) -> [Transaction] {
    let abandoned = pending.map { transaction in
      var transaction = transaction
      transaction.outcome = .unanswered(why)
      return transaction
    }
    pending.removeAll()
    return abandoned
  }

  private func place(bearer: UInt16, direction: Direction, isIndication: Bool) -> Int? {
    pending.firstIndex {
      $0.bearer == bearer && $0.direction == direction && ($0.request.kind == .indication) == isIndication
    }
  }
}
