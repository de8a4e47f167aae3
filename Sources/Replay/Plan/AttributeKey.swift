public import ATTParser

/// What an attribute is on any device of its kind: the path of UUIDs that leads to it, each with its place among equals.
///
/// Handles differ between devices and firmware versions; this does not. As text: `180d` for a service's declaration,
/// `180d/2a37` for a value, `180d/2a37/2902` for a descriptor, `180d/2a37/declaration`, `180d/include#1`; `#2` behind a
/// UUID is the second one of its kind, and `?` a service or characteristic that nothing tells.
public struct AttributeKey: Hashable, Sendable {
  /// A step of the path.
  public struct Part: Hashable, Sendable {
    /// The UUID; nil where nothing tells.
    public var uuid: BluetoothUUID?
    /// Which of those with this UUID, from 1.
    public var place: Int

    /// Makes a step.
    public init(_ uuid: BluetoothUUID?, _ place: Int = 1) {
      self.uuid = uuid
      self.place = place
    }
  }

  /// What of its service the attribute is.
  public enum Attribute: Hashable, Sendable {
    /// The service's declaration.
    case service
    /// The n-th include declaration, from 1.
    case include(Int)
    /// A characteristic's declaration.
    case declaration(Part)
    /// A characteristic's value.
    case value(Part)
    /// A descriptor of a characteristic.
    case descriptor(Part, Part)
  }

  /// The service.
  public var service: Part
  /// What of it.
  public var attribute: Attribute

  /// Makes a key.
  public init(_ service: Part, _ attribute: Attribute) {
    self.service = service
    self.attribute = attribute
  }

  /// The characteristic it belongs to, nil for declarations of services and includes.
  public var characteristic: Part? {
    switch attribute {
    case .service, .include: nil
    case .declaration(let part), .value(let part), .descriptor(let part, _): part
    }
  }

  /// True for the descriptor that turns notifications and indications on.
  public var isConfiguration: Bool {
    if case .descriptor(_, let part) = attribute { return part.uuid == BluetoothUUID(0x2902) }
    return false
  }

  /// True when nothing tells the service or the characteristic that it belongs to.
  public var isUnplaced: Bool { service.uuid == nil || characteristic.map { $0.uuid == nil } ?? false }

  /// The value of the characteristic it belongs to.
  public var valueKey: AttributeKey? { characteristic.map { AttributeKey(service, .value($0)) } }

  /// The attribute's type; of a value that of its characteristic.
  public var uuid: BluetoothUUID? {
    switch attribute {
    case .service: BluetoothUUID(0x2800)
    case .include: BluetoothUUID(0x2802)
    case .declaration: BluetoothUUID(0x2803)
    case .value(let part): part.uuid
    case .descriptor(_, let part): part.uuid
    }
  }
}

extension AttributeKey.Part: CustomStringConvertible {
  /// `2a37`, `2a37#2`, `?`.
  public var description: String { (uuid?.description ?? "?") + (place == 1 ? "" : "#\(place)") }

  /// Reads that form; nil for anything else.
  init?(text: Substring) {
    let pieces = text.split(separator: "#", omittingEmptySubsequences: false)
    guard let name = pieces.first, pieces.count <= 2 else { return nil }
    let place = pieces.count == 2 ? Int(pieces[1]) : 1
    guard let place, (1...0xFFFF).contains(place) else { return nil }
    if name == "?" {
      self.init(nil, place)
    } else if let uuid = BluetoothUUID(text: String(name)) {
      self.init(uuid, place)
    } else {
      return nil
    }
  }
}

extension AttributeKey: CustomStringConvertible {
  /// The path as text.
  public var description: String {
    switch attribute {
    case .service: "\(service)"
    case .include(let place): "\(service)/include#\(place)"
    case .declaration(let part): "\(service)/\(part)/declaration"
    case .value(let part): "\(service)/\(part)"
    case .descriptor(let part, let descriptor): "\(service)/\(part)/\(descriptor)"
    }
  }

  /// Reads the path; nil for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let service = Part(text: parts[0]) else { return nil }
    self.service = service
    guard parts.count > 1 else {
      attribute = .service
      return
    }
    if parts.count == 2, parts[1].hasPrefix("include#") {
      guard let place = Int(parts[1].dropFirst(8)), place > 0 else { return nil }
      attribute = .include(place)
      return
    }
    guard let characteristic = Part(text: parts[1]) else { return nil }
    if parts.count == 2 {
      attribute = .value(characteristic)
    } else if parts[2] == "declaration" {
      attribute = .declaration(characteristic)
    } else if let descriptor = Part(text: parts[2]) {
      attribute = .descriptor(characteristic, descriptor)
    } else {
      return nil
    }
  }
}

/// The attribute that a step is about: by its path, or by the captured handle alone where nothing tells what it is.
public enum AttributeReference: Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  case key(AttributeKey)
  /// Its handle on the captured device.
  case handle(AttributeHandle)

  /// The path, or `handle:0x0042`.
  public var description: String {
    switch self {
    case .key(let key): key.description
    case .handle(let handle): "handle:\(handle)"
    }
  }

  /// Reads either form; nil for anything else.
  public init?(text: String) {
    guard text.hasPrefix("handle:") else {
      guard let key = AttributeKey(text: text) else { return nil }
      self = .key(key)
      return
    }
    let digits = text.dropFirst(7)
    guard digits.hasPrefix("0x"), let number = UInt16(digits.dropFirst(2), radix: 16) else { return nil }
    self = .handle(AttributeHandle(rawValue: number))
  }

  /// True for the two handles that no attribute has: used on purpose, they are the same on every device.
  public var isNowhere: Bool {
    if case .handle(let handle) = self { return handle.rawValue == 0 || handle.rawValue == .max }
    return false
  }

  /// The path, nil for a handle alone.
  public var key: AttributeKey? {
    if case .key(let key) = self { return key }
    return nil
  }
}
