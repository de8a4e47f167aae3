import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What an analysis says about the capture itself.
@Suite("Capture quality") struct QualityTests {
  @Test("nothing is missing from a whole session") func whole() throws {
    var script = SessionScript()
    script.connects()
    script.sends("08 0100 ffff 0328")
    script.receives("09 07 0200 02 0300 002a")
    script.sends("0a 0300")
    script.receives("0b 61")
    script.disconnects()
    let analysis = try script.analysis()
    #expect(analysis.quality.missing.isEmpty)
    #expect(analysis.quality.cannotConclude.isEmpty)
    #expect(analysis.quality.malformedFrames.count == 0)
    #expect(analysis.notKept.isEmpty)
  }

  @Test("a capture without frames") func empty() throws {
    let analysis = try SessionScript().analysis()
    #expect(analysis.connections.isEmpty)
    #expect(analysis.firstTime == nil)
    #expect(analysis.duration == 0)
    #expect(analysis.quality.missing.isEmpty)
  }

  @Test("time that goes back is counted, and the duration spans all of it") func timeGoesBack() throws {
    var script = SessionScript()
    script.time = 1000
    script.connects()
    script.sends("52 2a00 01")
    script.time = 400
    script.sends("52 2a00 01")
    script.time = 3000
    script.sends("52 2a00 01")
    script.time = 2500
    script.sends("52 2a00 01")
    let analysis = try script.analysis()
    #expect(analysis.quality.timeWentBack.count == 2)
    #expect(analysis.quality.timeWentBack.frames == [3, 5])
    #expect((analysis.duration - 2.6).magnitude < 1e-9)
    #expect(analysis.seconds(try #require(analysis.connections.first).lastSeen.time) == 1.5)
    #expect((analysis.seconds(Timestamp(microseconds: 1_700_000_000_400_000)) + 0.6).magnitude < 1e-9)
  }

  @Test("equal times are no step back") func equalTimes() throws {
    var script = SessionScript()
    script.connects()
    script.time = 0
    script.sends("52 2a00 01")
    #expect(try script.analysis().quality.timeWentBack.count == 0)
  }

