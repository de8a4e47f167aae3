import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Latencies that are kept, thinned out and asked for.
@Suite("Latencies") struct LatencySamplesTests {
  /// Latencies of so many milliseconds, in their order.
  private func samples(_ milliseconds: some Sequence<Int>) -> LatencySamples {
    var samples = LatencySamples()
    for (place, value) in milliseconds.enumerated() {
      samples.add(Int64(value) * 1_000_000, at: moment(place + 1))
    }
    return samples
  }

  private func moment(_ frame: Int) -> Moment { Moment(frame: frame, time: Timestamp(nanoseconds: 0)) }

  @Test("none") func empty() {
    let none = samples([])
    #expect(none.count == 0)
    #expect(none.max == 0)
    #expect(none.quantile(0.5) == nil)
  }

  @Test("one is every quantile", arguments: [0, 0.01, 0.5, 0.95, 1]) func one(_ quantile: Double) {
    #expect(samples([7]).quantile(quantile) == 7)
  }

  @Test("a quantile is the nearest rank") func nearestRank() {
    let ten = samples([9, 1, 10, 3, 4, 2, 6, 5, 8, 7])
    #expect(ten.quantile(0) == 1)
    #expect(ten.quantile(0.1) == 1)
    #expect(ten.quantile(0.11) == 2)
    #expect(ten.quantile(0.5) == 5)
    #expect(ten.quantile(0.51) == 6)
    #expect(ten.quantile(0.95) == 10)
    #expect(ten.quantile(1) == 10)
    #expect(samples([1, 2, 3]).quantile(0.5) == 2)
  }

  @Test("long ones among short ones") func long() {
    let mixed = samples([10, 70_000, 20, 66, 30, 65])
    #expect(mixed.quantile(0.5) == 30)
    #expect(mixed.quantile(1) == 70_000)
    #expect(mixed.count(above: 65) == 2)
    #expect(mixed.fitted.quantile(0.84) == 70_000)
    #expect(mixed.fitted.quantile(0.2) == 20)
  }

  @Test("up to the limit all are exact") func exact() {
    let all = samples(stride(from: 1024, to: 0, by: -1))
    #expect(all.count == 1024)
    #expect(all.quantile(0.5) == 512)
    #expect(all.quantile(0.95) == 973)  // 0.95 · 1024 = 972.8
    #expect(all.max == 1024)
  }

  @Test("beyond the limit they are thinned out evenly", arguments: [1025, 2048, 5000, 100_000])
  func thinned(_ count: Int) throws {
    let many = samples(1...count)
    #expect(many.count == count)
    #expect(many.max == Double(count))
    for share in [0.05, 0.5, 0.95] {
      let found = try #require(many.quantile(share))
      // At least 512 are left, so ranks are off by two of them at most.
      #expect((found - Double(count) * share).magnitude <= Double(count) / 256, "\(share)")
    }
  }

  @Test("the greatest is exact although it is not kept") func greatest() {
    var many = samples((0..<5000).map { $0 == 3333 ? 900 : 1 })
    #expect(many.max == 900)
    #expect(many.greatestMoment?.frame == 3334)
    many.add(900_000_000, at: moment(5001))
    #expect(many.greatestMoment?.frame == 3334)
    many.add(2_000_000_000, at: moment(5002))
    #expect(many.max == 2000)
    #expect(many.greatestMoment?.frame == 5002)
  }

  @Test("a clock that went back gives none, and times beyond an hour the greatest there is")
  func oddTimes() {
    var odd = LatencySamples()
    odd.add(-1, at: moment(1))
    #expect(odd.count == 0)
    #expect(odd.greatestMoment == nil)
    odd.add(1999, at: moment(2))
    #expect(odd.max == 0.001)
    odd.add(.max, at: moment(3))
    #expect(odd.max == Double(UInt32.max) / 1000)
  }
}

/// Transactions counted by kind and attribute.
@Suite("Summary of transactions") struct TransactionSummaryTests {
  @Test("by connection, request and attribute; ranges are one kind") func rows() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41)
    script.asks("10 0100 ffff 0028", "11 06 0100 0900 0018")
    script.asks("10 0a00 ffff 0028", "01 10 0a00 0a")
    script.asks("0a 0300", "0b 61")
    script.asks("0a 0300", "01 0a 0300 05")
    script.asks("0a 0500", "0b 61")
    script.sends("0a 0300")
    script.asks("0a 0300", "0b 61", on: 0x41)
    var summary = TransactionSummary()
    for transaction in try script.transactions() { summary.add(transaction) }
    let lines = summary.rows.map { key, row in
      let handle = key.attributeHandle.map { "\($0.rawValue)" } ?? "–"
      let counts = "\(row.count) \(row.errors) \(row.unanswered) \(row.latencies.count)"
      return "#\(key.connection) \(key.request.rawValue) \(handle): \(counts)"
    }
    #expect(
      lines.sorted() == ["#1 10 3: 3 1 1 2", "#1 10 5: 1 0 0 1", "#1 16 –: 2 1 0 2", "#2 10 3: 1 0 0 1"])
    #expect(summary.overflow == 0)
  }

  @Test("what is beyond the limit is counted") func limit() throws {
    var script = SessionScript()
    script.connects()
    for handle in 1...UInt16(TransactionSummary.limit + 3) {
      let digits = handle.bytes().hex
      script.asks("0a \(digits)", "0b 61")
    }
    var summary = TransactionSummary()
    for transaction in try script.transactions() { summary.add(transaction) }
    #expect(summary.rows.count == TransactionSummary.limit)
    #expect(summary.overflow == 3)
  }
}
