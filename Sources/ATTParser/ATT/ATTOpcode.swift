/// The opcode of an ATT PDU (Vol 3, Part F, 3.3.1 and 3.4.8); unknown values are values.
///
/// ```
/// bit 7                          6             5 … 0
/// | authentication signature     | command     | method |
/// ```
public struct ATTOpcode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The opcode as sent.
  public var rawValue: UInt8

  /// Makes an opcode from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What part a PDU plays in a transaction.
  public enum Kind: Sendable, BitwiseCopyable {
    /// From the client, answered by the server.
    case request
    /// From the server, the answer to a request.
    case response
    /// From the client, not answered.
    case command
    /// From the server, not answered.
    case notification
    /// From the server, answered by a confirmation.
    case indication
    /// From the client, the answer to an indication.
    case confirmation
    /// An opcode the specification does not define.
    case unknown
  }

  /// One row of the specification's table of PDUs.
  struct Row: Sendable {
    /// The PDU's first byte, method and flags together.
    var opcode: UInt8
    /// The specification's short form, such as `ATT_READ_REQ`.
    var name: StaticString
    /// Fewest bytes after the opcode.
    var shortest: Int
    /// Most bytes after the opcode, nil where only ATT_MTU limits them.
    var longest: Int?

    /// Makes the row of a PDU with so many bytes after the opcode.
    init(_ opcode: UInt8, _ name: StaticString, _ shortest: Int, _ longest: Int? = nil) {
      self.opcode = opcode
      self.name = name
      self.shortest = shortest
      self.longest = longest
    }
  }

  /// Every PDU the specification defines, in the order of the opcodes.
  static let table: [Row] = [
    Row(0x01, "ATT_ERROR_RSP", 4, 4),
    Row(0x02, "ATT_EXCHANGE_MTU_REQ", 2, 2),
    Row(0x03, "ATT_EXCHANGE_MTU_RSP", 2, 2),
    Row(0x04, "ATT_FIND_INFORMATION_REQ", 4, 4),
    Row(0x05, "ATT_FIND_INFORMATION_RSP", 5),
    Row(0x06, "ATT_FIND_BY_TYPE_VALUE_REQ", 6),
    Row(0x07, "ATT_FIND_BY_TYPE_VALUE_RSP", 4),
    Row(0x08, "ATT_READ_BY_TYPE_REQ", 6, 20),
    Row(0x09, "ATT_READ_BY_TYPE_RSP", 3),
    Row(0x0A, "ATT_READ_REQ", 2, 2),
    Row(0x0B, "ATT_READ_RSP", 0),
    Row(0x0C, "ATT_READ_BLOB_REQ", 4, 4),
    Row(0x0D, "ATT_READ_BLOB_RSP", 0),
    Row(0x0E, "ATT_READ_MULTIPLE_REQ", 4),
    Row(0x0F, "ATT_READ_MULTIPLE_RSP", 0),
    Row(0x10, "ATT_READ_BY_GROUP_TYPE_REQ", 6, 20),
    Row(0x11, "ATT_READ_BY_GROUP_TYPE_RSP", 5),
    Row(0x12, "ATT_WRITE_REQ", 2),
    Row(0x13, "ATT_WRITE_RSP", 0, 0),
    Row(0x16, "ATT_PREPARE_WRITE_REQ", 4),
    Row(0x17, "ATT_PREPARE_WRITE_RSP", 4),
    Row(0x18, "ATT_EXECUTE_WRITE_REQ", 1, 1),
    Row(0x19, "ATT_EXECUTE_WRITE_RSP", 0, 0),
    Row(0x1B, "ATT_HANDLE_VALUE_NTF", 2),
    Row(0x1D, "ATT_HANDLE_VALUE_IND", 2),
    Row(0x1E, "ATT_HANDLE_VALUE_CFM", 0, 0),
    Row(0x20, "ATT_READ_MULTIPLE_VARIABLE_REQ", 4),
    Row(0x21, "ATT_READ_MULTIPLE_VARIABLE_RSP", 0),
    Row(0x23, "ATT_MULTIPLE_HANDLE_VALUE_NTF", 8),
    Row(0x52, "ATT_WRITE_CMD", 2),
    Row(0xD2, "ATT_SIGNED_WRITE_CMD", 14),
  ]

  /// Number of places that ``index`` can name.
  public static let indexCount = 0x27

  /// A small number for counting by opcode: the opcode itself up to 0x23, then the two write commands, and
  /// the last place for all others.
  @inlinable
  @inline(__always)
  public var index: Int {
    if rawValue < 0x24 { return Int(rawValue) }
    return rawValue == 0x52 ? 0x24 : rawValue == 0xD2 ? 0x25 : 0x26
  }

  /// The opcode behind an ``index``, nil for the place that opcodes without one share.
  public init?(index: Int) {
    switch index {
    case 0..<0x24: rawValue = UInt8(index)
    case 0x24: rawValue = 0x52
    case 0x25: rawValue = 0xD2
    default: return nil
    }
  }

  /// Row of each opcode value, -1 for values without one.
  private static let rows: [Int8] = {
    var rows = [Int8](repeating: -1, count: 256)
    for (row, entry) in table.enumerated() { rows[Int(entry.opcode)] = Int8(row) }
    return rows
  }()

  /// What the table says of the opcode, nil when the specification does not define it.
  var row: Row? {
    let place = Int(Self.rows[Int(rawValue)])
    return place < 0 ? nil : Self.table[place]
  }

  /// The name in the specification's short form, or `ATT_UNKNOWN_7f`.
  public var name: String {
    guard let row else { return "ATT_UNKNOWN_\(String(rawValue, radix: 16))" }
    return "\(row.name)"
  }

  /// What part the PDU plays in a transaction.
  public var kind: Kind {
    switch rawValue {
    case 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20: .request
    case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21: .response
    case 0x52, 0xD2: .command
    case 0x1B, 0x23: .notification
    case 0x1D: .indication
    case 0x1E: .confirmation
    default: .unknown
    }
  }

  /// The opcode that answers this one, which is always the next; nil where none does.
  public var answer: ATTOpcode? {
    switch kind {
    case .request, .indication: ATTOpcode(rawValue: rawValue + 1)
    case .response, .command, .notification, .confirmation, .unknown: nil
    }
  }

  /// True for PDUs that a client sends, false for a server's, nil for undefined opcodes.
  public var isFromClient: Bool? {
    switch kind {
    case .request, .command, .confirmation: true
    case .response, .notification, .indication: false
    case .unknown: nil
    }
  }
}
