public import ATTParser

/// What the reader of a file knows about it beside its frames.
public struct SourceFacts: Sendable {
  /// Packets the recording program says it dropped.
  public var droppedRecords: Int
  /// Records that carry no time of their own.
  public var untimedRecords: Int
  /// Records of link types that are not read.
  public var unreadRecords: Int

  /// Makes the facts of a source.
  public init(droppedRecords: Int = 0, untimedRecords: Int = 0, unreadRecords: Int = 0) {
    self.droppedRecords = droppedRecords
    self.untimedRecords = untimedRecords
    self.unreadRecords = unreadRecords
  }

  /// What a reader at the end of its capture knows.
  public init(_ reader: borrowing CaptureReader) {
    self.init(
      droppedRecords: reader.droppedRecords, untimedRecords: reader.untimedRecords,
      unreadRecords: reader.unreadRecords)
  }
}
