import ATTParser
import Analyzer

/// `bleshark extract FILE -o fw.bin`: the image out of the capture.
struct ExtractCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Reads the capture to its end, writes the images and says what they lack.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    let path = try invocation.onlyOperand()
    guard [.output, .compare, .image, .json].contains(where: { invocation.has($0) }) else {
      throw UsageError("nothing to do: give -o FILE for the image, or --compare or --image FILE")
    }
    let file = try invocation.value(.compare).map { try CaptureInput.wholeFile($0) }
    var settings = try CaptureSettings(invocation)
    settings.transfers.keepsBytes = true
    settings.transfers.looksAtEverything = true
    settings.transfers.images = try ReferenceImageInput.read(invocation)
    let capture = try AnalyzedCapture(path, settings)
    let analysis = capture.analysis
    let transfers = try chosen(of: analysis, path)
    let images = transfers.map { ExtractedImage($0, comparedWith: file) }
    try write(images)
    if invocation.has(.json) {
      try output.append(ExtractDocument(images, analysis).encoded())
    } else {
      let text = ExtractText(style)
      for (image, name) in zip(images, names(images.count)) { text.print(image, name, &output) }
      let alignments = ImageText(style, ListText(style, isVerbose: invocation.has(.verbose)))
      for image in analysis.images { alignments.print(image, &output) }
    }
    if let problem = capture.problem { throw problem }
    let isDifferent = images.contains { $0.isDifferent } || analysis.images.contains { !$0.isWhole }
    return isDifferent ? .found : .clean
  }

  private func chosen(of analysis: Analysis, _ path: String) throws -> [Transfer] {
    var transfers = analysis.transfers.filter { $0.chunks > 0 }
    if let only = try TransferChoice.read(invocation, among: transfers, of: path) { transfers = [only] }
    // Where an image is can be told without knowing its protocol.
    let needsNone = !invocation.has(.output) && !invocation.has(.compare) && !analysis.images.isEmpty
    guard transfers.isEmpty, !needsNone else { return transfers }
    let encrypted = analysis.connections.first { $0.encryption?.status == .success && $0.pduCount == 0 }
    if let encrypted {
      throw InputError(
        CaptureInput.name(path),
        "no image can be extracted: connection \(encrypted.id) is encrypted from frame \(encrypted.encryption?.moment.frame ?? 0)"
      )
    }
    throw InputError(
      CaptureInput.name(path), "no transfer of an image was recognized",
      advice: "'bleshark analyze' shows the streams that there are")
  }

  private func names(_ count: Int) -> [String?] {
    guard let name = invocation.value(.output) else { return Array(repeating: nil, count: count) }
    return count == 1 ? [name] : (1...count).map { "\(name).\($0)" }
  }

  private func write(_ images: [ExtractedImage]) throws {
    for (image, name) in zip(images, names(images.count)) {
      if let name { try CaptureInput.write(image.bytes, to: name) }
    }
  }
}
