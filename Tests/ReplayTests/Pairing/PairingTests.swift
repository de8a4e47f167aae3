import ATTParser
import TestSupport
import Testing

@testable import Replay

/// The pairing machine, one side against the other, and against PDUs that do not belong.
@Suite("Pairing")
struct PairingTests {
  /// Two sides that pair with each other.
  struct Sides {
    var central: Pairing
    var peripheral: Pairing
    /// What each did, but for sending.
    var done: (central: [PairingAction], peripheral: [PairingAction]) = ([], [])
    /// PDUs that crossed, in order.
    var pdus: [[UInt8]] = []

    init(
      _ secure: (Bool, Bool), _ passkeys: (UInt32?, UInt32?) = (nil, nil), keySizes: (UInt8, UInt8) = (16, 16)
    ) {
      let central = PairingFunctions.Party(DeviceAddress(0xC0FF_EE00_0001), isRandom: true)
      let peripheral = PairingFunctions.Party(DeviceAddress(0x0000_5E00_5302), isRandom: false)
      self.central = Pairing(
        PairingTerms(
          role: .central, own: central, peer: peripheral, passkey: passkeys.0, isSecure: secure.0,
          keySize: keySizes.0))
      self.peripheral = Pairing(
        PairingTerms(
          role: .peripheral, own: peripheral, peer: central, passkey: passkeys.1, isSecure: secure.1,
          keySize: keySizes.1))
    }

    /// Carries PDUs until nobody has any; `change` may spoil each.
    mutating func run(_ change: (Int, [UInt8]) -> [UInt8]? = { $1 }) {
      var toPeripheral: [[UInt8]] = []
      var toCentral: [[UInt8]] = []
      func send(_ actions: [PairingAction], _ line: inout [[UInt8]], _ done: inout [PairingAction]) {
        for action in actions {
          if case .send(let pdu) = action { line.append(pdu) } else { done.append(action) }
        }
      }
      send(central.begin(), &toPeripheral, &done.central)
      while !toPeripheral.isEmpty || !toCentral.isEmpty {
        if !toPeripheral.isEmpty {
          pdus.append(toPeripheral.removeFirst())
          if let pdu = change(pdus.count - 1, pdus[pdus.count - 1]) {
            send(peripheral.receive(pdu), &toCentral, &done.peripheral)
          }
        } else {
          pdus.append(toCentral.removeFirst())
          if let pdu = change(pdus.count - 1, pdus[pdus.count - 1]) {
            send(central.receive(pdu), &toPeripheral, &done.central)
          }
        }
        // The controllers switch encryption on when the central asks and both have a key.
        if toPeripheral.isEmpty, toCentral.isEmpty, done.central.count == 1, done.peripheral.count == 1,
          case .encrypt = done.central[0]
        {
          send(peripheral.noteEncrypted(), &toCentral, &done.peripheral)
          send(central.noteEncrypted(), &toPeripheral, &done.central)
        }
      }
    }

    /// The key both encrypt with, nil when they did not or differ.
    var sessionKey: LongTermKey? {
      guard case .encrypt(let one)? = done.central.first, case .encrypt(let other)? = done.peripheral.first
      else { return nil }
      return one == other ? one : nil
    }

    /// The key both keep.
    var bond: LongTermKey? {
      guard case .finished(let one)? = done.central.last, case .finished(let other)? = done.peripheral.last
      else { return nil }
      return one == other ? one : nil
    }

    /// Somebody encrypted or finished.
    var isAnybodyFooled: Bool {
      (done.central + done.peripheral).contains { if case .finished = $0 { true } else { false } }
    }
  }

  @Test(
    "both sides come to the same keys", arguments: [true, false],
    [(nil, nil), (461_140, 461_140), (0, 0), (999_999, 999_999)] as [(UInt32?, UInt32?)])
  func agree(isSecure: Bool, passkeys: (UInt32?, UInt32?)) throws {
    var sides = Sides((isSecure, isSecure), passkeys)
    sides.run()
    let session = try #require(sides.sessionKey)
    let bond = try #require(sides.bond)
    #expect(sides.central.isSecure == isSecure && sides.peripheral.isSecure == isSecure)
    #expect(sides.central.usesPasskey == (passkeys.0 != nil))
    #expect(session.diversifier == 0 && session.random == 0 && session.key.count == 16)
    // LE Secure Connections keeps the key it encrypts with; legacy pairing distributes another one.
    #expect((bond == session) == isSecure)
    #expect((bond.diversifier != 0) == !isSecure)
    let rounds = passkeys.0 != nil && isSecure ? 80 : 0
    #expect(sides.pdus.count == (isSecure ? (passkeys.0 == nil ? 9 : 6 + rounds) : 8))
  }

  @Test(
    "one side without LE Secure Connections makes it legacy pairing",
    arguments: [(true, false), (false, true)])
  func fallBack(secure: (Bool, Bool)) throws {
    var sides = Sides(secure)
    sides.run()
    #expect(sides.bond != nil && !sides.central.isSecure && !sides.peripheral.isSecure)
  }

  @Test("a passkey on one side alone is no passkey: Just Works", arguments: [true, false])
  func onePasskey(isCentral: Bool) throws {
    var sides = Sides((true, true), isCentral ? (1, nil) : (nil, 1))
    sides.run()
    #expect(sides.bond != nil && !sides.central.usesPasskey && !sides.peripheral.usesPasskey)
  }

