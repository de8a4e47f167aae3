#if canImport(CoreBluetooth)
import ATTParser
import Analyzer
import CoreBluetooth
import Foundation

/// The central role by CoreBluetooth: it speaks of attributes without handles, so handles are made up.
final class AppleCentral: ATTBearer, SystemGATT {
  /// Milliseconds for Bluetooth to become ready after a manager is made.
  private static let readyTime = 3000

  private let subject: String
  private let mailbox = AppleMailbox()
  private let queue = DispatchQueue(label: "bleshark.central")
  private var delegate: AppleCentralDelegate?
  private var manager: CBCentralManager?
  private var peripheral: CBPeripheral?
  private var translator: ATTTranslator?
  private var characteristics: [AttributeHandle: CBCharacteristic] = [:]
  private var descriptors: [AttributeHandle: CBDescriptor] = [:]
  private var events = FIFO<BearerEvent>()
  /// The link that is open.
  private(set) var link: BearerLink?

  /// Makes a bearer without a link.
  init(subject: String) { self.subject = subject }

  deinit { close() }

  var capabilities: BearerCapabilities { [.central, .longValues, .errorCodes] }

  // MARK: - Opening

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    close()
    let manager = try readyManager()
    let found = try find(target, manager, until: deadline)
    peripheral = found
    let delegate = delegate
    queue.sync {
      found.delegate = delegate
      manager.connect(found, options: nil)
    }
    let isConnected = try wait(until: deadline) { happening -> Result<Bool, ReplayError>? in
      switch happening {
      case .connected: .success(true)
      case .notConnected(let why):
        .failure(ReplayError(.link, target.inWords, "cannot be connected to: \(why)"))
      default: nil
      }
    }
    guard isConnected != nil else {
      queue.sync { manager.cancelPeripheralConnection(found) }
      throw ReplayError(
        .link, target.inWords, "did not answer in time",
        advice: "is it on, near, advertising, and not connected to something else?")
    }
    let table = try discover(found, until: deadline)
    let attMTU = queue.sync { found.maximumWriteValueLength(for: .withoutResponse) } + 3
    translator = ATTTranslator(table, attMTU: attMTU)
    let link = BearerLink(role: .central, peer: nil, peerIsRandom: nil, opened: .now, attMTU: attMTU)
    self.link = link
    return link
  }

  private func readyManager() throws(ReplayError) -> CBCentralManager {
    if let manager { return manager }
    let delegate = AppleCentralDelegate(mailbox)
    let made = CBCentralManager(
      delegate: delegate, queue: queue,
      options: [CBCentralManagerOptionRestoreIdentifierKey: "bleshark.central"])
    (self.delegate, manager) = (delegate, made)
    let problem = subject
    let isReady = try wait(until: .now.adding(milliseconds: Self.readyTime)) {
      happening -> Result<Bool, ReplayError>? in
      guard case .state(let state) = happening else { return nil }
      if state == .poweredOn { return .success(true) }
      return appleProblem(state, problem).map { .failure($0) }
    }
    guard isReady != nil else { throw ReplayError(.transport, subject, "Bluetooth does not become ready") }
    return made
  }

  private func find(
    _ target: LinkTarget, _ manager: CBCentralManager, until deadline: MonotonicTime
  ) throws(ReplayError) -> CBPeripheral {
    var wanted: [CBUUID]?
    var name: String?
    switch target {
    case .name(let text): name = text
    case .service(let uuid): wanted = [CBUUID(string: uuid.description)]
    case .address, .advertise:
      throw ReplayError(
        .link, subject, "CoreBluetooth does not tell addresses",
        advice: "name the device, or one of its services")
    }
    queue.sync { manager.scanForPeripherals(withServices: wanted, options: nil) }
    defer { queue.sync { manager.stopScan() } }
    let found = try wait(until: deadline) { happening -> Result<CBPeripheral, ReplayError>? in
      guard case .found(let peripheral, let heard) = happening, name == nil || heard == name else {
        return nil
      }
      return .success(peripheral)
    }
    guard let found else {
      throw ReplayError(
        .link, target.inWords, "is not found",
        advice: "is it on, near, advertising, and not connected to something else?")
    }
    return found
  }

  /// Discovers everything, one procedure after the other, and makes handles up in its order.
  private func discover(_ found: CBPeripheral, until deadline: MonotonicTime) throws(ReplayError)
    -> SystemTable
  {
    try discovered(found, until: deadline) { found.discoverServices(nil) }
    var next: UInt16 = 1
    func take() -> AttributeHandle {
      defer { next &+= 1 }
      return AttributeHandle(rawValue: next)
    }
    var services: [SystemTable.Service] = []
    for service in queue.sync(execute: { found.services ?? [] }) {
      try discovered(service, until: deadline) { found.discoverCharacteristics(nil, for: service) }
      var own = SystemTable.Service(
        uuid: Self.uuid(service.uuid), start: take(), isPrimary: true, characteristics: [])
      for one in queue.sync(execute: { service.characteristics ?? [] }) {
        try discovered(one, until: deadline) { found.discoverDescriptors(for: one) }
        var characteristic = SystemTable.Characteristic(
          uuid: Self.uuid(one.uuid), declaration: take(),
          properties: CharacteristicProperties(rawValue: UInt8(truncatingIfNeeded: one.properties.rawValue)),
          descriptors: [])
        characteristics[take()] = one
        for descriptor in queue.sync(execute: { one.descriptors ?? [] }) {
          let handle = take()
          descriptors[handle] = descriptor
          characteristic.descriptors.append((Self.uuid(descriptor.uuid), handle))
        }
        // The system keeps the CCCD to itself; there has to be room for it.
        if !characteristic.properties.isDisjoint(with: [.notify, .indicate]) { _ = take() }
        own.characteristics.append(characteristic)
      }
      services.append(own)
    }
    return SystemTable(services: services)
  }

  private func discovered(
    _ object: AnyObject, until deadline: MonotonicTime, _ begin: () -> Void
  ) throws(ReplayError) {
    queue.sync(execute: begin)
    let identity = ObjectIdentifier(object)
    let subject = subject
    let isDone = try wait(until: deadline) { happening -> Result<Bool, ReplayError>? in
      guard case .discovered(let of, let why) = happening, of == identity else { return nil }
      return why.map { .failure(ReplayError(.att, subject, "cannot be discovered: \($0)")) } ?? .success(true)
    }
    guard isDone != nil else { throw ReplayError(.att, subject, "is not discovered in time") }
  }

  private static func uuid(_ uuid: CBUUID) -> BluetoothUUID {
    BluetoothUUID(text: uuid.uuidString.lowercased()) ?? BluetoothUUID(0)
  }

  // MARK: - PDUs

  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil else { throw gone }
    do throws(SystemGATTFailure) {
      guard let answer = try translator?.answer(pdu, by: self, until: deadline) else { return }
      events.append(.pdu(answer, at: .now))
    } catch {
      if case .gone(let why) = error { throw ReplayError(.link, subject, why) }
    }
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    if let event = events.popFirst() { return event }
    guard link != nil else {
      Pause.idle(until: deadline)
      return nil
    }
    while true {
      guard let happening = try mailbox.take(until: deadline, subject) else { return nil }
      note(happening)
      if let event = events.popFirst() { return event }
    }
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    throw ReplayError(.link, subject, "CoreBluetooth pairs and decides the parameters of links by itself")
  }

  func close() {
    if let manager, let peripheral { queue.sync { manager.cancelPeripheralConnection(peripheral) } }
    (peripheral, translator, link) = (nil, nil, nil)
    (characteristics, descriptors) = ([:], [:])
    events.removeAll()
  }

  private var gone: ReplayError { ReplayError(.link, subject, "there is no link") }

  /// Takes happenings until `isWanted` takes one; values and the end of the link are kept meanwhile.
  private func wait<Value>(
    until deadline: MonotonicTime, _ isWanted: (AppleHappening) -> Result<Value, ReplayError>?
  ) throws(ReplayError) -> Value? {
    while let happening = try mailbox.take(until: deadline, subject) {
      if let result = isWanted(happening) { return try result.get() }
      note(happening)
      if case .disconnected = happening, link != nil { return nil }
    }
    return nil
  }

  private func note(_ happening: AppleHappening) {
    switch happening {
    case .value(let characteristic, let value, nil):
      guard let handle = characteristics.first(where: { $0.value === characteristic })?.key else { return }
      let indicates = !characteristic.properties.contains(.notify)
      let pdu: ATTPDU =
        indicates
        ? .handleValueIndication(attributeHandle: handle, attributeValue: .empty)
        : .handleValueNotification(attributeHandle: handle, attributeValue: .empty)
      events.append(.pdu(pdu.encoded(carrying: value), at: .now))
    case .disconnected where link != nil:
      link = nil
      events.append(.disconnected(reason: nil, at: .now))
    default: break
    }
  }

  // MARK: - Attributes

  func read(
    _ handle: AttributeHandle, offset: Int, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8] {
    guard let peripheral else { throw .gone("there is no link") }
    if let characteristic = characteristics[handle] {
      queue.sync { peripheral.readValue(for: characteristic) }
      // A notification that comes now cannot be told from the answer: CoreBluetooth reports both alike.
      let value = try settle(until: deadline) { happening -> Result<[UInt8], SystemGATTFailure>? in
        guard case .value(let of, let value, let code) = happening, of === characteristic else { return nil }
        return code.map { .failure(.refused($0)) } ?? .success(value)
      }
      return Array(value.dropFirst(offset))
    }
    guard let descriptor = descriptors[handle] else { throw .refused(.invalidHandle) }
    queue.sync { peripheral.readValue(for: descriptor) }
    let value = try settle(until: deadline) { happening -> Result<[UInt8], SystemGATTFailure>? in
      guard case .descriptorValue(let of, let value, let code) = happening, of === descriptor else {
        return nil
      }
      return code.map { .failure(.refused($0)) } ?? .success(value)
    }
    return Array(value.dropFirst(offset))
  }

  func write(
    _ handle: AttributeHandle, _ value: [UInt8], withResponse: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    guard let peripheral else { throw .gone("there is no link") }
    let data = Data(value)
    guard let characteristic = characteristics[handle] else {
      guard let descriptor = descriptors[handle] else { throw .refused(.invalidHandle) }
      queue.sync { peripheral.writeValue(data, for: descriptor) }
      return try written(ObjectIdentifier(descriptor), until: deadline)
    }
    if withResponse {
      queue.sync { peripheral.writeValue(data, for: characteristic, type: .withResponse) }
      return try written(ObjectIdentifier(characteristic), until: deadline)
    }
    // The system drops what it has no room for.
    while !queue.sync(execute: { peripheral.canSendWriteWithoutResponse }) {
      _ = try settle(until: deadline) { happening -> Result<Bool, SystemGATTFailure>? in
        if case .readyToSend = happening { .success(true) } else { nil }
      }
    }
    queue.sync { peripheral.writeValue(data, for: characteristic, type: .withoutResponse) }
  }

  private func written(_ identity: ObjectIdentifier, until deadline: MonotonicTime) throws(SystemGATTFailure)
  {
    _ = try settle(until: deadline) { happening -> Result<Bool, SystemGATTFailure>? in
      guard case .written(let of, let code) = happening, of == identity else { return nil }
      return code.map { .failure(.refused($0)) } ?? .success(true)
    }
  }

  func subscribe(
    _ value: AttributeHandle, _ isWanted: Bool, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    guard let peripheral, let characteristic = characteristics[value] else { throw .gone("there is no link") }
    queue.sync { peripheral.setNotifyValue(isWanted, for: characteristic) }
    _ = try settle(until: deadline) { happening -> Result<Bool, SystemGATTFailure>? in
      guard case .subscription(let of, let code) = happening, of === characteristic else { return nil }
      return code.map { .failure(.refused($0)) } ?? .success(true)
    }
  }

  private func settle<Value>(
    until deadline: MonotonicTime, _ isWanted: (AppleHappening) -> Result<Value, SystemGATTFailure>?
  ) throws(SystemGATTFailure) -> Value {
    var outcome: Result<Value, SystemGATTFailure>?
    do throws(ReplayError) {
      _ = try wait(until: deadline) { happening -> Result<Bool, ReplayError>? in
        outcome = isWanted(happening)
        return outcome == nil ? nil : .success(true)
      }
    } catch {
      throw .gone(error.reason)
    }
    guard let outcome else { throw link == nil ? .gone("the link ended") : .noAnswer }
    return try outcome.get()
  }
}
#endif
