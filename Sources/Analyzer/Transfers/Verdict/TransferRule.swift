/// Something that is concluded about transfers of every protocol alike, from what their link and its other
/// traffic show.
struct TransferRule {
  /// What it looks at: the transfer, its last part, and what is around it.
  typealias Look = @Sendable (Transfer, TransferPart, TransferContext) -> [TransferCause]

  /// What it finds.
  let look: Look

  /// The rules, in the order in which their findings explain an end: those that explain others go first.
  static let all: [TransferRule] = [
    bootloaderNotReached, bootloaderNotStarted, notBegun, staleAttributes, refusedAtTheEnd, noProgress,
    wrongWriteKind,
    packetsBeyond20, requestUnanswered, samePlace, lostLink, counterOverflow, staleState, wrongResume,
    unfinished, chunkSkipped, answerMissing, clientPaused, notActivated, otherImage, oldVersion, notSeenAgain,
    smallChunks, clientLeft,
  ]
}
