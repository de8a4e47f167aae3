#if canImport(CoreBluetooth)
import ATTParser
import Analyzer
import CoreBluetooth
import Foundation

/// The peripheral role by CoreBluetooth: it answers discovery itself, with handles of its own, and asks for values.
///
/// What it asks for becomes a PDU on the captured handles, and what is sent back its answer. It tells of no link: one stands
/// from the first thing that a central asks for until a while after the last.
final class ApplePeripheral: ATTBearer {
  /// Milliseconds for Bluetooth to become ready after a manager is made.
  private static let readyTime = 3000

  private let subject: String
  private let layout: AttributeLayout
  private let mailbox = AppleMailbox()
  private let queue = DispatchQueue(label: "bleshark.peripheral")
  private var delegate: ApplePeripheralDelegate?
  private var manager: CBPeripheralManager?
  private var characteristics: [AttributeHandle: CBMutableCharacteristic] = [:]
  private var events = FIFO<BearerEvent>()
  /// What the central waits for an answer to, in order; nil for a subscription, which the system has answered.
  private var requests = FIFO<CBATTRequest?>()
  private var subscribers = 0
  /// The link that is open.
  private(set) var link: BearerLink?

  /// Makes a bearer that publishes the services of a layout.
  init(_ layout: AttributeLayout?, subject: String) {
    self.layout = layout ?? AttributeLayout()
    self.subject = subject
  }

  deinit { close() }

  var capabilities: BearerCapabilities { [.peripheral, .errorCodes] }