  @Test("frames that are malformed are counted and named") func malformed() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 03")
    script.sends("52 2a00 01")
    script.receives("09 01 02")
    script.event(PacketBuilder.leEvent(0x0C, [0]))
    let quality = try script.analysis().quality
    #expect(quality.malformedFrames.count == 3)
    #expect(quality.malformedFrames.frames == [2, 4, 5])
    #expect(quality.truncatedFrames.count == 0)
  }

  @Test("evidence is bounded, the count is not") func boundedEvidence() throws {
    var script = SessionScript()
    script.connects()
    for _ in 0..<300 { script.sends("0a 03") }
    let quality = try script.analysis().quality
    #expect(quality.malformedFrames.count == 300)
    #expect(quality.malformedFrames.frames == Array(2...101))
  }

  @Test("packets that the recorder cut are truncated, not malformed") func truncated() throws {
    var script = SessionScript()
    script.connects()
    let value = [UInt8](repeating: 1, count: 40)
    let whole = PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 0x2A, 0] + value))
    script.data(Array(whole.dropLast(30)), sent: true, original: UInt32(whole.count + 1))
    let analysis = try script.analysis()
    #expect(analysis.quality.truncatedFrames.frames == [2])
    #expect(analysis.quality.malformedFrames.count == 0)
    #expect(analysis.quality.missing.contains(.packetEnds))
    // What was on the link counts, as far as its length is known.
    #expect(analysis.rows(1) == [StreamRow(.writeCommand, 0x2A, .sent, 1, 40, 2...2)])
  }

  @Test("fragments without the rest of their PDU") func fragments() throws {
    var script = SessionScript()
    script.connects()
    let pdu = PacketBuilder.l2cap(4, [UInt8](hex: "1b 2a00") + [UInt8](repeating: 7, count: 40))
    let pieces = PacketBuilder.fragments(0x40, first: 2, of: pdu, size: 27)
    script.data(pieces[1], sent: false)
    script.data(pieces[0], sent: false)
    script.receives("1b 2a00 01")
    let analysis = try script.analysis()
    #expect(analysis.quality.incompleteFrames.frames == [2, 4])
    #expect(analysis.quality.malformedFrames.count == 0)
    #expect(analysis.quality.missing.contains(.fragments))
    #expect(analysis.rows(1) == [StreamRow(.notification, 0x2A, .received, 1, 1, 4...4)])
  }

  @Test(
    "one direction of many PDUs is told, of a few it is not", arguments: [(8, false), (9, true), (100, true)])
  func oneDirection(_ count: Int, _ isTold: Bool) throws {
    var script = SessionScript()
    script.connects()
    for _ in 0..<count { script.sends("0a 0300") }
    script.disconnects()
    #expect(try script.analysis().quality.missing.contains(.oneDirection) == isTold)
  }

  @Test("an answer in the other direction is enough") func bothDirections() throws {
    var script = SessionScript()
    script.connects()
    for _ in 0..<20 { script.sends("0a 0300") }
    script.receives("0b 61")
    #expect(try !script.analysis().quality.missing.contains(.oneDirection))
  }

  @Test("what only the reader of the file knows") func sourceFacts() throws {
    let facts = SourceFacts(droppedRecords: 3, untimedRecords: 2, unreadRecords: 1)
    let quality = try SessionScript().analysis(facts).quality
    #expect(quality.droppedRecords == 3)
    #expect(Set(quality.missing) == [.droppedRecords, .timestamps, .unreadLinkTypes])
    #expect(quality.cannotConclude.count == quality.missing.count)
  }

  @Test(
    "handles are explained by a discovery of the same device, also on an earlier connection",
    arguments: [
      false, true,
    ])
  func discovery(_ isSameDevice: Bool) throws {
    var script = SessionScript()
    script.connects()
    script.sends("08 0100 ffff 0328")
    script.receives("09 07 0200 02 0300 002a")
    script.sends("52 0300 01")
    script.disconnects()
    if isSameDevice {
      script.connects()
    } else {
      script.event(PacketBuilder.leConnectionComplete(0x40, peer: [1, 2, 3, 4, 5, 0xC6]))
    }
    script.receives("1b 0300 01")
    script.disconnects()
    let analysis = try script.analysis()
    #expect(analysis.quality.missing == (isSameDevice ? [] : [.discovery]))
    #expect(analysis.quality.cannotConclude.first?.contains("connection 2 ") == (isSameDevice ? nil : true))
  }

  @Test("a host whose attributes the other device discovered lacks no discovery") func discoveryByPeer()
    throws
  {
    var script = SessionScript()
    script.connects(role: 1)
    script.receives("08 0100 ffff 0328")
    script.sends("09 07 0200 12 0300 372a")
    script.receives("12 0300 01")
    script.sends("13")
    script.sends("1b 0300 05")
    script.disconnects()
    #expect(try script.analysis().quality.missing.isEmpty)
  }

  @Test("a discovery in the other direction explains nothing") func discoveryOfTheOther() throws {
    var script = SessionScript()
    script.connects()
    script.receives("08 0100 ffff 0328")
    script.sends("09 07 0200 12 0300 372a")
    script.sends("52 0300 01")
    script.disconnects()
    #expect(try script.analysis().quality.missing == [.discovery])
  }

  @Test("a controller's debug stream is counted and is no connection") func controllerDebug() throws {
    var script = SessionScript()
    script.data(
      PacketBuilder.acl(0xEDC, boundary: 2, PacketBuilder.l2cap(4, [UInt8](hex: "0a 00f0"))), sent: false)
    let analysis = try script.analysis()
    #expect(analysis.connections.isEmpty)
    #expect(analysis.quality.controllerDebugFrames == 1)
  }

  @Test(
    "failed attempts without end are counted, not kept",
    .enabled(
      if: Fixture.count("BLESHARK_LONG", standard: 0) > 0,
      "takes several seconds in a debug build; BLESHARK_LONG=1 runs it")
  ) func boundedFailures() throws {
    var one = SessionScript()
    one.connects(0, status: 0x02)
    let header = BTSnoopWriter().bytes
    let records = repeatElement(one.bytes.dropFirst(header.count), count: SessionBuilder.eventLimit + 5)
    var reader = try CaptureReader(CaptureStream(bytes: header + Array(records.joined())))
    var builder = SessionBuilder()
    builder.addAll(&reader)
    let analysis = builder.finish()
    #expect(analysis.failedConnections.count == SessionBuilder.eventLimit)
    #expect(analysis.notKept.failures == 5)
  }
}
