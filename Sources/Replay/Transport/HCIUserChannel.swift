#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `hci:N`: an adapter of this Linux machine for us alone, through the kernel's HCI user channel.
enum HCIUserChannel {
  /// Takes adapter `index` from the kernel, until the result is closed.
  ///
  /// - Throws: ``ReplayError`` that says what is missing: the adapter, the permission, or that it is in use.
  static func open(_ index: String) throws(ReplayError) -> any HCITransport {
    let subject = "hci:" + index
    guard let number = UInt16(index) else {
      throw ReplayError(.transport, subject, "is no adapter", advice: "write hci:0 for the first one")
    }
    #if os(Linux)
    let made: Int32
    switch Socket.make(family: Socket.bluetoothFamily, .raw, protocol: Socket.hci) {
    case .success(let descriptor): made = descriptor
    case .failure(let error): throw failure(error, number, subject)
    }
    let descriptor = FileDescriptor(made, subject: subject)
    // struct sockaddr_hci: family u16, device u16, channel u16 (1 is the user channel).
    let address = nativeBytes(UInt16(Socket.bluetoothFamily)) + nativeBytes(number) + nativeBytes(1)
    if let error = Socket.bind(made, to: address) { throw failure(error, number, subject) }
    return H4Transport(descriptor)
    #else
    throw ReplayError(.transport, subject, "only Linux has HCI user channels")
    #endif
  }

  #if os(Linux)
  private static func failure(_ error: SystemError, _ number: UInt16, _ subject: String) -> ReplayError {
    switch error.code {
    case EPERM, EACCES:
      ReplayError(
        .transport, subject, "needs the right to administer networks (CAP_NET_ADMIN)",
        advice: "run as root, or `sudo setcap cap_net_admin+ep` on the program")
    case EBUSY, EUSERS:
      ReplayError(
        .transport, subject, "is in use by the system",
        advice: "stop it: `sudo systemctl stop bluetooth; sudo hciconfig hci\(number) down`")
    case ENODEV:
      ReplayError(.transport, subject, "no such adapter", advice: "`ls /sys/class/bluetooth` lists them")
    case EAFNOSUPPORT, EPROTONOSUPPORT:
      ReplayError(.transport, subject, "this kernel has no Bluetooth", advice: "`sudo modprobe bluetooth`")
    case ERFKILL: ReplayError(.transport, subject, "is switched off", advice: "`rfkill unblock bluetooth`")
    default: ReplayError(.transport, subject, "cannot be taken: \(error.text)")
    }
  }
  #endif
}
