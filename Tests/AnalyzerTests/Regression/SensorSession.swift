import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A session with a sensor: what is left to chance follows from the seed, and what is wrong is planted.
struct SensorSession {
  /// What chance is drawn from.
  var seed: UInt64 = 1
  /// Handles before the first one of the sensor's services.
  var shift: UInt16 = 0
  /// Whether the phone asks for services, or knows them from an earlier connection.
  var discovers = true
  /// Whether the samples are subscribed to.
  var subscribes = true
  /// Whether the start command comes before the subscription.
  var isSwapped = false
  /// The server's ATT_MTU.
  var mtu: UInt16 = 247
  /// The connection interval in steps of 1.25 ms.
  var interval: UInt16 = 12
  /// Milliseconds from sample to sample.
  var period = 100
  /// How many times as long answers take.
  var slowness = 1.0
  /// Whether one more write is made, which is refused.
  var isRefused = false
  /// Whether there is a battery.
  var hasBattery = true
  /// The value of the command that starts the samples.
  var command = "010a"
  /// The samples that are sent.
  var samples = 40
  /// The last byte of the other device's address.
  var peer: UInt8 = 0x06
  /// The reason of the end.
  var reason: UInt8 = 0x16

  private func hex(_ value: UInt16) -> String { value.bytes().hex }

  /// The session as a trace.
  func trace() throws -> SessionTrace { try script().trace() }

  /// The session packet by packet.
  ///
  /// The sensor's service fff0 has samples (fff1), commands (fff2), a range (fff3) and a condition (fff4).
  func script() -> SessionScript {
    var random = SeededRandom(seed: seed)
    var script = SessionScript()
    let base = 0x10 + shift
    script.time = Int64(random.below(5000))
    script.event(
      PacketBuilder.leEvent(
        0x01,
        [0, 0x40, 0, 0, 1, peer, 5, 4, 3, 2, 0xC1] + interval.bytes() + [0, 0] + UInt16(400).bytes() + [0]))
    func ask(_ request: String, _ answer: String) {
      script.sends(request)
      script.time += Int64(Double(20 + random.below(20)) * slowness)
      script.receives(answer)
      script.time += Int64(random.below(15))
    }
    ask("02f700", "03" + hex(mtu))
    if discovers { for (request, answer) in discovery(base) { ask(request, answer) } }
    if hasBattery { ask("0a" + hex(base + 0x22), "0b" + [UInt8(50 + random.below(50))].hex) }
    let start = "12" + hex(base + 5) + command
    if isSwapped { ask(start, "13") }
    if subscribes { ask("12" + hex(base + 3) + "0100", "13") }
    ask("12" + hex(base + 7) + "1027", "13")
    if isRefused { ask("12" + hex(base + 7) + "1027000000", "0112" + hex(base + 7) + "0d") }
    if !isSwapped { ask(start, "13") }
    var counter = UInt16(random.below(0x4000))
    var clock = UInt32(random.below(1 << 24))
    for number in 0..<samples {
      let step = period - 10 + random.below(21)
      script.time += Int64(step)
      let value = [3] + counter.bytes() + clock.bytes() + UInt16(2000 + random.below(300)).bytes() + [7]
      if subscribes { script.receives("1b" + hex(base + 2) + value.hex) }
      counter += 1
      clock += UInt32(step)
      if number.isMultiple(of: 4) { ask("0a" + hex(base + 9), "0b0001") }
    }
    ask("12" + hex(base + 5) + "02", "13")
    script.time += Int64(random.below(100))
    script.disconnects(reason: reason)
    return script
  }

  /// The requests for services, characteristics and descriptors, with their answers.
  private func discovery(_ base: UInt16) -> [(String, String)] {
    let last = hasBattery ? base + 0x22 : base + 9
    let battery = hasBattery ? hex(base + 0x20) + hex(last) + "0f18" : ""
    func characteristic(_ declaration: UInt16, _ properties: String, _ uuid: String) -> String {
      hex(declaration) + properties + hex(declaration + 1) + uuid
    }
    var list = [
      ("100100ffff0028", "1106" + "010003000018" + hex(base) + hex(base + 9) + "f0ff" + battery),
      ("10" + hex(last + 1) + "ffff0028", "0110" + hex(last + 1) + "0a"),
      ("080100030003" + "28", "0907" + characteristic(2, "02", "002a")),
      (
        "08" + hex(base) + hex(base + 9) + "0328",
        "0907" + characteristic(base + 1, "10", "f1ff") + characteristic(base + 4, "08", "f2ff")
          + characteristic(base + 6, "0a", "f3ff") + characteristic(base + 8, "02", "f4ff")
      ),
      ("04" + hex(base + 3) + hex(base + 3), "0501" + hex(base + 3) + "0229"),
    ]
    if hasBattery {
      list.append(
        (
          "08" + hex(base + 0x20) + hex(last) + "0328",
          "0907" + characteristic(base + 0x21, "02", "192a")
        ))
    }
    return list
  }
}

extension SessionScript {
  /// Reads the capture to its end as a trace.
  func trace() throws -> SessionTrace {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    let trace = SessionTrace.read(&reader).trace
    #expect(reader.damage == nil)
    return trace
  }

  /// The trace of some of the frames of a capture.
  static func part(of bytes: [UInt8], frames: ClosedRange<Int>) throws -> SessionTrace {
    var part = Array(bytes.prefix(16))
    var offset = 16
    var number = 1
    while offset + 24 <= bytes.count {
      let length = 24 + bytes[(offset + 4)..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) }
      if frames.contains(number) { part += bytes[offset..<(offset + length)] }
      offset += length
      number += 1
    }
    var reader = try CaptureReader(CaptureStream(bytes: part))
    return SessionTrace.read(&reader).trace
  }
}
