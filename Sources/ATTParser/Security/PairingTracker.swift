/// Follows a legacy pairing on a link of the air, as far as it leads to keys.
struct PairingTracker {
  /// The pairing is one of LE Secure Connections, whose keys cannot be computed from what is on the air.
  private var isSecure = false
  private var request: [UInt8] = []
  private var response: [UInt8] = []
  private var centralConfirm: [UInt8] = []
  private var peripheralConfirm: [UInt8] = []
  private var centralRandom: [UInt8] = []
  private var peripheralRandom: [UInt8] = []
  /// The long-term keys that await their EDIV and Rand, by who sent them.
  private var centralKey: Key128?
  private var peripheralKey: Key128?

  /// Notes a Security Manager command, code included; adds the keys that it completes to `book`.
  mutating func note(_ command: [UInt8], _ direction: Direction, _ book: inout KeyBook) {
    guard let code = command.first.map(SMPCode.init(rawValue:)) else { return }
    let data = Array(command.dropFirst())
    let isCentral = direction == .sent
    switch (code, data.count) {
    case (.pairingRequest, 6):
      self = PairingTracker()
      request = command
    case (.pairingResponse, 6): response = command
    case (.pairingConfirm, 16): if isCentral { centralConfirm = data } else { peripheralConfirm = data }
    case (.pairingRandom, 16): if isCentral { centralRandom = data } else { peripheralRandom = data }
    case (.publicKey, _): isSecure = true
    case (.encryptionInformation, 16):
      if isCentral { centralKey = Key128(data.reversed()) } else { peripheralKey = Key128(data.reversed()) }
    case (.centralIdentification, 10):
      let random = data.dropFirst(2).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let diversifier = UInt16(data[0]) | UInt16(data[1]) << 8
      if let key = isCentral ? centralKey : peripheralKey {
        book.add(key, diversifier: diversifier, random: random)
      }
    default: break
    }
  }

  /// The short-term keys that the pairing may have led to: one for each temporary key that fits the confirm
  /// values, or that they cannot be compared with.
  func shortTermKeys(_ parties: AirLink.Parties?, passkey: UInt32?) -> [Key128] {
    guard !isSecure, centralRandom.count == 16, peripheralRandom.count == 16 else { return [] }
    var keys: [Key128] = []
    for number in passkey.map({ [0, $0] }) ?? [0] {
      let temporary = PairingMath.temporaryKey(number)
      if let parties, fits(temporary, parties) == false { continue }
      if let key = PairingMath.shortTermKey(
        temporaryKey: temporary, central: centralRandom, peripheral: peripheralRandom)
      {
        keys.append(key)
      }
    }
    return keys
  }

  /// True when the confirm values can be compared, and no temporary key that is known fits them.
  func fitsNothing(_ parties: AirLink.Parties?, passkey: UInt32?) -> Bool {
    guard !isSecure, let parties, centralRandom.count == 16, peripheralRandom.count == 16 else {
      return false
    }
    return (passkey.map { [0, $0] } ?? [0]).allSatisfy {
      fits(PairingMath.temporaryKey($0), parties) == false
    }
  }

  /// True when a temporary key fits the confirm value of either side; nil when there is none to compare.
  private func fits(_ temporary: [UInt8], _ parties: AirLink.Parties) -> Bool? {
    let pairs = [(centralConfirm, centralRandom), (peripheralConfirm, peripheralRandom)]
    for (confirm, random) in pairs where confirm.count == 16 {
      guard
        let computed = PairingMath.confirm(
          temporaryKey: temporary, random: random, request: request, response: response, parties)
      else { continue }
      return computed == confirm
    }
    return nil
  }
}
