import ATTParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `l2cap:ADDRESS`: ATT over a socket of Linux' Bluetooth, which has the link, the pairing and everything else below ATT.
///
/// It needs no rights, and no Bluetooth service beside the kernel. A service that holds the device keeps it from us.
public final class KernelATTBearer: ATTBearer {
  /// Bytes of a PDU that the kernel takes; ATT needs no more than 517.
  static let longestPDU = 672
  /// L2CAP's channel of ATT, and the kernel's numbers for options of Bluetooth sockets.
  private static let channel: UInt8 = 4
  private static let bluetoothLevel: Int32 = 274
  private static let securityOption: Int32 = 4
  /// `BT_SECURITY_MEDIUM`: encrypted, paired with or without a passkey.
  private static let encrypted: UInt8 = 2

  /// Milliseconds for which the kernel keeps a link that nobody uses any more, and hands it to who asks for it again.
  private static let lingering = 2500

  private let subject: String
  private var descriptor: FileDescriptor?
  /// When the last socket was closed by us.
  private var lastClosed: MonotonicTime?

  /// The link that is open.
  public private(set) var link: BearerLink?

  /// Makes a bearer without a link, on the adapter that the kernel chooses.
  public init(subject: String = "l2cap") { self.subject = subject }

  /// Makes a bearer whose link stands already.
  init(_ descriptor: FileDescriptor, _ link: BearerLink) {
    subject = descriptor.subject
    self.descriptor = descriptor
    self.link = link
  }

  deinit { close() }

  /// All but the parameters of the link.
  public var capabilities: BearerCapabilities {
    [
      .central, .peripheral, .mtuExchange, .rawHandles, .longValues, .cccdValues, .errorCodes, .encryption,
    ]
  }

