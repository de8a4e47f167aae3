/// A queue: taken from the front in constant time, which an array is not.
struct FIFO<Element> {
  private var elements: [Element] = []
  private var head = 0

  /// Makes an empty queue.
  init() {}

  /// Elements in it.
  var count: Int { elements.count - head }
  /// True without any.
  var isEmpty: Bool { head == elements.count }
  /// The element that is taken next.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// The element that was added last.
  var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// Adds an element at the end.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the first element; nil without any.
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1024, head > elements.count / 2 {
      // No more elements are moved than have been taken since the last time.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes the last `count` elements away.
  mutating func removeLast(_ count: Int) { elements.removeLast(min(count, self.count)) }

  /// Empties the queue.
  mutating func removeAll() {
    elements.removeAll()
    head = 0
  }
}
