import TestSupport
import Testing

@testable import ATTParser

@Suite("Integer maps")
struct IntegerMapTests {
  @Test(
    "a map made for so many keys has room for them",
    arguments: [0, 1, 15, 16, 4095, 4096, 8192, 20_000])
  func expecting(_ keys: Int) {
    var map = IntegerMap(expecting: keys)
    let places = map.slots.count
    for key in 0..<keys { map.set(UInt64(key), key) }
    #expect(map.slots.count == places)
    #expect((0..<keys).allSatisfy { map.find(UInt64($0)) == $0 })
  }

  @Test("random operations on few and on many keys do what a dictionary does", arguments: [8, 200, 100_000])
  func likeADictionary(_ keys: Int) {
    var random = SeededRandom.announced("IntegerMap", seed: UInt64(keys))
    var map = IntegerMap()
    var dictionary: [UInt64: Int] = [:]
    // Keys that differ in low bits, in high bits, and not much at all.
    func key(_ random: inout SeededRandom) -> UInt64 {
      let place = UInt64(random.below(keys))
      return [place, place << 32, place << 18 | 1, UInt64.max - 1 - place][random.below(4)]
    }
    for turn in 0..<20_000 {
      let chosen = key(&random)
      switch random.below(100) {
      case 0..<55:
        map.set(chosen, turn)
        dictionary[chosen] = turn
      case 55..<99:
        map.remove(chosen)
        dictionary[chosen] = nil
      default:
        if random.below(20) == 0 {
          map.removeAll()
          dictionary = [:]
        }
      }
      let asked = key(&random)
      if map.find(asked) != dictionary[asked] ?? -1 || map.count != dictionary.count {
        Issue.record(
          "turn \(turn): \(map.find(asked)) for \(asked), \(map.count) keys of \(dictionary.count)")
        return
      }
    }
    for (key, value) in dictionary where map.find(key) != value { Issue.record("\(key) has not \(value)") }
  }

  @Test("keys made to meet in one place lie apart") func chosenKeys() {
    // Multiplied by a constant that is known, these have the same 20 bits from bit 32 on.
    let known: UInt64 = 0x9E37_79B9_7F4A_7C15
    var inverse: UInt64 = 1
    for _ in 0..<6 { inverse &*= 2 &- known &* inverse }
    #expect(known &* inverse == 1)
    #expect(IntegerMap().multiplier != known)
    var random = SeededRandom.announced("multiplier", seed: 1)
    var map = IntegerMap(places: 64, multiplier: random.next() | 1)
    for number in UInt64(1)...3000 { map.set(inverse &* (number << 52 | number), 7) }
    // The same of the highest bits, and neighbours.
    for number in UInt64(1)...3000 { map.set(inverse &* number, 7) }
    for number in UInt64(1)...3000 { map.set(number << 6, 7) }
    #expect(map.count == 9000)
    #expect(map.farthest < 200)
  }
}

extension IntegerMap {
  /// The farthest that a key lies from its home.
  fileprivate var farthest: Int {
    (0...mask).map { slots[$0].key == 0 ? 0 : ($0 - home(slots[$0].key)) & mask }.max() ?? 0
  }
}
