public import ATTParser
public import Analyzer

/// Where the attributes of one server are: each handle with what it is, in the order of the handles.
public struct AttributeLayout: Hashable, Sendable {
  /// Attributes kept at most: as many as there are handles.
  static let limit = 65_535

  /// What an attribute holds, beside its key.
  public enum Detail: Hashable, Sendable {
    /// A service: its last handle.
    case service(end: AttributeHandle, isPrimary: Bool)
    /// An include declaration: the service it names.
    case include(start: AttributeHandle, end: AttributeHandle, uuid: BluetoothUUID?)
    /// A characteristic's declaration: what may be done with its value, and where that is.
    case declaration(CharacteristicProperties, value: AttributeHandle)
    /// A characteristic's value.
    case value
    /// A descriptor; inferred when only its use tells what it is.
    case descriptor(isInferred: Bool)
  }

  /// One attribute.
  public struct Entry: Hashable, Sendable {
    /// Its handle.
    public var handle: AttributeHandle
    /// What it is.
    public var key: AttributeKey
    /// What it holds.
    public var detail: Detail

    /// Makes an entry.
    public init(handle: AttributeHandle, key: AttributeKey, detail: Detail) {
      self.handle = handle
      self.key = key
      self.detail = detail
    }

    /// True when only its use in the capture tells what it is.
    public var isInferred: Bool { detail == .descriptor(isInferred: true) }
  }

  /// The attributes, in the order of their handles.
  public private(set) var entries: [Entry] = []
  private var places: [AttributeKey: Int] = [:]

  /// Makes a layout of entries; of two with one handle or key the first counts.
  public init(_ entries: [Entry] = []) {
    var handles: Set<AttributeHandle> = []
    var keys: Set<AttributeKey> = []
    for entry in entries.sorted(by: { $0.handle < $1.handle }).prefix(Self.limit)
    where handles.insert(entry.handle).inserted && keys.insert(entry.key).inserted {
      places[entry.key] = self.entries.count
      self.entries.append(entry)
    }
  }

  /// The attribute behind a handle, nil when nothing tells.
  public func entry(_ handle: AttributeHandle) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].handle < handle { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].handle == handle ? entries[low] : nil
  }

  /// The attribute with a key, nil when there is none.
  public func entry(_ key: AttributeKey) -> Entry? { places[key].map { entries[$0] } }

  /// What a handle is: its key, or the handle itself when nothing tells.
  public func reference(_ handle: AttributeHandle) -> AttributeReference {
    entry(handle).map { .key($0.key) } ?? .handle(handle)
  }

  /// The declaration of the characteristic that an attribute belongs to.
  public func declaration(of key: AttributeKey) -> Entry? {
    key.characteristic.flatMap { entry(AttributeKey(key.service, .declaration($0))) }
  }

  /// What may be done with the value of the characteristic that an attribute belongs to, nil when nothing tells.
  public func properties(of key: AttributeKey) -> CharacteristicProperties? {
    if case .declaration(let properties, _) = declaration(of: key)?.detail { return properties }
    return nil
  }
}

extension AttributeLayout {
  /// The layout of a server as discovery told it.
  public init(_ table: GATTTable) {
    var entries: [Entry] = []
    var services: [BluetoothUUID?: Int] = [:]
    for contents in table.contents() {
      let uuid = contents.service?.uuid
      services[uuid, default: 0] += 1
      let part = AttributeKey.Part(uuid, services[uuid] ?? 1)
      if let service = contents.service, uuid != nil {
        entries.append(
          Entry(
            handle: service.start, key: AttributeKey(part, .service),
            detail: .service(end: service.end, isPrimary: service.isPrimary)))
      }
      for (place, include) in contents.includes.enumerated() {
        entries.append(
          Entry(
            handle: include.declaration, key: AttributeKey(part, .include(place + 1)),
            detail: .include(start: include.start, end: include.end, uuid: include.uuid)))
      }
      Self.add(contents, part, &entries)
    }
    self.init(entries)
  }

  private static func add(
    _ contents: GATTTable.ServiceContents, _ service: AttributeKey.Part, _ entries: inout [Entry]
  ) {
    var characteristics: [BluetoothUUID: Int] = [:]
    for (characteristic, descriptors) in contents.characteristics {
      characteristics[characteristic.uuid, default: 0] += 1
      let part = AttributeKey.Part(characteristic.uuid, characteristics[characteristic.uuid] ?? 1)
      entries.append(
        Entry(
          handle: characteristic.declaration, key: AttributeKey(service, .declaration(part)),
          detail: .declaration(characteristic.properties, value: characteristic.value)))
      entries.append(
        Entry(handle: characteristic.value, key: AttributeKey(service, .value(part)), detail: .value))
      add(descriptors, service, part, &entries)
    }
    add(contents.loose, service, AttributeKey.Part(nil), &entries)
  }

  private static func add(
    _ descriptors: [GATTTable.Attribute], _ service: AttributeKey.Part, _ owner: AttributeKey.Part,
    _ entries: inout [Entry]
  ) {
    var places: [BluetoothUUID: Int] = [:]
    for descriptor in descriptors {
      places[descriptor.uuid, default: 0] += 1
      let part = AttributeKey.Part(descriptor.uuid, places[descriptor.uuid] ?? 1)
      entries.append(
        Entry(
          handle: descriptor.handle, key: AttributeKey(service, .descriptor(owner, part)),
          detail: .descriptor(isInferred: descriptor.isInferred)))
    }
  }
}
