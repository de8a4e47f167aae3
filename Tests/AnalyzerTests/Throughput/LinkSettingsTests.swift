import Testing

@testable import Analyzer

/// Ceilings against tables that were worked out by hand from the air time of packets, in kB/s.
@Suite("Ceilings of links")
struct LinkSettingsTests {
  /// A row of the table of continuous ceilings: plain and encrypted for each MTU.
  struct Continuous: Sendable, CustomTestStringConvertible {
    var phy: LinkPHY
    var octets: Int
    var plain: [Double]
    var encrypted: [Double]
    var testDescription: String { "\(phy.rawValue), \(octets)" }
  }

  private static let mtus = [23, 185, 247, 517]
  static let continuousRows = [
    Continuous(
      phy: .le1M, octets: 27, plain: [29.6, 38.5, 36.9, 38.3], encrypted: [28.2, 36.7, 35.2, 36.6]),
    Continuous(
      phy: .le1M, octets: 251, plain: [29.6, 92.3, 98.9, 92.6], encrypted: [28.2, 90.8, 97.6, 91.0]),
    Continuous(
      phy: .le2M, octets: 27, plain: [40.3, 52.4, 50.0, 52.1], encrypted: [39.1, 50.8, 48.4, 50.4]),
    Continuous(
      phy: .le2M, octets: 251, plain: [40.3, 159.1, 175.3, 158.0], encrypted: [39.1, 156.9, 173.3, 155.7]),
    Continuous(
      phy: .codedS2, octets: 27, plain: [12.1, 15.7, 15.0, 15.6], encrypted: [11.6, 15.1, 14.4, 15.0]),
    Continuous(
      phy: .codedS2, octets: 251, plain: [12.1, 42.8, 46.6, 42.8], encrypted: [11.6, 42.2, 46.0, 42.1]),
    Continuous(phy: .codedS8, octets: 27, plain: [5.8, 7.5, 7.3, 7.5], encrypted: [5.4, 7.0, 6.8, 7.0]),
    Continuous(
      phy: .codedS8, octets: 251, plain: [5.8, 13.2, 13.7, 13.3], encrypted: [5.4, 12.9, 13.5, 13.1]),
  ]

  /// Within 1 %, or within what the table was rounded by.
  private func expect(_ rate: Double, is kilobytes: Double, _ what: String) {
    #expect(abs(rate / 1000 - kilobytes) <= max(kilobytes / 100, 0.05), "\(what): \(rate / 1000)")
  }

  @Test("without pauses", arguments: continuousRows)
  func continuous(_ row: Continuous) {
    for (place, mtu) in Self.mtus.enumerated() {
      let plain = LinkSettings(phy: row.phy, octets: row.octets, attMTU: mtu)
      var encrypted = plain
      encrypted.isEncrypted = true
      expect(plain.continuousCeiling, is: row.plain[place], "MTU \(mtu)")
      expect(plain.ceiling(), is: row.plain[place], "MTU \(mtu), without an interval")
      expect(encrypted.continuousCeiling, is: row.encrypted[place], "MTU \(mtu), encrypted")
    }
  }

  /// A row of the table of ceilings with connection events.
  struct WithInterval: Sendable, CustomTestStringConvertible {
    var phy: LinkPHY
    var octets: Int
    var mtu: Int
    /// For intervals of 7.5, 15, 30, 48.75 and 100 ms; 0 where no packet fits.
    var rates: [Double]
    var testDescription: String { "\(phy.rawValue), \(octets), \(mtu)" }
  }

  private static let intervals = [7500, 15_000, 30_000, 48_750, 100_000]
  static let withIntervals = [
    WithInterval(phy: .le1M, octets: 27, mtu: 23, rates: [29.3, 29.3, 29.3, 29.5, 29.4]),
    WithInterval(phy: .le1M, octets: 27, mtu: 185, rates: [38.1, 38.1, 38.1, 38.4, 38.2]),
    WithInterval(phy: .le1M, octets: 251, mtu: 185, rates: [72.8, 84.9, 91.0, 89.6, 91.0]),
    WithInterval(phy: .le1M, octets: 251, mtu: 247, rates: [97.6, 97.6, 97.6, 95.1, 97.6]),
    WithInterval(phy: .le1M, octets: 251, mtu: 517, rates: [68.3, 85.3, 85.3, 89.3, 92.2]),
    WithInterval(phy: .le2M, octets: 251, mtu: 185, rates: [145.6, 157.7, 157.7, 156.8, 158.3]),
    WithInterval(phy: .le2M, octets: 251, mtu: 247, rates: [162.7, 162.7, 170.8, 175.2, 173.2]),
    WithInterval(phy: .le2M, octets: 251, mtu: 517, rates: [136.5, 153.6, 153.6, 157.5, 157.0]),
    WithInterval(phy: .codedS2, octets: 251, mtu: 247, rates: [32.5, 32.5, 40.7, 45.0, 46.4]),
    WithInterval(phy: .codedS8, octets: 27, mtu: 23, rates: [5.3, 5.3, 5.3, 5.7, 5.6]),
    WithInterval(phy: .codedS8, octets: 251, mtu: 247, rates: [0, 0, 8.1, 10.0, 12.2]),
  ]

