import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Messages that no client or device would send.
@Suite("Transfers of forged messages")
struct TransferFuzzTests {
  private static let kinds: [TransferMessage.Kind] = [
    .writeRequest, .writeCommand, .notification, .indication, .writeResponse, .readResponse,
    .errorResponse(ATTErrorCode(rawValue: 0x80)), .errorResponse(ATTErrorCode(rawValue: 0x05)),
  ]

  @Test("no message traps", arguments: TransferFormat.all.map(\.name))
  func forged(name: String) throws {
    let format = try #require(TransferFormat.all.first { $0.name == name })
    var generator = SeededRandom.announced("forged transfer messages", seed: 20)
    let roles = Array(Set(format.attributes.map(\.role)))
    for _ in 0..<5 {
      var machine = format.begin()
      var log = TransferLog(format, connection: 1, keepsBytes: true)
      var heard: [HeardMessage] = []
      for number in 1...400 {
        let message = TransferMessage(
          kind: Self.kinds.randomElement(using: &generator) ?? .writeCommand,
          role: roles.randomElement(using: &generator) ?? .control,
          attributeHandle: AttributeHandle(rawValue: UInt16.random(in: 1...4, using: &generator)),
          moment: Moment(frame: number, time: Timestamp(nanoseconds: Int64(number) * 1_000_000)),
          attMTU: nil, missingBytes: Int.random(in: 0..<10, using: &generator) == 0 ? 300 : 0)
        let value = Self.value(&generator)
        machine.receive(message, value, &log)
        heard.append(HeardMessage(message: message, bytes: value))
        if heard.count > 64 { heard.removeFirst(32) }
        _ = format.recognize(heard[...])
      }
      #expect(log.parts.count <= TransferLog.partLimit)
    }
  }

  /// Mostly short values with small or extreme bytes, as commands have them.
  private static func value(_ generator: inout SeededRandom) -> [UInt8] {
    let count = [0, 1, 2, 3, 4, 5, 6, 9, 11, 12, 15, 16, 18, 20, 22, 64, 244].randomElement(using: &generator)
    return (0..<(count ?? 0)).map { place in
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: place < 2 ? UInt8.random(in: 0...0x20, using: &generator) : 0
      case 1: 0xFF
      case 2: UInt8.random(in: 0...4, using: &generator)
      default: UInt8.random(in: .min ... .max, using: &generator)
      }
    }
  }
}
