import ATTParser

/// The transactions under way on one connection: at most one request and one indication a bearer and side.
///
/// A side's requests and the other side's are independent of each other, as are the bearers
/// (Vol 3, Part F, 3.3.2).
struct ATTLedger {
  /// What an answer turned out to answer; a place counts until the ledger changes.
  enum Match: BitwiseCopyable {
    /// The transaction at a place, which it ends.
    case ends(Int)
    /// The transaction at a place, which is under way and calls for another answer.
    case wrong(Int)
    /// Nothing is under way; true when the last transaction ended with the same answer.
    case nothing(isDuplicate: Bool)
  }

  /// Transactions under way at most; more bearers than this are forged.
  private static let limit = 256

  // A place whose transaction has ended is used again: mostly there is one, which begins and ends all the time.
  private var places: [Transaction] = []
  private var count = 0
  /// The answer after which nothing else began, if it ended a transaction.
  private(set) var lastAnswer:
    (bearer: UInt16, direction: Direction, opcode: ATTOpcode, request: Int, frame: Int)?
  /// The frame in which the last transaction ended, 0 while none has.
  private(set) var lastEnded = 0
  /// Which kinds of transactions have ended so far, a bit for each direction and kind.
  private var endedKinds: UInt8 = 0
  /// Transactions that others cut short, whose answers may still come.
  private var owed: [Transaction] = []

  // What only looks is `mutating`, and what is looked at is `inout`, too: both would be copied for each call.

  /// The place of the transaction that a new one cuts short, nil when none is.
  mutating func place(cutShortBy transaction: inout Transaction) -> Int? {
    place(
      bearer: transaction.bearer, direction: transaction.direction,
      isIndication: Self.isIndication(transaction.request))
  }

  /// Begins a transaction; none is under way that it cuts short.
  mutating func begin(_ transaction: inout Transaction) {
    lastAnswer = nil
    if count >= Self.limit { remove(at: 0) }
    if count < places.count {
      Self.put(&transaction, at: &places[count])
    } else {
      places.append(transaction)
    }
    count &+= 1
  }

  /// Copies a transaction once: assigned, it is copied twice, for the list may be another one's, too.
  @inline(never)
  private static func put(_ transaction: inout Transaction, at place: inout Transaction) {
    place = transaction
  }

  /// The transaction under way at a place.
  mutating func pending(at place: Int) -> Transaction { places[place] }

  @inline(__always)
  private mutating func remove(at place: Int) {
    count &-= 1
    // Mostly it is the last one.
    if place == count { return }
    for later in place..<count { places[later] = places[later &+ 1] }
  }

  /// Takes out the transaction at a place that another one cuts short.
  mutating func cut(_ place: Int) -> Transaction {
    var transaction = places[place]
    remove(at: place)
    transaction.outcome = .unanswered(.superseded)
    if owed.count >= Self.limit { owed.removeFirst() }
    owed.append(transaction)
    return transaction
  }

  /// True for an answer to a transaction that another one cut short less than 30 s before; it comes once.
  ///
  /// - Parameter request: the request that an Error Response names, nil for any other answer.
  mutating func takeOwed(
    _ opcode: ATTOpcode, bearer: UInt16, _ direction: Direction, error request: ATTOpcode?, _ moment: Moment
  ) -> Bool {
    if owed.isEmpty { return false }
    owed.removeAll { moment.time.nanoseconds(since: $0.began.time) > Transaction.timeout }
    let place = owed.firstIndex { transaction in
      transaction.bearer == bearer && transaction.direction == direction.opposite
        && Self.answers(opcode, transaction.request, error: request)
    }
    if let place { owed.remove(at: place) }
    return place != nil
  }

  /// True when a transaction of the kind that an answer ends has ended before.
  ///
  /// Before that, an answer may be to a request from before the capture.
  mutating func hasEnded(_ opcode: ATTOpcode, _ direction: Direction) -> Bool {
    endedKinds & Self.kind(direction.opposite, isIndication: opcode.rawValue == 0x1E) != 0
  }

  /// Matches an answer that travels in `direction` with the transaction it ends.
  ///
  /// - Parameter request: the request that an Error Response names, nil for any other answer.
  mutating func match(
    _ opcode: ATTOpcode, bearer: UInt16, _ direction: Direction, error request: ATTOpcode?
  ) -> Match {
    // 0x1E is the confirmation.
    let place = place(bearer: bearer, direction: direction.opposite, isIndication: opcode.rawValue == 0x1E)
    guard let place else {
      let isDuplicate =
        lastAnswer.map {
          $0.bearer == bearer && $0.direction == direction && $0.opcode == opcode && opcode.rawValue != 0x1E
        } ?? false
      return .nothing(isDuplicate: isDuplicate)
    }
    return Self.answers(opcode, places[place].request, error: request) ? .ends(place) : .wrong(place)
  }

  /// Takes out the transaction at a place, which an answer of `bytes` bytes ends.
  mutating func end(
    _ place: Int, with opcode: ATTOpcode, bytes: Int, _ moment: Moment, _ outcome: Transaction.Outcome
  ) -> Transaction {
    var transaction = places[place]
    remove(at: place)
    lastAnswer = (
      transaction.bearer, transaction.direction.opposite, opcode, transaction.began.frame, moment.frame
    )
    lastEnded = moment.frame
    endedKinds |= Self.kind(transaction.direction, isIndication: Self.isIndication(transaction.request))
    transaction.ended = moment
    transaction.answerBytes = bytes
    transaction.outcome = outcome
    return transaction
  }

  /// Forgets everything, but keeps the memory.
  mutating func clear() {
    count = 0
    lastAnswer = nil
    lastEnded = 0
    endedKinds = 0
    if !owed.isEmpty { owed = [] }
  }

  /// Gives up all transactions under way.
  mutating func giveUp(_ why: Transaction.WhyUnanswered) -> [Transaction] {
    if count == 0 { return [] }
    let abandoned = places.prefix(count).map { transaction in
      var transaction = transaction
      transaction.outcome = .unanswered(why)
      return transaction
    }
    count = 0
    return abandoned
  }

  private mutating func place(bearer: UInt16, direction: Direction, isIndication: Bool) -> Int? {
    // By places: transactions are large to copy.
    for place in 0..<count
    where places[place].bearer == bearer && places[place].direction == direction
      && Self.isIndication(places[place].request) == isIndication
    {
      return place
    }
    return nil
  }

  /// True for an answer of the kind that a request calls for.
  private static func answers(_ opcode: ATTOpcode, _ asked: ATTOpcode, error request: ATTOpcode?) -> Bool {
    // Every answer but the Error Response is the opcode after that of its request.
    request.map { $0 == asked } ?? (asked.rawValue &+ 1 == opcode.rawValue)
  }

  private static func kind(_ direction: Direction, isIndication: Bool) -> UInt8 {
    1 &<< (direction.rawValue &<< 1 | (isIndication ? 1 : 0))
  }

  // The opcode itself, because asking for its kind is a call into another module.
  private static func isIndication(_ opcode: ATTOpcode) -> Bool { opcode.rawValue == 0x1D }
}
