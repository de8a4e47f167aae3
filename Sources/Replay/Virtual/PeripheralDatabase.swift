import ATTParser
import Analyzer

/// The attributes of a captured device with their last known values, as a server answers from them.
struct PeripheralDatabase {
  /// Parts of long writes that wait for their execution at most.
  static let queueLimit = 1024
  /// Bytes of a value at most (Vol 3, Part F, 3.2.9).
  static let valueLimit = 512

  /// One attribute.
  struct Attribute {
    /// Where it is.
    var handle: AttributeHandle
    /// What it is.
    var key: AttributeKey
    /// Its type, as discovery tells it.
    var type: BluetoothUUID
    /// The last handle of the group that a service declaration begins.
    var groupEnd: AttributeHandle?
    /// Its value as it is now; empty where nothing tells it.
    var value: [UInt8]
    /// What may be done with it; nil for what is not a characteristic's value.
    var properties: CharacteristicProperties?
  }

  /// The layout it is made from.
  let layout: AttributeLayout
  /// The attributes, in the order of their handles.
  private(set) var attributes: [Attribute] = []
  private var places: [AttributeKey: Int] = [:]
  private var queue: [(key: AttributeKey, offset: Int, part: [UInt8])] = []

  /// Makes the attributes of a captured device, with the values that they had before anything was written.
  init(_ connection: ReplayPlan.Connection) {
    self.init(connection.layout)
    learn(connection.steps)
  }

  /// Makes the attributes of a layout, without values but those that the layout tells.
  init(_ layout: AttributeLayout) {
    self.layout = layout
    for entry in layout.entries {
      guard let attribute = Self.attribute(entry, layout) else { continue }
      places[entry.key] = attributes.count
      attributes.append(attribute)
    }
  }

  private static func attribute(_ entry: AttributeLayout.Entry, _ layout: AttributeLayout) -> Attribute? {
    guard var type = entry.key.uuid else { return nil }
    var value: [UInt8] = []
    var groupEnd: AttributeHandle?
    switch entry.detail {
    case .service(let end, let isPrimary):
      value = entry.key.service.uuid?.encoded() ?? []
      groupEnd = end
      if !isPrimary { type = BluetoothUUID(0x2801) }
    case .include(let start, let end, let uuid):
      value = start.littleEndianBytes + end.littleEndianBytes + (uuid?.short?.littleEndianBytes ?? [])
    case .declaration(let properties, let handle):
      value =
        [properties.rawValue] + handle.littleEndianBytes + (entry.key.characteristic?.uuid?.encoded() ?? [])
    case .value: break
    case .descriptor: if entry.key.isConfiguration { value = [0, 0] }
    }
    let properties = entry.detail == .value ? layout.properties(of: entry.key) : nil
    return Attribute(
      handle: entry.handle, key: entry.key, type: type, groupEnd: groupEnd, value: value,
      properties: properties)
  }

  /// Takes the values that attributes have before anything is written to them: what was read first.
  private mutating func learn(_ steps: [ReplayStep]) {
    var known: Set<AttributeKey> = []
    for step in steps {
      guard let key = step.attribute?.key, let place = places[key], Self.holdsValue(key) else { continue }
      switch (step.kind, step.answer) {
      case (.read, .value(let value, _)) where known.insert(key).inserted: attributes[place].value = value
      case (.readBlob, .value(let part, _)) where Int(step.offset ?? 0) == attributes[place].value.count:
        attributes[place].value += part
      case (.write, _), (.writeCommand, _), (.prepareWrite, _): known.insert(key)
      default: break
      }
    }
  }

  private static func holdsValue(_ key: AttributeKey) -> Bool {
    switch key.attribute {
    case .value, .descriptor: true
    case .service, .include, .declaration: false
    }
  }

  /// The attribute with a key.
  func attribute(_ key: AttributeKey) -> Attribute? { places[key].map { attributes[$0] } }

  // MARK: - Values

  /// The value of an attribute, or why it cannot be read.
  func read(_ reference: AttributeReference?) -> Result<[UInt8], ATTErrorCode> {
    guard case .key(let key) = reference, let attribute = attribute(key) else {
      return .failure(.invalidHandle)
    }
    if let properties = attribute.properties, !properties.contains(.read) {
      return .failure(.readNotPermitted)
    }
    return .success(attribute.value)
  }

  /// Why an attribute cannot be written, nil when it can.
  func refusal(ofWriting value: [UInt8], to reference: AttributeReference?) -> ATTErrorCode? {
    guard case .key(let key) = reference, let attribute = attribute(key) else { return .invalidHandle }
    if value.count > Self.valueLimit { return .invalidAttributeValueLength }
    switch key.attribute {
    case .service, .include, .declaration: return .writeNotPermitted
    case .descriptor: return key.isConfiguration && value.count != 2 ? .invalidAttributeValueLength : nil
    case .value:
      guard let properties = attribute.properties else { return nil }
      return properties.isDisjoint(with: [.write, .writeWithoutResponse]) && properties.rawValue & 0x40 == 0
        ? .writeNotPermitted : nil
    }
  }

  /// Sets a value.
  mutating func write(_ value: [UInt8], to reference: AttributeReference?) {
    guard case .key(let key) = reference, let place = places[key] else { return }
    attributes[place].value = Array(value.prefix(Self.valueLimit))
  }

  /// Keeps a part of a long write; false when there are too many.
  mutating func prepare(_ part: [UInt8], at offset: Int, of reference: AttributeReference?) -> Bool {
    guard case .key(let key) = reference else { return false }
    guard queue.count < Self.queueLimit else { return false }
    queue.append((key, offset, part))
    return true
  }

  /// Writes what was prepared, or forgets it.
  mutating func execute(_ isWanted: Bool) -> ATTErrorCode? {
    defer { queue.removeAll() }
    guard isWanted else { return nil }
    var values: [AttributeKey: [UInt8]] = [:]
    for (key, offset, part) in queue {
      var value = values[key] ?? []
      // The first part of a write at 0 begins a new value.
      if values[key] == nil, offset > 0 { value = attribute(key)?.value ?? [] }
      guard offset <= value.count else { return .invalidOffset }
      guard offset + part.count <= Self.valueLimit else { return .invalidAttributeValueLength }
      value.replaceSubrange(offset..<min(value.count, offset + part.count), with: part)
      values[key] = value
    }
    for (key, value) in values { write(value, to: .key(key)) }
    return nil
  }
}
