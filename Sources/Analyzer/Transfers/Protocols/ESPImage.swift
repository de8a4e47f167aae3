extension TransferLog {
  /// The first byte of an application's image for Espressif's chips (esp_image_header_t of ESP-IDF).
  private static let espMagic: UInt8 = 0xE9

  /// Notes, of an image that the device did not accept, that it does not begin as images for these chips do.
  mutating func noteESPImage(_ first: UInt8?, _ moment: Moment) {
    guard let first, first != Self.espMagic else { return }
    fail(
      .notAnImage,
      "the image begins with \(TransferRule.hexadecimal(first)), and images for these chips with 0xE9",
      moment,
      confidence: .possible, isFatal: false)
  }
}
