/// What advertising or scan response data says, with copies of all that is kept (Core Specification
/// Supplement, Part A).
///
/// Made for the first look at a device's data, not for every report.
public struct AdvertisingData: Hashable, Sendable {
  /// Manufacturer Specific Data: whose, and what.
  public struct ManufacturerData: Hashable, Sendable {
    /// The company's assigned number.
    public var company: UInt16
    /// The bytes after the number.
    public var bytes: [UInt8]
  }

  /// Service Data: of which service, and what.
  public struct ServiceData: Hashable, Sendable {
    /// The service.
    public var service: BluetoothUUID
    /// The bytes after the UUID.
    public var bytes: [UInt8]
  }

  /// Flags, nil without any.
  public var flags: UInt8?
  /// The local name, nil without one; what is not UTF-8 in it is replaced.
  public var name: String?
  /// ``name`` is a Shortened Local Name.
  public var isNameShortened = false
  /// Services from the lists of 16-, 32- and 128-bit UUIDs.
  public var services: [BluetoothUUID] = []
  /// One of the lists says that it is incomplete.
  public var hasMoreServices = false
  /// Services that the device looks for on its central.
  public var solicitedServices: [BluetoothUUID] = []
  /// Service Data, in the order it is sent.
  public var serviceData: [ServiceData] = []
  /// Manufacturer Specific Data, in the order it is sent.
  public var manufacturerData: [ManufacturerData] = []
  /// TX Power Level in dBm, nil without one.
  public var txPower: Int8?
  /// Appearance, nil without one.
  public var appearance: UInt16?
  /// A structure is shorter than its type needs, or longer than what is left of the data.
  public var isMalformed = false

  /// Makes data that says nothing.
  public init() {}

  /// Reads data put together from the reports it came in.
  public init(_ bytes: [UInt8]) {
    let owner = CaptureStream(bytes: bytes)
    self.init(parsing: owner.bytes)
  }

  /// Reads data: structures of length u8, type u8 and as many bytes as the length says, less one.
  init(parsing bytes: RawSpan) {
    var start = 0
    while start < bytes.byteCount {
      let length = Int(bytes.u8(start))
      // The rest is padding (Vol 3, Part C, 11).
      if length == 0 { return }
      guard length < bytes.byteCount &- start else {
        isMalformed = true
        return
      }
      let end = start &+ 1 &+ length
      add(type: bytes.u8(start &+ 1), bytes.extracting((start &+ 2)..<end))
      start = end
    }
  }

  private mutating func add(type: UInt8, _ value: RawSpan) {
    switch type {
    case 0x01:
      if hasBytes(1, value) { flags = value.u8(0) }
    case 0x02...0x07:
      // Even types are incomplete lists.
      if type & 1 == 0 { hasMoreServices = true }
      services += list(value, type)
    case 0x14, 0x15, 0x1F: solicitedServices += list(value, type)
    case 0x08, 0x09:
      // A complete name stays when a shortened one follows.
      if type == 0x08, name != nil, !isNameShortened { return }
      name = Self.text(value)
      isNameShortened = type == 0x08
    case 0x0A:
      if hasBytes(1, value) { txPower = Int8(bitPattern: value.u8(0)) }
    case 0x16, 0x20, 0x21:
      let size = Self.uuidSize(type)
      if hasBytes(size, value) {
        let service = BluetoothUUID(advertised: value, at: 0, size: size)
        serviceData.append(ServiceData(service: service, bytes: Self.copy(value, from: size)))
      }
    case 0x19:
      if hasBytes(2, value) { appearance = value.u16LE(0) }
    case 0xFF:
      if hasBytes(2, value) {
        manufacturerData.append(ManufacturerData(company: value.u16LE(0), bytes: Self.copy(value, from: 2)))
      }
    default: break
    }
  }

  private mutating func hasBytes(_ count: Int, _ value: RawSpan) -> Bool {
    if value.byteCount < count { isMalformed = true }
    return value.byteCount >= count
  }

  /// The UUIDs of a list.
  private mutating func list(_ value: RawSpan, _ type: UInt8) -> [BluetoothUUID] {
    let size = Self.uuidSize(type)
    if value.byteCount % size != 0 { isMalformed = true }
    return (0..<value.byteCount / size).map { BluetoothUUID(advertised: value, at: $0 * size, size: size) }
  }

  /// Bytes of the UUIDs in a structure of services or service data.
  private static func uuidSize(_ type: UInt8) -> Int {
    switch type {
    case 0x02, 0x03, 0x14, 0x16: 2
    case 0x04, 0x05, 0x1F, 0x20: 4
    default: 16
    }
  }

  /// The text of a name; the zeros that fill a name up are left out.
  private static func text(_ value: RawSpan) -> String {
    var count = value.byteCount
    while count > 0, value.u8(count &- 1) == 0 { count &-= 1 }
    return String(decoding: (0..<count).map { value.u8($0) }, as: UTF8.self)
  }

  private static func copy(_ value: RawSpan, from start: Int) -> [UInt8] {
    (start..<value.byteCount).map { value.u8($0) }
  }
}

extension CaptureReader {
  /// Reads advertising data of the current frame; data of an earlier frame says nothing.
  public func advertisingData(_ range: ByteRange) -> AdvertisingData {
    AdvertisingData(parsing: bytes(of: range))
  }

  /// Mixes what names and identifies in advertising data, but not the bytes of manufacturer and service data,
  /// so that data which only measures something new looks the same.
  package mutating func advertisingOutline(_ range: ByteRange) -> UInt64 {
    let bytes = bytes(of: range)
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    var start = 0
    while start < bytes.byteCount {
      let length = Int(bytes.u8(start))
      let end = min(bytes.byteCount, start &+ 1 &+ length)
      var rest = end &- start
      if rest >= 2 { rest = min(rest, AdvertisingData.outlineLength(bytes.u8(start &+ 1))) }
      for place in start..<(start &+ rest) {
        mixed = (mixed ^ UInt64(bytes.u8(place))) &* 0x0100_0000_01B3
      }
      start = end
    }
    return mixed
  }
}

extension AdvertisingData {
  /// Bytes of a structure, its length and type included, that identify something.
  fileprivate static func outlineLength(_ type: UInt8) -> Int {
    switch type {
    case 0xFF, 0x16: 4
    case 0x20: 6
    case 0x21: 18
    default: .max
    }
  }
}

extension BluetoothUUID {
  /// Reads the UUID of 2, 4 or 16 bytes at `place`, least significant byte first.
  fileprivate init(advertised bytes: RawSpan, at place: Int, size: Int) {
    switch size {
    case 2: self.init(bytes.u16LE(place))
    case 4: self.init(short32: bytes.u32LE(place))
    default: self.init(high: bytes.u64LE(place &+ 8), low: bytes.u64LE(place))
    }
  }
}
