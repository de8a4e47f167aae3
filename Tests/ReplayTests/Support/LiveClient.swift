import ATTParser
import Replay

/// A minimal ATT client over a bearer, for tests: one request at a time, and what came meanwhile.
final class LiveClient {
  /// The answer did not come.
  struct NoAnswer: Error {}

  /// The bearer.
  let bearer: any ATTBearer
  /// Notifications and indications that came, the opcode first.
  var values: [[UInt8]] = []
  /// Other things that happened.
  var others: [BearerEvent] = []

  /// Begins to use a bearer.
  init(_ bearer: any ATTBearer) { self.bearer = bearer }

  /// A deadline that is far for anything that works.
  static var soon: MonotonicTime { .now.adding(milliseconds: 10_000) }

  /// Sends a request and returns its answer.
  func request(_ pdu: [UInt8]) throws -> [UInt8] {
    try bearer.send(pdu, until: Self.soon)
    let deadline = Self.soon
    while let event = try bearer.next(until: deadline) {
      if case .pdu(let pdu, _) = event, !isValue(pdu) { return pdu }
      try note(event)
    }
    throw NoAnswer()
  }

  /// Waits until `isEnough` says that enough values came.
  func collect(within milliseconds: Int = 5000, until isEnough: () -> Bool) throws {
    let deadline = MonotonicTime.now.adding(milliseconds: milliseconds)
    while !isEnough(), let event = try bearer.next(until: deadline) { try note(event) }
  }

  private func isValue(_ pdu: [UInt8]) -> Bool { pdu.first == 0x1B || pdu.first == 0x1D }

  private func note(_ event: BearerEvent) throws {
    guard case .pdu(let pdu, _) = event, isValue(pdu) else {
      others.append(event)
      return
    }
    values.append(pdu)
    if pdu.first == 0x1D { try bearer.send([0x1E], until: Self.soon) }
  }

  /// The reason of the disconnection, nil while the link stands.
  var disconnectReason: UInt8? {
    for case .disconnected(let reason, _) in others { return reason?.rawValue }
    return nil
  }

  /// Changes of the link, in the order they came.
  var changes: [LinkChange] {
    others.compactMap { if case .changed(let change, _) = $0 { change } else { nil } }
  }

  /// Exchanges MTUs; the value that both can.
  func exchangeMTU(_ mtu: UInt16) throws -> Int {
    let answer = try request([0x02] + word(mtu))
    guard answer.count == 3, answer[0] == 0x03 else { return 23 }
    return min(Int(mtu), Int(answer[1]) | Int(answer[2]) << 8)
  }

  /// The value handles of all characteristics, by UUID in the usual form, and the handles of their CCCDs.
  func discover() throws -> (values: [String: UInt16], cccds: [UInt16: UInt16]) {
    var values: [String: UInt16] = [:]
    var next: UInt16 = 1
    while true {
      let answer = try request([0x08] + word(next) + [0xFF, 0xFF, 0x03, 0x28])
      guard answer[0] == 0x09, answer.count > 2 else { break }
      let size = Int(answer[1])
      for start in stride(from: 2, to: answer.count, by: size) {
        let entry = Array(answer[start..<(start + size)])
        next = (UInt16(entry[0]) | UInt16(entry[1]) << 8) + 1
        values[text(entry[5...])] = UInt16(entry[3]) | UInt16(entry[4]) << 8
      }
    }
    var cccds: [UInt16: UInt16] = [:]
    next = 1
    while true {
      let answer = try request([0x04] + word(next) + [0xFF, 0xFF])
      guard answer[0] == 0x05 else { break }
      let size = answer[1] == 1 ? 4 : 18
      for start in stride(from: 2, to: answer.count, by: size) {
        let handle = UInt16(answer[start]) | UInt16(answer[start + 1]) << 8
        if size == 4, answer[start + 2] == 0x02, answer[start + 3] == 0x29 {
          let owner = values.values.filter { $0 < handle }.max() ?? 0
          cccds[owner] = handle
        }
        next = handle + 1
      }
    }
    return (values, cccds)
  }

  /// A value as long as it is: a Read Request, and Read Blob Requests as long as they are full.
  func readLong(_ handle: UInt16, mtu: Int) throws -> [UInt8] {
    var value = Array(try request([0x0A] + word(handle)).dropFirst())
    while value.count > 0, value.count % (mtu - 1) == 0 {
      let part = try request([0x0C] + word(handle) + word(UInt16(value.count)))
      guard part[0] == 0x0D, part.count > 1 else { break }
      value += part.dropFirst()
    }
    return value
  }

  /// Writes a long value in parts.
  func writeLong(_ handle: UInt16, _ value: [UInt8], mtu: Int) throws -> [UInt8] {
    for start in stride(from: 0, to: value.count, by: mtu - 5) {
      let part = Array(value[start..<min(value.count, start + mtu - 5)])
      let answer = try request([0x16] + word(handle) + word(UInt16(start)) + part)
      if answer[0] != 0x17 { return answer }
    }
    return try request([0x18, 1])
  }

  /// Two bytes, the lower one first.
  func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  private func text(_ uuid: ArraySlice<UInt8>) -> String {
    uuid.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
