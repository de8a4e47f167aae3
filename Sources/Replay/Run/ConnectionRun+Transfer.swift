import ATTParser

// Updates that go on elsewhere than in the capture: where the device says that it is, or in smaller pieces.
extension ConnectionRun {
  /// Takes the value that a step waits for; of an update that goes its own way, acknowledgements before it are passed over.
  func arrival(
    for step: ReplayStep, at handle: AttributeHandle, until deadline: MonotonicTime
  ) throws(ReplayError) -> ATTClient.Arrival? {
    while let arrival = try client.arrival(
      of: handle, isIndication: step.kind == .indication, until: deadline)
    {
      guard var now = progress, step.attribute == .key(now.transfer.control),
        let count = now.transfer.count(in: arrival.value)
      else { return arrival }
      now.reported = max(now.reported, count)
      progress = now
      let wanted = now.transfer.count(in: step.value)
      if !now.isOwnWay || arrival.value == step.value || count >= wanted ?? .max { return arrival }
    }
    return nil
  }

  /// Why a value is not waited for, since the update goes its own way; nil when it is.
  func reasonNotToWait(_ place: Int) -> String? {
    guard let progress, progress.isOwnWay else { return nil }
    if progress.isAcknowledgement(place, connection.steps) {
      return "acknowledgements come elsewhere since the update goes its own way"
    }
    return progress.isAnswerToLeftOut(place, connection.steps) ? "it was not asked for" : nil
  }

  /// Goes on where the device says that it is, when that is not where the captured one was.
  func resumes(_ place: Int, _ arrival: ATTClient.Arrival) -> Bool {
    let step = connection.steps[place]
    guard var now = progress, !now.isOwnWay, step.attribute == .key(now.transfer.control),
      let was = now.transfer.count(in: step.value), let offset = now.transfer.count(in: arrival.value),
      was != offset, offset <= now.end, now.isResumption(place, connection.steps),
      now.transfer.hasObject(at: offset, by: arrival.value, resumedAt: was)
    else { return false }
    let first = now.ranges.values.map(\.lowerBound).min() ?? 0
    guard offset >= first || runner.plan.imageBytes(offset..<first) != nil else { return false }
    now.leave(at: offset)
    progress = now
    let text =
      "the device has \(offset) bytes of the image where the captured one had \(was): the update goes on there"
    runner.report.remarks.append("connection \(connection.id): \(text)")
    finish(step, at: place, .passed, note: text, latency: lastSent, arrival.time)
    return true
  }

  /// Sends what of a write the device lacks, or a write in pieces; false when the step is to be played as it is.
  func sendImage(_ step: ReplayStep) throws(ReplayError) -> Bool {
    guard let now = progress else { return false }
    if now.isDone(step, place, connection.steps) {
      progress?.leftOut.insert(place)
      wasSent = true
      finish(step, .notSent, note: "the device has these bytes already")
      return true
    }
    let isTooLong = step.value.count + 3 > client.attMTU && client.attMTU < recordedMTU
    let isCut = runner.policy.recuts && isTooLong && step.attribute == .key(now.transfer.data)
    guard let range = now.ranges[place] else {
      // What describes the image is a stream, too, and is not counted.
      guard isCut, let handle = map.target(of: .key(now.transfer.data)).handle else { return false }
      wasSent = true
      if try send(step.value[...], step, handle, isCounted: false) {
        finish(step, .passed, note: "cut into pieces of \(client.attMTU - 3) bytes")
      }
      return true
    }
    guard now.isOwnWay || isCut, let handle = map.target(of: .key(now.transfer.data)).handle else {
      return false
    }
    if !now.isOwnWay { progress?.leave(at: range.lowerBound) }
    wasSent = true
    hasTransferred = true
    let position = progress?.position ?? range.lowerBound
    guard range.upperBound > position else {
      finish(step, .notSent, note: "the device has these bytes already")
      return true
    }
    var bytes = step.value[...]
    if position < range.lowerBound {
      guard let gap = runner.plan.imageBytes(position..<range.lowerBound) else {
        finish(
          step, .notSent, note: "the capture does not have the image from \(position) to \(range.lowerBound)",
          isSurprise: true)
        return true
      }
      bytes = gap + bytes
    } else {
      bytes = bytes.dropFirst(position - range.lowerBound)
    }
    try waitForTime(of: step)
    if try send(bytes, step, handle, isCounted: true) {
      finish(step, .passed, note: "sent from offset \(position)")
    }
    return true
  }

  /// Sends bytes of an image in pieces; false when that went wrong, which has been noted.
  private func send(
    _ bytes: ArraySlice<UInt8>, _ step: ReplayStep, _ handle: AttributeHandle, isCounted: Bool
  ) throws(ReplayError) -> Bool {
    var rest = bytes
    let size = max(1, min(client.attMTU - 3, progress?.longest ?? 20))
    while !rest.isEmpty {
      if isCounted, try !makeRoom(step) { return false }
      guard client.ending == nil, !runner.policy.isInterrupted() else {
        if client.ending != nil { finishLost(step) }
        return false
      }
      let piece = Array(rest.prefix(size))
      lastSent = .now
      let deadline = lastSent.adding(milliseconds: runner.policy.answerTimeout)
      if step.kind == .write {
        let pdu = ATTPDU.writeRequest(attributeHandle: handle, attributeValue: .empty).encoded(
          carrying: piece)
        let answer = try client.request(pdu, until: deadline)
        let live = answer.map { ReplayAnswer($0.pdu, to: .writeRequest, in: map.liveLayout) }
        guard live == .accepted else {
          finish(step, .differs, runner.comparator.differences(step, recorded: .accepted, live: live))
          return false
        }
      } else {
        try client.send(
          ATTPDU.writeCommand(attributeHandle: handle, attributeValue: .empty).encoded(carrying: piece),
          until: deadline)
      }
      rest = rest.dropFirst(size)
      if isCounted { progress?.position += piece.count }
    }
    return true
  }

  /// Waits until no more bytes are under way than in the capture; false when the device does not acknowledge them.
  private func makeRoom(_ step: ReplayStep) throws(ReplayError) -> Bool {
    guard let now = progress, now.window > 0 else { return true }
    guard let handle = map.target(of: .key(now.transfer.control)).handle else { return true }
    while let now = progress, now.position - now.reported >= now.window {
      let deadline = MonotonicTime.now.adding(milliseconds: runner.policy.valueTimeout)
      let arrival = try client.arrival(of: handle, isIndication: now.usesIndications, until: deadline)
      guard let arrival else {
        if client.ending != nil {
          finishLost(step)
        } else if !runner.policy.isInterrupted() {
          finish(
            step, .timedOut,
            [
              ReplayDifference(
                "value", recorded: "an acknowledgement every \(now.window) bytes", live: "none came")
            ])
        }
        return false
      }
      guard let count = now.transfer.count(in: arrival.value) else {
        finish(
          step, .differs,
          [ReplayDifference("value", recorded: "an acknowledgement", live: Comparator.hex(arrival.value))])
        return false
      }
      progress?.reported = max(now.reported, count)
    }
    return true
  }
}
