#if os(Linux)
import ATTParser
import Analyzer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One device that BlueZ is connected to, with the calls about its attributes.
final class BlueZDevice: SystemGATT {
  private static let service = "org.bluez"
  private static let characteristic = "org.bluez.GattCharacteristic1"
  private static let descriptor = "org.bluez.GattDescriptor1"
  private static let device = "org.bluez.Device1"
  /// Milliseconds between looks at what BlueZ knows by now, or at values that may have come.
  private static let lookInterval = 100
  private static let valueInterval = 5

  private let subject: String
  private let bus: SystemBus
  private var path = ""
  private var paths: [AttributeHandle: String] = [:]
  private var properties: [AttributeHandle: CharacteristicProperties] = [:]
  /// The descriptors of subscriptions, through which values come one by one.
  private var values: [AttributeHandle: FileDescriptor] = [:]
  private var hasEnded = false

  /// Reaches BlueZ.
  init(_ subject: String) throws(ReplayError) {
    self.subject = subject
    bus = try SystemBus(subject)
  }

  // MARK: - Connecting

  /// Finds a device, connects to it, and waits until its services are known.
  func connect(
    _ target: LinkTarget, until deadline: MonotonicTime
  ) throws(ReplayError) -> (link: BearerLink, table: SystemTable) {
    let found = try find(target, until: deadline)
    path = found
    do throws(BusError) {
      // Changes of the device and its attributes; a rule of ours at the bus.
      let rule = "type='signal',sender='org.bluez',member='PropertiesChanged',path='\(found)'"
      try bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", [.string(rule)],
        until: deadline
      ) { _ in }
      try bus.call(Self.service, found, Self.device, "Connect", until: deadline) { _ in }
    } catch {
      throw BlueZFailure.connecting(error, target.inWords)
    }
    while true {
      let objects = try managedObjects(until: deadline)
      let device = objects.properties(found, "Device1") ?? [:]
      if device["ServicesResolved"]?.bool == true {
        let attributes = objects.attributes(of: found)
        paths = attributes.paths
        for one in attributes.table.services.flatMap(\.characteristics) {
          properties[one.value] = one.properties
        }
        let address = device["Address"]?.text.flatMap(DeviceAddress.init(text:))
        let link = BearerLink(
          role: .central, peer: address, peerIsRandom: device["AddressType"]?.text.map { $0 == "random" },
          opened: .now, attMTU: objects.attMTU(of: found))
        return (link, attributes.table)
      }
      guard deadline > .now else {
        throw ReplayError(.link, target.inWords, "is connected, but its services are not discovered in time")
      }
      try pause()
    }
  }

  private func find(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> String {
    let known = try managedObjects(until: deadline)
    guard let adapter = known.adapter.path else {
      throw ReplayError(
        .transport, subject, known.adapter.isAny ? "the adapter is off" : "there is no adapter",
        advice: known.adapter.isAny ? "`bluetoothctl power on`" : nil)
    }
    if let device = known.device(target, on: adapter) { return device }
    do throws(BusError) {
      try bus.call(
        Self.service, adapter, "org.bluez.Adapter1", "SetDiscoveryFilter",
        [.options([("Transport", .string("le"))])], until: deadline
      ) { _ in }
      try bus.call(Self.service, adapter, "org.bluez.Adapter1", "StartDiscovery", until: deadline) { _ in }
    } catch {
      throw ReplayError(.transport, subject, "BlueZ does not scan: \(error.message)")
    }
    defer {
      _ = try? bus.call(
        Self.service, adapter, "org.bluez.Adapter1", "StopDiscovery", until: .now.adding(milliseconds: 1000)
      ) { _ in }
    }
    while deadline > .now {
      if let device = try managedObjects(until: deadline).device(target, on: adapter) { return device }
      try pause()
    }
    throw ReplayError(
      .link, target.inWords, "is not found",
      advice: "is it on, near, advertising, and not connected to something else?")
  }

  private func managedObjects(until deadline: MonotonicTime) throws(ReplayError) -> BlueZObjects {
    do throws(BusError) {
      return try bus.call(
        Self.service, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
        until: max(deadline, .now.adding(milliseconds: 1000))
      ) { BlueZObjects($0) }
    } catch {
      throw ReplayError(
        .transport, subject, "BlueZ does not answer: \(error.message)",
        advice: "`sudo systemctl start bluetooth`")
    }
  }

  private func pause() throws(ReplayError) {
    try ReplayInterruption.check(subject)
    Pause.sleep(until: .now.adding(milliseconds: Self.lookInterval))
  }

  // MARK: - Attributes

  func read(
    _ handle: AttributeHandle, offset: Int, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8] {
    let options: [(String, BusOption)] = offset > 0 ? [("offset", .integer(UInt16(clamping: offset)))] : []
    return try call(handle, "ReadValue", [.options(options)], until: deadline) { $0.first?.bytes ?? [] }
  }

  func write(
    _ handle: AttributeHandle, _ value: [UInt8], withResponse: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    let kind = BusOption.string(withResponse ? "request" : "command")
    let options = properties[handle] == nil ? [] : [("type", kind)]
    try call(handle, "WriteValue", [.bytes(value), .options(options)], until: deadline) { _ in }
  }

  func subscribe(
    _ value: AttributeHandle, _ isWanted: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    values[value]?.close()
    values[value] = nil
    guard isWanted else { return }
    // The descriptor belongs to the answer, which is gone after the call.
    let copy = try call(value, "AcquireNotify", [.options([])], until: deadline) { answer -> Int32 in
      guard case .descriptor(let number)? = answer.first else { return -1 }
      return fcntl(number, F_DUPFD_CLOEXEC, 0)
    }
    guard copy >= 0 else { throw .refused(.unlikelyError) }
    values[value] = FileDescriptor(copy, subject: subject)
  }

  private func call<Result>(
    _ handle: AttributeHandle, _ member: String, _ arguments: [BusArgument], until deadline: MonotonicTime,
    _ body: ([BusValue]) -> Result
  ) throws(SystemGATTFailure) -> Result {
    guard let path = paths[handle] else { throw .refused(.invalidHandle) }
    let interface = properties[handle] == nil ? Self.descriptor : Self.characteristic
    do throws(BusError) {
      return try bus.call(Self.service, path, interface, member, arguments, until: deadline, body)
    } catch {
      throw BlueZFailure.attribute(error)
    }
  }

  // MARK: - What comes

  /// The next value, or the end of the link.
  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    while true {
      try ReplayInterruption.check(subject)
      // Values that came before the end come first.
      if let event = try nextValue() { return event }
      if hasEnded { return .disconnected(reason: nil, at: .now) }
      let slice = min(deadline, MonotonicTime.now.adding(milliseconds: Self.valueInterval))
      do throws(BusError) {
        if let change = try bus.nextChange(until: slice), isDisconnection(change) { hasEnded = true }
      } catch {
        throw ReplayError(.transport, subject, "the system's D-Bus broke: \(error.message)")
      }
      if deadline <= .now { return try nextValue() }
    }
  }

  private func isDisconnection(_ change: BusSignal) -> Bool {
    change.path == path && change.arguments.first?.text == Self.device
      && change.arguments.dropFirst().first?.dictionary["Connected"]?.bool == false
  }

  private func nextValue() throws(ReplayError) -> BearerEvent? {
    for (handle, descriptor) in values.sorted(by: { $0.key < $1.key }) {
      switch try descriptor.read(until: .now) {
      case .bytes(let value):
        let indicates = properties[handle]?.contains(.notify) == false
        let pdu: ATTPDU =
          indicates
          ? .handleValueIndication(attributeHandle: handle, attributeValue: .empty)
          : .handleValueNotification(attributeHandle: handle, attributeValue: .empty)
        return .pdu(pdu.encoded(carrying: Array(value)), at: .now)
      case .closed: values[handle] = nil
      case .nothing: break
      }
    }
    return nil
  }

  // MARK: - The rest

  /// Pairs, where that has not been done.
  func pair(until deadline: MonotonicTime) throws(ReplayError) {
    do throws(BusError) {
      try bus.call(Self.service, path, Self.device, "Pair", until: deadline) { _ in }
    } catch {
      if error.name == "org.bluez.Error.AlreadyExists" { return }
      throw ReplayError(
        .smp, subject, "BlueZ does not pair: \(error.message)",
        advice: "pair with bluetoothctl, where passkeys can be typed in")
    }
  }

  /// Ends the link.
  func close() {
    for descriptor in values.values { descriptor.close() }
    values = [:]
    guard !path.isEmpty else { return }
    _ = try? bus.call(Self.service, path, Self.device, "Disconnect", until: .now.adding(milliseconds: 2000)) {
      _ in
    }
  }
}
#endif
