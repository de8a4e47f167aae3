import Foundation
import TestSupport
import Testing

/// `bleshark speed` finds what the peers planted: Tests/Peers/scenarios/pacing.py.
@Suite("Planted paces") struct PlantedPaceTests {
  /// The only subject of a capture, with the pace that was planted.
  private func subject(_ name: String) throws -> SpeedReading.Subject {
    let planted = try PlantedPace.named(name)
    return try #require(try SpeedReading(planted.path).captures.first?.subjects.first)
  }

  @Test("every planted wait comes out, with its seconds within 5 %", arguments: PlantedPace.all)
  func waits(_ planted: PlantedPace) throws {
    let capture = try #require(try SpeedReading(planted.path).captures.first)
    try #require(capture.subjects.count == 1)
    let subject = capture.subjects[0]
    #expect(subject.transfer == 1)
    for (limiter, seconds) in planted.pace.waits {
      // Short waits are known to within a connection event or two of the whole.
      let tolerance = max(seconds * 0.05, limiter == planted.pace.limiter ? 0 : 0.032)
      let found = subject.times[limiter] ?? 0
      #expect(abs(found - seconds) <= tolerance, "\(limiter): \(found) s where \(seconds) s were planted")
    }
    // What else the capture tells is no more than that the host hands values over.
    let rest = subject.limiters.filter { planted.pace.waits[$0.name] == nil }
    let most = planted.side == "central" ? subject.seconds * 0.05 : .infinity
    #expect(rest.reduce(0) { $0 + $1.seconds } <= most, "\(rest)")
  }

  @Test("the planted limiter is the greatest", arguments: PlantedPace.all)
  func greatest(_ planted: PlantedPace) throws {
    let subject = try #require(try SpeedReading(planted.path).captures.first?.subjects.first)
    #expect(subject.limiters.first?.name == planted.pace.limiter)
  }

  @Test("shares sum up to the whole, to the nanosecond", arguments: PlantedPace.all)
  func sums(_ planted: PlantedPace) throws {
    let subject = try #require(try SpeedReading(planted.path).captures.first?.subjects.first)
    let nanoseconds = subject.limiters.reduce(0) { $0 + Int(($1.seconds * 1e9).rounded()) }
    #expect(nanoseconds == Int((subject.seconds * 1e9).rounded()))
    #expect(abs(subject.seconds - planted.pace.seconds) < 0.005)
    let stream = try #require(subject.streams.first)
    #expect(stream.handle == planted.pace.dataHandle)
    #expect(stream.values == planted.pace.chunks)
    // The init packet of 60 bytes goes the same way.
    #expect(stream.bytes == planted.pace.imageBytes + 60)
    #expect(stream.bins.reduce(0, +) == stream.bytes)
    #expect(
      stream.settings?.octets == min(planted.pace.dataLength, planted.capture.contains("buffers") ? 27 : 251))
    #expect((0...1).contains(stream.achieved ?? -1))
  }

  @Test("an interval that is raised on the way") func intervalRaised() throws {
    let stream = try #require(try subject("interval-raised").streams.first)
    let remark = try #require(stream.remarks.first { $0.kind == "interval_raised" })
    #expect(remark.text.contains("from 15 ms to 60 ms in frame \(remark.frames[0])"))
    let changes = try #require(stream.changes)
    #expect(changes.map(\.settings.intervalMs) == [15, 60])
    #expect(changes[1].frame == remark.frames[0])
  }

  @Test("flash that takes its time at each page") func flashPages() throws {
    let subject = try subject("flash-page")
    // Between eight pages of 4,096 bytes there are seven pauses.
    #expect(subject.stallCount == 7)
    #expect(subject.stalls.allSatisfy { $0.cause == "peer_busy" })
    #expect(
      subject.streams[0].pattern
        == "7 of them are 4 096 bytes apart, as when a flash page is erased or written")
  }

  @Test("a radio that is jammed, near the supervision timeout") func jammed() throws {
    let subject = try subject("jammed")
    #expect(subject.stalls.map(\.cause) == ["link_trouble", "link_trouble"])
    let remark = try #require(subject.streams[0].remarks.first { $0.kind == "supervision_timeout_near" })
    #expect(remark.text.contains("2.5 s of 4 s"))
  }

  @Test("an app that goes to the background") func background() throws {
    let subject = try subject("app-in-background")
    let remark = try #require(subject.streams[0].remarks.first { $0.kind == "sender_slowed_down" })
    // The 156th value is the first one that a rest follows.
    let packets = try CaptureFile(path: PlantedPace.named("app-in-background").path).packets()
    let commands = packets.filter { $0.name == "ATT_WRITE_CMD" }
    try #require(commands.count == 205)
    let place = try #require(commands.firstIndex { $0.frame == remark.frames[0] })
    #expect((154...160).contains(place))
  }

  @Test("a controller that sends one packet in each event") func onePacket() throws {
    let stream = try #require(try subject("one-packet-event").streams.first)
    #expect(abs((stream.packetsPerEvent ?? 0) - 1) < 0.05)
    #expect(
      stream.remarks.contains {
        $0.kind == "beat" && $0.text.contains("every 15 ms: in each connection event")
      })
  }

  @Test("short packets carry less") func fragments() throws {
    let short = try #require(try subject("fragments-27").streams.first?.ceilingBytesPerS)
    let long = try #require(try subject("fragments-251").streams.first?.ceilingBytesPerS)
    // 35.8 and 97.6 kB/s, by the air time of ten packets of 27 bytes and of one of 251.
    #expect(abs(short / 1000 - 35.8) < 0.4)
    #expect(abs(long / 1000 - 97.6) < 0.98)
  }

  @Test("healthy captures of other stacks have no stalls", .enabled(if: Fixture.corpus != nil))
  func healthy() throws {
    let folder = try #require(Fixture.corpus)
    for path in Fixture.paths(in: folder, endings: [".btsnoop", ".pcap", ".pcapng", ".pklg"]) {
      let result = try Bleshark.run("speed", "--json", path)
      // Captures that are not read are refused here as everywhere.
      guard result.status != 2 else { continue }
      #expect(result.status == 0)
      let reading = try AnalysisReading.decoder.decode(SpeedReading.self, from: Data(result.output))
      for subject in reading.captures[0].subjects {
        #expect(subject.stallCount == 0, "\(path): \(subject.title)")
        let sum = subject.limiters.reduce(0) { $0 + Int(($1.seconds * 1e9).rounded()) }
        #expect(sum == Int((subject.seconds * 1e9).rounded()), "\(path): \(subject.title)")
        for stream in subject.streams {
          #expect((0...1).contains(stream.achieved ?? 0), "\(path): \(subject.title)")
        }
      }
    }
  }
}
