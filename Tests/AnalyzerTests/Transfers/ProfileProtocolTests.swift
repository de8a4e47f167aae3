import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Protocols that a user describes: 01 size → 81 result offset, chunks, 84 count, 03 → 83 result.
@Suite("Profiles of protocols")
struct ProfileProtocolTests {
  private static let uuids = [
    "0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10", "0c7a0002-5b1e-4d1a-9a52-3d6f0e2b7c10",
  ]
  private static let image = testImage(200)

  private var script = TransferScript(uuids)

  /// The protocol, with whatever is different about its chunks.
  private static func profile(_ change: (inout TransferProfile.Chunk) -> Void = { _ in }) -> TransferProfile {
    func number(_ offset: Int, _ count: Int) -> TransferProfile.Number {
      .init(offset: offset, count: count, order: .little)
    }
    var chunk = TransferProfile.Chunk(attribute: 1)
    chunk.acknowledgement = "count"
    chunk.window = 4
    change(&chunk)
    var profile = TransferProfile(name: "acme", title: "Acme", chunk: chunk)
    profile.attributes = zip(["control", "data"], uuids).map {
      .init(name: $0, uuid: BluetoothUUID(text: $1) ?? BluetoothUUID(0))
    }
    func message(
      _ name: String, _ sender: TransferProfile.Sender, _ prefix: UInt8, _ length: Int,
      _ fields: [TransferProfile.Field], _ change: (inout TransferProfile.Message) -> Void
    ) {
      var message = TransferProfile.Message(name, sender, attribute: 0)
      message.prefix = [prefix]
      message.lengths = length...length
      message.fields = fields
      change(&message)
      profile.messages.append(message)
    }
    message("start", .client, 1, 5, [.init(number(1, 4), .imageSize)]) {
      $0.begins = true
      $0.step = .announce
      $0.answers = ["started"]
    }
    message("started", .device, 0x81, 6, [.init(number(1, 1), .result), .init(number(2, 4), .resumeOffset)]) {
      _ in
    }
    message("status", .client, 2, 1, []) { $0.answers = ["started"] }
    message("count", .device, 0x84, 5, [.init(number(1, 4), .receivedBytes)]) { _ in }
    message("finish", .client, 3, 1, []) {
      $0.step = .verify
      $0.answers = ["finished"]
    }
    message("finished", .device, 0x83, 2, [.init(number(1, 1), .result)]) {
      $0.accepts = true
      $0.restarts = true
    }
    profile.results = [
      .init(code: 2, name: "bad image", isSuccess: false, symptom: .hashMismatch),
      .init(code: 7, name: "fine already", isSuccess: true, symptom: nil),
    ]
    profile.attErrors = [.init(code: 0x81, name: "busy", isSuccess: false, symptom: .slotBusy)]
    return profile
  }

  /// The request to begin and its answer.
  private mutating func start(_ answer: String = "810000000000") {
    script.write(0, "01c8000000")
    script.notify(0, answer)
  }

  /// Chunks of 20 bytes from one offset to another, acknowledged every 4 and at the end.
  private mutating func chunks(
    _ range: Range<Int>, acknowledged: Bool = true, _ frame: (Int, [UInt8]) -> [UInt8] = { $1 }
  ) {
    for (number, start) in stride(from: range.lowerBound, to: range.upperBound, by: 20).enumerated() {
      let end = min(start + 20, range.upperBound)
      script.command(1, frame(start, Array(Self.image[start..<end])))
      if acknowledged, number % 4 == 3 || end == 200 { count(end) }
    }
  }

  private mutating func count(_ bytes: Int) { script.notify(0, [0x84] + UInt32(bytes).bytes()) }

  private mutating func finish(_ answer: String = "8300") {
    script.write(0, "03")
    script.notify(0, answer)
  }

