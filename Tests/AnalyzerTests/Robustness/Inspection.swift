import ATTParser

@testable import Analyzer

/// Reads a capture of any bytes to an analysis, looks at everything in it, and checks what must hold.
///
/// - Returns: what did not hold, nil when all did.
func violation(analyzing bytes: [UInt8]) -> String? {
  do throws(CaptureError) {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var options = TransferOptions()
    options.looksAtEverything = true
    var builder = SessionBuilder(keepsTransactions: true, transfers: options)
    var meters = ThroughputBuilder()
    var summary = TransactionSummary()
    var frame = DecodedFrame()
    var ended = 0
    while reader.next(into: &frame) {
      let number = builder.add(&frame, &reader)
      meters.add(&frame, number, &builder, &reader)
      if number < 0 { return "frame \(frame.record.number) is of connection \(number)" }
      if case .att(let att) = frame.payload, let handle = att.pdu.attributeHandle {
        _ = builder.meaning(of: handle, in: frame)
      }
      for transaction in builder.takeTransactions() {
        if let handle = transaction.attributeHandle { _ = builder.meaning(of: handle, for: transaction) }
        summary.add(transaction)
        ended += 1
      }
    }
    builder.endConnections()
    for transaction in builder.takeTransactions() {
      summary.add(transaction)
      ended += 1
    }
    if summary.rows.values.reduce(0, { $0 + $1.count }) + summary.overflow != ended {
      return "the summary does not add up to \(ended)"
    }
    let analysis = builder.finish()
    if let wrong = violation(in: Throughput(meters.finish(), analysis)) { return wrong }
    return violation(in: analysis, frames: reader.framesRead)
  } catch {
    return error.summary.isEmpty ? "an error that says nothing" : nil
  }
}

/// Looks at everything that an analysis holds.
private func violation(in analysis: Analysis, frames: Int) -> String? {
  for (place, connection) in analysis.connections.enumerated() {
    let name = "connection \(connection.id)"
    if connection.id != place + 1 { return "\(name) stands at \(place)" }
    for table in [connection.peerTable, connection.localTable] {
      if let wrong = violation(in: table) { return "\(name): \(wrong)" }
    }
    for phase in connection.phases where phase.start.frame > phase.end.frame {
      return "\(name): \(phase.name) ends before it begins"
    }
    for samples in [connection.latencies, connection.localLatencies] {
      guard let median = samples.quantile(0.5), let high = samples.quantile(0.95) else { continue }
      if median > high || high > samples.max { return "\(name): latencies \(median) \(high) \(samples.max)" }
    }
    let streams = connection.streams
    if streams.contains(where: { $0.count < 1 || $0.bytes < 0 || $0.first.frame > $0.last.frame }) {
      return "\(name): a stream of nothing"
    }
    for stream in streams { _ = connection.meaning(of: stream) }
    let handles = Set(streams.map(\.attributeHandle))
    if !handles.isSuperset(of: connection.unexplainedHandles) { return "\(name): unused, but unexplained" }
    let moments =
      [connection.firstSeen, connection.lastSeen] + connection.errors.map(\.moment)
      + connection.anomalies.map(\.moment) + connection.unanswered.map(\.began)
      + connection.subscriptions.map(\.moment) + connection.serviceChanges.map(\.moment)
    if moments.contains(where: { !(1...frames).contains($0.frame) }) {
      return "\(name): a frame that is not there"
    }
    for write in connection.longWrites where write.value.count > LongWrite.keptLimit {
      return "\(name): \(write.value.count) bytes of a long write"
    }
  }
  if let wrong = violationByRules(of: analysis) { return wrong }
  let told = analysis.stories.flatMap(\.chapters).map(\.connection).sorted()
  if told != analysis.connections.map(\.id) { return "the stories tell of \(told)" }
  return analysis.duration < 0 ? "it lasted \(analysis.duration)" : nil
}

/// Checks that rules find nothing on connections that they are not asked about.
private func violationByRules(of analysis: Analysis) -> String? {
  let context = FindingContext(analysis)
  for connection in analysis.connections {
    let present = connection.facts
    for rule in FindingRule.all {
      guard case .connection(let facts, let look) = rule.look, facts.isDisjoint(with: present) else {
        continue
      }
      if !look(connection, context).isEmpty { return "connection \(connection.id): \(rule.id) is not asked" }
    }
  }
  return nil
}

/// Checks that times add up, and looks at everything that is worked out of them.
private func violation(in throughput: Throughput) -> String? {
  for stream in throughput.streams {
    let meter = stream.meter
    let name = "stream of \(meter.attributeHandle)"
    if meter.count < 1 || meter.bytes < 0 || meter.duration < 0 { return "\(name): a stream of nothing" }
    if meter.times.total != meter.duration { return "\(name): \(meter.times.total) of \(meter.duration) ns" }
    if Limiter.allCases.contains(where: { meter.times[$0] < 0 }) { return "\(name): less than no time" }
    if meter.bins.amounts.reduce(0, +) != meter.bytes { return "\(name): bytes are gone" }
    if meter.stalled < 0 || meter.stalled > meter.duration { return "\(name): stalls of \(meter.stalled) ns" }
    let numbers = [
      meter.rate, meter.activeRate, stream.ceiling, stream.ceilingAsSeen, stream.packetsPerEvent,
    ]
    if numbers.contains(where: { $0.map { !$0.isFinite || $0 < 0 } ?? false }) {
      return "\(name): \(numbers)"
    }
    _ = (stream.improvements, meter.pattern, meter.beat, stream.remarks, meter.waits.stretches)
    _ = meter.bins.resampled(80, over: meter.duration)
  }
  for transfer in throughput.transfers where transfer.times.total < 0 {
    return "a transfer of less than no time"
  }
  return nil
}

/// Checks that a table is in order and that its contents are all of it.
private func violation(in table: GATTTable) -> String? {
  let orders = [
    table.services.map(\.start), table.includes.map(\.declaration), table.characteristics.map(\.value),
    table.attributes.map(\.handle),
  ]
  if orders.contains(where: { zip($0, $0.dropFirst()).contains { $0 >= $1 } }) { return "out of order" }
  let contents = table.contents()
  let counts = [
    contents.count { $0.service != nil }, contents.reduce(0) { $0 + $1.includes.count },
    contents.reduce(0) { $0 + $1.characteristics.count },
    contents.reduce(0) { sum, part in
      sum + part.loose.count + part.characteristics.reduce(0) { $0 + $1.descriptors.count }
    },
  ]
  return counts == orders.map(\.count) ? nil : "contents have \(counts) of \(orders.map(\.count))"
}
