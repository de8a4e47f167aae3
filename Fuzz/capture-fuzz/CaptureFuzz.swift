import ATTParser
import Analyzer

/// What libFuzzer calls with the bytes of a capture: reads them to the end, then builds the analysis.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneCapture(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // Unsafe: libFuzzer owns the bytes and keeps them for the length of this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do throws(CaptureError) {
    try readFrames(bytes)
    try analyze(bytes)
  } catch {
    precondition(!error.summary.isEmpty, "an error that says nothing")
  }
  return 0
}

/// The key of the encrypted connections in the corpus (Vol 6, Part C, 1), so that what is decrypted is fuzzed too.
private let keys = DecryptionKeys(
  longTermKeys: [
    [0x4C, 0x68, 0x38, 0x41, 0x39, 0xF5, 0x74, 0xD8, 0x36, 0xBC, 0xF3, 0x4E, 0x9D, 0xFB, 0x01, 0xBF]
  ], passkey: 0)

/// Frame by frame: numbers follow each other, and the bytes of the current frame can be read.
private func readFrames(_ bytes: [UInt8]) throws(CaptureError) {
  var reader = try CaptureReader(CaptureStream(bytes: bytes), keys: keys)
  var number = 0
  while let frame = reader.next() {
    number += 1
    precondition(frame.record.number == number, "a frame's number is wrong")
    if let problem = frame.problem {
      precondition(!problem.description.isEmpty, "a problem that says nothing")
    }
    if case .att(let att) = frame.payload {
      precondition(reader.copyBytes(of: att.range).count == att.range.count, "a frame's bytes are gone")
      _ = att.pdu.encoded { reader.copyBytes(of: $0) }
    }
  }
  precondition(reader.framesRead == number, "frames are miscounted")
  if let damage = reader.damage { precondition(damage.offset <= bytes.count, "damage beyond the file") }
}

/// Frame by frame with names and transactions, as `packets`, `requests` and `follow` read, then the whole.
private func analyze(_ bytes: [UInt8]) throws(CaptureError) {
  var reader = try CaptureReader(CaptureStream(bytes: bytes), keys: keys)
  var options = TransferOptions()
  options.looksAtEverything = true
  var sessions = SessionBuilder(keepsTransactions: true, transfers: options)
  var meters = ThroughputBuilder()
  var summary = TransactionSummary()
  var trace = PDUTrace()
  var frame = DecodedFrame()
  while reader.next(into: &frame) {
    let connection = sessions.add(&frame, &reader)
    trace.add(&frame, connection: connection, &reader)
    meters.add(&frame, connection, &sessions, &reader)
    if case .att(let att) = frame.payload, let handle = att.pdu.attributeHandle {
      _ = sessions.meaning(of: handle, in: frame)
    }
    for transaction in sessions.takeTransactions() {
      if let handle = transaction.attributeHandle { _ = sessions.meaning(of: handle, for: transaction) }
      summary.add(transaction)
    }
  }
  sessions.endConnections()
  for transaction in sessions.takeTransactions() { summary.add(transaction) }
  let rows = summary.rows.values
  precondition(rows.allSatisfy { $0.errors + $0.unanswered <= $0.count }, "transactions are miscounted")
  let analysis = sessions.finish()
  inspect(Throughput(meters.finish(), analysis))
  inspect(analysis, frames: reader.framesRead)
  // Air frames of a mixed capture against those of hosts in it.
  let both = HostAirComparison(host: analysis, hostTrace: trace, air: analysis, airTrace: trace)
  precondition(both.pairs.allSatisfy { $0.matched > 0 }, "a pair without a match")
}

/// Touches everything that was measured.
private func inspect(_ throughput: Throughput) {
  for stream in throughput.streams {
    let meter = stream.meter
    precondition(meter.times.total == meter.duration, "times do not add up")
    precondition(meter.bins.amounts.reduce(0, +) == meter.bytes, "bytes are gone")
    precondition((0...meter.duration).contains(meter.stalled), "stalls are longer than the stream")
    _ = (stream.ceiling, stream.ceilingAsSeen, stream.improvements, stream.remarks, meter.pattern)
    _ = (meter.bins.resampled(80, over: meter.duration), meter.waits.stretches)
  }
}

/// Touches everything that an analysis holds.
private func inspect(_ analysis: Analysis, frames: Int) {
  precondition(analysis.duration >= 0, "a capture that ends before it begins")
  let told = analysis.stories.flatMap(\.chapters).map(\.connection).sorted()
  precondition(told == analysis.connections.map(\.id), "the stories leave out connections")
  for (place, connection) in analysis.connections.enumerated() {
    precondition(connection.id == place + 1, "connections are not numbered in order")
    for table in [connection.peerTable, connection.localTable] {
      let contents = table.contents()
      precondition(contents.count { $0.service != nil } == table.services.count, "services are gone")
      for attribute in table.attributes {
        precondition(table.meaning(of: attribute.handle) != nil, "an attribute without a meaning")
      }
    }
    for stream in connection.streams { _ = connection.meaning(of: stream)?.hashValue }
    let handles = Set(connection.streams.map(\.attributeHandle))
    precondition(handles.isSuperset(of: connection.unexplainedHandles), "unexplained, but not used")
    for (handle, value) in connection.values {
      if case .value(let item) = connection.peerTable.meaning(of: handle) {
        _ = CharacteristicValue.text(item.uuid, value)
      }
      for name in ValueFormat.names { _ = ValueFormat(name: name)?.format(value) }
    }
    for samples in [connection.latencies, connection.localLatencies] {
      guard let median = samples.quantile(0.5), let high = samples.quantile(0.95) else { continue }
      precondition(median <= high && high <= samples.max, "latencies out of order")
    }
    for phase in connection.phases {
      precondition(
        phase.start.frame <= phase.end.frame && phase.end.frame <= frames, "a phase that cannot be")
    }
    for write in connection.longWrites {
      precondition(write.value.count <= LongWrite.keptLimit, "a long write that is too long")
    }
    _ = (connection.mtu, connection.pduCount, connection.hasDiscovery)
  }
}
