import ATTParser
import Testing

@testable import Replay

/// Paths of attributes as text.
@Suite("Attribute keys")
struct AttributeKeyTests {
  @Test(
    "text is read and written again",
    arguments: [
      "180d", "180d#2", "180d/2a37", "180d/2a37#3/2902", "180d/2a37/declaration", "180d/include#2", "?/2a37",
      "180d/?/2901", "b1e50000-0000-4a00-8000-00805f9b34fb/b1e50001-0000-4a00-8000-00805f9b34fb/2902#2",
    ])
  func roundTrip(_ text: String) throws {
    #expect(try #require(AttributeKey(text: text)).description == text)
  }

  @Test("the first of its kind may say so")
  func first() { #expect(AttributeKey(text: "180D#1/0x2A37#1") == AttributeKey(text: "180d/2a37")) }

  @Test(
    "other text is refused",
    arguments: [
      "", "/", "180d/", "180d/2a37/2902/1", "180d#0", "180d#x", "180", "180d/include#0", "180d#1#2",
    ])
  func refused(_ text: String) { #expect(AttributeKey(text: text) == nil) }

  @Test("a handle alone is a reference")
  func handle() {
    #expect(AttributeReference(text: "handle:0xffff") == .handle(AttributeHandle(rawValue: 0xFFFF)))
    #expect(AttributeReference(text: "handle:ffff") == nil)
    #expect(AttributeReference(text: "handle:0x10000") == nil)
    #expect(AttributeReference.handle(AttributeHandle(rawValue: 0x42)).description == "handle:0x0042")
  }
}
