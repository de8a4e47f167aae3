import ATTParser
import Testing

@testable import Analyzer

/// What is kept of channels and signal of a connection of the air.
@Suite("Channels and signal") struct AirHistoryTests {
  private func count(_ pdus: UInt32, _ retransmissions: UInt32, _ damaged: UInt32) -> AirFacts.ChannelCount {
    AirFacts.ChannelCount(pdus: pdus, retransmissions: retransmissions, damaged: damaged)
  }

  @Test("channels", arguments: [UInt32(5), 65_536, .max]) func channels(_ most: UInt32) {
    let channels = [
      AirFacts.Channel(index: 0, central: count(most, 2, 3), peripheral: count(4, 5, 6)),
      AirFacts.Channel(index: 36, central: count(0, 0, 1), peripheral: count(0, 0, 0)),
      AirFacts.Channel(index: 39, central: count(7, 8, 9), peripheral: count(10, most, 12)),
    ]
    #expect(AirFacts.ChannelCounts(channels).unpacked == channels)
    #expect(AirFacts.ChannelCounts().unpacked.isEmpty)
  }

  @Test("signal, with stretches in which nothing was heard") func signal() {
    func bucket(_ central: Int32, _ count: UInt32, _ peripheral: Int32, _ other: UInt32) -> AirMeter.Bucket {
      AirMeter.Bucket(
        centralSum: central, centralCount: count, peripheralSum: peripheral, peripheralCount: other)
    }
    let start = Timestamp(nanoseconds: 1_000)
    let course = AirFacts.SignalCourse(
      start, stretch: 250,
      [
        bucket(-120, 2, 0, 0), bucket(0, 0, 0, 0), bucket(30, 3, -1, 1), bucket(-7_000_000, 100_000, .min, 1),
        bucket(0, 0, .max, 1),
      ])
    let signal = course.unpacked
    #expect(signal.map(\.start.nanoseconds) == [1_000, 1_500, 1_750, 2_000])
    #expect(signal.map(\.central) == [-60, 10, -70, nil])
    #expect(signal.map(\.peripheral) == [nil, -1, -2_147_483_648, 2_147_483_647])
    #expect(AirFacts.SignalCourse().unpacked.isEmpty)
  }
}
