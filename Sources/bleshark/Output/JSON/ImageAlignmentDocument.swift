import ATTParser
import Analyzer

/// Which bytes of an image were written.
struct ImageAlignmentDocument: Encodable {
  let name: String
  let bytes: Int
  let written: Int
  let whole: Bool
  let in_order: Bool
  let header: Int
  let trailer: Int
  let runs: [ImageRunDocument]
  let missing: [HoleDocument]
  let repeated: [HoleDocument]
  let wrong: [ImageDamageDocument]

  init(_ image: ImageAlignment, _ analysis: Analysis) {
    func hole(_ range: Range<Int>) -> HoleDocument {
      HoleDocument(offset: range.lowerBound, length: range.count)
    }
    name = image.name
    bytes = image.size
    written = image.coverage.count
    whole = image.isWhole
    in_order = image.isInOrder
    header = image.header
    trailer = image.trailer
    runs = image.runs.map { ImageRunDocument($0, analysis) }
    missing = image.missing.map(hole)
    repeated = image.repeated.ranges.map(hole)
    wrong = image.damages.map {
      ImageDamageDocument(offset: $0.range.lowerBound, length: $0.range.count, frame: $0.moment.frame)
    }
  }
}

/// Writes that put one stretch of an image after the other.
struct ImageRunDocument: Encodable {
  let connection: Int
  let handle: Int
  let offset: Int
  let length: Int
  let values: Int
  let first: MomentDocument
  let last: MomentDocument

  init(_ run: ImageAlignment.Run, _ analysis: Analysis) {
    connection = run.connection
    handle = Int(run.attributeHandle.rawValue)
    offset = run.range.lowerBound
    length = run.range.count
    values = run.values
    first = MomentDocument(run.first, analysis)
    last = MomentDocument(run.last, analysis)
  }
}

/// A stretch of an image in whose place other bytes were written.
struct ImageDamageDocument: Encodable {
  let offset: Int
  let length: Int
  let frame: Int
}
