import Analyzer

/// What was extracted, as one JSON document; docs/json.md describes it.
struct ExtractDocument: JSONDocument {
  let schema = "bleshark.extract/1"
  let tool = ToolDocument()
  let images: [ImageDocument]
  let alignments: [ImageAlignmentDocument]?

  init(_ images: [ExtractedImage], _ analysis: Analysis) {
    self.images = images.map { ImageDocument($0) }
    alignments = analysis.images.isEmpty ? nil : analysis.images.map { ImageAlignmentDocument($0, analysis) }
  }
}

/// An image out of a capture.
struct ImageDocument: Encodable {
  let transfer: Int
  let `protocol`: String
  let bytes: Int
  let padding: Int
  let holes: [HoleDocument]
  let checks: [ImageCheckDocument]
  let differences: [DifferenceDocument]?

  init(_ image: ExtractedImage) {
    transfer = image.transfer.id
    `protocol` = image.transfer.format
    bytes = image.bytes.count
    padding = image.padding
    holes = image.holes.map { HoleDocument(offset: $0.lowerBound, length: $0.count) }
    checks = image.checks.map {
      ImageCheckDocument(
        kind: $0.check.kind.rawValue, value: Numbers.hex($0.check.value), frame: $0.check.moment.frame,
        agrees: $0.agrees)
    }
    differences = image.comparison?.differences.map { DifferenceDocument($0) }
  }
}

/// A check that was announced over an image.
struct ImageCheckDocument: Encodable {
  let kind: String
  let value: String
  let frame: Int
  let agrees: Bool?
}

/// A stretch in which an image differs from a file.
struct DifferenceDocument: Encodable {
  let offset: Int
  let length: Int
  let kind: String
  let shift: Int?

  init(_ difference: ImageComparison.Difference) {
    offset = difference.range.lowerBound
    length = difference.range.count
    switch difference.kind {
    case .hole: (kind, shift) = ("hole", nil)
    case .shifted(let by): (kind, shift) = ("shifted", by)
    case .corrupt: (kind, shift) = ("corrupt", nil)
    case .short: (kind, shift) = ("short", nil)
    case .long: (kind, shift) = ("long", nil)
    }
  }
}
