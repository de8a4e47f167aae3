import TestSupport
import Testing

@testable import Analyzer

@Suite("The keyword of STM32WB applications")
struct STM32WBKeywordTests {
  /// An image of 512 bytes for 0x7000, with a keyword and the address that it has for it.
  private static func image(address: String = "fc710008", keyword: String = "298a4494") -> [UInt8] {
    testImage(0x140) + [UInt8](hex: address) + testImage(512 - 0x140 - 8) + [UInt8](hex: keyword)
  }

  /// Shows an image in chunks.
  private static func looked(at image: [UInt8], by size: Int, isWhole: Bool = true) -> STM32WBKeyword {
    var keyword = STM32WBKeyword(imageAt: 0x7000)
    for start in stride(from: 0, to: image.count, by: size) {
      let chunk = Array(image[start..<min(start + size, image.count)])
      keyword.add(chunk, at: start, isWhole: isWhole || start > 0)
    }
    return keyword
  }

  @Test("found wherever chunks are cut", arguments: [1, 3, 7, 20, 216, 512])
  func found(size: Int) {
    let keyword = Self.looked(at: Self.image(), by: size)
    #expect(keyword.place == 508)
    #expect(keyword.isThere == true)
  }

  @Test("another word at its place", arguments: [7, 216])
  func other(size: Int) {
    #expect(Self.looked(at: Self.image(keyword: "298a4495"), by: size).isThere == false)
  }

  @Test("not known of an image that ends before it")
  func short() {
    let keyword = Self.looked(at: Array(Self.image().dropLast(2)), by: 20)
    #expect(keyword.place == 508)
    #expect(keyword.isThere == nil)
  }

  @Test(
    "no place in what is no address behind itself",
    arguments: ["fd710008", "00700008", "fc710020", "ffffffff"])
  func noAddress(address: String) {
    let keyword = Self.looked(at: Self.image(address: address), by: 20)
    #expect(keyword.place == nil)
    #expect(keyword.isThere == nil)
  }

  @Test("nothing is said of an image that the capture cut")
  func cut() {
    #expect(Self.looked(at: Self.image(), by: 20, isWhole: false).place == nil)
  }
}