  // MARK: - Opening

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    close()
    guard case .advertise(let data, let response) = target else {
      throw ReplayError(.link, subject, "is the peripheral here")
    }
    let manager = try readyManager()
    try publish(manager, until: deadline)
    let said = AdvertisingData(data + response)
    var advertised: [String: Any] = [
      CBAdvertisementDataServiceUUIDsKey: said.services.map { CBUUID(string: $0.description) }
    ]
    if let name = said.name { advertised[CBAdvertisementDataLocalNameKey] = name }
    queue.sync { manager.startAdvertising(advertised) }
    while let happening = try mailbox.take(until: deadline, subject) {
      if case .advertising(let why?) = happening {
        throw ReplayError(.transport, subject, "does not advertise: \(why)")
      }
      note(happening)
      if let link { return link }
    }
    queue.sync { manager.stopAdvertising() }
    throw ReplayError(.link, subject, "nobody connected in time")
  }

  private func readyManager() throws(ReplayError) -> CBPeripheralManager {
    if let manager { return manager }
    let delegate = ApplePeripheralDelegate(mailbox)
    let made = CBPeripheralManager(
      delegate: delegate, queue: queue,
      options: [CBPeripheralManagerOptionRestoreIdentifierKey: "bleshark.peripheral"])
    (self.delegate, manager) = (delegate, made)
    let deadline = MonotonicTime.now.adding(milliseconds: Self.readyTime)
    while let happening = try mailbox.take(until: deadline, subject) {
      guard case .state(let state) = happening else { continue }
      if state == .poweredOn { return made }
      if let problem = appleProblem(state, subject) { throw problem }
    }
    throw ReplayError(.transport, subject, "Bluetooth does not become ready")
  }

  /// Publishes the captured services but those that the system has itself.
  private func publish(_ manager: CBPeripheralManager, until deadline: MonotonicTime) throws(ReplayError) {
    queue.sync { manager.removeAllServices() }
    characteristics = [:]
    var open: (service: CBMutableService, characteristics: [CBMutableCharacteristic])?
    for entry in layout.entries {
      switch entry.detail {
      case .service(_, let isPrimary):
        try add(open, manager, until: deadline)
        open = nil
        guard let uuid = entry.key.service.uuid, uuid != BluetoothUUID(0x1800), uuid != BluetoothUUID(0x1801)
        else { continue }
        open = (CBMutableService(type: CBUUID(string: uuid.description), primary: isPrimary), [])
      case .declaration(let properties, let handle):
        guard open != nil, let uuid = entry.key.characteristic?.uuid else { continue }
        let made = CBMutableCharacteristic(
          type: CBUUID(string: uuid.description),
          properties: CBCharacteristicProperties(rawValue: UInt(properties.rawValue) & 0x3E), value: nil,
          permissions: [.readable, .writeable])
        characteristics[handle] = made
        open?.characteristics.append(made)
      case .include, .value, .descriptor: continue
      }
    }
    try add(open, manager, until: deadline)
  }

  private func add(
    _ open: (service: CBMutableService, characteristics: [CBMutableCharacteristic])?,
    _ manager: CBPeripheralManager, until deadline: MonotonicTime
  ) throws(ReplayError) {
    guard let open else { return }
    open.service.characteristics = open.characteristics
    queue.sync { manager.add(open.service) }
    while let happening = try mailbox.take(until: deadline, subject) {
      guard case .serviceAdded(let why) = happening else { continue }
      if let why { throw ReplayError(.transport, subject, "a service cannot be published: \(why)") }
      return
    }
    throw ReplayError(.transport, subject, "a service is not published in time")
  }

  // MARK: - PDUs

  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil, let manager, let opcode = pdu.first else { throw gone }
    switch opcode {
    case 0x1B, 0x1D: try update(pdu, manager, until: deadline)
    case 0x01, 0x0B, 0x0D, 0x13: answer(pdu, manager)
    default:
      throw ReplayError(.att, subject, "CoreBluetooth sends nothing but values and answers to what it asks")
    }
  }

  private func answer(_ pdu: [UInt8], _ manager: CBPeripheralManager) {
    guard let request = requests.popFirst(), let request else { return }
    var code = CBATTError.Code.success
    if pdu[0] == 0x01 { code = CBATTError.Code(rawValue: Int(pdu.last ?? 0x0E)) ?? .unlikelyError }
    queue.sync {
      if pdu[0] == 0x0B || pdu[0] == 0x0D { request.value = Data(pdu.dropFirst()) }
      manager.respond(to: request, withResult: code)
    }
  }

  /// Notifies or indicates; a full queue of the system is waited for.
  private func update(
    _ pdu: [UInt8], _ manager: CBPeripheralManager, until deadline: MonotonicTime
  ) throws(ReplayError) {
    guard pdu.count >= 3 else { throw ReplayError(.att, subject, "the PDU is cut") }
    let handle = AttributeHandle(rawValue: UInt16(pdu[1]) | UInt16(pdu[2]) << 8)
    guard let characteristic = characteristics[handle] else {
      throw ReplayError(.att, subject, "no characteristic with handle \(handle) is published")
    }
    let value = Data(pdu.dropFirst(3))
    while !queue.sync(execute: { manager.updateValue(value, for: characteristic, onSubscribedCentrals: nil) })
    {
      guard let happening = try mailbox.take(until: deadline, subject) else {
        throw ReplayError(.link, subject, "the system has had no room for a value in time")
      }
      note(happening)
    }
    // The system waits for the confirmation and does not tell of it.
    if pdu[0] == 0x1D { events.append(.pdu(ATTPDU.handleValueConfirmation.encoded(), at: .now)) }
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    while true {
      if let event = events.popFirst() { return event }
      guard link != nil else {
        Pause.idle(until: deadline)
        return nil
      }
      guard let happening = try mailbox.take(until: deadline, subject) else { return nil }
      note(happening)
    }
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    throw ReplayError(.link, subject, "CoreBluetooth pairs and decides the parameters of links by itself")
  }

  func close() {
    if let manager {
      queue.sync {
        manager.stopAdvertising()
        manager.removeAllServices()
      }
    }
    link = nil
    subscribers = 0
    events.removeAll()
    requests.removeAll()
  }

  private var gone: ReplayError { ReplayError(.link, subject, "there is no link") }

  /// Makes PDUs of what a central does.
  private func note(_ happening: AppleHappening) {
    switch happening {
    case .reads(let request):
      guard let handle = handle(of: request.characteristic) else { return refuse(request) }
      begin(request.central)
      requests.append(request)
      let offset = UInt16(clamping: request.offset)
      let pdu: ATTPDU =
        offset == 0
        ? .readRequest(attributeHandle: handle)
        : .readBlobRequest(attributeHandle: handle, valueOffset: offset)
      events.append(.pdu(pdu.encoded(), at: .now))
    case .writes(let all):
      // Parts of a long write come together, and are answered together, by the first.
      guard let first = all.first, let handle = handle(of: first.characteristic),
        all.allSatisfy({ $0.characteristic === first.characteristic })
      else {
        if let first = all.first { refuse(first) }
        return
      }
      begin(first.central)
      requests.append(first)
      let value = all.sorted { $0.offset < $1.offset }.flatMap { [UInt8]($0.value ?? Data()) }
      events.append(.pdu(Self.write(value, to: handle), at: .now))
    case .subscribed(let central, let characteristic, let isOn):
      noteSubscription(central, characteristic, isOn)
    default: break
    }
  }

  private func noteSubscription(_ central: CBCentral, _ characteristic: CBCharacteristic, _ isOn: Bool) {
    begin(central)
    subscribers += isOn ? 1 : -1
    if let handle = handle(of: characteristic), let configuration = configuration(of: handle) {
      requests.append(nil)
      let value: UInt8 = isOn ? (characteristic.properties.contains(.notify) ? 1 : 2) : 0
      events.append(.pdu(Self.write([value, 0], to: configuration), at: .now))
    }
    // All subscriptions end with the link, and nothing else tells of its end.
    if !isOn, subscribers <= 0 {
      link = nil
      events.append(.disconnected(reason: nil, at: .now))
    }
  }

  private static func write(_ value: [UInt8], to handle: AttributeHandle) -> [UInt8] {
    ATTPDU.writeRequest(attributeHandle: handle, attributeValue: .empty).encoded(carrying: value)
  }

  private func begin(_ central: CBCentral) {
    guard link == nil else { return }
    link = BearerLink(
      role: .peripheral, peer: nil, peerIsRandom: nil, opened: .now,
      attMTU: queue.sync { central.maximumUpdateValueLength } + 3)
  }

  private func refuse(_ request: CBATTRequest) {
    let manager = manager
    queue.sync { manager?.respond(to: request, withResult: .unlikelyError) }
  }

  private func handle(of characteristic: CBCharacteristic) -> AttributeHandle? {
    characteristics.first { $0.value === characteristic }?.key
  }

  private func configuration(of value: AttributeHandle) -> AttributeHandle? {
    layout.entries.first { entry in
      guard entry.key.isConfiguration,
        case .declaration(_, let own)? = layout.declaration(of: entry.key)?.detail
      else { return false }
      return own == value
    }?.handle
  }
}

/// Puts what CoreBluetooth reports to a peripheral into a mailbox.
final class ApplePeripheralDelegate: NSObject, CBPeripheralManagerDelegate {
  private let mailbox: AppleMailbox

  /// Makes a delegate that reports to a mailbox.
  init(_ mailbox: AppleMailbox) { self.mailbox = mailbox }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    mailbox.put(.state(peripheral.state))
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
    // Services of an earlier run are published anew.
    peripheral.removeAllServices()
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?) {
    mailbox.put(.serviceAdded(error?.localizedDescription))
  }

  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
    mailbox.put(.advertising(error?.localizedDescription))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
  ) {
    mailbox.put(.subscribed(central, characteristic, isOn: true))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    mailbox.put(.subscribed(central, characteristic, isOn: false))
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    mailbox.put(.reads(request))
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
    mailbox.put(.writes(requests))
  }

  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
    mailbox.put(.readyToSend)
  }
}
#endif
