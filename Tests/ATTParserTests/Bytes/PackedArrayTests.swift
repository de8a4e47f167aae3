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

  /// Something whose end can be seen.
  private final class Item {}

  @Test(
    "what is no plain value is released with the array, or when it is replaced", arguments: [1, 16, 17, 100])
  func release(_ count: Int) {
    weak var first: Item?
    weak var last: Item?
    do {
      var array = PackedArray<[Item]>()
      for _ in 0..<count { array.append([Item()]) }
      last = array[count - 1].last
      array[0].append(Item())
      first = array[0].last
      #expect(first != nil)
      array[0] = []
      #expect(first == nil)
      #expect(count == 1 || last != nil)
    }
    #expect(last == nil)
  }
}
