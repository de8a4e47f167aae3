public import ATTParser

/// The attributes of one server as far as they are known: what discovery said, sorted by handle.
public struct GATTTable: Hashable, Sendable {
  /// A service declaration.
  public struct Service: Hashable, Sendable {
    /// The handle of the declaration, where the service begins.
    public var start: AttributeHandle
    /// The last handle of the service.
    public var end: AttributeHandle
    /// The service's UUID; nil when only an include declaration named its range.
    public var uuid: BluetoothUUID?
    /// False for a secondary service.
    public var isPrimary = true

    /// Makes the entry.
    public init(
      start: AttributeHandle, end: AttributeHandle, uuid: BluetoothUUID?, isPrimary: Bool = true
    ) {
      self.start = start
      self.end = end
      self.uuid = uuid
      self.isPrimary = isPrimary
    }
  }

  /// An include declaration.
  public struct Include: Hashable, Sendable {
    /// The handle of the declaration.
    public var declaration: AttributeHandle
    /// Where the included service begins.
    public var start: AttributeHandle
    /// Where it ends.
    public var end: AttributeHandle
    /// Its UUID; nil for 128-bit UUIDs, which the declaration leaves out.
    public var uuid: BluetoothUUID?

    /// Makes the entry.
    public init(
      declaration: AttributeHandle, start: AttributeHandle, end: AttributeHandle, uuid: BluetoothUUID?
    ) {
      self.declaration = declaration
      self.start = start
      self.end = end
      self.uuid = uuid
    }
  }

  /// A characteristic declaration.
  public struct Characteristic: Hashable, Sendable {
    /// The handle of the declaration.
    public var declaration: AttributeHandle
    /// The handle of the value.
    public var value: AttributeHandle
    /// What may be done with the value.
    public var properties: CharacteristicProperties
    /// The characteristic's UUID.
    public var uuid: BluetoothUUID

    /// Makes the entry.
    public init(
      declaration: AttributeHandle, value: AttributeHandle, properties: CharacteristicProperties,
      uuid: BluetoothUUID
    ) {
      self.declaration = declaration
      self.value = value
      self.properties = properties
      self.uuid = uuid
    }
  }

  /// Any other attribute: mostly a descriptor.
  public struct Attribute: Hashable, Sendable {
    /// The attribute's handle.
    public var handle: AttributeHandle
    /// Its type.
    public var uuid: BluetoothUUID
    /// True when discovery did not say so but the traffic did (a write that only a CCCD takes).
    public var isInferred = false

    /// Makes the entry.
    public init(
      handle: AttributeHandle, uuid: BluetoothUUID, isInferred: Bool = false
    ) {
      self.handle = handle
      self.uuid = uuid
      self.isInferred = isInferred
    }
  }

  /// Services, by start.
  public internal(set) var services: [Service] = []
  /// Include declarations, by handle.
  public internal(set) var includes: [Include] = []
  /// Characteristics, by value handle.
  public internal(set) var characteristics: [Characteristic] = []
  /// All other attributes, by handle.
  public internal(set) var attributes: [Attribute] = []

  /// Makes an empty table.
  public init() {}

  /// True when nothing is known.
  public var isEmpty: Bool {
    services.isEmpty && includes.isEmpty && characteristics.isEmpty && attributes.isEmpty
  }

  /// True when discovery told at least one of its attributes.
  @inline(__always)
  public var isDiscovered: Bool {
    !services.isEmpty || !includes.isEmpty || !characteristics.isEmpty
      || attributes.contains { !$0.isInferred }
  }

  /// True when the traffic alone told of an attribute.
  var hasInferred: Bool { attributes.contains(where: \.isInferred) }

  /// Entries of all kinds.
  var count: Int { services.count + includes.count + characteristics.count + attributes.count }
}

extension GATTTable {
  /// What a handle is.
  public enum Meaning: Hashable, Sendable {
    /// A characteristic's value.
    case value(Characteristic)
    /// A characteristic's declaration.
    case declaration(Characteristic)
    /// A service's declaration.
    case service(Service)
    /// An include declaration.
    case include(Include)
    /// A descriptor and the characteristic it belongs to, if that is known.
    case descriptor(Attribute, of: Characteristic?)

    /// The attribute's type, of a value that of its characteristic.
    public var uuid: BluetoothUUID {
      switch self {
      case .value(let characteristic): characteristic.uuid
      case .declaration: .characteristic
      case .service(let service): service.isPrimary ? .primaryService : .secondaryService
      case .include: .include
      case .descriptor(let attribute, _): attribute.uuid
      }
    }
  }

