import ATTParser

/// A small LE host over a controller: one link, in either role, with ATT, signalling and Security Manager on it.
///
/// One thread and no callbacks: whoever waits for something calls ``step(until:)`` until it is there. Commands and data that
/// packets from the controller ask for are queued and go out with the next step, so that no step waits inside another.
final class HCIHost {
  /// Events kept for ``ATTBearer/next(until:)`` at most.
  static let eventLimit = 65_536
  /// Commands and data packets that answer the peer, kept at most.
  static let queueLimit = 4096

  /// What came of a command.
  struct CommandAnswer {
    /// The status; nil when no answer came in time.
    var status: ErrorCode?
    /// What Command Complete returned, as far as it is looked into.
    var returned: HCIEvent.ReturnParameters = .none
  }

  private struct QueuedCommand {
    var ticket: Int
    var packet: HCICommandPacket
  }

  /// The way to the controller.
  let transport: any HCITransport
  /// What is done without being asked for.
  let options: HCIOptions
  /// Who keeps the packets.
  var recorder: (any PacketRecorder)?
  /// The decoder of what the controller sends.
  var decoder = PacketDecoder()

  private var commands = FIFO<QueuedCommand>()
  private var outstanding: (ticket: Int, opcode: CommandOpcode, deadline: MonotonicTime)?
  private var lastTicket = 0
  /// The command whose sender waits, and its answer once that is there.
  private var awaited: (ticket: Int, answer: CommandAnswer?)?

  /// What the controller can do, by the bits of LE Read Local Supported Features.
  var features: UInt64 = 0
  /// The controller's public address; 0 when it has none.
  var publicAddress = DeviceAddress(0)
  /// The address that we use, and its kind.
  var ownAddress = (address: DeviceAddress(0), type: AddressType.publicDevice)
  /// The controller's buffers for data.
  var buffers = ACLBuffers()
  /// Data packets that wait for a buffer, whole PDUs one after the other.
  var outgoing = FIFO<[UInt8]>()

  /// The link, while it stands.
  var link: HCILink?
  /// What has happened on it and nobody has taken yet.
  var events = FIFO<BearerEvent>()
  /// How procedures ended.
  var outcomes = HCIOutcomes()
  /// A connection is wanted: one that comes otherwise is ended.
  var expectsLink = false
  /// What is under way to encrypt the link.
  var security = HCISecurity()
  /// The keys of earlier pairings.
  let bonds: BondStore
  /// What devices are listened for, while scanning.
  var search: DeviceSearch?
  /// The device that was listened for.
  var found: FoundDevice?
  /// The controller advertises for us.
  var isAdvertising = false
  /// The identifier of the L2CAP signalling request sent last.
  private var identifier: UInt8 = 0
  /// Tells of the user's wish to stop.
  var isInterrupted: () -> Bool = { ReplayInterruption.isRequested }
  /// The end has begun: the user's wish to stop is not looked at any more.
  var isClosing = false

  /// Makes a host that has not spoken to its controller yet.
  init(
    _ transport: any HCITransport, options: HCIOptions, recorder: (any PacketRecorder)? = nil,
    bonds: BondStore = BondStore()
  ) {
    self.transport = transport
    self.options = options
    self.recorder = recorder
    self.bonds = bonds
  }

  /// Sends what can go, and handles one packet from the controller if one comes before `deadline`.
  ///
  /// - Throws: ``ReplayError`` when the way broke, or somebody wants to stop.
  func step(until deadline: MonotonicTime) throws(ReplayError) {
    if !isClosing, isInterrupted() { throw ReplayError(.transport, transport.name, "interrupted") }
    try sendNextCommand()
    try sendData()
    var limit = min(deadline, MonotonicTime.now.adding(milliseconds: ReplayInterruption.interval))
    if let outstanding { limit = min(limit, outstanding.deadline) }
    guard let packet = try transport.receive(until: limit) else { return }
    let time = MonotonicTime.now
    recorder?.record(packet, direction: .received, at: time)
    decoder.decode(packet, direction: .received, at: Timestamp(nanoseconds: time.nanoseconds))
    try handlePacket(at: time)
    // What the packet asked for need not wait for the next step, which may be long in coming.
    try sendNextCommand()
    try sendData()
  }

