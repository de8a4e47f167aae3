import ATTParser
import Replay

/// A minimal ATT server on a bearer, for tests: one service with a value to read, write and be notified of.
struct TinyServer {
  /// Attribute types and values; the handle of the first is 1.
  private var attributes: [(type: UInt16, value: [UInt8])] = [
    (0x2800, [0x0D, 0x18]), (0x2803, [0x12, 3, 0, 0x37, 0x2A]), (0x2A37, [0x06, 72]), (0x2902, [0, 0]),
    (0x2803, [0x0A, 6, 0, 0x39, 0x2A]), (0x2A39, Array("point".utf8)),
  ]
  /// What it can receive.
  let mtu: UInt16
  /// Writes that came: handle and value.
  private(set) var writes: [(handle: UInt16, value: [UInt8])] = []

  /// Makes a server.
  init(mtu: UInt16) { self.mtu = mtu }

  /// Serves until the link ends, or `deadline`; the reason of the end.
  mutating func serve(_ bearer: any ATTBearer, until deadline: MonotonicTime) throws -> UInt8? {
    while let event = try bearer.next(until: deadline) {
      switch event {
      case .pdu(let pdu, _):
        for answer in answers(to: pdu) { try bearer.send(answer, until: deadline) }
      case .disconnected(let reason, _): return reason?.rawValue
      case .changed: break
      }
    }
    return nil
  }

  private mutating func answers(to request: [UInt8]) -> [[UInt8]] {
    func word(_ place: Int) -> UInt16 { UInt16(request[place]) | UInt16(request[place + 1]) << 8 }
    func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    func refusal(_ handle: UInt16, _ code: UInt8) -> [[UInt8]] {
      [[0x01, request[0]] + bytes(handle) + [code]]
    }
    switch request[0] {
    case 0x02: return [[0x03] + bytes(mtu)]
    case 0x04:
      let found = handles(word(1), word(3)) { _ in true }
      return found.isEmpty
        ? refusal(word(1), 0x0A)
        : [[0x05, 1] + found.flatMap { bytes($0) + bytes(attributes[Int($0) - 1].type) }]
    case 0x08, 0x10:
      guard let handle = handles(word(1), word(3), { $0 == word(5) }).first else {
        return refusal(word(1), 0x0A)
      }
      let value = attributes[Int(handle) - 1].value
      let end = request[0] == 0x10 ? bytes(UInt16(attributes.count)) : []
      return [[request[0] + 1, UInt8(2 + end.count + value.count)] + bytes(handle) + end + value]
    case 0x0A:
      guard (1...attributes.count).contains(Int(word(1))) else { return refusal(word(1), 0x01) }
      return [[0x0B] + attributes[Int(word(1)) - 1].value]
    case 0x12:
      guard (1...attributes.count).contains(Int(word(1))) else { return refusal(word(1), 0x01) }
      writes.append((word(1), Array(request[3...])))
      attributes[Int(word(1)) - 1].value = Array(request[3...])
      let values: [[UInt8]] = word(1) == 4 && request[3] == 1 ? (0..<3).map { [0x1B, 3, 0, 6, 70 + $0] } : []
      return [[0x13]] + values
    case 0x52, 0x1E: return []
    default: return refusal(0, 0x06)
    }
  }

  private func handles(_ first: UInt16, _ last: UInt16, _ fits: (UInt16) -> Bool) -> [UInt16] {
    (1...UInt16(attributes.count)).filter {
      $0 >= first && $0 <= last && fits(attributes[Int($0) - 1].type)
    }
  }
}
