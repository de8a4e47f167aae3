import TestSupport
import Testing

@testable import Analyzer

@Suite("Counters in streams") struct SequenceDetectorTests {
  /// Values of 20 random bytes with a counter written into each.
  private struct Stream {
    var random = SeededRandom(seed: 1)
    var detector = SequenceDetector()
    var frame = 0
    var length = 20

    mutating func add(_ write: (inout [UInt8]) -> Void) {
      frame += 1
      var value = random.bytes(length)
      write(&value)
      detector.add(value[...], frame: frame)
    }
  }

  @Test(
    "each kind of counter, around its end",
    arguments: [
      ("u8 at byte 0", 0, 1, ByteOrder.little, 0), ("u8 at byte 19", 19, 1, .little, 250),
      ("u16le at byte 3", 3, 2, .little, 0xFF80), ("u16be at byte 3", 3, 2, .big, 0x00F0),
      ("u16le at byte 18", 18, 2, .little, 0x00F0), ("u32le at byte 1", 1, 4, .little, 0xFFFF_FF00),
      ("u32be at byte 16", 16, 4, .big, 0x00FF_FF00),
    ])
  func kinds(_ name: String, _ offset: Int, _ width: Int, _ order: ByteOrder, _ first: UInt32) throws {
    var stream = Stream()
    for index in 0..<1000 {
      let number = (first &+ UInt32(index)).bytes(order)
      stream.add {
        $0.overwrite(at: offset, with: Array(order == .big ? number.suffix(width) : number.prefix(width)))
      }
      if index < 7 { #expect(stream.detector.finding == nil) }
    }
    let finding = try #require(stream.detector.finding)
    #expect(finding.place.description == name)
    #expect(finding.step == 1)
    #expect(finding.values == 1000)
    #expect(finding.rightSteps == 999)
    #expect(finding.events.isEmpty)
    #expect(finding.lost == 0)
  }

  @Test("eight values are enough, seven are not")
  func fewest() {
    var stream = Stream()
    for index in 0..<7 { stream.add { $0[4] = UInt8(index) } }
    #expect(stream.detector.finding == nil)
    stream.add { $0[4] = 7 }
    #expect(stream.detector.finding?.place.description == "u8 at byte 4")
    #expect(stream.detector.finding?.rightSteps == 7)
  }

  @Test("a wide counter that has not carried yet is known by its zeros")
  func young() {
    var stream = Stream()
    for index in 0..<20 { stream.add { $0.overwrite(at: 2, with: UInt32(index).bytes()) } }
    #expect(stream.detector.finding?.place.description == "u32le at byte 2")
  }

  @Test("a byte between constants is one byte, also after it began anew")
  func constants() throws {
    for filler: UInt8 in [0x00, 0x55] {
      var detector = SequenceDetector()
      for index in 0..<600 {
        var value = [UInt8](repeating: filler, count: 20)
        value[5] = UInt8(index & 0xFF)
        detector.add(value[...], frame: index)
      }
      let finding = try #require(detector.finding)
      #expect(finding.place.description == "u8 at byte 5")
      #expect(finding.rightSteps == 599)
      #expect(finding.events.isEmpty)
    }
  }

  @Test("losses, repeats and restarts, with their frames")
  func events() throws {
    var stream = Stream()
    // Frames 1...20 count 0...19; then 3 are lost, one comes again, one follows, and the counter begins anew.
    let numbers = (0..<20).map { UInt16($0) } + [23, 23, 24, 0, 1, 2]
    for number in numbers { stream.add { $0.overwrite(at: 0, with: number.bytes()) } }
    let finding = try #require(stream.detector.finding)
    #expect(finding.place.description == "u16le at byte 0")
    #expect(
      finding.events == [
        SequenceEvent(frame: 21, kind: .skip(lost: 3)), SequenceEvent(frame: 22, kind: .repeated),
        SequenceEvent(frame: 24, kind: .restart(from: 24, to: 0)),
      ])
    #expect(finding.skips == 1)
    #expect(finding.lost == 3)
    #expect(finding.repeats == 1)
    #expect(finding.restarts == 1)
    #expect(finding.values == 26)
    #expect(finding.rightSteps == 22)
    #expect(finding.eventsNotKept == 0)
  }

