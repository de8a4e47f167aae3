import ATTParser

/// Finds the transfers of one connection: claims attributes for protocols, and shows those their messages.
///
/// Kept in an array of one, so that a connection without transfers costs one reference; messages change it in
/// place. A class would be asked before each change whether another one is under way.
struct TransferTracker {
  /// Messages kept of attributes that nothing explains, to recognize a protocol by.
  private static let heardLimit = 64
  /// Commands and notifications heard of each of them.
  private static let heardOfEach = 16
  /// Attributes that there is room for when the first is told apart.
  private static let fewAttributes = 8
  /// Characteristics of no protocol that are not looked up again.
  private static let unclaimedLimit = 16
  /// Attributes that are told apart; more are forged.
  private static let attributeLimit = 256

  /// What is known of an attribute.
  private enum Claim {
    /// Nothing: its messages are kept to be recognized by, of those in bulk the first ones.
    case open(heard: Int)
    /// Only that discovery gives it a UUID of no protocol, and that no client has written to it.
    case silent
    /// It carries no transfer.
    case unrelated
    /// It belongs to a protocol.
    case taken(place: Int, TransferRole)
  }

  /// The connection's number.
  private(set) var connection: Int
  private let options: TransferOptions
  /// A few attributes, looked through one by one; the order tells nothing.
  private var claims: [(handle: AttributeHandle, claim: Claim)] = []
  /// Where the attribute is that was looked for last: values of one often come one after the other.
  private var lastPlace = 0
  private var active: [ActiveProtocol] = []
  private var heard = HeardMessages()
  /// The characteristics looked up last that no protocol uses, on this connection or those before.
  private var unclaimed: [BluetoothUUID] = []
  /// True once a client wrote to an attribute that nothing explains: no transfer begins without that.
  private var hasHeardWrite = false
  /// What nobody claims, when everything is looked at.
  private var inference: BulkInference?

  /// Whether the server of the message that is shown is the other device.
  var isServerPeer = true

  /// What a transfer waits for the server to answer, nil when none does.
  var debt: TransferDebt? {
    for place in active.indices {
      if let debt = active[place].log.debt { return debt }
    }
    return nil
  }

  /// Begins with a connection of which nothing was shown.
  init(connection: Int, options: TransferOptions) {
    self.connection = connection
    self.options = options
    begin(connection: connection)
  }

  /// Begins with a connection of which nothing was shown.
  mutating func begin(connection: Int) {
    self.connection = connection
    if options.looksAtEverything {
      inference = BulkInference(connection: connection, keepsBytes: options.keepsBytes)
    }
  }

  // What only looks is `mutating`, too: a borrowed value of this size would be copied for each message.

  /// The place of an attribute, nil when nothing is known of it.
  @inline(__always)
  private mutating func place(of handle: AttributeHandle) -> Int? {
    if lastPlace < claims.count, claims[lastPlace].handle == handle { return lastPlace }
    return find(handle)
  }

  @inline(never)
  private mutating func find(_ handle: AttributeHandle) -> Int? {
    for place in claims.indices where claims[place].handle == handle {
      lastPlace = place
      return place
    }
    return nil
  }

  @inline(__always)
  private mutating func claim(of handle: AttributeHandle) -> Claim? {
    place(of: handle).map { claims[$0].claim }
  }

  private mutating func set(_ claim: Claim, for handle: AttributeHandle) {
    if let place = place(of: handle) {
      claims[place].claim = claim
      return
    }
    if claims.isEmpty { claims.reserveCapacity(Self.fewAttributes) }
    claims.append((handle, claim))
  }

  /// True when a protocol has claimed an attribute.
  mutating func isTaken(_ handle: AttributeHandle) -> Bool {
    if case .taken = claim(of: handle) { return true }
    return false
  }

  /// True when the values of an attribute have to be shown.
  ///
  /// - Parameter isWrite: whether a client writes them.
  mutating func wants(_ handle: AttributeHandle, isWrite: Bool) -> Bool {
    switch claim(of: handle) {
    case .taken: true
    case .unrelated: false
    case .silent: isWrite || listens(to: handle)
    case .open(let heard): heard < Self.heardOfEach || isWrite && inference != nil || listens(to: handle)
    case nil: claims.count < Self.attributeLimit
    }
  }

  private mutating func listens(to handle: AttributeHandle) -> Bool {
    inference?.listens(to: handle) ?? false
  }

