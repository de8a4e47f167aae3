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

/// Frame by frame: numbers follow each other, and the bytes of the current frame can be read.
private func readFrames(_ bytes: [UInt8]) throws(CaptureError) {
  var reader = try CaptureReader(CaptureStream(bytes: bytes))
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

private func analyze(_ bytes: [UInt8]) throws(CaptureError) {
  var reader = try CaptureReader(CaptureStream(bytes: bytes))
  var sessions = SessionBuilder()
  sessions.addAll(&reader)
  let analysis = sessions.finish()
  for (place, connection) in analysis.connections.enumerated() {
    precondition(connection.id == place + 1, "connections are not numbered in order")
  }
}
