/// How `follow` shows the values of a stream.
public enum ValueFormat: Hashable, Sendable {
  /// Hexadecimal digits.
  case hex
  /// UTF-8, with control characters and everything that is not UTF-8 escaped.
  case text
  /// Integers of 1, 2, 4 or 8 bytes.
  case integer(bytes: Int, signed: Bool, bigEndian: Bool)
  /// IEEE 754 numbers of 4 or 8 bytes.
  case float(bytes: Int, bigEndian: Bool)
  /// CBOR, in diagnostic notation (RFC 8949, 8).
  case cbor

  /// Reads `hex`, `text`, `u16le`, `f32be`, `cbor` and so on; nil for a name that is none of ``names``.
  public init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known.format
  }

  /// All names, in the order of their sizes.
  public static var names: [String] { all.map(\.name) }

  /// The name that reads as this format.
  public var name: String { Self.all.first { $0.format == self }?.name ?? "hex" }

  private static let all: [(name: String, format: ValueFormat)] = {
    var all: [(name: String, format: ValueFormat)] = [("hex", .hex), ("text", .text)]
    for bytes in [1, 2, 4, 8] {
      for (sign, signed) in [("u", false), ("i", true)] {
        if bytes == 1 {
          all.append(("\(sign)8", .integer(bytes: 1, signed: signed, bigEndian: false)))
        } else {
          for (order, bigEndian) in [("le", false), ("be", true)] {
            let name = "\(sign)\(8 * bytes)\(order)"
            all.append((name, .integer(bytes: bytes, signed: signed, bigEndian: bigEndian)))
          }
        }
      }
    }
    for bytes in [4, 8] {
      for (order, bigEndian) in [("le", false), ("be", true)] {
        all.append(("f\(8 * bytes)\(order)", .float(bytes: bytes, bigEndian: bigEndian)))
      }
    }
    return all + [("cbor", .cbor)]
  }()

  /// The value in this format.
  ///
  /// A value that holds several numbers is an array of them. Bytes that are left over, and CBOR that is not
  /// well-formed, are said.
  public func format(_ value: [UInt8]) -> String {
    switch self {
    case .hex: ByteText.hex(value)
    case .text: ByteText.escaped(value)
    case .integer(let bytes, let signed, let bigEndian):
      Self.numbers(value, bytes, bigEndian) { Self.integer($0, bytes, signed: signed) }
    case .float(4, let bigEndian):
      Self.numbers(value, 4, bigEndian) { Float(bitPattern: UInt32(truncatingIfNeeded: $0)).description }
    case .float(let bytes, let bigEndian):
      Self.numbers(value, bytes, bigEndian) { Double(bitPattern: $0).description }
    case .cbor: Self.diagnostic(value)
    }
  }

  private static func numbers(
    _ value: [UInt8], _ size: Int, _ bigEndian: Bool, _ text: (UInt64) -> String
  ) -> String {
    let count = value.count / max(1, size)
    let numbers = (0..<count).map { index in
      let bytes = value[(index * size)..<((index + 1) * size)]
      let bits =
        bigEndian
        ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return text(bits)
    }
    let list = count == 1 ? numbers[0] : "[" + numbers.joined(separator: ", ") + "]"
    return list + leftOver(value[(count * size)...])
  }

  private static func integer(_ bits: UInt64, _ bytes: Int, signed: Bool) -> String {
    guard signed else { return String(bits) }
    let unused = UInt64(64 - 8 * bytes)
    return String(Int64(bitPattern: bits << unused) >> Int64(unused))
  }

  private static func diagnostic(_ value: [UInt8]) -> String {
    var reader = CBORReader(value)
    do throws(CBORError) {
      let item = try reader.item()
      return item.notation + leftOver(value[reader.position...])
    } catch {
      return "not CBOR at byte \(error.position): \(error.reason)"
    }
  }

  private static func leftOver(_ bytes: ArraySlice<UInt8>) -> String {
    guard !bytes.isEmpty else { return "" }
    return " + \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes") left over: \(ByteText.hex(bytes))"
  }
}
