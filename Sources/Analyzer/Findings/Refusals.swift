import ATTParser

/// The Error Responses of a connection by the attribute that they name.
///
/// There may be as many of both as a capture is long, so none is looked for among all.
struct Refusals {
  private struct Attribute: Hashable {
    let server: Connection.Server
    let handle: AttributeHandle
  }

  private var errors: [Attribute: [ATTErrorEvent]] = [:]

  /// Sorts the Error Responses of a connection.
  init(_ connection: Connection) {
    for error in connection.errors {
      errors[Attribute(server: error.server, handle: error.attributeHandle), default: []].append(error)
    }
  }

  /// The first Error Response that names an attribute after a frame, if need be with a code; nil when there is none.
  func first(
    of handle: AttributeHandle, _ server: Connection.Server, after frame: Int, with code: UInt8? = nil
  ) -> ATTErrorEvent? {
    guard let list = errors[Attribute(server: server, handle: handle)] else { return nil }
    // They are in the order of their frames.
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].moment.frame > frame { high = middle } else { low = middle + 1 }
    }
    return list[low...].first { code == nil || $0.code.rawValue == code }
  }

  /// The first Error Response to a request of a stream, if need be with a code; nil when there is none.
  func first(of stream: ValueStream, with code: UInt8? = nil) -> ATTErrorEvent? {
    first(of: stream.attributeHandle, stream.server, after: stream.first.frame, with: code)
  }
}
