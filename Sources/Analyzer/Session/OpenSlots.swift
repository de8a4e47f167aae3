/// Which slots hold an open connection, by adapter: the reset of one looks at no others.
struct OpenSlots {
  private var slotsByAdapter: [UInt16: [Int]] = [:]
  /// Where a slot stands in the list of its adapter.
  private var places: [Int] = []

  /// The slots of an adapter, in no order that means anything.
  func slots(of adapter: UInt16) -> [Int] { slotsByAdapter[adapter] ?? [] }

  /// Adds a slot that is not there.
  mutating func add(_ slot: Int, of adapter: UInt16) {
    while places.count <= slot { places.append(-1) }
    places[slot] = slotsByAdapter[adapter]?.count ?? 0
    slotsByAdapter[adapter, default: []].append(slot)
  }

  /// Takes a slot out that is there.
  mutating func remove(_ slot: Int, of adapter: UInt16) {
    guard let last = slotsByAdapter[adapter]?.popLast(), last != slot else { return }
    slotsByAdapter[adapter]?[places[slot]] = last
    places[last] = places[slot]
  }
}
