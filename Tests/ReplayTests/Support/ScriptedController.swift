import ATTParser

@testable import Replay

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A controller in memory that answers commands as a test wants it to, and keeps what it is sent.
final class ScriptedController: HCITransport {
  let name = "scripted"
  /// Handle of the link it makes.
  static let handle: UInt16 = 0x0040

  /// Commands that it was sent: opcode and parameters.
  private(set) var commands: [(opcode: UInt16, parameters: [UInt8])] = []
  /// Data packets that it was sent, without the indicator.
  private(set) var data: [[UInt8]] = []
  /// Data packets that it was sent and has not reported as completed; and the most there were at once.
  private(set) var held = 0
  /// The most data packets that it held at once.
  private(set) var mostHeld = 0
  private var inbox: [[UInt8]] = []

  /// Answers a command; nil does as ``usualAnswer(_:_:)`` does.
  var answer: ((_ opcode: UInt16, _ parameters: [UInt8]) -> [[UInt8]]?)?
  /// Data packets reported as completed after each receive; 0 keeps them for ever.
  var completesAtOnce = 1
  /// Buffers it says it has.
  var buffers: (length: UInt16, count: UInt8) = (27, 4)
  /// Features it says it has.
  var features: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
  /// Form of Connection Complete: subevent 0x01, 0x0A or 0x29.
  var completeForm: UInt8 = 0x01
  /// True once the way was given back.
  private(set) var isClosed = false
  /// The other side closes when there is nothing left to receive.
  var closesWhenEmpty = false

  func send(_ packet: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    if packet[0] == 1 {
      let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
      let parameters = Array(packet[4...])
      commands.append((opcode, parameters))
      inbox += answer?(opcode, parameters) ?? usualAnswer(opcode, parameters)
    } else {
      data.append(Array(packet[1...]))
      held += 1
      mostHeld = max(mostHeld, held)
    }
  }

  func receive(until deadline: MonotonicTime) throws(ReplayError) -> [UInt8]? {
    if inbox.isEmpty, held > 0, completesAtOnce > 0 {
      let count = min(held, completesAtOnce)
      held -= count
      return Self.completed([(Self.handle, UInt16(count))])
    }
    if inbox.isEmpty {
      if closesWhenEmpty { throw ReplayError(.transport, name, "was closed by the other side") }
      // Time passes, but not all of it in one go: a test's deadlines are short.
      if deadline > .now { usleep(1000) }
      return nil
    }
    return inbox.removeFirst()
  }

  func close() { isClosed = true }

  /// Has the controller send packets.
  func say(_ packets: [UInt8]...) { inbox += packets }

  /// How a controller that knows every command answers.
  func usualAnswer(_ opcode: UInt16, _ parameters: [UInt8]) -> [[UInt8]] {
    switch opcode {
    case 0x2002:
      [Self.complete(opcode, [0, UInt8(buffers.length & 0xFF), UInt8(buffers.length >> 8), buffers.count])]
    case 0x1009: [Self.complete(opcode, [0, 6, 5, 4, 3, 2, 1])]
    case 0x2003: [Self.complete(opcode, [0] + features)]
    case 0x200D: [Self.status(opcode, 0), connected(peer: Array(parameters[6..<12]))]
    case 0x2043: [Self.status(opcode, 0), connected(peer: Array(parameters[3..<9]))]
    case 0x0406: [Self.status(opcode, 0), [4, 5, 4, 0, parameters[0], parameters[1], 0x16]]
    case 0x2013, 0x2032, 0x2019: [Self.status(opcode, 0)]
    default: [Self.complete(opcode, [0])]
    }
  }

  /// Connection Complete in the form of the test.
  func connected(
    peer: [UInt8] = [0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 0xF0], status: UInt8 = 0, role: UInt8 = 0
  ) -> [UInt8] {
    let addresses = completeForm == 0x01 ? [] : [UInt8](repeating: 0, count: 12)
    let last: [UInt8] = completeForm == 0x29 ? [0, 0, 0, 0] : [0]
    let event = [completeForm, status, 0x40, 0, role, 1] + peer + addresses + [24, 0, 0, 0, 0x90, 1] + last
    return [4, 0x3E, UInt8(event.count)] + event
  }

  /// Command Complete.
  static func complete(_ opcode: UInt16, _ parameters: [UInt8]) -> [UInt8] {
    [4, 0x0E, UInt8(3 + parameters.count), 1, UInt8(opcode & 0xFF), UInt8(opcode >> 8)] + parameters
  }

  /// Command Status.
  static func status(_ opcode: UInt16, _ status: UInt8) -> [UInt8] {
    [4, 0x0F, 4, status, 1, UInt8(opcode & 0xFF), UInt8(opcode >> 8)]
  }

  /// Number Of Completed Packets.
  static func completed(_ pairs: [(UInt16, UInt16)]) -> [UInt8] {
    let body = pairs.flatMap { [UInt8($0.0 & 0xFF), UInt8($0.0 >> 8), UInt8($0.1 & 0xFF), UInt8($0.1 >> 8)] }
    return [4, 0x13, UInt8(body.count + 1), UInt8(pairs.count)] + body
  }

  /// An L2CAP PDU from the peer, in packets of `size` bytes of data.
  static func pdu(_ channel: UInt8, _ payload: [UInt8], size: Int = 27) -> [[UInt8]] {
    let whole = [UInt8(payload.count & 0xFF), UInt8(payload.count >> 8), channel, 0] + payload
    return stride(from: 0, to: whole.count, by: size).map { start in
      let part = whole[start..<min(whole.count, start + size)]
      return [2, 0x40, start == 0 ? 0x20 : 0x10, UInt8(part.count & 0xFF), UInt8(part.count >> 8)] + part
    }
  }

  /// The L2CAP PDUs of what it was sent: channel and payload.
  var pdus: [(channel: UInt8, payload: [UInt8])] {
    var pdus: [(UInt8, [UInt8])] = []
    var open: [UInt8] = []
    for packet in data {
      let body = packet[4...]
      if packet[1] & 0x30 == 0 { open = [] }
      open += body
      guard open.count >= 4, open.count == 4 + Int(open[0]) + Int(open[1]) << 8 else { continue }
      pdus.append((open[2], Array(open[4...])))
    }
    return pdus
  }

  /// The opcodes of the commands that it was sent.
  var opcodes: [UInt16] { commands.map(\.opcode) }
}
