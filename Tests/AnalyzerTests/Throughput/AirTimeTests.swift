import Testing

@testable import Analyzer

@Suite("Air time")
struct AirTimeTests {
  /// A row: what 0, 27 and 251 bytes take, plain and encrypted, by the formulas of Vol 6, Part B, 2.1 and 2.2.
  struct Row: Sendable, CustomTestStringConvertible {
    var phy: LinkPHY
    var empty: Int
    var short: [Int]
    var long: [Int]
    var testDescription: String { phy.rawValue }
  }

  static let rows = [
    Row(phy: .le1M, empty: 80, short: [296, 328], long: [2088, 2120]),
    Row(phy: .le2M, empty: 44, short: [152, 168], long: [1048, 1064]),
    Row(phy: .codedS2, empty: 462, short: [894, 958], long: [4478, 4542]),
    Row(phy: .codedS8, empty: 720, short: [2448, 2704], long: [16_784, 17_040]),
  ]

  @Test("packets and exchanges of packets", arguments: rows)
  func packets(_ row: Row) {
    for (place, isEncrypted) in [false, true].enumerated() {
      #expect(AirTime.packet(0, row.phy, isEncrypted: isEncrypted) == row.empty)
      #expect(AirTime.packet(27, row.phy, isEncrypted: isEncrypted) == row.short[place])
      #expect(AirTime.packet(251, row.phy, isEncrypted: isEncrypted) == row.long[place])
      let exchange = row.long[place] + 150 + row.empty + 150
      #expect(AirTime.exchange(251, row.phy, isEncrypted: isEncrypted) == exchange)
    }
  }

  @Test("PHYs that events name")
  func names() {
    #expect([0, 1, 2, 3, 4].map { LinkPHY($0) } == [nil, .le1M, .le2M, .codedS8, nil])
  }
}
