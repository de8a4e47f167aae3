import ATTParser

extension ReplayStep {
  /// What is written to a CCCD by a client that subscribes or unsubscribes, and nothing else.
  private static let subscriptions: [[UInt8]] = [[0, 0], [1, 0], [2, 0]]

  /// What a bearer has to be able to do to play the step; without it, another session would be played.
  var needs: BearerCapabilities {
    var needs: BearerCapabilities = []
    switch kind {
    case .prepareWrite, .executeWrite, .readBlob: needs.insert(.longValues)
    default: if change == .encryption { needs.insert(.encryption) }
    }
    if isSent, (attributes + [attribute].compactMap(\.self)).contains(where: \.isNowhere) {
      needs.insert(.rawHandles)
    }
    if isWrite, attribute?.key?.isConfiguration == true, !Self.subscriptions.contains(value) {
      needs.insert(.cccdValues)
    }
    return needs
  }
}
