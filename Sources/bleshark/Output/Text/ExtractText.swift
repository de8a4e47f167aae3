import Analyzer

/// An image out of a capture, with what it lacks and how its checks come out.
struct ExtractedImage {
  /// The transfer.
  let transfer: Transfer
  /// The bytes, 0xFF where nothing was sent.
  let bytes: [UInt8]
  /// Bytes that filled up the last chunk behind the size that was announced; they are left out.
  let padding: Int
  /// What was never sent.
  let holes: [Range<Int>]
  /// The checks that were announced, and whether the bytes agree; nil where that cannot be computed.
  let checks: [(check: TransferPart.Check, agrees: Bool?)]
  /// How it differs from a file, nil without one.
  let comparison: ImageComparison?

  /// Takes the image out of a transfer, and looks where it differs from a file if there is one.
  init(_ transfer: Transfer, comparedWith file: [UInt8]?) {
    self.transfer = transfer
    var bytes = transfer.image()?.bytes ?? []
    if let declared = transfer.declaredBytes, declared > bytes.count, declared <= ImageBytes.limit {
      bytes += repeatElement(0xFF, count: declared - bytes.count)
    }
    let excess = bytes.count - (transfer.declaredBytes ?? bytes.count)
    let longest = transfer.parts.map(\.longestChunk).max() ?? 0
    let isPadding =
      excess > 0 && excess < longest && bytes.suffix(excess).allSatisfy { $0 == 0xFF || $0 == 0 }
    padding = isPadding ? excess : 0
    // Bytes that stay as they are stay shared with the transfer's.
    if isPadding { bytes.removeLast(padding) }
    self.bytes = bytes
    let holes = transfer.holes
    self.holes = holes
    checks = transfer.checks.map { check in
      (check, holes.isEmpty ? check.agrees(with: bytes) : nil)
    }
    comparison = file.map { ImageComparison(bytes, $0, holes: holes) }
  }

  /// True when it is not what it should be.
  var isDifferent: Bool {
    checks.contains { $0.agrees == false } || comparison.map { !$0.differences.isEmpty } ?? false
  }
}

/// What was extracted, as text for people.
struct ExtractText {
  private let style: TextStyle

  /// Makes a printer in a style.
  init(_ style: TextStyle) { self.style = style }

  /// Prints what an image is and lacks.
  func print(_ image: ExtractedImage, _ name: String?, _ output: inout OutputBuffer) {
    let transfer = image.transfer
    let title = "transfer \(transfer.id), \(transfer.title)"
    output.append(
      "\(style.bold(name ?? title))  \(TransferText.grouped(image.bytes.count)) bytes\(name == nil ? "" : " of \(title)")\n"
    )
    if image.padding > 0 {
      output.append(
        "  \(ListText.count(image.padding, "byte")) of padding behind the announced size left out\n")
    }
    if image.holes.isEmpty {
      output.append("  no holes\n")
    } else {
      let missing = image.holes.reduce(0) { $0 + $1.count }
      output.append(
        "  \(style.warning(ListText.count(image.holes.count, "hole"))), \(TransferText.grouped(missing)) bytes never sent, filled with 0xFF: "
      )
      let shown = image.holes.prefix(12).map { "\($0.lowerBound)…\($0.upperBound - 1)" }.joined(
        separator: ", ")
      output.append("\(shown)\(image.holes.count > 12 ? ", …" : "")\n")
    }
    for (check, agrees) in image.checks {
      let value = Numbers.hex(check.value)
      let word =
        switch agrees {
        case true?: "agrees"
        case false?: style.warning("differs")
        case nil: "cannot be checked"
        }
      output.append("  \(check.kind.rawValue) \(value), announced in frame \(check.moment.frame): \(word)\n")
    }
    if let comparison = image.comparison { print(comparison, &output) }
  }

  private func print(_ comparison: ImageComparison, _ output: inout OutputBuffer) {
    guard let first = comparison.differences.first else {
      output.append("  equal to the file\n")
      return
    }
    output.append(
      "  \(style.warning("differs from the file")) in \(TransferText.grouped(comparison.differingBytes)) bytes; first at \(first.range.lowerBound): \(Self.text(first))\n"
    )
    for difference in comparison.differences.dropFirst().prefix(11) {
      output.append("    then at \(difference.range.lowerBound): \(Self.text(difference))\n")
    }
  }

  private static func text(_ difference: ImageComparison.Difference) -> String {
    let count = difference.range.count
    switch difference.kind {
    case .hole: return "\(count) bytes were never sent"
    case .shifted(let shift):
      return shift > 0
        ? "from here on the image is \(shift) bytes later than the file: bytes were sent twice"
        : "from here on the image is \(-shift) bytes earlier than the file: bytes are missing"
    case .corrupt: return "\(count) other bytes"
    case .short: return "the image ends, the file has \(count) bytes more"
    case .long: return "the file ends, the image has \(count) bytes more"
    }
  }
}
