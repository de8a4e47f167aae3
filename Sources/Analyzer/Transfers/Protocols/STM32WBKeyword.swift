/// The word by which the loader of STM32WB tells an application that is all there.
///
/// ```
/// 0x140 of the image   address u32 of the keyword, in flash      little-endian
/// there                94448A29                                  the last word of the image
/// ```
///
/// The loader looks for it when it starts, and does not start an application without it. An image that has no
/// address in flash at 0x140 is not one for this loader, and tells nothing.
struct STM32WBKeyword {
  /// Bytes of the keyword, and of its address.
  static let size = 4
  private static let keyword: UInt64 = 0x9444_8A29
  private static let placeOfAddress = 0x140
  private static let flash = 0x0800_0000..<0x0810_0000

  private let start: Int
  private var address: [UInt8] = []
  private var word: [UInt8] = []
  private var isWhole = true

  /// Looks for the keyword of an image.
  ///
  /// - Parameter imageAt: where in flash it begins.
  init(imageAt: Int) { start = Self.flash.lowerBound + imageAt }

  /// Where in the image the keyword belongs; nil while nothing tells.
  var place: Int? {
    guard isWhole, let address = address.littleEndian(at: 0, Self.size).map(Int.init), address % 4 == 0,
      Self.flash.contains(address), address - start >= Self.placeOfAddress + Self.size
    else { return nil }
    return address - start
  }

  /// Whether the keyword is at its place; nil while it is not known.
  var isThere: Bool? {
    place == nil ? nil : word.littleEndian(at: 0, Self.size).map { $0 == Self.keyword }
  }

  /// Takes the next bytes of the image.
  ///
  /// - Parameter isWhole: whether the capture has all that were sent.
  mutating func add(_ bytes: [UInt8], at offset: Int, isWhole: Bool) {
    if !isWhole { self.isWhole = false }
    Self.take(bytes, at: offset, from: Self.placeOfAddress, into: &address)
    if let place { Self.take(bytes, at: offset, from: place, into: &word) }
  }

  /// Takes what bytes have of a word that begins at a place.
  private static func take(_ bytes: [UInt8], at offset: Int, from place: Int, into word: inout [UInt8]) {
    let first = max(offset, place + word.count)
    let end = min(offset + bytes.count, place + size)
    guard first < end else { return }
    word += bytes[(first - offset)..<(end - offset)]
  }
}
