import TestSupport
import Testing

@testable import Analyzer

/// Which slots are open on which adapter.
@Suite("Open slots") struct OpenSlotsTests {
  @Test("answers as sets do") func likeSets() {
    var random = SeededRandom.announced("OpenSlots", seed: 1)
    var slots = OpenSlots()
    var sets: [UInt16: Set<Int>] = [:]
    var owner: [Int: UInt16] = [:]
    for turn in 0..<10_000 {
      let slot = random.below(50)
      if let adapter = owner.removeValue(forKey: slot) {
        slots.remove(slot, of: adapter)
        sets[adapter]?.remove(slot)
      } else {
        let adapter = UInt16(random.below(3))
        slots.add(slot, of: adapter)
        sets[adapter, default: []].insert(slot)
        owner[slot] = adapter
      }
      let adapter = UInt16(random.below(4))
      let found = slots.slots(of: adapter)
      if found.count != sets[adapter]?.count ?? 0 || Set(found) != sets[adapter] ?? [] {
        Issue.record("turn \(turn): \(found) of adapter \(adapter)")
        return
      }
    }
  }
}
