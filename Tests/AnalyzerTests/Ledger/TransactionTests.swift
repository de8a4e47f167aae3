import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A transaction as the tests write it down: request, its frame, the answer's frame, the outcome.
private struct Row: Hashable, CustomStringConvertible {
  var request: UInt8
  var began: Int
  var ended: Int?
  var outcome: Transaction.Outcome

  init(_ request: UInt8, _ began: Int, _ ended: Int?, _ outcome: Transaction.Outcome = .answered) {
    self.request = request
    self.began = began
    self.ended = ended
    self.outcome = outcome
  }

  init(_ transaction: Transaction) {
    self.init(
      transaction.request.rawValue, transaction.began.frame, transaction.ended?.frame, transaction.outcome)
  }

  var description: String { "\(request) \(began)→\(ended.map(String.init) ?? "") \(outcome)" }
}

/// What became of requests and indications.
@Suite("Transactions") struct TransactionTests {
  private func rows(_ script: SessionScript) throws -> [Row] { try script.transactions().map(Row.init) }

  private func anomalies(_ script: SessionScript) throws -> [String] {
    try script.analysis().connections.flatMap(\.anomalies).map { anomaly in
      let request = anomaly.requestFrame.map { " of \($0)" } ?? ""
      return "\(anomaly.kind.rawValue) \(anomaly.opcode.rawValue) in \(anomaly.moment.frame)\(request)"
    }
  }

  @Test("every request is ended by the response that belongs to it") func match() throws {
    let pairs = [
      ("02 f700", "03 f700"), ("04 0100 ffff", "05 01 0100 0028"), ("06 0100 ffff 0028 0d18", "07 0100 0900"),
      ("08 0100 ffff 0328", "09 07 0200 02 0300 002a"), ("0a 0300", "0b 61"), ("0c 0300 0100", "0d 62"),
      ("0e 0300 0500", "0f 6162"), ("10 0100 ffff 0028", "11 06 0100 0900 0018"), ("12 0300 61", "13"),
      ("16 0300 0000 61", "17 0300 0000 61"), ("18 01", "19"), ("20 0300 0500", "21 0100 61 0100 62"),
    ]
    var script = SessionScript()
    script.connects()
    for (request, answer) in pairs { script.asks(request, answer) }
    script.receives("1d 0300 61")
    script.sends("1e")
    let opcodes: [UInt8] = [2, 4, 6, 8, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20, 0x1D]
    let wanted = opcodes.enumerated().map { Row($0.element, 2 + 2 * $0.offset, 3 + 2 * $0.offset) }
    #expect(try rows(script) == wanted)
    #expect(try anomalies(script) == [])
  }

