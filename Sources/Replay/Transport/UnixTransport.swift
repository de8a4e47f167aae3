import ATTParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `h4:unix:PATH`: a controller whose HCI is a Unix socket, as BlueZ's emulator offers it.
enum UnixTransport {
  /// Bytes of a path that the system takes, without the zero that ends it.
  private static let longestPath = 103

  /// Connects to the controller behind the socket at a path.
  ///
  /// - Throws: ``ReplayError`` when the path is too long, nobody listens there, or `deadline` passed.
  static func open(_ path: String, until deadline: MonotonicTime) throws(ReplayError) -> any HCITransport {
    let subject = "h4:unix:" + path
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= longestPath else {
      throw ReplayError(.transport, subject, "a socket's path has 1 to \(longestPath) bytes")
    }
    let number: Int32
    switch Socket.make(family: AF_UNIX, .stream) {
    case .failure(let error): throw ReplayError(.transport, subject, "no socket to be had: \(error.text)")
    case .success(let made): number = made
    }
    let descriptor = FileDescriptor(number, subject: subject)
    if let error = try Socket.connect(descriptor, to: address(bytes), until: deadline) {
      throw ReplayError(
        .transport, subject, "cannot be connected to: \(error.text)",
        advice: "start the program that offers the controller there")
    }
    return H4Transport(descriptor)
  }

  /// `struct sockaddr_un`: the family, then the path with a zero at its end.
  private static func address(_ path: [UInt8]) -> [UInt8] {
    #if canImport(Darwin)
    [UInt8(path.count + 3), UInt8(AF_UNIX)] + path + [0]
    #else
    nativeBytes(UInt16(AF_UNIX)) + path + [0]
    #endif
  }
}

/// An integer's bytes in the machine's order.
func nativeBytes(_ value: UInt16) -> [UInt8] {
  UInt16(1).littleEndian == 1 ? value.littleEndianBytes : value.littleEndianBytes.reversed()
}