  /// Connects to a device by its address, or waits for a central; somebody else has to advertise.
  public func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    close()
    let opened: (FileDescriptor, BearerLink)
    switch target {
    case .address(let address, let isRandom): opened = try connect(address, isRandom, until: deadline)
    case .advertise: opened = try accept(until: deadline)
    case .name, .service:
      throw ReplayError(
        .link, subject, "the kernel does not look for devices", advice: "name the address of the device")
    }
    (descriptor, link) = opened
    return opened.1
  }

  /// Hands one ATT PDU to the kernel, which may have to make room first.
  public func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard let descriptor, link != nil else { throw linkGone }
    guard pdu.count <= Self.longestPDU else {
      throw ReplayError(
        .att, subject, "the kernel takes PDUs of at most \(Self.longestPDU) bytes, not of \(pdu.count)")
    }
    do throws(ReplayError) {
      try descriptor.write(pdu, until: deadline)
    } catch {
      throw ReplayError(.link, error.subject, error.reason)
    }
  }

  /// The next thing that happened.
  public func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    guard let descriptor, link != nil else {
      Pause.idle(until: deadline)
      return nil
    }
    var hasEnded = false
    while true {
      try ReplayInterruption.check(subject)
      let slice = min(deadline, MonotonicTime.now.adding(milliseconds: ReplayInterruption.interval))
      switch try descriptor.read(until: slice) {
      case .bytes(let pdu): return .pdu(Array(pdu), at: .now)
      case .closed(let code):
        // The kernel tells of the end first, and hands out what had come before it afterwards.
        if code != 0, !hasEnded {
          hasEnded = true
          continue
        }
        link = nil
        return .disconnected(reason: nil, at: .now)
      case .nothing: if deadline <= .now { return nil }
      }
    }
  }

  /// Asks for encryption, with pairing by the kernel where there is no key; other changes are the kernel's own.
  public func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    guard let descriptor, link != nil else { throw linkGone }
    guard case .encryption = change else {
      throw ReplayError(.link, subject, "the kernel decides the parameters of links by itself")
    }
    // `struct bt_security`: the level, and the length of the key, 0 for any.
    if let error = Socket.set(
      descriptor.number, level: Self.bluetoothLevel, option: Self.securityOption, [Self.encrypted, 0])
    {
      throw ReplayError(.smp, subject, "the kernel does not encrypt: \(error.text)")
    }
    // While the kernel pairs, the socket takes nothing.
    guard try descriptor.waitInSlices(for: Int16(POLLOUT), until: deadline) else {
      throw ReplayError(
        .smp, subject, "is not encrypted in time",
        advice: "pair first, with bluetoothctl, where a passkey is needed")
    }
    if let error = Socket.pendingError(descriptor.number) {
      throw ReplayError(.smp, subject, "pairing failed: \(error.text)")
    }
  }

  /// Closes the socket, which ends the link when nobody else uses it.
  public func close() {
    if link != nil { lastClosed = .now }
    descriptor?.close()
    (descriptor, link) = (nil, nil)
  }

  private var linkGone: ReplayError { ReplayError(.link, subject, "there is no link") }

  // MARK: - Opening

  private func connect(
    _ address: DeviceAddress, _ isRandom: Bool?, until deadline: MonotonicTime
  ) throws(ReplayError) -> (FileDescriptor, BearerLink) {
    // A new connection is to be a new one, with an MTU and subscriptions of its own.
    if let free = lastClosed?.adding(milliseconds: Self.lingering) {
      while MonotonicTime.now < free {
        try ReplayInterruption.check(subject)
        Pause.sleep(until: min(free, .now.adding(milliseconds: ReplayInterruption.interval)))
      }
    }
    // The two highest bits are set in static random addresses, and the second in resolvable ones; a public one
    // may have them, too.
    let guess = address.value >> 46 != 0
    let kinds = isRandom.map { [$0] } ?? [guess, !guess]
    var failure = SystemError(ETIMEDOUT)
    for (place, kind) in kinds.enumerated() {
      // The first of two kinds has half of the time.
      let left = deadline.milliseconds(since: .now) / Int64(kinds.count - place)
      let end = MonotonicTime.now.adding(milliseconds: Int(clamping: left))
      let socket = try makeSocket()
      guard let error = try Socket.connect(socket, to: Self.bytes(address, isRandom: kind), until: end) else {
        return (
          socket,
          BearerLink(role: .central, peer: address, peerIsRandom: kind, opened: .now)
        )
      }
      failure = error
    }
    throw connectFailure(failure, address)
  }

  private func accept(until deadline: MonotonicTime) throws(ReplayError) -> (FileDescriptor, BearerLink) {
    let listener = try makeSocket()
    if let error = Socket.listen(listener.number) {
      throw ReplayError(.transport, subject, "cannot listen: \(error.text)")
    }
    guard try listener.waitInSlices(for: Int16(POLLIN), until: deadline) else {
      throw ReplayError(
        .link, subject, "nobody connected in time",
        advice: "advertise: `sudo btmgmt add-adv -c -g 1`, or `advertise on` in bluetoothctl")
    }
    switch Socket.accept(listener.number) {
    case .failure(let error): throw ReplayError(.link, subject, "the link is gone at once: \(error.text)")
    case .success(let (number, address)):
      let peer =
        address.count >= 10
        ? DeviceAddress(address[4..<10].reversed().reduce(0) { $0 << 8 | UInt64($1) }) : nil
      let isRandom = address.count >= 13 ? address[12] == 2 : nil
      return (
        FileDescriptor(number, subject: subject),
        BearerLink(role: .peripheral, peer: peer, peerIsRandom: isRandom, opened: .now)
      )
    }
  }

  private func makeSocket() throws(ReplayError) -> FileDescriptor {
    #if os(Linux)
    let number: Int32
    switch Socket.make(family: Socket.bluetoothFamily, .sequencedPackets, protocol: Socket.l2cap) {
    case .success(let made): number = made
    case .failure(let error):
      throw ReplayError(
        .transport, subject,
        error.code == EAFNOSUPPORT ? "this kernel has no Bluetooth" : "no socket to be had: \(error.text)",
        advice: error.code == EAFNOSUPPORT ? "`sudo modprobe bluetooth`" : nil)
    }
    let descriptor = FileDescriptor(number, subject: subject)
    // The address of any adapter.
    if let error = Socket.bind(number, to: Self.bytes(DeviceAddress(0), isRandom: false)) {
      throw ReplayError(
        .transport, subject, "the adapter cannot be used: \(error.text)",
        advice: "`bluetoothctl list` shows the adapters; is it powered?")
    }
    return descriptor
    #else
    throw ReplayError(.transport, subject, "only Linux has sockets for ATT")
    #endif
  }

  /// `struct sockaddr_l2`: family u16, PSM u16, address, channel u16, address type u8 (1 public, 2 random), padding.
  static func bytes(_ address: DeviceAddress, isRandom: Bool) -> [UInt8] {
    nativeBytes(UInt16(Socket.bluetoothFamily)) + [0, 0] + address.littleEndianBytes
      + [channel, 0, isRandom ? 2 : 1, 0]
  }

  private func connectFailure(_ error: SystemError, _ address: DeviceAddress) -> ReplayError {
    switch error.code {
    case ETIMEDOUT, EHOSTDOWN, ECONNREFUSED:
      ReplayError(
        .link, "device \(address)", "did not answer in time",
        advice: "is it on, near, advertising, and not connected to something else?")
    case EBUSY:
      ReplayError(
        .link, "device \(address)", "is held by the system's Bluetooth service",
        advice: "`bluetoothctl disconnect \(address)`, or use bluez:\(address)")
    case EHOSTUNREACH, ENETDOWN, ENODEV:
      ReplayError(.transport, subject, "no adapter is on", advice: "`bluetoothctl power on`")
    default: ReplayError(.link, "device \(address)", "cannot be connected to: \(error.text)")
    }
  }
}
