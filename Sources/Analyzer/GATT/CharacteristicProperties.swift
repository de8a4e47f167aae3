/// What may be done with a characteristic's value (Vol 3, Part G, 3.3.1.1).
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
  /// The bits as sent.
  public var rawValue: UInt8

  /// Makes properties from the bits as sent.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// May be read.
  public static let read = CharacteristicProperties(rawValue: 0x02)
  /// May be written without a response.
  public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
  /// May be written.
  public static let write = CharacteristicProperties(rawValue: 0x08)
  /// May be notified.
  public static let notify = CharacteristicProperties(rawValue: 0x10)
  /// May be indicated.
  public static let indicate = CharacteristicProperties(rawValue: 0x20)
  /// May be written with a signature.
  static let authenticatedSignedWrites = CharacteristicProperties(rawValue: 0x40)

  /// The names used in the analysis document, in the order of the bits.
  public var names: [String] {
    let all = [
      "broadcast", "read", "write_without_response", "write", "notify", "indicate", "signed_write",
      "extended",
    ]
    return all.enumerated().filter { rawValue >> UInt8($0.offset) & 1 == 1 }.map(\.element)
  }
}
