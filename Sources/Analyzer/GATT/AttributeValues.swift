public import ATTParser

/// The last value read of each of some attributes, in the order of their handles.
///
/// All values lie in one array: there may be thousands of connections with a few short values each.
public struct AttributeValues: Sequence, Equatable, Sendable {
  /// Where the value of one attribute lies.
  private struct Place: Equatable {
    let handle: AttributeHandle
    var start: Int32
    var count: Int32
  }

  private var places: [Place] = []
  private var bytes: [UInt8] = []

  /// Makes a collection of no values.
  public init() {}

  /// Number of attributes.
  public var count: Int { places.count }

  /// The value of an attribute, nil when there is none.
  public subscript(handle: AttributeHandle) -> [UInt8]? { find(handle).map { value(places[$0]) } }

  /// Each attribute's handle and value.
  public func makeIterator() -> some IteratorProtocol<(handle: AttributeHandle, bytes: [UInt8])> {
    places.lazy.map { (handle: $0.handle, bytes: value($0)) }.makeIterator()
  }

  /// Sets the value of an attribute.
  public mutating func set(_ handle: AttributeHandle, _ value: [UInt8]) {
    guard let number = find(handle) else {
      let new = Place(handle: handle, start: Int32(bytes.count), count: Int32(value.count))
      if let last = places.last, last.handle > handle {
        places.insert(new, at: places.firstIndex { $0.handle > handle } ?? places.count)
      } else {
        places.append(new)
      }
      bytes += value
      return
    }
    let old = places[number]
    // Most attributes have values of one length, and to replace bytes by others takes long to find out that.
    if value.count == Int(old.count) {
      let start = Int(old.start)
      for index in value.indices { bytes[start &+ index] = value[index] }
      return
    }
    bytes.replaceSubrange(range(old), with: value)
    places[number].count = Int32(value.count)
    // A value that was empty begins where the next one does.
    for other in places.indices where other != number {
      let isBehind =
        places[other].start > old.start || places[other].start == old.start && places[other].count > 0
      if isBehind { places[other].start += Int32(value.count) - old.count }
    }
  }

  /// Forgets the values of a range of attributes.
  mutating func remove(_ range: ClosedRange<AttributeHandle>) {
    guard places.contains(where: { range.contains($0.handle) }) else { return }
    var kept = AttributeValues()
    for (handle, value) in self where !range.contains(handle) { kept.set(handle, value) }
    self = kept
  }

  /// Forgets all values, but keeps the memory, unless it is much.
  mutating func clear() {
    LiveConnection.clear(&places)
    LiveConnection.clear(&bytes)
  }

  /// The same values in no more memory than they need.
  var fitted: AttributeValues {
    var copy = self
    copy.places = LiveConnection.fitting(places)
    copy.bytes = LiveConnection.fitting(bytes)
    return copy
  }

  private func find(_ handle: AttributeHandle) -> Int? { places.firstIndex { $0.handle == handle } }

  private func range(_ place: Place) -> Range<Int> { Int(place.start)..<Int(place.start + place.count) }

  private func value(_ place: Place) -> [UInt8] { Array(bytes[range(place)]) }
}
