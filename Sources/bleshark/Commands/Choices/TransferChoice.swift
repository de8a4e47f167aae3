import Analyzer

/// `--transfer N`: the one transfer that a command is about.
enum TransferChoice {
  /// The transfer asked for, nil when none was.
  ///
  /// - Throws: ``UsageError`` for what is no number, ``InputError`` when the capture has no such transfer.
  static func read(_ invocation: Invocation, among transfers: [Transfer], of path: String) throws -> Transfer?
  {
    guard let text = invocation.value(.transfer) else { return nil }
    guard let number = Int(text) else {
      throw UsageError("--transfer is a number, as 'bleshark why' gives them, not '\(text)'")
    }
    if let transfer = transfers.first(where: { $0.id == number }) { return transfer }
    let known = transfers.map { String($0.id) }.joined(separator: ", ")
    throw InputError(
      CaptureInput.name(path), "no transfer \(number)",
      advice: transfers.isEmpty ? "it has none" : "it has \(known)")
  }
}
