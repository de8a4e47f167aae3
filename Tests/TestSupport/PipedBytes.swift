import Foundation

/// Writes bytes to a pipe from a thread of its own, in chunks of changing odd sizes.
///
/// - Returns: the descriptor to read from, which the caller closes.
public func pipedDescriptor(_ bytes: [UInt8], chunks: [Int] = [1, 7, 333, 4099, 65_537]) -> Int32 {
  // A reader that stops at damage closes its end; the writer then gets an error instead of a signal.
  signal(SIGPIPE, SIG_IGN)
  let pipe = Pipe()
  let writer = pipe.fileHandleForWriting
  Thread.detachNewThread {
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(bytes.count, start + chunks[turn % chunks.count])
      guard (try? writer.write(contentsOf: Data(bytes[start..<end]))) != nil else { break }
      start = end
      turn += 1
    }
    try? writer.close()
  }
  return dup(pipe.fileHandleForReading.fileDescriptor)
}
