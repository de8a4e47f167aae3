import ATTParser

/// What a device may still have to say about a transfer, by attribute.
///
/// A sensor sends millions of values that are none of an update's business. An attribute is listened to for so many
/// messages; if none of them follows what is written, it is left alone, until something is written in bulk.
struct ListenedAttributes {
  /// Messages heard of an attribute before it is left alone.
  static let patience = 64
  /// Attributes that are told apart; more are forged, and not listened to.
  private static let limit = 256

  private var counts: [(handle: AttributeHandle, messages: Int)] = []

  /// True while more of an attribute is worth hearing.
  func contains(_ handle: AttributeHandle) -> Bool {
    for entry in counts where entry.handle == handle { return entry.messages < Self.patience }
    return counts.count < Self.limit
  }

  /// Counts a message.
  mutating func hear(_ handle: AttributeHandle) {
    for place in counts.indices where counts[place].handle == handle {
      counts[place].messages &+= 1
      return
    }
    if counts.count < Self.limit { counts.append((handle, 1)) }
  }

  /// Begins anew with every attribute.
  ///
  /// - Returns: those that were left alone.
  mutating func listenAgain() -> [AttributeHandle] {
    defer { for place in counts.indices { counts[place].messages = 0 } }
    return counts.filter { $0.messages >= Self.patience }.map(\.handle)
  }
}
