#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sockets with addresses as bytes: the only place that makes, binds and connects them.
///
/// Bytes, because Bluetooth's address structures are in no header that Swift imports.
enum Socket {
  /// Bluetooth's address family on Linux, and the protocols behind it.
  static let bluetoothFamily: Int32 = 31
  /// Data packets of L2CAP, a PDU each.
  static let l2cap: Int32 = 0
  /// HCI packets.
  static let hci: Int32 = 1

  /// The kind of a socket.
  enum Kind {
    /// A stream of bytes.
    case stream
    /// Packets in order.
    case sequencedPackets
    /// Packets of the layer below.
    case raw
  }

  /// Makes a socket; the result is a descriptor, or the `errno` of what failed.
  static func make(family: Int32, _ kind: Kind, protocol number: Int32 = 0) -> Result<Int32, SystemError> {
    #if canImport(Glibc)
    let type =
      switch kind {
      case .stream: Int32(SOCK_STREAM.rawValue)
      case .sequencedPackets: Int32(SOCK_SEQPACKET.rawValue)
      case .raw: Int32(SOCK_RAW.rawValue)
      }
    #else
    let type =
      switch kind {
      case .stream: SOCK_STREAM
      case .sequencedPackets: SOCK_SEQPACKET
      case .raw: SOCK_RAW
      }
    #endif
    let descriptor = socket(family, type, number)
    return descriptor < 0 ? .failure(SystemError(errno)) : .success(descriptor)
  }

  /// Binds a socket to an address; nil on success.
  static func bind(_ descriptor: Int32, to address: [UInt8]) -> SystemError? {
    unsafe withAddress(address) { unsafe systemBind(descriptor, $0, $1) }
  }

  /// Begins or makes a connection; nil on success.
  static func connect(_ descriptor: Int32, to address: [UInt8]) -> SystemError? {
    unsafe withAddress(address) { unsafe systemConnect(descriptor, $0, $1) }
  }

  /// Listens for one connection; nil on success.
  static func listen(_ descriptor: Int32) -> SystemError? {
    systemListen(descriptor, 1) == 0 ? nil : SystemError(errno)
  }

  /// Takes a connection that waits; the result is its descriptor and the other side's address.
  static func accept(_ descriptor: Int32) -> Result<(Int32, [UInt8]), SystemError> {
    var address = [UInt8](repeating: 0, count: 128)
    var length = socklen_t(address.count)
    // Unsafe: `accept` writes at most as many bytes as the array holds, which the length tells it.
    let accepted = unsafe address.withUnsafeMutableBytes { buffer in
      unsafe systemAccept(descriptor, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard accepted >= 0 else { return .failure(SystemError(errno)) }
    return .success((accepted, Array(address.prefix(min(address.count, Int(length))))))
  }

  /// Sets an option whose value is `bytes`; nil on success.
  static func set(_ descriptor: Int32, level: Int32, option: Int32, _ bytes: [UInt8]) -> SystemError? {
    // Unsafe: `setsockopt` reads as many bytes as the array holds.
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe setsockopt(descriptor, level, option, buffer.baseAddress, socklen_t(buffer.count))
    }
    return result == 0 ? nil : SystemError(errno)
  }

  /// The first `count` bytes of an option's value; nil when it cannot be read.
  static func get(_ descriptor: Int32, level: Int32, option: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = socklen_t(count)
    // Unsafe: `getsockopt` writes at most as many bytes as the array holds, which the length tells it.
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe getsockopt(descriptor, level, option, buffer.baseAddress, &length)
    }
    return result == 0 ? Array(bytes.prefix(Int(length))) : nil
  }

  /// How a connection that was begun without waiting ended; nil when it stands.
  static func pendingError(_ descriptor: Int32) -> SystemError? {
    guard let bytes = get(descriptor, level: SOL_SOCKET, option: SO_ERROR, count: 4), bytes.count == 4 else {
      return SystemError(EINVAL)
    }
    var code: Int32 = 0
    for (index, byte) in bytes.enumerated() {
      code |= Int32(bitPattern: UInt32(byte)) << (8 * littleEndianPlace(index))
    }
    return code == 0 ? nil : SystemError(code)
  }

  /// Connects without waiting longer than until `deadline`; nil when the connection stands.
  ///
  /// - Throws: ``ReplayError`` when somebody wants to stop.
  static func connect(
    _ descriptor: FileDescriptor, to address: [UInt8], until deadline: MonotonicTime
  ) throws(ReplayError) -> SystemError? {
    guard let error = connect(descriptor.number, to: address) else { return nil }
    guard error.code == EINPROGRESS || error.code == EAGAIN || error.code == EINTR else { return error }
    guard try descriptor.waitInSlices(for: Int16(POLLOUT), until: deadline) else {
      return SystemError(ETIMEDOUT)
    }
    return pendingError(descriptor.number)
  }

  /// The addresses of a host's TCP port, as `connect` takes them, each with its family.
  ///
  /// - Throws: ``ReplayError`` when the name or the port means nothing.
  static func tcpAddresses(
    host: String, port: String, subject: String
  ) throws(ReplayError) -> [(family: Int32, address: [UInt8])] {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    // Unsafe: `getaddrinfo` makes a list that is walked, its addresses copied by their own lengths, and freed.
    let result = unsafe getaddrinfo(host, port, &hints, &list)
    guard result == 0 else {
      let reason = unsafe String(cString: gai_strerror(result))
      throw ReplayError(.transport, subject, "no such host or port: \(reason)")
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [(Int32, [UInt8])] = []
    var entry = unsafe list
    while let one = unsafe entry, addresses.count < 16 {
      if let address = unsafe one.pointee.ai_addr {
        let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(one.pointee.ai_addrlen))
        addresses.append((unsafe one.pointee.ai_family, unsafe Array(bytes)))
      }
      unsafe entry = one.pointee.ai_next
    }
    return addresses
  }

  private static func withAddress(
    _ address: [UInt8], _ call: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> SystemError? {
    // Unsafe: the system reads as many bytes as the array holds, which the length tells it.
    let result = unsafe address.withUnsafeBytes { buffer in
      unsafe call(buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
    }
    return result == 0 ? nil : SystemError(errno)
  }
}

/// An `errno` with the system's words for it.
struct SystemError: Error, Hashable {
  /// The number.
  let code: Int32

  /// Makes the value.
  init(_ code: Int32) { self.code = code }

  /// The words.
  var text: String { systemErrorText(code) }
}

/// Where byte `index` of a 32-bit integer in memory belongs, counted from the least significant.
private func littleEndianPlace(_ index: Int) -> Int { UInt16(1).littleEndian == 1 ? index : 3 - index }

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t)
  -> Int32
{
  // Unsafe: the caller vouches for `length` bytes at `address`.
  unsafe bind(descriptor, address, length)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t)
  -> Int32
{
  // Unsafe: the caller vouches for `length` bytes at `address`.
  unsafe connect(descriptor, address, length)
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemAccept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: inout socklen_t
) -> Int32 {
  // Unsafe: the caller vouches for `length` bytes at `address`.
  unsafe accept(descriptor, address, &length)
}