  /// What a handle is, nil when the table does not tell.
  public func meaning(of handle: AttributeHandle) -> Meaning? {
    if let place = Self.find(handle, in: characteristics) {
      return .value(characteristics[place])
    }
    if let place = Self.find(handle, in: attributes) {
      return .descriptor(attributes[place], of: characteristic(governing: handle))
    }
    if let place = Self.find(handle, in: services) { return .service(services[place]) }
    if let place = Self.find(handle, in: includes) { return .include(includes[place]) }
    // The value comes right after its declaration (Vol 3, Part G, 3.3.2).
    let place = Self.insertionPoint(handle, in: characteristics)
    guard place < characteristics.count, characteristics[place].declaration == handle else { return nil }
    return .declaration(characteristics[place])
  }

  /// The characteristic whose value is behind a handle, nil when the table tells of none.
  func characteristic(at handle: AttributeHandle) -> Characteristic? {
    Self.find(handle, in: characteristics).map { characteristics[$0] }
  }

  /// The type of the attribute behind a handle, nil when the table does not tell.
  public func uuid(of handle: AttributeHandle) -> BluetoothUUID? {
    // Mostly it is a value that is asked about.
    if let place = Self.find(handle, in: characteristics) { return characteristics[place].uuid }
    return meaning(of: handle)?.uuid
  }

  /// What tells whether a write configures a value: the type of the attribute that is written to, nil when the table
  /// does not tell, whether discovery told it of a descriptor, and the value whose descriptors lie around it.
  func written(
    _ handle: AttributeHandle
  ) -> (type: BluetoothUUID?, isDiscovered: Bool, owner: AttributeHandle?) {
    let owner = characteristic(governing: handle)?.value
    if Self.find(handle, in: characteristics) == nil, let place = Self.find(handle, in: attributes) {
      return (attributes[place].uuid, !attributes[place].isInferred, owner)
    }
    return (uuid(of: handle), false, owner)
  }

  /// The characteristic whose descriptors lie around a handle: the last one that begins before it, unless
  /// its service ends or another one begins in between.
  public func characteristic(governing handle: AttributeHandle) -> Characteristic? {
    let place = Self.insertionPoint(handle, in: characteristics)
    guard place > 0 else { return nil }
    let candidate = characteristics[place - 1]
    if let service = service(containing: candidate.value), handle > service.end { return nil }
    let isCut =
      Self.firstPlace(above: candidate.value, in: services) < Self.firstPlace(above: handle, in: services)
    return isCut ? nil : candidate
  }

  /// The service a handle lies in, nil when no service that is known covers it.
  public func service(containing handle: AttributeHandle) -> Service? {
    let place = Self.insertionPoint(handle, in: services)
    let candidate = place < services.count && services[place].start == handle ? place : place - 1
    guard candidate >= 0, handle <= services[candidate].end else { return nil }
    return services[candidate]
  }

  // MARK: - Learning

  /// Adds a service, or replaces what was known of it.
  mutating func add(_ service: Service) {
    var service = service
    if let place = Self.find(service.start, in: services) {
      if service.uuid == nil { service.uuid = services[place].uuid }
      services[place] = service
    } else {
      Self.put(service, into: &services)
    }
  }

  /// Adds an include declaration, or replaces what was known of it.
  mutating func add(_ include: Include) {
    Self.put(include, into: &includes)
  }

  /// Adds a characteristic, or replaces what was known of it.
  mutating func add(_ characteristic: Characteristic) {
    Self.put(characteristic, into: &characteristics)
    if let place = Self.find(characteristic.value, in: attributes) { attributes.remove(at: place) }
  }

  /// Adds any other attribute; what discovery said outweighs what was inferred.
  mutating func add(_ attribute: Attribute) {
    if let place = Self.find(attribute.handle, in: attributes),
      attribute.isInferred, !attributes[place].isInferred
    {
      return
    }
    Self.put(attribute, into: &attributes)
  }

  /// Adds declarations and attributes from elsewhere.
  public mutating func merge(
    services: [Service], includes: [Include], characteristics: [Characteristic], attributes: [Attribute]
  ) {
    for service in services { add(service) }
    for include in includes { add(include) }
    for characteristic in characteristics { add(characteristic) }
    for attribute in attributes { add(attribute) }
  }

  /// Forgets everything, but keeps the memory, unless it is much.
  mutating func clear() {
    LiveConnection.clear(&services)
    LiveConnection.clear(&includes)
    LiveConnection.clear(&characteristics)
    LiveConnection.clear(&attributes)
  }