  @Test(
    "what to do about a failure follows from its reason, whatever its words",
    arguments: 0...255 as ClosedRange<UInt8>)
  func advice(_ code: UInt8) {
    var pairing = Pairing(
      PairingTerms(
        role: .central, own: .init(DeviceAddress(1), isRandom: false),
        peer: .init(DeviceAddress(2), isRandom: false), passkey: nil, isSecure: true))
    _ = pairing.begin()
    let name = SMPCommand.failureName(code)
    let failure = PairingFailure(PairingFailureCode(rawValue: code), "the peer ended the pairing: \(name)")
    #expect(pairing.receive([0x05, code]) == [.failed(failure)])
    // Passkey Entry Failed, Authentication Requirements, Confirm Value Failed (Vol 3, Part H, 3.5.5).
    #expect((failure.advice != nil) == [1, 3, 4].contains(code))
    #expect(PairingFailure(nil, "passkey, Passkey, Confirm Value").advice == nil)
  }

  @Test("another passkey is found out", arguments: [true, false])
  func wrongPasskey(isSecure: Bool) {
    var sides = Sides((isSecure, isSecure), (123_456, 123_457))
    sides.run()
    #expect(!sides.isAnybodyFooled && sides.sessionKey == nil)
    let failures = [sides.done.central, sides.done.peripheral].map(\.last)
    let own = PairingFailure(.confirmValueFailed, "the peer has another passkey")
    let told = PairingFailure(.confirmValueFailed, "the peer ended the pairing: Confirm Value Failed")
    #expect(failures.contains(.failed(own)) && failures.contains(.failed(told)))
    #expect(own.advice == told.advice && own.advice != nil)
  }

  @Test(
    "any changed bit, and any lost PDU, ends the pairing", arguments: [true, false], [nil, 7] as [UInt32?])
  func changed(isSecure: Bool, passkey: UInt32?) {
    // Features and everything up to the check values; legacy pairing protects nothing after its random numbers.
    let count = isSecure ? (passkey == nil ? 9 : 86) : 6
    for place in 0..<count {
      for isLost in [true, false] {
        var sides = Sides((isSecure, isSecure), (passkey, passkey))
        sides.run { index, pdu in
          guard index == place else { return pdu }
          if isLost { return nil }
          var changed = pdu
          // Of features the authentication requirements' bonding bit, which changes nothing but the checks.
          changed[pdu.count == 7 ? 3 : pdu.count - 1] ^= 0x01
          return changed
        }
        #expect(!sides.isAnybodyFooled, "PDU \(place), lost: \(isLost)")
      }
    }
  }

  @Test("a key sent back, and one that is not on the curve, are refused")
  func badKeys() {
    for isReflected in [true, false] {
      var sides = Sides((true, true))
      var first: [UInt8] = []
      sides.run { _, pdu in
        guard pdu.first == SMPCode.publicKey.rawValue else { return pdu }
        if first.isEmpty {
          first = pdu
          return pdu
        }
        return isReflected ? first : [SMPCode.publicKey.rawValue] + [UInt8](repeating: 1, count: 64)
      }
      #expect(
        sides.done.central.last
          == .failed(PairingFailure(.invalidParameters, "the peer's public key is none")))
    }
  }

  @Test(
    "short keys are zero at their most significant end, which is sent last", arguments: [true, false], 7...16)
  func keySize(isSecure: Bool, size: Int) throws {
    var sides = Sides((isSecure, isSecure), keySizes: (16, UInt8(size)))
    sides.run()
    let session = try #require(sides.sessionKey)
    #expect(session.key.count == 16 && session.key.dropFirst(size).allSatisfy { $0 == 0 })
    #expect(session.key.prefix(size).contains { $0 != 0 })
    #expect(sides.bond?.key.dropFirst(size).allSatisfy { $0 == 0 } == true)
  }

  @Test("keys shorter than 7 bytes are refused", arguments: [0, 6, 17] as [UInt8])
  func badKeySize(size: UInt8) {
    var sides = Sides((true, true), keySizes: (size, 16))
    sides.run()
    #expect(sides.sessionKey == nil || size == 17)
    if size < 7 { #expect(sides.pdus.last == [SMPCode.pairingFailed.rawValue, 0x06]) }
  }

  @Test("no PDUs make it trap or agree", arguments: 0..<50)
  func anything(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for role in [LinkRole.central, .peripheral] {
      var pairing = Pairing(
        PairingTerms(
          role: role, own: .init(DeviceAddress(1), isRandom: false),
          peer: .init(DeviceAddress(2), isRandom: true),
          passkey: seed % 2 == 0 ? nil : 5, isSecure: seed % 3 != 0))
      _ = pairing.begin()
      for _ in 0..<30 {
        let sizes = [0, 1, 2, 7, 7, 17, 17, 65]
        var pdu = (0..<(sizes.randomElement(using: &random) ?? 0)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        if !pdu.isEmpty { pdu[0] = UInt8.random(in: 0...15, using: &random) }
        for action in pairing.receive(pdu) {
          if case .finished = action { Issue.record("finished") }
          if case .send(let answer) = action { #expect(answer.count <= 65) }
        }
      }
    }
  }
}