  /// True when ``receive(_:_:_:)`` asks what the attribute of a message is.
  mutating func asksForUUID(of message: TransferMessage) -> Bool {
    switch claim(of: message.attributeHandle) {
    case .taken, .unrelated: false
    case .open(let heard): heard < Self.heardOfEach || !message.isBulk
    case .silent: message.kind != .notification
    case nil: true
    }
  }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - message: the message; its role is filled in here.
  ///   - value: its value; what is left in its place is of no meaning.
  ///   - uuid: the characteristic, nil when nothing tells; only looked at when ``asksForUUID(of:)`` holds.
  /// - Returns: attributes whose values are wanted because of it, and may not have been before.
  mutating func receive(
    _ message: TransferMessage, _ value: inout [UInt8], _ uuid: BluetoothUUID?
  ) -> [AttributeHandle] {
    let claim = claim(of: message.attributeHandle)
    switch claim {
    case .taken(let place, let role):
      show(message, value, place, role)
      return []
    case .unrelated: return []
    case .open(let heard) where heard >= Self.heardOfEach && message.isBulk:
      return inference?.receive(message, value) ?? []
    case .silent where message.kind == .notification:
      return inference?.receive(message, value) ?? []
    case .open, .silent, nil: return explain(message, &value, uuid, claim)
    }
  }

  /// Takes a message on an attribute that no protocol has claimed.
  private mutating func explain(
    _ message: TransferMessage, _ value: inout [UInt8], _ uuid: BluetoothUUID?, _ claim: Claim?
  ) -> [AttributeHandle] {
    if let uuid, !unclaimed.contains(uuid) {
      if let (format, role) = options.formats(for: uuid).first {
        let place = place(of: format)
        set(.taken(place: place, role), for: message.attributeHandle)
        inference?.forget([message.attributeHandle])
        show(message, value, place, role)
        return []
      }
      if unclaimed.count >= Self.unclaimedLimit { unclaimed.removeFirst() }
      unclaimed.append(uuid)
    }
    // An adopted characteristic that is not one of a transfer.
    if let uuid, uuid.short != nil, inference == nil || AssignedNumbers.characteristic(uuid) != nil {
      set(.unrelated, for: message.attributeHandle)
      return []
    }
    let again = inference?.receive(message, value) ?? []
    if uuid?.short != nil {
      pass(message)
      return again
    }
    var heard = 0
    if case .open(let before) = claim { heard = before }
    guard uuid != nil else {
      return Self.joined(hear(message, &value, after: heard, among: options.formats), again)
    }
    if message.isWrite {
      let wasSilent = if case .silent = claim { true } else { false }
      let claimed = hear(message, &value, after: heard, among: options.formatsWithOtherUUIDs)
      return Self.joined(claimed.isEmpty && wasSilent ? [message.attributeHandle] : claimed, again)
    }
    guard case .open = claim else {
      // The protocols that vendors move answer on the attribute that is written to.
      set(.silent, for: message.attributeHandle)
      return []
    }
    return hear(message, &value, after: heard, among: options.formatsWithOtherUUIDs)
  }

  /// The attributes of two lists, which mostly are empty.
  private static func joined(_ some: [AttributeHandle], _ others: [AttributeHandle]) -> [AttributeHandle] {
    others.isEmpty ? some : some + others
  }

  /// Leaves a message on a characteristic with a short UUID to the inference.
  private mutating func pass(_ message: TransferMessage) {
    set(.open(heard: Self.heardOfEach), for: message.attributeHandle)
  }

  /// Ends the connection and gives the parts of transfers it had, and the streams that are none.
  ///
  /// Everything is forgotten then, but what memory is of use for the next connection.
  mutating func finish() -> (parts: [TransferPart], bulk: [BulkStream]) {
    var inferred: (parts: [TransferPart], bulk: [BulkStream]) = inference?.finish() ?? ([], [])
    for place in inferred.parts.indices { inferred.parts[place].isDevicePeer = isServerPeer }
    let parts = active.flatMap(\.log.parts) + inferred.parts
    inference = nil
    if !active.isEmpty { active = [] }
    LiveConnection.clear(&claims)
    heard.clear()
    hasHeardWrite = false
    isServerPeer = true
    return (parts, inferred.bulk)
  }

  private mutating func place(of format: TransferFormat) -> Int {
    if let place = active.firstIndex(where: { $0.log.format.name == format.name }) { return place }
    let log = TransferLog(
      format, connection: connection, keepsBytes: options.keepsBytes, isDevicePeer: isServerPeer)
    active.append(ActiveProtocol(format, log))
    return active.count - 1
  }