  @Test("a loss before the counter was found is reported too")
  func earlyLoss() throws {
    var stream = Stream()
    for number in [0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as [UInt8] {
      stream.add { $0[0] = number }
    }
    let finding = try #require(stream.detector.finding)
    #expect(finding.events == [SequenceEvent(frame: 4, kind: .skip(lost: 2))])
  }

  @Test("a loss across the end of the counter's range")
  func lossAroundEnd() throws {
    var stream = Stream()
    for index in 0..<400 where !(250..<260 ~= index) { stream.add { $0[7] = UInt8(index & 0xFF) } }
    let finding = try #require(stream.detector.finding)
    #expect(finding.place.description == "u8 at byte 7")
    #expect(finding.events == [SequenceEvent(frame: 251, kind: .skip(lost: 10))])
  }

  @Test("a counter of bytes grows by what the values carry", arguments: [20, 244])
  func byteCount(_ length: Int) throws {
    var stream = Stream(length: length)
    let payload = UInt32(length - 4)
    for index in 0..<300 where index != 100 && index != 101 {
      stream.add { $0.overwrite(at: 0, with: (UInt32(index) * payload).bytes()) }
    }
    let finding = try #require(stream.detector.finding)
    #expect(finding.place.description == "u32le at byte 0")
    #expect(finding.step == payload)
    #expect(finding.events == [SequenceEvent(frame: 101, kind: .skip(lost: 2))])
  }

  @Test("a step that is neither 1 nor a payload is no counter")
  func otherStep() {
    var stream = Stream()
    for index in 0..<300 { stream.add { $0.overwrite(at: 0, with: (UInt32(index) * 50).bytes()) } }
    #expect(stream.detector.finding == nil)
  }

  @Test("of two counters the wider one, of two as wide the first")
  func two() {
    var different = Stream()
    var same = Stream()
    for index in 0..<600 {
      different.add {
        $0[0] = UInt8(index & 0xFF)
        $0.overwrite(at: 6, with: UInt16(index).bytes(.big))
      }
      same.add {
        $0[3] = UInt8(index & 0xFF)
        $0[9] = UInt8((index + 77) & 0xFF)
      }
    }
    #expect(different.detector.finding?.place.description == "u16be at byte 6")
    #expect(same.detector.finding?.place.description == "u8 at byte 3")
  }

  @Test("only the first 20 bytes are looked at, and fewer can be given")
  func head() {
    var stream = Stream(length: 100)
    for index in 0..<100 { stream.add { $0[20] = UInt8(index) } }
    #expect(stream.detector.finding == nil)
    var detector = SequenceDetector()
    for index in 0..<100 {
      detector.add((UInt32(index) * 240).bytes()[...], count: 244, frame: index)
    }
    #expect(detector.finding?.step == 240)
  }

  @Test("values that are too short are counted")
  func short() {
    var stream = Stream()
    for index in 0..<100 {
      if index % 20 == 10 { stream.detector.add([1][...], frame: 0) }
      stream.add { $0[8] = UInt8(index) }
    }
    #expect(stream.detector.finding?.place.description == "u8 at byte 8")
    #expect(stream.detector.finding?.short == 5)
    #expect(stream.detector.finding?.events.isEmpty == true)
  }

  @Test("no counter in 1000 streams of random bytes")
  func random() {
    var random = SeededRandom.announced("sequences", seed: 1000)
    for stream in 0..<1000 {
      var detector = SequenceDetector()
      let length = 1 + random.below(24)
      for frame in 0..<(stream < 50 ? 300 : 75) {
        detector.add(random.bytes(length)[...], frame: frame)
        if frame % 100 == 50 { #expect(detector.finding == nil) }
      }
      #expect(detector.finding == nil)
    }
  }

  @Test("no counter in constants, noise of few values, text and empty values")
  func noCounter() {
    var random = SeededRandom(seed: 3)
    let streams: [(Int) -> [UInt8]] = [
      { _ in [1, 2, 3, 4] }, { _ in [] }, { [UInt8($0 & 1), 0, 0, 0] }, { [UInt8($0 % 3)] },
      { _ in [UInt8(random.below(2)), UInt8(random.below(3))] }, { Array("sensor \($0 / 7)".utf8) },
      { [UInt8(100 + ($0 / 5) % 20), 0x10] },
    ]
    for (index, stream) in streams.enumerated() {
      var detector = SequenceDetector()
      for frame in 0..<400 { detector.add(stream(frame)[...], frame: frame) }
      #expect(detector.finding == nil, "stream \(index)")
    }
  }

  @Test("a counter that stops being one is withdrawn")
  func withdrawn() {
    var stream = Stream()
    for index in 0..<20 { stream.add { $0[0] = UInt8(index) } }
    #expect(stream.detector.finding != nil)
    for _ in 0..<200 { stream.add { _ in } }
    #expect(stream.detector.finding == nil)
  }

  @Test("a counter that begins later is found")
  func later() {
    var stream = Stream()
    for _ in 0..<70 { stream.add { _ in } }
    for index in 0..<200 { stream.add { $0[2] = UInt8(index) } }
    #expect(stream.detector.finding?.place.description == "u8 at byte 2")
  }

  @Test("events are kept up to a limit and then counted, and heavy loss keeps the counter")
  func limit() throws {
    var stream = Stream()
    var number: UInt32 = 0x0102_0304
    for index in 0..<4000 {
      number &+= index > 500 && index % 3 == 0 ? 5 : 1
      stream.add { $0.overwrite(at: 0, with: number.bytes()) }
    }
    let finding = try #require(stream.detector.finding)
    #expect(finding.place.width >= 2)
    #expect(finding.skips == 1167)
    #expect(finding.lost == 4 * 1167)
    #expect(finding.events.count == SequenceFinding.eventLimit)
    #expect(finding.eventsNotKept == 1167 - 256)
  }
}