  @Test("a transaction knows what was asked, how much and for how long") func facts() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0c 0300 1600")
    script.time += 29
    script.receives("0d 6162")
    script.asks("06 0100 0a00 0028 0d18", "01 06 0100 0a")
    script.asks("08 0200 0900 0328", "01 08 0200 0a")
    let transactions = try script.transactions()
    try #require(transactions.count == 3)
    let blob = transactions[0]
    #expect(blob.connection == 1)
    #expect(blob.bearer == 0)
    #expect(blob.direction == .sent)
    #expect(blob.attributeHandle == AttributeHandle(rawValue: 3))
    #expect(blob.handleRange == nil)
    #expect(blob.valueOffset == 22)
    #expect(blob.requestBytes == 5)
    #expect(blob.answerBytes == 3)
    #expect(blob.latency == 30_000_000)
    #expect(!blob.isLate)
    #expect(transactions[1].outcome == .error(.attributeNotFound))
    #expect(transactions[1].attributeHandle == nil)
    #expect(transactions[1].firstHandle?.rawValue == 1)
    #expect(transactions[1].handleRange?.ending.rawValue == 10)
    #expect(transactions[1].attributeType == BluetoothUUID(0x2800))
    #expect(transactions[2].attributeType == BluetoothUUID(0x2803))
  }

  @Test("an Error Response ends the request that it names") func error() throws {
    var script = SessionScript()
    script.connects()
    script.asks("0a 0300", "01 0a 0300 05")
    let refused = Transaction.Outcome.error(ATTErrorCode(rawValue: 5))
    #expect(try rows(script) == [Row(0x0A, 2, 3, refused)])
    #expect(try script.analysis().connections[0].latencies.count == 1)
  }

  @Test("an Error Response for another request ends none") func otherError() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.receives("01 12 0300 05")
    script.receives("0b 61")
    #expect(try rows(script) == [Row(0x0A, 2, 4)])
    #expect(try anomalies(script) == ["wrong_answer 1 in 3 of 2"])
  }

  @Test("a response of another kind ends none") func wrongAnswer() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.receives("13")
    script.receives("0b 61")
    #expect(try rows(script) == [Row(0x0A, 2, 4)])
    #expect(try anomalies(script) == ["wrong_answer 19 in 3 of 2"])
  }

  @Test("the same response once more") func duplicate() throws {
    var script = SessionScript()
    script.connects()
    script.asks("0a 0300", "0b 61")
    script.receives("0b 61")
    script.receives("13")
    #expect(try rows(script) == [Row(0x0A, 2, 3)])
    #expect(try anomalies(script) == ["duplicate_answer 11 in 4 of 2", "unsolicited_response 19 in 5"])
  }

  @Test("answers to nothing") func unsolicited() throws {
    var script = SessionScript()
    script.connects()
    script.receives("0b 61")
    script.sends("1e")
    script.receives("01 0a 0300 05")
    #expect(try rows(script) == [])
    #expect(
      try anomalies(script) == [
        "unsolicited_response 11 in 2", "unsolicited_confirmation 30 in 3", "unsolicited_response 1 in 4",
      ])
  }

  @Test("the request of a capture's first response may lie before it") func firstResponse() throws {
    var script = SessionScript()
    script.receives("0b 61")
    script.asks("0a 0300", "0b 61")
    #expect(try anomalies(script) == [])
    #expect(try rows(script) == [Row(0x0A, 2, 3)])
  }

  @Test("a second request while one is pending cuts it short") func superseded() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.asks("0a 0500", "0b 61")
    script.receives("1d 0700 01")
    script.receives("1d 0700 02")
    script.sends("1e")
    #expect(
      try rows(script) == [
        Row(0x0A, 2, nil, .unanswered(.superseded)), Row(0x0A, 3, 4),
        Row(0x1D, 5, nil, .unanswered(.superseded)), Row(0x1D, 6, 7),
      ])
    #expect(
      try anomalies(script) == [
        "request_while_pending 10 in 3 of 2", "indication_while_pending 29 in 6 of 5",
      ])
    #expect(try script.analysis().connections[0].unanswered.map(\.began.frame) == [2, 5])
  }

  @Test("both sides are client and server at once") func bothDirections() throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.receives("0a 0500")
    script.receives("1d 0700 01")
    script.sends("1d 0900 01")
    script.receives("1e")
    script.sends("0b 62")
    script.sends("1e")
    script.receives("0b 61")
    let transactions = try script.transactions()
    #expect(
      transactions.map(Row.init) == [
        Row(0x1D, 5, 6), Row(0x0A, 3, 7), Row(0x1D, 4, 8), Row(0x0A, 2, 9),
      ])
    #expect(transactions.map(\.direction) == [.sent, .received, .received, .sent])
    #expect(try anomalies(script) == [])
    let connection = try script.analysis().connections[0]
    // The peer answered frames 2 and 5, this host frames 3 and 4.
    #expect(connection.latencies.count == 2)
    #expect(connection.localLatencies.count == 2)
    #expect(connection.latencies.max == 7)
    #expect(connection.localLatencies.max == 4)
  }

  @Test("one request on each bearer") func bearers() throws {
    var script = SessionScript()
    script.connects()
    // Two enhanced bearers by one credit-based connection request, SPSM 0x27, MTU and MPS 64.
    script.pdu(5, "17 01 0c00 2700 4000 4000 0a00 4000 4100", on: 0x40, sent: true)
    script.pdu(5, "18 01 0c00 4000 4000 0a00 0000 5000 5100", on: 0x40, sent: false)
    script.sends("0a 0300")
    script.pdu(0x50, "0300 0a 0500", on: 0x40, sent: true)
    script.pdu(0x51, "0300 0a 0700", on: 0x40, sent: true)
    script.pdu(0x41, "0200 0b 63", on: 0x40, sent: false)
    script.receives("0b 61")
    script.pdu(0x40, "0200 0b 62", on: 0x40, sent: false)
    let transactions = try script.transactions()
    #expect(transactions.map(\.attributeHandle?.rawValue) == [7, 3, 5])
    #expect(transactions.map(\.ended?.frame) == [7, 8, 9])
    #expect(Set(transactions.map(\.bearer)).count == 3)
    #expect(transactions[1].bearer == 0)
    #expect(try anomalies(script) == [])
  }

  @Test("an answer after more than 30 s is late", arguments: [(30_000, false), (30_001, true)])
  func late(_ sample: (milliseconds: Int64, isLate: Bool)) throws {
    var script = SessionScript()
    script.connects()
    script.sends("0a 0300")
    script.time += sample.milliseconds - 1
    script.receives("0b 61")
    #expect(try script.transactions().map(\.isLate) == [sample.isLate])
    #expect(try anomalies(script) == (sample.isLate ? ["late_answer 11 in 3 of 2"] : []))
  }

  @Test("what is pending at the end is given up") func giveUp() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41)
    script.sends("0a 0300", on: 0x40)
    script.receives("1d 0700 01", on: 0x40)
    script.sends("0a 0500", on: 0x41)
    script.disconnects(0x40)
    #expect(
      try rows(script) == [
        Row(0x0A, 3, nil, .unanswered(.disconnected)), Row(0x1D, 4, nil, .unanswered(.disconnected)),
        Row(0x0A, 5, nil, .unanswered(.captureEnded)),
      ])
    let connections = try script.analysis().connections
    #expect(connections.map { $0.unanswered.map(\.began.frame) } == [[3, 4], [5]])
  }

  @Test("commands and notifications are no transactions") func noTransactions() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 0300 61")
    script.receives("1b 0300 61")
    script.sends("d2 0300 61 000000000000000000000000")
    script.receives("23 0300 0100 61")
    #expect(try rows(script) == [])
  }
}
