#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Collects output and writes it in large pieces; `print` costs more than decoding a packet.
struct OutputBuffer: ~Copyable {
  /// Bytes collected before they are written.
  private static let capacity = 16 * 1024

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// True once the reader has gone away; the rest is dropped.
  private(set) var isClosed = false

  /// Makes a buffer in front of an open file descriptor.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    bytes.reserveCapacity(Self.capacity + 4096)
  }

  /// Adds text.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Adds bytes.
  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Adds bytes; where they are many, as an image is, they are written from where they are.
  mutating func append(_ more: [UInt8]) {
    if more.count >= Self.capacity {
      flush()
      return hand(more)
    }
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Writes what was collected.
  mutating func flush() {
    hand(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Hands bytes to the kernel, all of them unless the reader has gone away.
  private mutating func hand(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count, !isClosed {
      // Unsafe: hands the kernel `bytes.count - written` bytes of the array, which outlives the call.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { isClosed = true } else { written += count }
    }
  }
}

/// Warnings and errors, which go to standard error so that results can be piped.
enum Diagnostics {
  /// Prints `bleshark: ` and a line.
  static func print(_ line: String) {
    var output = OutputBuffer(descriptor: 2)
    output.append("bleshark: \(line)\n")
    output.flush()
  }
}
