import ATTParser
import Analyzer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An input that cannot be read, or not to its end.
struct InputError: Error, CustomStringConvertible {
  /// File, what, where and what to do, on one line.
  let description: String

  /// Makes the line for what is wrong with a file.
  init(_ path: String, _ what: String, advice: String = "") {
    description = "\(path): \(what)" + (advice.isEmpty ? "" : "; \(advice)")
  }

  /// The line for a capture that could not be opened.
  init(_ path: String, _ error: CaptureError) {
    if case .cannotRead(let code) = error {
      self.init(path, CaptureInput.systemMessage(code))
    } else {
      self.init(path, error.summary, advice: error.advice)
    }
  }
}

/// Opens captures and tells how reading them ended.
enum CaptureInput {
  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter keys: what encrypted connections of the air may be decrypted with.
  /// - Throws: ``InputError``.
  static func open(_ path: String, keys: DecryptionKeys = DecryptionKeys()) throws -> CaptureReader {
    let descriptor: Int32
    if path == "-" {
      descriptor = 0
    } else {
      descriptor = openFile(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw InputError(path, systemMessage(errno)) }
    }
    do {
      return try CaptureReader(CaptureStream(descriptor: descriptor, closing: path != "-"), keys: keys)
    } catch {
      throw InputError(name(path), error)
    }
  }

  /// Bytes of the largest text file that is read whole.
  private static let smallFileLimit = 16 << 20

  /// A small file whole; nil when its first byte that is not white space is another than `start`.
  ///
  /// - Throws: ``InputError`` when it cannot be read or is too large for what it should be.
  static func smallFile(_ path: String, startingWith start: UInt8) throws -> [UInt8]? {
    let bytes = try contents(path) { bytes in
      guard bytes.first(where: { $0 > 0x20 }) == start else { return false }
      guard bytes.count <= smallFileLimit else {
        throw InputError(path, "too large to be read as text", advice: "give a capture or a saved table")
      }
      return true
    }
    return bytes.isEmpty || bytes.first(where: { $0 > 0x20 }) != start ? nil : bytes
  }

  /// A file whole, such as the image that a capture is compared with.
  ///
  /// - Throws: ``InputError`` when it cannot be read, or is larger than any image.
  static func wholeFile(_ path: String) throws -> [UInt8] {
    try contents(path) { bytes in
      guard bytes.count <= ImageBytes.limit else { throw InputError(path, "too large for an image") }
      return true
    }
  }

  /// The bytes of a file, as long as `goesOn` says so of what was read.
  private static func contents(_ path: String, while goesOn: ([UInt8]) throws -> Bool) throws -> [UInt8] {
    let descriptor = openFile(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(path, systemMessage(errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // Unsafe: the kernel writes at most the array's count to the array, which outlives the call.
      let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw InputError(path, systemMessage(errno)) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
      guard try goesOn(bytes) else { return bytes }
    }
  }

  /// Writes a file, replacing one that is there or adding to it.
  ///
  /// - Throws: ``InputError``.
  static func write(_ bytes: [UInt8], to path: String, appending: Bool = false) throws {
    let descriptor = createFile(path, appending ? O_APPEND : O_TRUNC)
    guard descriptor >= 0 else { throw InputError(path, systemMessage(errno)) }
    var output = OutputBuffer(descriptor: descriptor)
    output.append(bytes)
    output.flush()
    let failed = output.isClosed
    guard close(descriptor) == 0, !failed else { throw InputError(path, "cannot be written") }
  }

  /// The name of an input in messages.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Why a capture was not read to its end, or not at all; nil when it was.
  ///
  /// - Parameter advice: what to do about a capture of which the beginning was read.
  static func problem(
    _ reader: borrowing CaptureReader, _ path: String,
    advice: String = "the report covers those; record or copy the file again for the rest"
  ) -> InputError? {
    if let refusal = reader.refusal { return InputError(name(path), refusal) }
    guard let damage = reader.damage else { return nil }
    if case .readFailed(let code) = damage.reason {
      return InputError(
        name(path),
        "reading failed at byte \(damage.offset) after \(damage.framesRead) frames: \(systemMessage(code))")
    }
    return InputError(
      name(path), "\(damage)",
      advice: damage.framesRead > 0 ? advice : "record or copy the file again")
  }

  /// The operating system's words for an errno.
  static func systemMessage(_ code: Int32) -> String {
    // Unsafe: strerror gives a C string that is copied at once.
    unsafe String(cString: strerror(code))
  }
}

/// `open(2)`, whose name a method of the same name would hide.
private func openFile(_ path: String, _ flags: Int32) -> Int32 {
  // Unsafe: passes a C string that lives for the call.
  unsafe open(path, flags)
}

/// `open(2)` for a new file, or one that is emptied or added to.
private func createFile(_ path: String, _ flag: Int32) -> Int32 {
  // Unsafe: passes a C string that lives for the call.
  unsafe open(path, O_WRONLY | O_CREAT | flag | O_CLOEXEC, 0o644)
}
