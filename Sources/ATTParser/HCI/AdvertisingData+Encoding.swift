extension AdvertisingData {
  /// Bytes that legacy advertising data, and scan response data, has at most (Vol 6, Part B, 2.3.1).
  public static let legacyLimit = 31
  /// Bytes that one structure holds at most, its length and type not counted.
  private static let longestValue = 254

  /// The data as it is sent, the most telling first: flags, services by 16-bit numbers, the name, other services.
  ///
  /// What has no room is left out; of a list of services its end, and the list is then called incomplete. A name is
  /// shortened only when it is too long to stand alone.
  ///
  /// - Parameter limit: bytes that there is room for.
  public func encoded(limit: Int = legacyLimit) -> [UInt8] {
    var data: [UInt8] = []
    func add(_ type: UInt8, _ value: [UInt8]) {
      guard !value.isEmpty, value.count <= Self.longestValue, value.count + 2 <= limit - data.count else {
        return
      }
      data += [UInt8(value.count + 1), type] + value
    }
    /// Adds what there is room for of a list; its incomplete form has the type before it.
    func add(complete type: UInt8, _ uuids: [BluetoothUUID]) {
      guard let size = uuids.first?.encoded().count else { return }
      let count = min(uuids.count, max(0, min(Self.longestValue, limit - data.count - 2)) / size)
      let isCut = hasMoreServices || count < uuids.count
      add(isCut ? type - 1 : type, uuids.prefix(count).flatMap { $0.encoded() })
    }
    func add(short: UInt8, long: UInt8, _ uuid: BluetoothUUID, _ bytes: [UInt8]) {
      add(uuid.short == nil ? long : short, uuid.encoded() + bytes)
    }
    if let flags { add(0x01, [flags]) }
    add(complete: 0x03, services.filter { $0.short != nil })
    if let name {
      let whole = Array(name.utf8)
      let shown = Self.shortened(whole, to: max(0, min(Self.longestValue, limit - 2)))
      add(isNameShortened || shown.count < whole.count ? 0x08 : 0x09, shown)
    }
    add(complete: 0x07, services.filter { $0.short == nil })
    if let txPower { add(0x0A, [UInt8(bitPattern: txPower)]) }
    if let appearance { add(0x19, appearance.littleEndianBytes) }
    for service in solicitedServices { add(short: 0x14, long: 0x15, service, []) }
    for item in serviceData { add(short: 0x16, long: 0x21, item.service, item.bytes) }
    for item in manufacturerData { add(0xFF, item.company.littleEndianBytes + item.bytes) }
    return data
  }

  /// The first bytes of a text, whole characters of UTF-8.
  private static func shortened(_ text: [UInt8], to limit: Int) -> [UInt8] {
    guard text.count > limit else { return text }
    let start = text[...limit].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return Array(text[..<start])
  }
}
