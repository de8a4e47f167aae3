import Testing

@testable import ATTParser

@Suite("Arrays of one owner")
struct PackedArrayTests {
  @Test(
    "what is appended is there, through every growth, and can be changed in place",
    arguments: [0, 1, 16, 17, 1000])
  func appendAndChange(_ count: Int) {
    var array = PackedArray<Int>()
    for value in 0..<count { array.append(value) }
    for place in 0..<count { array[place] += 1 }
    #expect(array.count == count)
    #expect(array.toArray() == Array(1..<(count + 1)))
  }
}
