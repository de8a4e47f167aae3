import ATTParser

/// Which slots hold an open connection, by adapter: the reset of one looks at no others.
struct OpenSlots: ~Copyable {
  /// The slots of each adapter.
  private var lists: [[Int]] = []
  /// Where the list of an adapter is.
  private var listPlaces = IntegerMap()
  /// Where a slot stands in the list of its adapter.
  private var places: [Int] = []

  /// The slots of an adapter, in no order that means anything.
  func slots(of adapter: UInt16) -> [Int] {
    let list = listPlaces.find(UInt64(adapter))
    return list < 0 ? [] : lists[list]
  }

  /// Adds a slot that is not there.
  mutating func add(_ slot: Int, of adapter: UInt16) {
    while places.count <= slot { places.append(-1) }
    var list = listPlaces.find(UInt64(adapter))
    if list < 0 {
      list = lists.count
      lists.append([])
      listPlaces.set(UInt64(adapter), list)
    }
    places[slot] = lists[list].count
    lists[list].append(slot)
  }

  /// Takes a slot out that is there.
  mutating func remove(_ slot: Int, of adapter: UInt16) {
    let list = listPlaces.find(UInt64(adapter))
    guard list >= 0, let last = lists[list].popLast(), last != slot else { return }
    lists[list][places[slot]] = last
    places[last] = places[slot]
  }
}
