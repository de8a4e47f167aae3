import ATTParser
import Analyzer

/// A long or reliable write, put together from its parts.
struct LongWriteDocument: Encodable {
  let handle: Int
  let uuid: String?
  let by: String
  let bearer: Int
  let length: Int
  let parts: Int
  let value: String?
  let holes: [HoleDocument]
  let execution: String
  let execute_frame: Int?
  let answer: String
  let answer_frame: Int?
  let error: Int?
  let reliable: Bool
  let echo_mismatches: Int

  init(_ write: LongWrite, _ connection: Connection) {
    handle = Int(write.attributeHandle.rawValue)
    uuid = connection.meaning(of: write)?.uuid.description
    by = connection.sides.sender(write.direction)
    bearer = Int(write.bearer)
    length = write.length
    parts = write.parts.count + write.partsNotKept
    // A cancelled write has written nothing.
    value = write.execution == .cancel ? nil : Numbers.hex(write.value)
    holes = write.holes.map { HoleDocument(offset: $0.lowerBound, length: $0.count) }
    execution = write.execution.name
    execute_frame = write.executeFrame
    switch write.answer {
    case .pending: (answer, answer_frame, error) = ("pending", nil, nil)
    case .confirmed(let frame): (answer, answer_frame, error) = ("confirmed", frame, nil)
    case .failed(let code, let frame): (answer, answer_frame, error) = ("failed", frame, Int(code.rawValue))
    }
    reliable = write.isReliable
    echo_mismatches = write.echoMismatches
  }
}

/// Bytes of a value or an image that nothing wrote.
struct HoleDocument: Encodable {
  let offset: Int
  let length: Int
}

extension LongWrite.Execution {
  /// The name in the analysis document.
  var name: String {
    switch self {
    case .write: "write"
    case .cancel: "cancel"
    case .reserved: "reserved"
    case .never: "never"
    }
  }
}
