import ATTParser

/// A message on an attribute that no protocol has claimed yet, kept to be recognized by.
struct HeardMessage: Sendable {
  /// The message.
  var message: TransferMessage
  /// Its value, as much of it as the capture holds.
  var bytes: [UInt8]

  /// The length of its value.
  var count: Int { bytes.count + message.missingBytes }
}

/// The messages that were heard on a connection.
///
/// Most connections have some and no protocol, so the memory of messages that are forgotten is used again.
struct HeardMessages {
  /// The messages, and behind them those that were forgotten.
  private var entries: [HeardMessage] = []
  /// Number of messages.
  private(set) var count = 0

  /// The messages, the newest last.
  var all: ArraySlice<HeardMessage> { entries[..<count] }

  /// Adds a message; its value is moved here, and memory that is free left in its place.
  mutating func append(_ message: TransferMessage, _ value: inout [UInt8]) {
    if count == entries.count {
      entries.append(HeardMessage(message: message, bytes: []))
    } else {
      entries[count].message = message
    }
    swap(&entries[count].bytes, &value)
    count += 1
  }

  /// Forgets the oldest messages.
  mutating func forget(oldest number: Int) {
    entries.removeFirst(number)
    count -= number
  }

  /// Takes out the messages on some attributes.
  mutating func take(on attributes: some Collection<AttributeHandle>) -> [HeardMessage] {
    let taken = all.filter { attributes.contains($0.message.attributeHandle) }
    entries = all.filter { !attributes.contains($0.message.attributeHandle) }
    count = entries.count
    return taken
  }

  /// Forgets all messages, but keeps the memory of those that are no longer than most.
  mutating func clear() {
    entries.removeAll { $0.bytes.capacity > LiveConnection.valueLength }
    count = 0
  }
}
