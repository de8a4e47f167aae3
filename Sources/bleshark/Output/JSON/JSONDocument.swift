import FoundationEssentials

/// What is printed as one JSON text.
protocol JSONDocument: Encodable {}

extension JSONDocument {
  /// The document as text with a line break at its end; keys are sorted, so that equal documents are equal.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [10]
  }
}

/// Writes values as JSON, each on a line.
struct JSONLines {
  private let encoder: JSONEncoder

  /// Makes a writer that leaves slashes as they are.
  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// A value with a line break at its end; keys are sorted.
  func line(_ value: some Encodable) throws -> [UInt8] { Array(try encoder.encode(value)) + [10] }
}
