import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Long and reliable writes") struct LongWriteTests {
  private static let handle = AttributeHandle(rawValue: 0x2A)
  private static let other = AttributeHandle(rawValue: 0x2C)

  /// Sends a part and its echo in two frames.
  private static func prepare(
    _ queue: inout LongWriteQueue, _ offset: UInt16, _ bytes: [UInt8], of handle: AttributeHandle = handle,
    frame: Int
  ) {
    queue.prepareRequest(handle, offset: offset, bytes: bytes, frame: frame)
    queue.prepareResponse(handle, offset: offset, bytes: bytes, frame: frame + 1)
  }

  @Test("parts are put together, written and confirmed")
  func written() throws {
    var queue = LongWriteQueue()
    #expect(queue.isEmpty)
    Self.prepare(&queue, 0, [1, 2, 3], frame: 10)
    Self.prepare(&queue, 3, [4, 5], frame: 12)
    #expect(!queue.isEmpty)
    let pending = queue.execute(flags: 1, frame: 14)
    let write = try #require(pending.first)
    #expect(pending.count == 1)
    #expect(write.attributeHandle == Self.handle)
    #expect(write.value == [1, 2, 3, 4, 5])
    #expect(write.length == 5)
    #expect(write.holes.isEmpty)
    #expect(!write.isReliable)
    #expect(!write.isCut)
    #expect(write.execution == .write)
    #expect(write.executeFrame == 14)
    #expect(write.answer == .pending)
    #expect(
      write.parts == [
        LongWrite.Part(offset: 0, count: 3, requestFrame: 10, responseFrame: 11, echo: .same),
        LongWrite.Part(offset: 3, count: 2, requestFrame: 12, responseFrame: 13, echo: .same),
      ])
    let confirmed = queue.executeResponse(frame: 15)
    #expect(confirmed.first?.answer == .confirmed(frame: 15))
    #expect(confirmed.first?.value == write.value)
    #expect(queue.isEmpty)
    #expect(queue.executeResponse(frame: 16).isEmpty)
  }

  @Test("a cancelled queue writes nothing and the next one begins empty")
  func cancelled() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [1], frame: 1)
    #expect(queue.execute(flags: 0, frame: 3).first?.execution == .cancel)
    #expect(queue.executeResponse(frame: 4).first?.answer == .confirmed(frame: 4))
    Self.prepare(&queue, 0, [9], of: Self.other, frame: 5)
    let next = queue.execute(flags: 1, frame: 7)
    #expect(next.map(\.attributeHandle) == [Self.other])
    #expect(next.first?.value == [9])
    #expect(queue.execute(flags: 7, frame: 8).isEmpty)
    Self.prepare(&queue, 0, [1], frame: 9)
    #expect(queue.execute(flags: 7, frame: 11).first?.execution == .reserved(7))
  }

  @Test("an execution that fails")
  func failed() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [1], frame: 1)
    _ = queue.execute(flags: 1, frame: 3)
    let code = ATTErrorCode(rawValue: 0x0D)
    #expect(queue.executeError(code, frame: 4).first?.answer == .failed(code, frame: 4))
    #expect(queue.executeError(code, frame: 5).isEmpty)
  }

  @Test(
    "a response that does not repeat the request",
    arguments: [
      (0x2C, 0, [1, 2]), (0x2A, 1, [1, 2]), (0x2A, 0, [1, 3]), (0x2A, 0, [1]), (0x2A, 0, [1, 2, 3]),
    ]
      as [(UInt16, UInt16, [UInt8])])
  func echo(_ handle: UInt16, _ offset: UInt16, _ bytes: [UInt8]) {
    var queue = LongWriteQueue()
    queue.prepareRequest(Self.handle, offset: 0, bytes: [1, 2], frame: 1)
    queue.prepareResponse(AttributeHandle(rawValue: handle), offset: offset, bytes: bytes, frame: 2)
    let write = queue.execute(flags: 1, frame: 3)
    #expect(write.count == 1)
    #expect(write.first?.attributeHandle == Self.handle)
    #expect(write.first?.parts.first?.echo == .different)
    #expect(write.first?.echoMismatches == 1)
    #expect(write.first?.value == [1, 2])
  }

  @Test("a part that the server refuses is not in the value")
  func rejected() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [1, 2], frame: 1)
    queue.prepareRequest(Self.handle, offset: 2, bytes: [3], frame: 3)
    let full = ATTErrorCode(rawValue: 0x09)
    queue.prepareError(full, frame: 4)
    let write = queue.execute(flags: 1, frame: 5).first
    #expect(write?.value == [1, 2])
    #expect(write?.length == 2)
    #expect(write?.parts.last?.echo == .rejected(full))
    #expect(write?.parts.last?.responseFrame == 4)
    #expect(write?.echoMismatches == 0)
  }

  @Test("several attributes in one queue are one reliable write, in the order they came")
  func reliable() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [7], of: Self.other, frame: 1)
    Self.prepare(&queue, 0, [1], frame: 3)
    Self.prepare(&queue, 1, [8], of: Self.other, frame: 5)
    let writes = queue.execute(flags: 1, frame: 7)
    #expect(writes.map(\.attributeHandle) == [Self.other, Self.handle])
    #expect(writes.map(\.value) == [[7, 8], [1]])
    #expect(writes.map(\.isReliable) == [true, true])
    #expect(writes.map(\.attributesInQueue) == [2, 2])
    #expect(queue.executeResponse(frame: 8).map(\.answer) == [.confirmed(frame: 8), .confirmed(frame: 8)])
  }

  @Test("what no part wrote, and what the capture cut off, is a hole")
  func holes() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 2, [1, 2], frame: 1)
    Self.prepare(&queue, 6, [3], frame: 3)
    queue.prepareRequest(Self.handle, offset: 7, bytes: [4], missing: 2, frame: 5)
    queue.prepareResponse(Self.handle, offset: 7, bytes: [4], missing: 2, frame: 6)
    let write = queue.execute(flags: 1, frame: 7).first
    #expect(write?.value == [0, 0, 1, 2, 0, 0, 3, 4, 0, 0])
    #expect(write?.holes == [0..<2, 4..<6, 8..<10])
    #expect(write?.length == 10)
    #expect(write?.parts.map(\.echo) == [.same, .same, .notComparable])
    #expect(write?.parts.last?.count == 3)
  }

  @Test("a later part writes over an earlier one")
  func overlap() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [1, 1, 1, 1], frame: 1)
    Self.prepare(&queue, 1, [2, 2], frame: 3)
    let write = queue.execute(flags: 1, frame: 5).first
    #expect(write?.value == [1, 2, 2, 1])
    #expect(write?.holes == [])
  }

  @Test("a capture of one direction")
  func oneDirection() {
    var requests = LongWriteQueue()
    requests.prepareRequest(Self.handle, offset: 0, bytes: [1], frame: 1)
    requests.prepareRequest(Self.handle, offset: 1, bytes: [2], frame: 2)
    let sent = requests.execute(flags: 1, frame: 3).first
    #expect(sent?.value == [1, 2])
    #expect(sent?.parts.map(\.echo) == [.missing, .missing])
    #expect(sent?.answer == .pending)

    var responses = LongWriteQueue()
    responses.prepareResponse(Self.handle, offset: 0, bytes: [1], frame: 1)
    responses.prepareResponse(Self.handle, offset: 1, bytes: [2], frame: 2)
    let received = responses.close().first
    #expect(received?.value == [1, 2])
    #expect(received?.parts.map(\.requestFrame) == [nil, nil])
    #expect(received?.parts.map(\.responseFrame) == [1, 2])
    #expect(received?.parts.map(\.echo) == [.notComparable, .notComparable])
    #expect(received?.execution == .never)
    #expect(received?.executeFrame == nil)
  }

  @Test("a queue that ends with its bearer")
  func closed() {
    var queue = LongWriteQueue()
    Self.prepare(&queue, 0, [1], frame: 1)
    queue.prepareRequest(Self.handle, offset: 1, bytes: [2], frame: 3)
    let write = queue.close().first
    #expect(write?.value == [1, 2])
    #expect(write?.parts.map(\.echo) == [.same, .missing])
    #expect(queue.isEmpty)
    #expect(queue.close().isEmpty)
    Self.prepare(&queue, 0, [1], frame: 5)
    #expect(queue.execute(flags: 1, frame: 7).count == 1)
    #expect(queue.close().isEmpty)
    #expect(queue.executeResponse(frame: 8).isEmpty)
  }

  @Test("answers without a question change nothing")
  func unsolicited() {
    var queue = LongWriteQueue()
    queue.prepareError(ATTErrorCode(rawValue: 1), frame: 1)
    #expect(queue.executeResponse(frame: 2).isEmpty)
    #expect(queue.isEmpty)
  }

  @Test("no more than 1024 parts and 512 bytes are kept, and more is said")
  func limits() {
    var queue = LongWriteQueue()
    for index in 0..<1030 { Self.prepare(&queue, UInt16(index), [UInt8(index & 0xFF)], frame: 2 * index) }
    let write = queue.execute(flags: 1, frame: 9999).first
    #expect(write?.parts.count == LongWriteQueue.partLimit)
    #expect(write?.partsNotKept == 6)
    #expect(write?.value.count == LongWrite.keptLimit)
    #expect(write?.value[511] == 0xFF)
    #expect(write?.length == 1030)
    #expect(write?.isCut == true)
    #expect(write?.holes == [])

    Self.prepare(&queue, 0xFFFF, [UInt8](repeating: 1, count: 3), frame: 1)
    let far = queue.execute(flags: 1, frame: 3).first
    #expect(far?.length == 0x10002)
    #expect(far?.value.count == 512)
    #expect(far?.holes == [0..<512])

    for index in 1...1100 {
      Self.prepare(&queue, 0, [1], of: AttributeHandle(rawValue: UInt16(index)), frame: 1)
    }
    #expect(queue.execute(flags: 1, frame: 2).count == LongWriteQueue.partLimit)
  }

  @Test("random calls keep every promise about the value")
  func random() {
    var random = SeededRandom.announced("long writes", seed: 22)
    var queue = LongWriteQueue()
    for frame in 1..<20_000 {
      let handle = AttributeHandle(rawValue: UInt16(random.below(3)))
      let offset = UInt16(random.below(4) == 0 ? random.below(0x10000) : random.below(600))
      let bytes = random.bytes(random.below(30))
      var writes: [LongWrite] = []
      switch random.below(12) {
      case 0...3:
        queue.prepareRequest(handle, offset: offset, bytes: bytes, missing: random.below(3), frame: frame)
      case 4...6:
        queue.prepareResponse(handle, offset: offset, bytes: bytes, missing: random.below(3), frame: frame)
      case 7: queue.prepareError(ATTErrorCode(rawValue: 9), frame: frame)
      case 8, 9: writes = queue.execute(flags: UInt8(random.below(3)), frame: frame)
      case 10: writes = queue.executeResponse(frame: frame)
      default: writes = queue.close()
      }
      for write in writes {
        #expect(write.value.count == min(write.length, LongWrite.keptLimit))
        #expect(write.holes.allSatisfy { !$0.isEmpty && $0.upperBound <= write.value.count })
        #expect(write.holes.allSatisfy { hole in hole.allSatisfy { write.value[$0] == 0 } })
        #expect(zip(write.holes, write.holes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }
}
