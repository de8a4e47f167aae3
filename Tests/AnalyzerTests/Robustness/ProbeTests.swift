import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Captures with one thing wrong, each read to an analysis that says no more than it can.
@Suite("Analyses of captures with one thing wrong") struct ProbeTests {
  /// A connection with discovery, a subscription, values, an error, a long write and its end.
  private static func session(_ time: (Int) -> Int64 = { Int64($0) }) -> SessionScript {
    var script = SessionScript()
    let steps: [(inout SessionScript) -> Void] = [
      { $0.connects() }, { $0.asks("02 f700", "03 b900") },
      { $0.asks("08 0100 ffff 0328", "09 07 0b00 1a 0c00 372a") }, { $0.asks("12 0d00 0100", "13") },
      { $0.receives("1b 0c00 0648") }, { $0.asks("0a 0c00", "01 0a 0c00 05") },
      { $0.asks("16 0c00 0000 6162", "17 0c00 0000 6162") }, { $0.asks("18 01", "19") },
      { $0.receives("23 0c00 0100 61 0d00 0200 6263") }, { $0.receives("1b 0c00 0649") },
      { $0.disconnects() },
    ]
    for (place, step) in steps.enumerated() {
      script.time = time(place)
      step(&script)
    }
    return script
  }

  private func analysis(_ bytes: [UInt8]) throws -> Analysis {
    #expect(violation(analyzing: bytes) == nil)
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder()
    builder.addAll(&reader)
    return builder.finish()
  }

  @Test("every cut of a capture") func cuts() throws {
    let whole = Self.session().bytes
    for count in 0...whole.count {
      if let violation = violation(analyzing: Array(whole.prefix(count))) {
        Issue.record("the first \(count) bytes: \(violation)")
        return
      }
    }
    #expect(try analysis(whole).connections.count == 1)
  }

  @Test("a clock that goes back: no negative latency, gap or duration, and the frames are named")
  func clock() throws {
    // Every exchange lies a second before the one before it.
    let back = try analysis(Self.session { 100_000 - Int64($0) * 1000 }.bytes)
    let connection = try #require(back.connections.first)
    #expect(back.quality.timeWentBack.frames == [2, 4, 6, 8, 9, 11, 13, 15, 16, 17])
    #expect(connection.streams.allSatisfy { $0.longestGap >= 0 })
    #expect(connection.latencies.max == 1)
    #expect(back.duration == 10.0 - 0.0)
    #expect(back.stories.flatMap(\.chapters).allSatisfy { $0.gap == nil })
    #expect(connection.pduCount == 15)
  }

  @Test("times at both ends of what a record can say") func hugeTimes() throws {
    for times in [[Int64.min, .max], [.max, .min], [0, .max, 0], [.min, .min], [.max - 1, .max]] {
      var writer = BTSnoopWriter()
      for time in times {
        writer.addRaw([4] + PacketBuilder.leConnectionComplete(0x40), flags: 3, rawTime: time)
        writer.addRaw(
          [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x0A, 3, 0])), rawTime: time)
        writer.addRaw(
          [2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x0B, 1])), flags: 1,
          rawTime: time)
        writer.addRaw([4] + PacketBuilder.disconnectionComplete(0x40), flags: 3, rawTime: time)
      }
      let found = try analysis(writer.bytes)
      #expect(found.connections.count == times.count)
      #expect(found.duration >= 0 && found.duration.isFinite)
    }
    for nanoseconds in [false, true] {
      var writer = PCAPWriter(linkType: 201, nanoseconds: nanoseconds)
      for time in [UInt32.max, 0, .max] {
        let packet = [UInt8](hex: "00000001 04") + PacketBuilder.leConnectionComplete(0x40)
        writer.add(packet, seconds: time, fraction: time)
      }
      let found = try analysis(writer.bytes)
      #expect(found.connections.count == 3)
      #expect(found.duration >= Double(UInt32.max) && found.duration.isFinite)
    }
  }

  @Test("records of no bytes and of 65,535") func recordLengths() throws {
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 3)
    writer.add([])
    // One ACL packet cannot be longer; its L2CAP PDU claims as much as it may.
    let pdu = PacketBuilder.l2cap(4, [0x52, 3, 0] + [UInt8](repeating: 7, count: 65_523), length: 65_526)
    writer.add([2] + PacketBuilder.acl(0x40, boundary: 0, pdu))
    writer.add([UInt8](repeating: 0xFF, count: 65_535))
    writer.add([2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 3, 0, 1])))
    let found = try analysis(writer.bytes)
    #expect(found.connections.count == 1)
    #expect(found.rows(1) == [StreamRow(.writeCommand, 3, .sent, 2, 65_524, 3...5)])
    #expect(found.quality.malformedFrames.count == 2)
  }

  @Test("one direction only", arguments: [true, false]) func oneDirection(_ isSent: Bool) throws {
    var script = SessionScript()
    for number in UInt16(0)..<20 {
      if isSent {
        script.sends("0a \((number + 1).bytes().hex)")
      } else {
        script.receives("0b \(number.bytes().hex)")
      }
    }
    let found = try analysis(script.bytes)
    let connection = try #require(found.connections.first)
    #expect(found.quality.missing.contains(.oneDirection))
    #expect(connection.latencies.count == 0)
    #expect(connection.pduCount == 20)
    // Requests whose answers would be in the other direction are unanswered, as the report says.
    #expect(connection.unanswered.count == (isSent ? 20 : 0))
    #expect(connection.streams.count == (isSent ? 20 : 0))
  }

  @Test("a handle that is used again although nothing ended it") func reusedHandle() throws {
    var script = SessionScript()
    script.connects(peer: 6)
    script.sends("0a 0c00")
    script.receives("1b 0c00 61")
    script.connects(peer: 7)
    script.receives("0b 62")
    script.receives("1b 0c00 62")
    let found = try analysis(script.bytes)
    try #require(found.connections.count == 2)
    #expect(found.connections.map { $0.closed == nil } == [true, true])
    #expect(found.connections.map { $0.peer?.description.suffix(2) } == ["06", "07"])
    // The answer is none to the request of the connection before.
    #expect(found.connections[0].unanswered.map(\.attributeHandle?.rawValue) == [12])
    #expect(found.connections.map(\.latencies.count) == [0, 0])
    #expect(found.rows(2) == [StreamRow(.notification, 12, .received, 1, 1, 6...6)])
  }
}
