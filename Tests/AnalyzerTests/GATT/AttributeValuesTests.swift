import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Values of attributes in one array") struct AttributeValuesTests {
  private static func handle(_ number: UInt16) -> AttributeHandle { AttributeHandle(rawValue: number) }

  @Test("values come in the order of their handles and are replaced one by one")
  func order() {
    var values = AttributeValues()
    values.set(Self.handle(7), [7, 7])
    values.set(Self.handle(3), [3])
    values.set(Self.handle(9), [])
    values.set(Self.handle(7), [1, 2, 3, 4])
    values.set(Self.handle(3), [4])
    #expect(values.count == 3)
    #expect(values.map(\.handle.rawValue) == [3, 7, 9])
    #expect(values.map(\.bytes) == [[4], [1, 2, 3, 4], []])
    values.set(Self.handle(7), [])
    values.set(Self.handle(9), [9])
    #expect(values.fitted.map(\.bytes) == [[4], [], [9]])
    #expect(values[Self.handle(7)] == [])
    #expect(values[Self.handle(8)] == nil)
  }

  @Test("whatever is set, in whatever order, is what a dictionary holds")
  func random() {
    var random = SeededRandom.announced("attribute values", seed: 5)
    var values = AttributeValues()
    var wanted: [UInt16: [UInt8]] = [:]
    for _ in 0..<2000 {
      let number = UInt16(random.below(40))
      let bytes = random.bytes(random.below(6))
      values.set(Self.handle(number), bytes)
      wanted[number] = bytes
    }
    #expect(values.map(\.handle.rawValue) == wanted.keys.sorted())
    #expect(values.map(\.bytes) == wanted.sorted { $0.key < $1.key }.map(\.value))
  }
}
