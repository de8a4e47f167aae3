import Testing

@testable import Analyzer

@Suite("Buffers of a controller")
struct AdapterCreditsTests {
  @Test("full is when the number that the controller told is under way") func known() {
    var credits = AdapterCredits()
    credits.buffers = 3
    credits.inFlight = 3
    // A controller that never reports cannot be told from one that is not recorded.
    #expect(!credits.isFull)
    credits.complete(3, on: 0)
    credits.inFlight = 2
    #expect(!credits.isFull)
    credits.inFlight = 3
    #expect(credits.isFull)
  }

  @Test("without a number, the most that were ever under way are all") func guessed() {
    var credits = AdapterCredits()
    credits.inFlight = 6
    credits.complete(4, on: 0)
    #expect(!credits.isFull)
    credits.inFlight = 5
    #expect(!credits.isFull)
    credits.inFlight = 6
    #expect(credits.isFull)
  }

  @Test("one or two packets under way are no full buffers unless the controller said so") func few() {
    var credits = AdapterCredits()
    credits.inFlight = 2
    credits.complete(2, on: 0)
    credits.inFlight = 2
    #expect(!credits.isFull)
  }

  @Test("a PDU in several packets needs room for all of them") func room() {
    var credits = AdapterCredits()
    credits.buffers = 20
    credits.packetsPerPDU = 10
    credits.inFlight = 1
    credits.complete(1, on: 0)
    credits.inFlight = 10
    #expect(!credits.isFull)
    credits.inFlight = 11
    #expect(credits.isFull)
    // A PDU that never fits goes out bit by bit.
    credits.packetsPerPDU = 200
    credits.inFlight = 0
    #expect(!credits.isFull)
  }

  @Test("more completed than sent, and links that end") func ends() {
    var credits = AdapterCredits()
    credits.inFlight = 4
    credits.complete(65_535, on: 1)
    #expect(credits.inFlight == 0)
    credits.inFlight = 3
    credits.complete(1, on: 2)
    #expect(credits.links == [1, 2])
    credits.lose(2, on: 1)
    #expect(credits.inFlight == 0)
    #expect(credits.links == [2])
    for link in 0..<1000 { credits.complete(0, on: link) }
    #expect(credits.links.count == AdapterCredits.linkLimit)
  }
}
