public import ATTParser

/// Transactions counted by kind and attribute, with how long their answers took.
public struct TransactionSummary: Sendable {
  /// What is counted together.
  public struct Key: Hashable, Sendable {
    /// The request or indication.
    public var request: ATTOpcode
    /// The attribute; nil for requests about a range of handles.
    public var attributeHandle: AttributeHandle?
    /// The connection instance.
    public var connection: Int

    /// What a transaction counts with; requests about a range of handles are one kind, whatever the range.
    public init(_ transaction: Transaction) {
      request = transaction.request
      attributeHandle = transaction.attributeHandle
      connection = transaction.connection
    }
  }

  /// The transactions of one kind on one attribute.
  public struct Row: Sendable {
    /// Transactions.
    public internal(set) var count = 0
    /// Those that ended with an Error Response.
    public internal(set) var errors = 0
    /// Those that never ended.
    public internal(set) var unanswered = 0
    /// How long the answers took.
    public internal(set) var latencies = LatencySamples()
  }

  /// Rows kept at most; transactions beyond are counted in ``overflow``.
  public static let limit = 4096

  /// The rows.
  public private(set) var rows: [Key: Row] = [:]
  /// Transactions of kinds that were not kept.
  public private(set) var overflow = 0

  /// Makes an empty summary.
  public init() {}

  /// Counts a transaction that has ended, however it did.
  public mutating func add(_ transaction: Transaction) {
    let key = Key(transaction)
    guard rows[key] != nil || rows.count < Self.limit else {
      overflow += 1
      return
    }
    var row = rows[key] ?? Row()
    row.count += 1
    switch transaction.outcome {
    case .answered: break
    case .error: row.errors += 1
    case .unanswered: row.unanswered += 1
    }
    if let latency = transaction.latency, let ended = transaction.ended {
      row.latencies.add(latency, at: ended)
    }
    rows[key] = row
  }
}
