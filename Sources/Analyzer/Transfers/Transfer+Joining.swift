import ATTParser

extension Transfer {
  /// Joins parts that are one transfer, and judges each.
  ///
  /// A part goes on with the last transfer to the same device that has not succeeded, if its protocol and size
  /// do not say otherwise; the jump into a bootloader belongs to what the bootloader does.
  static func joined(
    _ parts: [TransferPart], _ connections: [Connection], _ failures: [FailedConnection],
    _ advertising: Advertising, _ quality: CaptureQuality
  ) -> [Transfer] {
    var devices: [Int: Int] = [:]
    var next: [Int: Int] = [:]
    for (place, story) in DeviceStory.stories(of: connections).enumerated() {
      for chapter in story.chapters { devices[chapter.connection] = place }
      for (earlier, later) in zip(story.chapters, story.chapters.dropFirst()) {
        next[earlier.connection] = later.connection
      }
    }
    var transfers: [Transfer] = []
    // The last transfer of each device.
    var newest: [Int: Int] = [:]
    let context = TransferContext(
      connections: connections, failures: failures, advertising: advertising, quality: quality, next: next,
      later: Set(next.values), lastFailure: lastFailures(failures))
    for var part in parts.sorted(by: { $0.began.frame < $1.began.frame }) {
      part.acceptByRestart(context)
      let device = devices[part.connection] ?? -part.connection
      if let running = part.running {
        if let place = newest[device] { transfers[place].running = running }
        continue
      }
      if let place = newest[device], goesOn(part, transfers[place]) {
        transfers[place].parts.append(part)
        // What was said before it is no longer of interest.
        transfers[place].running = nil
      } else {
        newest[device] = transfers.count
        transfers.append(Transfer(id: transfers.count + 1, part))
      }
    }
    for place in transfers.indices {
      transfers[place].acceptWhatWasTaken()
      transfers[place].verdict = TransferVerdict.of(transfers[place], context)
    }
    return transfers
  }

  private static func lastFailures(_ failures: [FailedConnection]) -> [DeviceAddress: Int] {
    var places: [DeviceAddress: Int] = [:]
    for place in failures.indices {
      if let peer = failures[place].peer { places[peer] = place }
    }
    return places
  }

  /// A part that resumes may not know the size that an earlier one announced.
  private mutating func acceptWhatWasTaken() {
    guard let declared = declaredBytes, let last = parts.indices.last, parts[last].accepted == nil,
      let taken = parts[last].taken, taken.bytes >= declared
    else { return }
    parts[last].accepted = taken.moment
    parts[last].restart = taken.moment
    parts[last].awaited = nil
  }

  private static func goesOn(_ part: TransferPart, _ transfer: Transfer) -> Bool {
    guard let last = transfer.parts.last, last.accepted == nil else { return false }
    if last.isJump { return true }
    guard !part.isJump, part.format == last.format, part.imageIndex == last.imageIndex else { return false }
    guard let wanted = part.declaredBytes, let before = transfer.declaredBytes else { return true }
    return wanted == before
  }
}

extension TransferPart {
  /// A device that says nothing accepts the image by restarting: it ends the connection, or is gone from it.
  fileprivate mutating func acceptByRestart(_ context: TransferContext) {
    guard accepted == nil, let since = acceptsByRestart, let end = context.ending(of: self),
      end.by != .client, end.moment.frame > since.frame
    else { return }
    accepted = end.moment
    restart = since
    awaited = nil
  }
}

/// What a transfer is judged by beside its own messages.
struct TransferContext {
  /// The connections, in order; number N is at N − 1.
  let connections: [Connection]
  /// Connection attempts that failed.
  let failures: [FailedConnection]
  /// Who advertised.
  let advertising: Advertising
  /// What the capture lacks.
  let quality: CaptureQuality
  /// The number of the next connection to the same device, by a connection's number.
  let next: [Int: Int]
  /// Connections that follow another one to the same device.
  let later: Set<Int>
  /// Where in `failures` the last attempt to connect to a device is.
  let lastFailure: [DeviceAddress: Int]

  /// The connection of a part.
  func connection(_ part: TransferPart) -> Connection? {
    let place = part.connection - 1
    return connections.indices.contains(place) ? connections[place] : nil
  }

  /// True when an earlier connection of the capture was to the same device as a part.
  func hasEarlierConnection(than part: TransferPart) -> Bool { later.contains(part.connection) }

  /// How the connection of a part ended, as client and device see it; nil when it outlives the capture.
  func ending(of part: TransferPart) -> TransferEnding? {
    connection(part)?.closed.map { TransferEnding($0, isDevicePeer: part.isDevicePeer) }
  }

  /// True for a part whose connection is up when the capture ends, or was until its client ended it.
  func isUpToClient(_ part: TransferPart) -> Bool {
    ending(of: part).map { $0.by == .client } ?? true
  }

  /// The next connection to the same device after a part, nil when there is none.
  func nextConnection(after part: TransferPart) -> Connection? {
    next[part.connection].map { connections[$0 - 1] }
  }
}