  /// Forgets an attribute that was inferred; one that discovery told of stays.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func withdraw(_ handle: AttributeHandle) -> Bool {
    guard let place = Self.find(handle, in: attributes), attributes[place].isInferred else { return false }
    attributes.remove(at: place)
    return true
  }

  /// Takes out what lies in a range of handles.
  mutating func take(_ range: ClosedRange<AttributeHandle>) -> GATTTable {
    var part = GATTTable()
    part.services = Self.take(Self.places(of: range, in: services), from: &services)
    part.includes = Self.take(Self.places(of: range, in: includes), from: &includes)
    var places = Self.places(of: range, in: characteristics)
    // A value lies behind its declaration, which is what counts.
    while let first = places.first, characteristics[first].declaration < range.lowerBound {
      places = places.dropFirst()
    }
    if places.upperBound < characteristics.count,
      range.contains(characteristics[places.upperBound].declaration)
    {
      places = places.lowerBound..<places.upperBound + 1
    }
    part.characteristics = Self.take(places, from: &characteristics)
    part.attributes = Self.take(Self.places(of: range, in: attributes), from: &attributes)
    return part
  }

  /// Puts what was taken out of a range back in its place, instead of what is there now.
  mutating func replace(_ range: ClosedRange<AttributeHandle>, with part: GATTTable) {
    _ = take(range)
    merge(part)
  }

  /// Adds what another table of the same server knows and this one does not.
  public mutating func merge(_ other: GATTTable) {
    Self.add(other.services.filter { Self.find($0.start, in: services) == nil }, to: &services)
    Self.add(other.includes.filter { Self.find($0.declaration, in: includes) == nil }, to: &includes)
    let values = other.characteristics.filter { Self.find($0.value, in: characteristics) == nil }
    Self.add(values, to: &characteristics)
    if !values.isEmpty, attributes.contains(where: { Self.find($0.handle, in: values) != nil }) {
      attributes.removeAll { Self.find($0.handle, in: values) != nil }
    }
    var more: [Attribute] = []
    for attribute in other.attributes {
      if let place = Self.find(attribute.handle, in: attributes) {
        // What discovery said outweighs what was inferred.
        if attributes[place].isInferred, !attribute.isInferred { attributes[place] = attribute }
      } else if !attribute.isInferred || meaning(of: attribute.handle) == nil,
        Self.find(attribute.handle, in: characteristics) == nil
      {
        more.append(attribute)
      }
    }
    Self.add(more, to: &attributes)
  }

  private static func places<Item: HandleSorted>(
    of range: ClosedRange<AttributeHandle>, in items: [Item]
  ) -> Range<Int> {
    insertionPoint(range.lowerBound, in: items)..<firstPlace(above: range.upperBound, in: items)
  }

  private static func take<Item: HandleSorted>(_ places: Range<Int>, from items: inout [Item]) -> [Item] {
    // A list of which nothing or everything is taken is not copied, though others may share it.
    if places.isEmpty { return [] }
    if places.count == items.count {
      defer { items = [] }
      return items
    }
    defer { items.removeSubrange(places) }
    return Array(items[places])
  }

  /// Adds items in the order of their handles, none of which is in the list.
  private static func add<Item: HandleSorted>(_ more: [Item], to items: inout [Item]) {
    if more.count <= 4 {
      for item in more { put(item, into: &items) }
      return
    }
    if items.isEmpty {
      items = more
      return
    }
    var merged: [Item] = []
    merged.reserveCapacity(items.count + more.count)
    var next = 0
    for item in items {
      while next < more.count, more[next].sortingHandle < item.sortingHandle {
        merged.append(more[next])
        next += 1
      }
      merged.append(item)
    }
    merged += more[next...]
    items = merged
  }

  private static func put<Item: HandleSorted>(_ item: Item, into items: inout [Item]) {
    let place = insertionPoint(item.sortingHandle, in: items)
    if place < items.count, items[place].sortingHandle == item.sortingHandle {
      items[place] = item
    } else if place == items.count {
      // Much cheaper than to insert at the end; few items stay alone.
      if items.isEmpty { items.reserveCapacity(4) }
      items.append(item)
    } else {
      items.insert(item, at: place)
    }
  }

  private static func find<Item: HandleSorted>(_ handle: AttributeHandle, in items: [Item]) -> Int? {
    let place = insertionPoint(handle, in: items)
    return place < items.count && items[place].sortingHandle == handle ? place : nil
  }

  /// The place of the first item whose handle is not below `handle`.
  private static func insertionPoint<Item: HandleSorted>(_ handle: AttributeHandle, in items: [Item]) -> Int {
    // Discovery goes upwards: new items belong at the end.
    if let last = items.last, last.sortingHandle < handle { return items.count }
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low &+ high) &>> 1
      if items[middle].sortingHandle < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place of the first item whose handle is above `handle`.
  private static func firstPlace<Item: HandleSorted>(above handle: AttributeHandle, in items: [Item]) -> Int {
    guard handle.rawValue < .max else { return items.count }
    return insertionPoint(AttributeHandle(rawValue: handle.rawValue + 1), in: items)
  }
}
