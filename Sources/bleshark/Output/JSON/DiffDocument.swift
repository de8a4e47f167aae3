import Analyzer

/// What differs between captures as one JSON document; docs/json.md describes it field by field.
struct DiffDocument: JSONDocument {
  /// A difference.
  struct Difference: Encodable {
    let kind: String
    let fails: Bool
    let what: String
    let why: String
    let subject: String
    let golden_connection: Int?
    let connection: Int?
    let golden_frames: [Int]
    let frames: [Int]
    let wireshark: String?

    init(_ difference: TraceDifference, _ options: ComparisonOptions) {
      kind = difference.kind.rawValue
      fails = options.fails(difference)
      what = difference.what
      why = difference.why
      subject = difference.subject
      golden_connection = difference.goldenConnection
      connection = difference.connection
      golden_frames = difference.goldenFrames
      frames = difference.frames
      let numbers = frames.map(String.init).joined(separator: ",")
      wireshark = frames.isEmpty ? nil : "frame.number in {\(numbers)}"
    }
  }

  let schema = "bleshark.diff/1"
  let tool = ToolDocument()
  let golden: [String]
  let path: String
  let same: Bool
  let first: Difference?
  let differences: [Difference]

  init(
    _ golden: [String], _ new: TraceInput, _ differences: [TraceDifference], _ options: ComparisonOptions
  ) {
    self.golden = golden
    path = new.path
    self.differences = differences.map { Difference($0, options) }
    first = self.differences.first { $0.fails }
    same = first == nil
  }
}
