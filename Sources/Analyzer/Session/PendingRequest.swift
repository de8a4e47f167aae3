import ATTParser

/// A read whose response is awaited, so that the response's bytes go to the right attribute.
struct PendingRead: BitwiseCopyable {
  /// The bearer, 0 for the fixed channel.
  var bearer: UInt16
  /// The direction the request went.
  var direction: Direction
  /// The request.
  var opcode: ATTOpcode
  /// The stream the response's bytes belong to.
  var stream: Int
}

/// The reads under way on one connection: one a bearer and direction.
struct PendingReads {
  /// Reads kept at most; a client has one under way on each bearer.
  private static let limit = 64
  private var reads: [PendingRead] = []

  /// Notes a read, replacing one that was never answered.
  mutating func add(_ read: PendingRead) {
    remove(bearer: read.bearer, direction: read.direction)
    if reads.count >= Self.limit { reads.removeFirst() }
    reads.append(read)
  }

  /// Takes the read that a response of `opcode` answers.
  mutating func take(bearer: UInt16, requestDirection: Direction, answer opcode: ATTOpcode) -> PendingRead? {
    guard
      let place = reads.firstIndex(where: {
        $0.bearer == bearer && $0.direction == requestDirection && $0.opcode.answer == opcode
      })
    else { return nil }
    return reads.remove(at: place)
  }

  /// Forgets the read under way, which was answered with an error or never.
  mutating func remove(bearer: UInt16, direction: Direction) {
    reads.removeAll { $0.bearer == bearer && $0.direction == direction }
  }
}
