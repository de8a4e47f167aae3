import Testing

@testable import Replay

/// The queue that everything waits in.
@Suite("Queue")
struct FIFOTests {
  @Test("elements come out in the order they went in", arguments: [1, 7, 1500])
  func order(lead: Int) {
    var queue = FIFO<Int>()
    var next = 0
    for number in 0..<10_000 {
      queue.append(number)
      #expect(queue.last == number)
      if number >= lead {
        #expect(queue.first == next)
        #expect(queue.popFirst() == next)
        next += 1
      }
      #expect(queue.count == number + 1 - next)
    }
    queue.removeLast(1)
    #expect(queue.last == (lead > 1 ? 9998 : nil))
    while let number = queue.popFirst() {
      #expect(number == next)
      next += 1
    }
    #expect(queue.isEmpty && queue.first == nil && queue.last == nil && next == 9999)
  }
}
