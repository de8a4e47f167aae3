import ATTParser

/// The state machine of one transfer protocol on one connection.
///
/// It is shown every message on the attributes that its ``TransferFormat`` names or recognizes, in order, and
/// writes down what they mean in a ``TransferLog``. It never looks at the link: what a lost connection or an
/// unanswered request means is concluded afterwards, for all protocols alike.
protocol TransferProtocol: Sendable {
  /// Takes one message.
  ///
  /// - Parameters:
  ///   - value: its value, or as much of it as the capture holds; empty for answers to writes.
  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog)
}

/// A transfer protocol that can be recognized: its name, its attributes, and how to begin.
///
/// A class because all are looked through for each message that nothing explains, and copies would cost more
/// than the looking.
final class TransferFormat: Sendable {
  /// The name in documents and options, such as `nordic-secure-dfu`.
  let name: String
  /// The name for people.
  let title: String
  /// The characteristics that give it away.
  let attributes: [TransferAttribute]
  /// Recognizes it by messages alone, where discovery does not tell what the attributes are.
  ///
  /// Called after each message on attributes that are not explained; the last one of the list is the newest.
  /// Gives the role of each attribute, or nil when the messages are not, or not yet, this protocol's.
  let recognize: @Sendable (ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]?
  /// True when vendors put it behind UUIDs of their own, so that it is recognized by its messages there, too.
  let hasOtherUUIDs: Bool
  /// The characteristic that says which version runs, nil for the standard ones.
  let version: BluetoothUUID?
  /// Begins on a connection.
  let begin: @Sendable () -> any TransferProtocol

  /// Makes a format that is recognized by the UUIDs of its attributes, and by messages if `recognize` does.
  init(
    _ name: String, _ title: String, _ attributes: [TransferAttribute], hasOtherUUIDs: Bool = false,
    version: BluetoothUUID? = nil,
    recognize: @escaping @Sendable (ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? = { _ in
      nil
    },
    begin: @escaping @Sendable () -> any TransferProtocol
  ) {
    self.name = name
    self.title = title
    self.attributes = attributes
    self.hasOtherUUIDs = hasOtherUUIDs
    self.version = version
    self.recognize = recognize
    self.begin = begin
  }
}
