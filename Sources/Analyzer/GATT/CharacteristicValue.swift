public import ATTParser

/// The values of well-known characteristics and descriptors as text.
///
/// Each is decoded as its specification says; a value that is too short, too long or outside what the
/// specification allows gives no text, never a guess.
public enum CharacteristicValue {
  /// What the value of a characteristic or descriptor says; nil if that is not known.
  ///
  /// - Parameter names: where the names of units and companies come from.
  public static func text(_ type: BluetoothUUID, _ value: [UInt8], names: ValueNames = .assigned) -> String? {
    guard let number = type.short, let decoder = decoders[number] else { return nil }
    var reader = ValueReader(value)
    guard let text = decoder.decode(&reader, names), reader.remaining == 0 else { return nil }
    return text
  }

  /// The numbers of all characteristics and descriptors whose values are decoded, in ascending order.
  public static var decoded: [UInt16] { decoders.keys.sorted() }

  /// All decoders; a new one is written in the file of its kind and needs a line in that file's list.
  private static let decoders = Dictionary(
    uniqueKeysWithValues: [
      DescriptorValues.all, GenericAccessValues.all, DeviceInformationValues.all, TimeValues.all,
      HealthValues.all, FitnessValues.all, EnvironmentValues.all, DeviceValues.all,
    ].joined().map { ($0.number, $0) })
}

/// Where decoders find names for numbers inside values.
public struct ValueNames: Sendable {
  /// The name of a unit by its assigned number.
  public var unit: @Sendable (UInt16) -> String?
  /// The name of a company by its identifier.
  public var company: @Sendable (UInt16) -> String?
  /// The name of a service, characteristic or descriptor.
  public var attributeType: @Sendable (BluetoothUUID) -> String?

  /// Makes a set of look-ups.
  public init(
    unit: @escaping @Sendable (UInt16) -> String?, company: @escaping @Sendable (UInt16) -> String?,
    attributeType: @escaping @Sendable (BluetoothUUID) -> String?
  ) {
    self.unit = unit
    self.company = company
    self.attributeType = attributeType
  }

  /// The assigned numbers.
  public static let assigned = ValueNames(
    unit: { AssignedNumbers.unit($0) }, company: { AssignedNumbers.company($0) },
    attributeType: { AssignedNumbers.attributeType($0) })
}

/// The decoder of one characteristic or descriptor.
struct ValueDecoder: Sendable {
  /// Reads the fields of a value and says what they mean; nil for a value that cannot be.
  typealias Decode = @Sendable (inout ValueReader, ValueNames) -> String?

  /// The assigned number of the characteristic or descriptor.
  let number: UInt16
  /// Decodes a value; bytes that it leaves over make the value unknown.
  let decode: Decode

  /// Makes a decoder that needs names.
  init(_ number: UInt16, _ decode: @escaping Decode) {
    self.number = number
    self.decode = decode
  }

  /// Makes a decoder that needs no names.
  init(_ number: UInt16, _ decode: @escaping @Sendable (inout ValueReader) -> String?) {
    self.init(number) { reader, _ in decode(&reader) }
  }

  /// Decodes UTF-8 text.
  static func text(_ number: UInt16) -> Self { Self(number) { ByteText.quoted($0.remainder()) } }

  /// Decodes one byte that stands for one of a list of words.
  static func choice(_ number: UInt16, _ words: [UInt8: String]) -> Self {
    Self(number) { $0.u8().flatMap { words[$0] } }
  }

  /// Decodes one byte that stands for the word at its place.
  static func choice(_ number: UInt16, _ words: [String]) -> Self {
    Self(number) { reader in
      guard let index = reader.u8().map(Int.init), index < words.count else { return nil }
      return words[index]
    }
  }

  /// Decodes an integer times a power of ten.
  ///
  /// - Parameters:
  ///   - allowed: what the specification allows; all other values give no text.
  ///   - unknown: the value that stands for none.
  static func number(
    _ number: UInt16, _ format: Format, _ unit: String, exponent: Int = 0,
    allowed: ClosedRange<Int64>? = nil, unknown: Int64? = nil
  ) -> Self {
    Self(number) { reader in
      let read =
        switch format {
        case .unsigned(let bytes): reader.unsigned(bytes).map { Int64($0) }
        case .signed(let bytes): reader.signed(bytes)
        }
      guard let value = read else { return nil }
      if value == unknown { return "not known" }
      if let allowed, !allowed.contains(value) { return nil }
      return "\(FixedPoint(value, exponent)) \(unit)"
    }
  }

  /// How an integer of some bytes, at most 4, is sent.
  enum Format {
    /// Without sign.
    case unsigned(Int)
    /// With sign.
    case signed(Int)
  }
}

/// The words for the bits of a field.
struct ValueBits {
  /// The words, the lowest bit's first.
  let words: [String]

  /// Makes the words, the lowest bit's first.
  init(_ words: String...) { self.words = words }

  /// The words of the bits that are set, with the bits that have no word as a number; `empty` if none is set.
  func text(_ bits: some FixedWidthInteger & UnsignedInteger, empty: String) -> String {
    if bits == 0 { return empty }
    var set = words.indices.filter { bits >> $0 & 1 == 1 }.map { words[$0] }
    let rest = words.count < bits.bitWidth ? (bits >> words.count) << words.count : 0
    if rest != 0 { set.append("reserved bits \(ByteText.hex(rest))") }
    return set.joined(separator: ", ")
  }
}
