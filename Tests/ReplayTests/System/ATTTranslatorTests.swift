import ATTParser
import Analyzer
import Testing

@testable import Replay

/// The translation of ATT PDUs to calls of a system's Bluetooth.
@Suite("ATT over a system's calls")
struct ATTTranslatorTests {
  /// A system that keeps values and notes what it is asked for.
  final class System: SystemGATT {
    var values: [UInt16: [UInt8]] = [3: Array("hello".utf8), 6: [UInt8](repeating: 7, count: 100)]
    var calls: [String] = []
    var failure: SystemGATTFailure?

    func read(_ handle: AttributeHandle, offset: Int, until: MonotonicTime) throws(SystemGATTFailure)
      -> [UInt8]
    {
      calls.append("read \(handle.rawValue) \(offset)")
      if let failure { throw failure }
      return Array((values[handle.rawValue] ?? []).dropFirst(offset))
    }

    func write(
      _ handle: AttributeHandle, _ value: [UInt8], withResponse: Bool, until: MonotonicTime
    ) throws(SystemGATTFailure) {
      calls.append("write \(handle.rawValue) \(value.count) \(withResponse)")
      if let failure { throw failure }
      values[handle.rawValue] = value
    }

    func subscribe(_ value: AttributeHandle, _ isWanted: Bool, until: MonotonicTime) throws(SystemGATTFailure)
    {
      calls.append("subscribe \(value.rawValue) \(isWanted)")
      if let failure { throw failure }
    }
  }

  private static func handle(_ number: UInt16) -> AttributeHandle { AttributeHandle(rawValue: number) }

  /// Heart Rate: a value to read and write at 3, one that notifies at 6 with a hidden CCCD, and a service behind it.
  static let table = SystemTable(services: [
    .init(
      uuid: BluetoothUUID(0x180D), start: handle(1), isPrimary: true,
      characteristics: [
        .init(
          uuid: BluetoothUUID(0x2A39), declaration: handle(2), properties: [.read, .write],
          descriptors: [(BluetoothUUID(0x2901), handle(4))]),
        .init(
          uuid: BluetoothUUID(0x2A37), declaration: handle(5), properties: [.read, .notify], descriptors: []),
      ]),
    .init(uuid: BluetoothUUID(0x180F), start: handle(0x10), isPrimary: true, characteristics: []),
  ])

  private func answer(_ pdu: [UInt8], _ system: System, attMTU: Int = 23) throws -> [UInt8]? {
    var translator = ATTTranslator(Self.table, attMTU: attMTU)
    return try translator.answer(pdu, by: system, until: .never)
  }

  @Test("discovery comes from the table, with handles as the device has them")
  func discovery() throws {
    let system = System()
    #expect(
      try answer([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], system)
        == [0x11, 6, 1, 0, 0x0F, 0, 0x0D, 0x18, 0x10, 0, 0xFF, 0xFF, 0x0F, 0x18])
    #expect(
      try answer([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], system)
        == [0x09, 7, 2, 0, 0x0A, 3, 0, 0x39, 0x2A, 5, 0, 0x12, 6, 0, 0x37, 0x2A])
    #expect(try answer([0x04, 4, 0, 0xFF, 0xFF], system)?.prefix(2) == [0x05, 1])
    // The CCCD that the system keeps to itself.
    #expect(try answer([0x04, 7, 0, 0x0F, 0], system) == [0x05, 1, 7, 0, 0x02, 0x29])
    #expect(try answer([0x04, 8, 0, 0x0F, 0], system) == [0x01, 0x04, 8, 0, 0x0A])
    #expect(system.calls.isEmpty)
  }

  @Test("reads, writes and subscriptions are calls")
  func calls() throws {
    let system = System()
    #expect(try answer([0x0A, 3, 0], system) == [0x0B] + Array("hello".utf8))
    #expect(try answer([0x0A, 6, 0], system)?.count == 23)
    #expect(try answer([0x0C, 6, 0, 90, 0], system)?.count == 11)
    #expect(try answer([0x0A, 2, 0], system) == [0x0B, 0x0A, 3, 0, 0x39, 0x2A])
    #expect(try answer([0x12, 3, 0, 1, 2], system) == [0x13])
    #expect(try answer([0x52, 3, 0, 9], system) == nil)
    #expect(try answer([0x12, 7, 0, 1, 0], system) == [0x13])
    #expect(try answer([0x12, 7, 0, 0, 0], system) == [0x13])
    #expect(try answer([0x02, 0xF7, 0], system, attMTU: 185) == [0x03, 185, 0])
    #expect(try answer([0x1E], system) == nil)
    #expect(try answer([0x08, 1, 0, 0xFF, 0xFF, 0x39, 0x2A], system) == [0x09, 3, 3, 0, 9])
    #expect(
      system.calls == [
        "read 3 0", "read 6 0", "read 6 90", "write 3 2 true", "write 3 1 false", "subscribe 6 true",
        "subscribe 6 false", "read 3 0",
      ])
  }

  @Test("a long write is one call, when its parts are whole")
  func longWrite() throws {
    let system = System()
    var translator = ATTTranslator(Self.table, attMTU: 23)
    let part = [UInt8](repeating: 5, count: 18)
    #expect(
      try translator.answer([0x16, 3, 0, 0, 0] + part, by: system, until: .never) == [0x17, 3, 0, 0, 0] + part
    )
    #expect(
      try translator.answer([0x16, 3, 0, 18, 0, 6], by: system, until: .never) == [0x17, 3, 0, 18, 0, 6])
    #expect(try translator.answer([0x18, 1], by: system, until: .never) == [0x19])
    #expect(system.values[3] == part + [6])
    // A hole; and one that is called off.
    #expect(try translator.answer([0x16, 3, 0, 9, 0, 6], by: system, until: .never)?[0] == 0x17)
    #expect(try translator.answer([0x18, 1], by: system, until: .never) == [0x01, 0x18, 0, 0, 0x07])
    #expect(try translator.answer([0x16, 3, 0, 0, 0, 6], by: system, until: .never)?[0] == 0x17)
    #expect(try translator.answer([0x18, 0], by: system, until: .never) == [0x19])
    #expect(system.calls == ["write 3 19 true"])
  }

  @Test("refusals are Error Responses, silence and a lost link are not")
  func failures() throws {
    let system = System()
    system.failure = .refused(ATTErrorCode(rawValue: 0x80))
    #expect(try answer([0x0A, 3, 0], system) == [0x01, 0x0A, 3, 0, 0x80])
    // A command is never answered.
    #expect(try answer([0x52, 3, 0, 1], system) == nil)
    system.failure = .noAnswer
    #expect(throws: SystemGATTFailure.noAnswer) { _ = try answer([0x0A, 3, 0], system) }
    system.failure = .gone("x")
    #expect(throws: SystemGATTFailure.gone("x")) { _ = try answer([0x0A, 3, 0], system) }
    #expect(try answer([0x0A, 99, 0], system) == [0x01, 0x0A, 99, 0, 0x01])
    #expect(try answer([0x12, 2, 0, 1], system) == [0x01, 0x12, 2, 0, 0x03])
    #expect(try answer([0x12, 7, 0, 1], system) == [0x01, 0x12, 7, 0, 0x0D])
    #expect(try answer([0x0A], system)?[0] == 0x01)
  }
}
