import TestSupport
import Testing

@testable import ATTParser

@Suite("Integer maps")
struct IntegerMapTests {
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
      case 55..<98:
        map.remove(chosen)
        dictionary[chosen] = nil
      case 98:
        let bit = UInt64(random.below(2))
        map.removeAll { $0 & 7 == bit }
        dictionary = dictionary.filter { $0.key & 7 != bit }
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
}
