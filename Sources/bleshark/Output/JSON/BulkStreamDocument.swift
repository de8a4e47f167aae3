import ATTParser
import Analyzer

/// A stream of writes that no protocol claims.
struct BulkStreamDocument: Encodable {
  let connection: Int
  let handle: Int
  let uuid: String?
  let values: Int
  let requests: Int
  let bytes: Int
  let longest: Int
  let bytes_per_s: Double?
  let first: MomentDocument
  let last: MomentDocument
  let field: ChunkFieldDocument?
  let answered_by: Int?
  let answered_every: Int?

  init(_ stream: BulkStream, _ analysis: Analysis) {
    connection = stream.connection
    handle = Int(stream.attributeHandle.rawValue)
    uuid = Self.meaning(of: stream, analysis)?.uuid.description
    values = stream.values
    requests = stream.requests
    bytes = stream.bytes
    longest = stream.longest
    bytes_per_s = stream.rate.map { $0.rounded() }
    first = MomentDocument(stream.first, analysis)
    last = MomentDocument(stream.last, analysis)
    field = stream.field.map(ChunkFieldDocument.init)
    answered_by = stream.rhythm.map { Int($0.attributeHandle.rawValue) }
    answered_every = stream.rhythm?.values
  }

  /// What the attribute is, as far as the connection's tables tell.
  static func meaning(of stream: BulkStream, _ analysis: Analysis) -> GATTTable.Meaning? {
    let place = stream.connection - 1
    guard analysis.connections.indices.contains(place) else { return nil }
    let connection = analysis.connections[place]
    return connection.peerTable.meaning(of: stream.attributeHandle)
      ?? connection.localTable.meaning(of: stream.attributeHandle)
  }
}

/// A number in front of each value of a stream.
struct ChunkFieldDocument: Encodable {
  let kind: String
  let offset: Int
  let bytes: Int
  let byte_order: String
  let step: Int

  init(_ field: ChunkField) {
    kind = field.kind.rawValue
    offset = field.offset
    bytes = field.count
    byte_order = field.order.rawValue
    step = field.step
  }
}