  @Test("a whole update")
  mutating func whole() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<200)
    finish()
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.format == "acme" && transfer.title == "Acme")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.verdict.also.isEmpty)
    #expect(transfer.declaredBytes == 200 && transfer.confirmedBytes == 200)
    #expect(transfer.chunks == 10)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(transfer.parts[0].steps.map(\.step) == [.announce, .transfer, .verify])
    #expect(transfer.controlHandle?.rawValue == TransferScript.handle(0))
    #expect(transfer.dataHandle?.rawValue == TransferScript.handle(1))
  }

  @Test("a code that the profile counts as success")
  mutating func otherSuccess() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<200)
    finish("8307")
    #expect(try script.transfer().verdict.outcome == .success)
  }

  @Test("refused by a code with a cause, and by one without a name")
  func refused() throws {
    for (answer, rule) in [("8302", "hash-mismatch"), ("8309", "refused")] {
      var test = self
      test.script.profiles = [Self.profile()]
      test.start()
      test.chunks(0..<200)
      test.finish(answer)
      test.script.disconnect(0x16)
      let transfer = try test.script.transfer()
      #expect(transfer.verdict.outcome == .failed)
      #expect(transfer.cause == rule)
      #expect(transfer.verdict.step == .verify)
      #expect(transfer.also.isEmpty)
    }
  }

  @Test("the device counts less than was sent")
  mutating func lost() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<80, acknowledged: false)
    count(60)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "bytes-lost")
    #expect(transfer.confirmedBytes == 60)
  }

  @Test("acknowledgements that lag behind are no loss")
  mutating func pipelined() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<160, acknowledged: false)
    count(80)
    count(160)
    chunks(160..<200)
    finish()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
  }

  @Test("a part that was never sent comes before the refusal")
  mutating func hole() throws {
    script.profiles = [
      Self.profile {
        $0.offset = .init(offset: 0, count: 4, order: .big)
        $0.header = 4
      }
    ]
    start()
    func frame(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] { UInt32(offset).bytes().reversed() + bytes }
    chunks(0..<80, frame)
    chunks(120..<200, frame)
    finish("8302")
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.also == ["hash-mismatch"])
    #expect(transfer.holes == [80..<120])
    #expect(
      transfer.image()?.bytes == Array(Self.image[..<80]) + Array(repeating: 0xFF, count: 40)
        + Self.image[120...])
  }

  @Test("a counter of one byte that wraps")
  mutating func sequence() throws {
    let image = testImage(600)
    script.profiles = [
      Self.profile {
        $0.sequence = .init(offset: 0, count: 1, order: .little)
        $0.header = 1
        $0.firstSequence = 1
        $0.window = nil
      }
    ]
    script.write(0, "0158020000")
    script.notify(0, "810000000000")
    for number in 0..<300 {
      script.command(1, [UInt8(truncatingIfNeeded: number + 1)] + image[(2 * number)..<(2 * number + 2)])
    }
    count(600)
    finish()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == image)
  }

  @Test("checks in chunks: CRC-16/MODBUS of \"123456789\" is 0x4B37")
  func check() throws {
    for (ending, rules) in [("374b", [String]()), ("384b", ["crc-mismatch"])] {
      var script = TransferScript(Self.uuids)
      script.profiles = [
        Self.profile {
          $0.check = .init(.modbus, .little, offset: nil, coversHeader: false)
          $0.header = 2
          $0.trailer = 2
        }
      ]
      script.write(0, "0109000000")
      script.notify(0, "810000000000")
      script.command(1, "ffff313233343536373839" + ending)
      script.notify(0, "8409000000")
      script.write(0, "03")
      script.notify(0, "8300")
      let transfer = try script.transfer()
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.also == rules)
      #expect(transfer.image()?.bytes == Array("123456789".utf8))
    }
  }

  @Test("resumed on another connection, where the device is asked first")
  mutating func resumed() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<80)
    chunks(80..<120, acknowledged: false)
    script.disconnect(0x08)
    script.wait(2000)
    script.connect()
    script.write(0, "02")
    script.notify(0, "8100" + "64000000")
    chunks(100..<200)
    finish()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.resumedFrom == [100])
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("a request for the status is no update")
  mutating func status() throws {
    script.profiles = [Self.profile()]
    script.write(0, "02")
    script.notify(0, "810000000000")
    count(0)
    script.disconnect(0x16)
    #expect(try script.analysis().transfers.isEmpty)
  }

  @Test("the acknowledgement that never comes")
  mutating func silent() throws {
    script.profiles = [Self.profile()]
    start()
    chunks(0..<80)
    chunks(80..<160, acknowledged: false)
    let frame = script.frame
    script.wait(2000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "no-answer")
    #expect(transfer.verdict.cause?.frames == [frame, frame + 1])
    #expect(transfer.progress == 80)
  }

  @Test("an error of ATT that the profile names")
  mutating func attError() throws {
    script.profiles = [Self.profile()]
    script.write(0, "01c8000000", fails: 0x81)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "slot-busy")
    #expect(transfer.verdict.cause?.text == "the device refused a request with ATT error 0x81, busy")
  }

  @Test("recognized without discovery, by the request that begins and its answer")
  mutating func withoutDiscovery() throws {
    script = TransferScript([], isDiscovered: false)
    script.profiles = [Self.profile()]
    start()
    chunks(0..<200)
    finish()
    let transfer = try script.transfer()
    #expect(transfer.format == "acme")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("values that are cut short, and numbers that cannot be, are survived")
  func damaged() {
    let values: [[UInt8]] = [
      [1, 200, 0, 0, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF], [2], [3], [0x81, 0, 1, 0, 0, 0],
      [0x84, 255, 255, 255, 255],
      [0x83, 1], Array(repeating: 0xFF, count: 24), [],
    ]
    let profiles = [
      Self.profile(),
      Self.profile {
        $0.offset = .init(offset: 0, count: 8, order: .little)
        $0.offsetUnit = 1 << 20
        $0.header = 8
        $0.check = .init(.crc32, .big, offset: 20, coversHeader: true)
      },
      Self.profile {
        $0.sequence = .init(offset: 0, count: 8, order: .big)
        $0.length = .init(offset: 8, count: 2, order: .big)
        $0.header = 10
        $0.check = .init(.xmodem, .big, offset: nil, coversHeader: true)
        $0.trailer = 2
      },
    ]
    let moment = Moment(frame: 1, time: Timestamp(nanoseconds: 0))
    for profile in profiles {
      var machine = ProfileProtocol(profile)
      var log = TransferLog(profile.format, connection: 1, keepsBytes: true)
      for value in values + values.reversed() {
        for count in 0...value.count {
          for role in [TransferRole.control, .data] {
            for kind in [TransferMessage.Kind.writeRequest, .notification, .writeCommand, .readResponse] {
              let message = TransferMessage(
                kind: kind, role: role, attributeHandle: AttributeHandle(rawValue: 3), moment: moment,
                attMTU: 23, missingBytes: value.count - count)
              machine.receive(message, Array(value.prefix(count)), &log)
            }
          }
        }
      }
      #expect(!log.parts.isEmpty)
    }
  }
}