  private mutating func show(_ message: TransferMessage, _ value: [UInt8], _ place: Int, _ role: TransferRole)
  {
    var message = message
    message.role = role
    active[place].receive(message, value)
  }

  // MARK: - Recognizing

  /// Keeps a message to recognize a protocol by, after so many on its attribute that come in bulk.
  private mutating func hear(
    _ message: TransferMessage, _ value: inout [UInt8], after count: Int, among formats: [TransferFormat]
  ) -> [AttributeHandle] {
    // Requests are few, and begin transfers; of what comes in bulk the beginning is enough.
    set(.open(heard: message.isBulk ? count + 1 : count), for: message.attributeHandle)
    if message.isWrite { hasHeardWrite = true }
    guard hasHeardWrite, message.kind != .readResponse else { return [] }
    if heard.count >= Self.heardLimit { heard.forget(oldest: Self.heardLimit / 2) }
    heard.append(message, &value)
    // One message proves nothing.
    guard heard.count > 1 else { return [] }
    // By their places: protocols are large to copy, and few messages are of one.
    for place in formats.indices {
      guard let roles = formats[place].recognize(heard.all), !roles.isEmpty else { continue }
      claim(roles, for: formats[place])
      return Array(roles.keys)
    }
    return []
  }

  /// Gives attributes to a protocol, and shows it what was heard of them.
  private mutating func claim(_ roles: [AttributeHandle: TransferRole], for format: TransferFormat) {
    let place = place(of: format)
    for (handle, role) in roles { set(.taken(place: place, role), for: handle) }
    inference?.forget(roles.keys)
    for item in heard.take(on: roles.keys) {
      if let role = roles[item.message.attributeHandle] { show(item.message, item.bytes, place, role) }
    }
  }
}

/// A transfer protocol at work on a connection, and what it has written down.
private struct ActiveProtocol {
  private var machine: any TransferProtocol
  /// What it has written down.
  var log: TransferLog
  /// Whether values that do not fit were mentioned.
  private var hasLongValue = false
  /// A value that does not fit, seen before a transfer began: it may be the first piece of the request that begins it.
  private var earlyLongValue: TransferCause?

  init(_ format: TransferFormat, _ log: TransferLog) {
    machine = format.begin()
    self.log = log
  }

  /// Takes a message, and notes what is wrong with it whatever the protocol.
  mutating func receive(_ message: TransferMessage, _ value: [UInt8]) {
    let causes = log.causeCount
    machine.receive(message, value, &log)
    if let cause = earlyLongValue, log.isUnderWay {
      earlyLongValue = nil
      hasLongValue = true
      log.add(cause)
    }
    log.touch(message)
    if case .errorResponse(let code) = message.kind, log.causeCount == causes {
      note(code, message)
    }
    if message.isWrite { checkLength(message, value) }
  }

  /// Notes an Error Response of which the protocol had nothing to say.
  private mutating func note(_ code: ATTErrorCode, _ message: TransferMessage) {
    guard log.isUnderWay else { return }
    log.fail(
      Symptom.of(code),
      "the device answered a request on handle \(message.attributeHandle) with ATT error \(code.name)",
      message.moment)
  }

  private mutating func checkLength(_ message: TransferMessage, _ value: [UInt8]) {
    let count = value.count &+ message.missingBytes
    guard !hasLongValue, count > 20 else { return }
    var cause: TransferCause
    if let limit = message.attMTU, count > limit - 3 {
      let what = message.isInPieces ? "a write in pieces of \(count) bytes" : "a write of \(count) bytes"
      cause = TransferCause(
        .valueTooLong, "\(what) with an ATT_MTU of \(limit), which takes \(limit - 3)", message.moment,
        isFatal: false)
      // Devices may do without a word what they are asked in pieces, or nothing.
      cause.isExcusedByProgress = message.isInPieces
    } else if count > 512 {
      cause = TransferCause(
        .valueBeyond512, "a write of \(count) bytes, where 512 is the most an attribute holds",
        message.moment, isFatal: false)
    } else {
      return
    }
    if !log.isUnderWay {
      earlyLongValue = earlyLongValue ?? cause
    } else {
      hasLongValue = true
      log.add(cause)
    }
  }
}

/// An answer that the server of a transfer owes.
struct TransferDebt: Sendable, Hashable {
  /// Whether flash is erased for it.
  var isErasing: Bool
  /// The attribute that the image is written to, nil before its first byte.
  var dataHandle: AttributeHandle?
}
