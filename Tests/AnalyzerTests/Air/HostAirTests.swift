import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// One session written twice: as its host logs it and as a sniffer hears it, with losses of every kind on the way.
@Suite("A host's log and a capture of the air brought together")
struct HostAirTests {
  private struct Read {
    var analysis: Analysis
    var trace: PDUTrace
  }

  private func read(_ bytes: [UInt8]) throws -> Read {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var builder = SessionBuilder()
    var trace = PDUTrace()
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      trace.add(&frame, connection: builder.add(&frame, &reader), &reader)
    }
    return Read(analysis: builder.finish(), trace: trace)
  }

  private func write(_ number: Int) -> String { "520300" + UInt16(number).bytes().hex }
  private func notification(_ number: Int) -> String { "1B0500" + UInt16(number).bytes().hex }

  /// What is left out where.
  private enum Loss { case nothing, log, air, acknowledgement }

  /// Writes and notifications in turn; `losses` names what happens to the numbered ones.
  ///
  /// The sniffer's clock is 2.5 s behind the host's and 100 ppm slow.
  private func session(
    _ losses: [Int: Loss], isHostCentral: Bool = true
  ) throws -> (host: Read, air: Read) {
    var air = AirScript(.nordic3)
    var log = BTSnoopWriter(dataLink: 1002)
    func hostTime(_ time: UInt64) -> Int64 { 1_700_000_002_500_000 + Int64(Double(time) * 1.0001) }
    func logPacket(_ indicator: UInt8, _ sent: Bool, _ packet: [UInt8], _ time: Int64) {
      log.add([indicator] + packet, flags: sent ? 0 : 1, time: time)
    }
    air.connect()
    let peer = isHostCentral ? air.peripheral : air.central
    logPacket(
      4, false, PacketBuilder.leConnectionComplete(0x40, role: isHostCentral ? 0 : 1, peer: peer),
      hostTime(air.time))
    for number in 0..<60 {
      let loss = losses[number] ?? .nothing
      let isWrite = number % 2 == 0
      let hex = isWrite ? write(number) : notification(number)
      let sent = isWrite == isHostCentral
      air.nextEvent()
      let pdu = AirScript.l2cap(4, hex)
      let fate: AirScript.Fate = loss == .air ? .missed : .heard
      let time = hostTime(air.time) + (sent ? -3_000 : 2_000)
      if isWrite {
        air.send(.central, pdu.0, pdu.1, fate: fate)
        if loss != .acknowledgement { air.send(.peripheral) }
      } else {
        air.send(.central)
        air.send(.peripheral, pdu.0, pdu.1, fate: fate)
      }
      if loss == .log { continue }
      let packet = PacketBuilder.acl(0x40, boundary: sent ? 0 : 2, pdu.1)
      logPacket(2, sent, packet, time)
    }
    return (try read(log.bytes), try read(air.bytes))
  }

  @Test("nothing is lost, and the clocks are aligned", arguments: [true, false])
  func whole(_ isHostCentral: Bool) throws {
    let (host, air) = try session([:], isHostCentral: isHostCentral)
    let comparison = HostAirComparison(
      host: host.analysis, hostTrace: host.trace, air: air.analysis, airTrace: air.trace)
    let pair = try #require(comparison.pairs.first)
    #expect(comparison.pairs.count == 1)
    #expect(pair.matched == 60)
    #expect(pair.isHostCentral == isHostCentral)
    #expect((pair.offset - 2.5).magnitude < 0.01)
    #expect(((pair.drift ?? 0) - 100).magnitude < 5)
    #expect(pair.notOnAir.isEmpty && pair.notSentByHost.isEmpty && pair.notDelivered.isEmpty)
    // The last packet on the air is the last notification: nothing after it could acknowledge it.
    #expect(pair.notAcknowledged == (isHostCentral ? [] : [121]))
  }

  @Test("what is lost is found where it was lost")
  func losses() throws {
    // Of the writes 10 is not in the log and 20 not on the air; of the notifications 31 is not in the log. The last
    // write is never acknowledged.
    let (host, air) = try session([10: .log, 20: .air, 31: .log, 58: .acknowledgement, 59: .air])
    let comparison = HostAirComparison(
      host: host.analysis, hostTrace: host.trace, air: air.analysis, airTrace: air.trace)
    let pair = try #require(comparison.pairs.first)
    // On the air: CONNECT_IND, then two packets a number; 20's first one is missing.
    #expect(pair.notSentByHost == [2 + 20])
    #expect(pair.notDelivered == [2 + 61 + 1])
    #expect(pair.notOnAir.count == 1)
    #expect(host.trace.entries.first { $0.moment.frame == pair.notOnAir[0] }?.direction == .sent)
    #expect(pair.matched == 56)
    #expect(pair.missedBySniffer >= 1)
  }

  @Test("captures of different sessions have nothing in common")
  func different() throws {
    let (host, _) = try session([:])
    var other = AirScript(.nordic3, address: 0x1234_5678)
    other.connect()
    for number in 0..<20 { other.exchange(AirScript.l2cap(4, "5209FF" + UInt16(number).bytes().hex)) }
    let air = try read(other.bytes)
    let comparison = HostAirComparison(
      host: host.analysis, hostTrace: host.trace, air: air.analysis, airTrace: air.trace)
    #expect(comparison.pairs.isEmpty)
  }
}
