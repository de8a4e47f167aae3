import ATTParser

extension TraceComparison {
  /// Compares transfers of images: protocol, outcome, chunks, size, image and rate.
  mutating func compareTransfers() {
    let alignment = SequenceAlignment(baseline.transfers.count, trace.transfers.count) { left, right in
      let (golden, new) = (baseline.transfers[left], trace.transfers[right])
      if golden.format != new.transfer.format { return .none }
      return golden.sha256 == new.sha256 ? .equal : .alike
    }
    for pair in alignment.pairs {
      let golden = pair.left.map { baseline.transfers[$0] }
      let new = pair.right.map { trace.transfers[$0] }
      switch (golden, new) {
      case (let golden?, let new?): compare(golden, new)
      case (let golden?, nil):
        if golden.isOptional { break }
        note(
          .transferMissing, "the transfer by \(golden.format) is missing", nil, golden: golden.frames, at: 0,
          about: golden.format)
      case (nil, let new?):
        note(
          .transferAdded, "a transfer by \(new.transfer.format) is not in the good run", side(of: new),
          new: new.frames, at: seconds(new), about: new.transfer.format)
      case (nil, nil): break
      }
    }
  }

  private mutating func compare(_ golden: TraceBaseline.Transfer, _ new: TransferTrace) {
    let side = side(of: new)
    let subject = new.attribute ?? golden.format
    func frames(_ list: [Int]) -> [Int?] { list }
    let outcome = new.transfer.verdict.outcome.rawValue
    if !golden.outcomes.contains(outcome) {
      let cause = new.transfer.verdict.cause.map { ": \($0.text)" } ?? ""
      note(
        .transferOutcome,
        "the transfer by \(golden.format) ends with '\(outcome)' instead of '\(golden.outcomes.joined(separator: "' or '"))'\(cause)",
        side, golden: frames(golden.frames), new: frames(new.frames), at: seconds(new), about: subject)
    }
    if let chunk = golden.chunk, new.chunk > 0, !chunk.contains(new.chunk) {
      let was =
        chunk.lowerBound == chunk.upperBound
        ? "\(chunk.lowerBound)" : "\(chunk.lowerBound) to \(chunk.upperBound)"
      let first = new.transfer.firstData?.frame
      note(
        .transferChunk, "chunks have up to \(new.chunk) bytes instead of \(was)", side,
        golden: frames(golden.frames), new: [first], at: seconds(new), about: subject)
    }
    if let bytes = golden.bytes, new.bytes > 0, bytes != new.bytes {
      note(
        .transferSize, "the image has \(new.bytes) bytes instead of \(bytes)", side,
        golden: frames(golden.frames),
        new: frames(new.frames), at: seconds(new), about: subject)
    }
    if let hash = golden.sha256, let other = new.sha256, hash != other {
      note(
        .transferImage, "the image differs: SHA-256 \(other.prefix(16))… instead of \(hash.prefix(16))…",
        side,
        golden: frames(golden.frames), new: frames(new.frames), at: seconds(new), about: subject)
    }
    if let rate = golden.rate, let now = new.rate, now < rate * (1 - baseline.tolerances.rate) {
      note(
        .transferSlower, "\(Int(now.rounded())) bytes a second instead of \(Int(rate.rounded()))", side,
        golden: frames(golden.frames), new: frames(new.frames), at: seconds(new), about: subject)
    }
  }

  private func side(of transfer: TransferTrace) -> Side? {
    guard let id = transfer.transfer.connections.first,
      let place = pairs.firstIndex(where: { $0.right.map { trace.connections[$0].id == id } ?? false })
    else { return nil }
    return Side(
      place: place, golden: pairs[place].left.map { baseline.connections[$0] },
      new: pairs[place].right.map { trace.connections[$0] })
  }

  private func seconds(_ transfer: TransferTrace) -> Double {
    guard let began = transfer.transfer.began, let first = side(of: transfer)?.new?.first else { return 0 }
    return began.time.seconds(since: first.time)
  }
}
