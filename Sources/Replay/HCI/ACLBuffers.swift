/// The controller's buffers for data to its links, and how many of them are free (Vol 4, Part E, 4.1.1).
struct ACLBuffers {
  /// Bytes of data that one holds.
  var length: Int
  /// How many there are.
  var count: Int
  /// How many hold packets that the controller has not reported as completed.
  var inFlight = 0

  /// Makes the buffers that every LE controller has at least.
  init(length: Int = 27, count: Int = 1) {
    self.length = length
    self.count = count
  }

  /// One more packet may be sent.
  var hasRoom: Bool { inFlight < count }

  /// Notes packets that were completed; more than are in flight are an error of the controller's and mean all.
  mutating func complete(_ packets: Int) { inFlight = max(0, inFlight - packets) }
}