  /// Steps until `isDone` says so; false when `deadline` passed before.
  func wait(until deadline: MonotonicTime, for isDone: () -> Bool) throws(ReplayError) -> Bool {
    while !isDone() {
      if deadline <= .now { return false }
      try step(until: deadline)
    }
    return true
  }

  // MARK: - Commands

  /// Sends a command and waits for its answer, or until the controller has had its time for it.
  func perform(_ command: HCICommandPacket) throws(ReplayError) -> CommandAnswer {
    awaited = (queue(command), nil)
    defer { awaited = nil }
    while true {
      if let answer = awaited?.answer { return answer }
      try step(until: .never)
    }
  }

  /// Sends a command that has to succeed.
  ///
  /// - Throws: ``ReplayError`` when it does not, or nothing is answered.
  @discardableResult
  func require(_ command: HCICommandPacket) throws(ReplayError) -> HCIEvent.ReturnParameters {
    let answer = try perform(command)
    guard answer.status == .success else { throw Self.refusal(of: command, answer.status) }
    return answer.returned
  }

  /// Puts a command in the queue without waiting for its answer.
  func enqueue(_ command: HCICommandPacket) {
    // Only a peer that asks faster than the controller answers fills the queue; what it asks then is not answered.
    if commands.count < Self.queueLimit { _ = queue(command) }
  }

  private func queue(_ command: HCICommandPacket) -> Int {
    lastTicket &+= 1
    commands.append(QueuedCommand(ticket: lastTicket, packet: command))
    return lastTicket
  }

  /// The error of a command that was answered with a status, or with nothing.
  static func refusal(of command: HCICommandPacket, _ status: ErrorCode?) -> ReplayError {
    guard let status else { return ReplayError(.hci, command.name, "the controller does not answer") }
    return ReplayError(
      .hci, command.name, "refused: \(status.name) (0x\(hexadecimal(status.rawValue)))")
  }

  /// Takes the answer to a command; late answers, and those to commands that nobody sent, mean nothing.
  func takeAnswer(_ opcode: CommandOpcode, _ answer: CommandAnswer) {
    guard let outstanding, outstanding.opcode == opcode else { return }
    finish(outstanding.ticket, answer)
  }

  /// Ends the command under way, with its answer for whoever waits for it; a command that was only queued has nobody.
  private func finish(_ ticket: Int, _ answer: CommandAnswer) {
    if awaited?.ticket == ticket { awaited?.answer = answer }
    outstanding = nil
  }

  private func sendNextCommand() throws(ReplayError) {
    if let waiting = outstanding, waiting.deadline <= .now {
      finish(waiting.ticket, CommandAnswer())
    }
    guard outstanding == nil, let next = commands.popFirst() else { return }
    let deadline = MonotonicTime.now.adding(milliseconds: options.commandTimeout)
    outstanding = (next.ticket, next.packet.opcode, deadline)
    try sendPacket(next.packet.bytes, until: deadline)
  }

  /// No command is under way or waits to be.
  var isIdle: Bool { outstanding == nil && commands.isEmpty }

  /// The identifier for the next L2CAP signalling request, never 0.
  func nextIdentifier() -> UInt8 {
    identifier = identifier == 0xFF ? 1 : identifier + 1
    return identifier
  }

  /// Hands a packet to the controller.
  func sendPacket(_ packet: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    recorder?.record(packet, direction: .sent, at: .now)
    try transport.send(packet, until: deadline)
  }

  /// Forgets everything but the way to the controller, as a reset does.
  func forget() {
    decoder = PacketDecoder()
    commands.removeAll()
    outstanding = nil
    outgoing.removeAll()
    buffers.inFlight = 0
    link = nil
    (search, found) = (nil, nil)
    isAdvertising = false
  }
}