  @Test("with connection events", arguments: withIntervals)
  func intervals(_ row: WithInterval) {
    for (interval, rate) in zip(Self.intervals, row.rates) {
      let settings = LinkSettings(phy: row.phy, octets: row.octets, attMTU: row.mtu, interval: interval)
      expect(settings.ceiling(), is: rate, "\(interval) µs")
    }
  }

  /// A link whose controller sends few packets in each event.
  struct FewPackets: Sendable {
    var octets: Int
    var mtu: Int
    var packets: Double
    var interval: Int
    var rate: Double
  }

  @Test(
    "with few packets in each event",
    arguments: [
      // Eight packets of 27 bytes a value of 182 bytes, so two events of four.
      FewPackets(octets: 27, mtu: 185, packets: 4, interval: 15_000, rate: 6.9),
      FewPackets(octets: 27, mtu: 185, packets: 4, interval: 30_000, rate: 3.5),
      FewPackets(octets: 27, mtu: 185, packets: 7, interval: 15_000, rate: 12.1),
      FewPackets(octets: 251, mtu: 247, packets: 1, interval: 15_000, rate: 16.3),
      FewPackets(octets: 251, mtu: 247, packets: 1, interval: 30_000, rate: 8.1),
    ])
  func fewPackets(_ link: FewPackets) {
    let settings = LinkSettings(octets: link.octets, attMTU: link.mtu, interval: link.interval)
    expect(settings.ceiling(packetsPerEvent: link.packets), is: link.rate, "\(link)")
  }

  @Test("more packets in each event than fit change nothing")
  func manyPackets() {
    let settings = LinkSettings(octets: 251, attMTU: 247, interval: 15_000)
    #expect(settings.ceiling(packetsPerEvent: 100) == settings.ceiling())
    #expect(settings.ceiling(packetsPerEvent: 0) == settings.ceiling())
  }

  @Test("values that wait for their responses take two events each")
  func acknowledged() {
    var settings = LinkSettings(octets: 251, attMTU: 247, interval: 15_000, isAcknowledged: true)
    expect(settings.ceiling(), is: 8.1, "MTU 247")
    settings.attMTU = 23
    expect(settings.ceiling(), is: 0.67, "MTU 23")
  }

  @Test("a value is never longer than an attribute")
  func longestValue() {
    #expect(LinkSettings(attMTU: 517).valueBytes == 512)
    #expect(LinkSettings(attMTU: 65_535).valueBytes == 512)
    #expect(LinkSettings(attMTU: 0).valueBytes == 1)
    // 20 bytes of value and 7 of headers are one packet of 27.
    #expect(LinkSettings(octets: 27, attMTU: 23).packetsPerValue == 1)
    #expect(LinkSettings(octets: 27, attMTU: 247).packetsPerValue == 10)
  }

  @Test("settings that no link has do no harm", arguments: [-1, 0, 1, 255])
  func impossible(_ octets: Int) {
    for interval in [nil, 0, 1, 1250, 81_918_750] {
      let settings = LinkSettings(octets: octets, attMTU: octets, interval: interval)
      #expect(settings.ceiling() >= 0)
      _ = settings.improvements()
    }
  }

  @Test("what would be better")
  func improvements() {
    let poor = LinkSettings(interval: 30_000)
    let changes = poor.improvements().map(\.change)
    #expect(
      changes
        == [
          "ATT_MTU 247", "data length 251", "ATT_MTU 247 and data length 251", "2M PHY",
        ].filter { $0 != "data length 251" })
    let both = poor.improvements().first { $0.change == "ATT_MTU 247 and data length 251" }
    expect(both?.ceiling ?? 0, is: 97.6, "both")
    let twice = poor.improvements().first { $0.change == "2M PHY" }
    // Sixty exchanges of 20 bytes in 30 ms.
    expect(twice?.ceiling ?? 0, is: 40.0, "2M PHY")
    #expect(LinkSettings(phy: .le2M, octets: 251, attMTU: 247, interval: 7500).improvements().isEmpty)
  }

  @Test("shorter intervals help where each event carries few packets")
  func shorterIntervals() {
    let settings = LinkSettings(phy: .le2M, octets: 251, attMTU: 247, interval: 60_000)
    let improvements = settings.improvements(packetsPerEvent: 4)
    #expect(improvements.map(\.change) == ["interval 15 ms", "interval 7.5 ms"])
    // Four values of 244 bytes in 15 ms and in 7.5 ms.
    expect(improvements[0].ceiling, is: 65.1, "15 ms")
    expect(improvements[1].ceiling, is: 130.1, "7.5 ms")
  }

  @Test("requests become commands")
  func commands() {
    let settings = LinkSettings(
      phy: .le2M, octets: 251, attMTU: 247, interval: 7500, isAcknowledged: true)
    let improvements = settings.improvements()
    #expect(improvements.map(\.change) == ["writes without response"])
    expect(improvements.first?.ceiling ?? 0, is: 162.7, "commands")
  }
}
