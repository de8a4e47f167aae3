/// Something that is concluded about transfers of every protocol alike, from what their link and its other
/// traffic show.
struct TransferRule {
  /// What it looks at: the transfer, its last part, and what is around it.
  typealias Look = @Sendable (Transfer, TransferPart, TransferContext) -> [TransferCause]

  /// What it finds.
  let look: Look

  /// The rules, in the order in which their findings explain an end: those that explain others go first.
  static let all: [TransferRule] = [
    bootloaderNotReached, requestUnanswered, lostLink, unfinished, chunkSkipped, answerMissing, wrongResume,
    clientPaused,
    notActivated, otherImage, oldVersion, clientLeft,
  ]
}
