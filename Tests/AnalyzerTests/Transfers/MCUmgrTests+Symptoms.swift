import TestSupport
import Testing

@testable import Analyzer

/// What goes wrong with MCUmgr alone, each with a twin that is all right.
extension MCUmgrTests {
  @Test("the device forgets what it was sent, again and again", arguments: [2, 4])
  mutating func noProgress(times: Int) throws {
    for _ in 0..<times {
      send(0..<150)
      took(0)
      script.wait(200)
    }
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (times > 2 ? "no-progress" : "bytes-lost"))
  }

  @Test("the device asks for a request again, and then goes on")
  mutating func askedAgain() throws {
    send(0..<150)
    took(150)
    send(150..<300)
    took(150)
    send(150..<300)
    took(300)
    send(300..<400)
    took(400)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
  }

  /// Requests in one write are answered, and then one in several is not.
  private mutating func splits(at offset: Int, answersSplit: Bool = false) {
    parameters()
    if offset > 0 {
      send(0..<60, size: 244)
      took(60)
    }
    if answersSplit {
      send(60..<120, size: 40)
      took(120)
      send(120..<220, size: 40)
    } else {
      send(offset..<(offset + 150), size: 60)
    }
    script.wait(9000)
    script.disconnect(0x16)
  }

  @Test("a request in several writes is the only one without an answer")
  mutating func inPieces() throws {
    splits(at: 60)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "request-in-pieces")
    #expect(
      transfer.verdict.cause?.text.contains("writes where only requests in one had been answered") == true)
  }

  @Test("the first request is in several writes: the device may be erasing, too")
  mutating func firstInPieces() throws {
    splits(at: 0)
    let transfer = try script.transfer()
    #expect(transfer.cause == "no-answer")
    #expect(transfer.also == ["request-in-pieces"])
  }

  @Test("requests in several writes were answered before")
  mutating func answeredInPieces() throws {
    splits(at: 60, answersSplit: true)
    let transfer = try script.transfer()
    #expect(transfer.cause == "no-answer")
    #expect(transfer.also == [])
  }

  @Test("an answer is missed, and the upload goes on", arguments: [true, false])
  mutating func missedAnswer(isMissed: Bool) throws {
    send(0..<150)
    took(150)
    send(150..<300)
    let missed = script.frame
    if !isMissed { took(300) }
    send(300..<400)
    took(400)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == (isMissed ? ["receipt-missing"] : []))
    #expect(transfer.verdict.also.first?.frames.contains(missed) == (isMissed ? true : nil))
  }

  @Test("requests that carry a few bytes each", arguments: [4, 100])
  mutating func smallChunks(size: Int) throws {
    for start in stride(from: 0, to: 400, by: size) {
      send(start..<min(start + size, 400))
      took(min(start + size, 400))
    }
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == (size == 4 ? ["small-chunks"] : []))
  }

  @Test("the device takes its time to erase, and the client waits")
  mutating func slowErase() throws {
    send(0..<150)
    script.wait(6000)
    took(150)
    send(150..<400)
    script.wait(3000)
    took(400)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
  }

  @Test("a bootloader that knows no test of an image")
  mutating func unsupported() throws {
    upload()
    ask(1, 0, Self.map(("hash", Self.string(testImage(32))), ("confirm", [0xF4])))
    answer(1, 0, Self.map(("rc", Self.integer(8))))
    script.wait(200)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "command-unsupported")
  }

  @Test(
    "the old image runs after the restart; what the device says of the new one",
    arguments: [
      (true, true, "did not swap"), (true, false, "not going to start"), (false, false, "no longer has"),
    ]
  )
  mutating func reverted(isThere: Bool, isPending: Bool, words: String) throws {
    upload()
    testAndReset()
    script.wait(3000)
    script.connect()
    let active = Self.map(
      ("slot", [0]), ("hash", Self.string([UInt8](repeating: 0x55, count: 32))), ("active", [0xF5]),
      ("confirmed", [0xF5]))
    let hash = isThere ? testImage(32) : [UInt8](repeating: 0x66, count: 32)
    let other = Self.map(("slot", [1]), ("hash", Self.string(hash)), ("pending", [isPending ? 0xF5 : 0xF4]))
    ask(1, 0, write: false, [0xA0])
    answer(1, 0, write: false, Self.map(("images", [0x82] + active + other)))
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "old-version")
    #expect(transfer.verdict.cause?.text.contains(words) == true)
  }

  @Test(
    "the device goes on behind bytes that nobody saw sent, and the hash is wrong", arguments: [true, false])
  mutating func stale(isSent: Bool) throws {
    if isSent {
      send(0..<150)
      took(150)
      send(150..<300)
      script.disconnect(0x08)
      script.wait(1000)
      script.connect()
    }
    send(0..<150)
    took(300)
    send(300..<400)
    answer(1, 1, Self.map(("off", Self.integer(400)), ("match", [0xF4])))
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "hash-mismatch")
    #expect(transfer.also == (isSent ? [] : ["stale-state"]))
  }

  @Test("the device is looked for after the restart, and is not there", arguments: [true, false])
  mutating func notSeenAgain(isGone: Bool) throws {
    upload()
    testAndReset()
    script.wait(1000)
    script.attempt(peer: isGone ? 0x06 : 0x30)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == (isGone ? ["not-seen-again"] : []))
  }
}
