import Testing

@testable import Analyzer

@Suite("Patterns of values") struct ValuePatternTests {
  @Test(
    "text is read and written",
    arguments: [
      ("06??", "06??"), ("06 ?? 07", "06??07"), ("*", "*"), ("01*", "01*"), ("", ""), ("AB", "ab"),
    ])
  func text(_ text: String, _ written: String) throws {
    #expect(try #require(ValuePattern(bytes: text)).description == written)
  }

  @Test(
    "text that is no pattern is refused",
    arguments: ["0", "0x01", "zz", "?", "0?", "*01", "+1", "-1", "heart"])
  func refused(_ text: String) { #expect(ValuePattern(bytes: text) == nil) }

  @Test(
    "values are compared",
    arguments: [
      ("0601", [6, 1], true), ("0601", [6, 2], false), ("06??", [6, 2], true), ("06??", [6], false),
      ("06*", [6, 9, 9], true), ("06*", [7], false), ("*", [], true), ("", [], true), ("", [1], false),
    ] as [(String, [UInt8], Bool)])
  func matches(_ pattern: String, _ value: [UInt8], _ fits: Bool) throws {
    #expect(try #require(ValuePattern(bytes: pattern)).matches(TraceValue(value)) == fits)
  }

  @Test("a value longer than what is kept is known by its beginning and length") func long() {
    let value = TraceValue([UInt8](repeating: 1, count: 100))
    #expect(ValuePattern(value).matches(value))
    #expect(!ValuePattern(value).matches(TraceValue([UInt8](repeating: 1, count: 63))))
    #expect(value.description == String(repeating: "01", count: 64) + "… (100 bytes)")
  }

  @Test("what differs is left open") func merged() throws {
    let one = try #require(ValuePattern(bytes: "060102"))
    let two = try #require(ValuePattern(bytes: "060302"))
    #expect(one.merged(two)?.description == "06??02")
    #expect(one.merged(try #require(ValuePattern(bytes: "0601"))) == nil)
    #expect(one.merged(.words("on")) == nil)
    #expect(ValuePattern.adding(two, to: [one]).map(\.description) == ["06??02"])
    #expect(one.masked([0, 2]).description == "??01??")
  }

  @Test("too many kinds of values are any value") func alternatives() {
    let words = (0..<20).map { ValuePattern.words("\($0)") }
    let list = words.reduce(into: [ValuePattern]()) { $0 = ValuePattern.adding($1, to: $0) }
    #expect(list == [.any] || list.contains(.any))
    #expect(list.count <= ValuePattern.alternativeLimit)
  }

  @Test("a byte of a number that grows is no difference, any other one is") func counted() throws {
    // A counter of two bytes whose higher one the good run did not see change, and a state after it.
    let shape = try #require(ValuePattern(bytes: "??0005"))
    let growing = (0..<6).map { TraceValue([UInt8(0xF0 + $0 * 2), 1, 5]) }
    #expect(TraceComparison.isCounted(1, shape, growing))
    #expect(!TraceComparison.isCounted(2, shape, growing))
    let jumping = [3, 250, 7, 90, 12].map { TraceValue([UInt8($0), 1, 5]) }
    #expect(!TraceComparison.isCounted(1, shape, jumping))
    #expect(!TraceComparison.isCounted(1, shape, Array(growing.prefix(3))))
  }
}
