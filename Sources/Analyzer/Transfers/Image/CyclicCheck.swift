/// A cyclic redundancy check that is worked out as bytes come.
///
/// Bits go least significant first when it is `reflected`, as in CRC-32, else most significant first.
public struct CyclicCheck: Sendable {
  /// Which check it is.
  public struct Kind: Sendable {
    /// Bits of the check.
    let width: Int
    /// Most significant bit first, without the leading one.
    let polynomial: UInt32
    /// What the register begins with.
    let initial: UInt32
    /// What the register is XORed with in the end.
    let final: UInt32
    /// True when bits go least significant first.
    let isReflected: Bool
    /// What each value of a byte does to the register.
    let table: [UInt32]

    /// - Parameter polynomial: with the most significant bit first, without the leading one.
    init(width: Int, polynomial: UInt32, initial: UInt32, final: UInt32, isReflected: Bool) {
      self.width = width
      self.polynomial = polynomial
      self.initial = initial
      self.final = final
      self.isReflected = isReflected
      table = (0..<256).map { Self.entry(UInt32($0), width, polynomial, isReflected) }
    }

    /// The one that zlib knows, but for what it begins and ends with.
    var isCRC32: Bool { width == 32 && isReflected && polynomial == 0x04C1_1DB7 }

    private static func entry(
      _ byte: UInt32, _ width: Int, _ polynomial: UInt32, _ isReflected: Bool
    ) -> UInt32 {
      if isReflected {
        let reversed = reverse(polynomial, width)
        return (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ reversed : value >> 1 }
      }
      let top = UInt32(1) << UInt32(width - 1)
      let mask = top | (top - 1)
      let start = byte << UInt32(width - 8)
      return (0..<8).reduce(start) { value, _ in
        (value & top != 0 ? value << 1 ^ polynomial : value << 1) & mask
      }
    }

    private static func reverse(_ value: UInt32, _ width: Int) -> UInt32 {
      (0..<width).reduce(0) { $0 | (value >> UInt32($1) & 1) << UInt32(width - 1 - $1) }
    }

    /// CRC-32 (IEEE 802.3), as zip and Nordic use it.
    public static let crc32 = Kind(
      width: 32, polynomial: 0x04C1_1DB7, initial: 0xFFFF_FFFF, final: 0xFFFF_FFFF, isReflected: true)
    /// CRC-32 without the last inversion, as Telink ends its images.
    public static let crc32WithoutInversion = Kind(
      width: 32, polynomial: 0x04C1_1DB7, initial: 0xFFFF_FFFF, final: 0, isReflected: true)
    /// CRC-16/MODBUS.
    public static let modbus = Kind(
      width: 16, polynomial: 0x8005, initial: 0xFFFF, final: 0, isReflected: true)
    /// CRC-16/XMODEM.
    public static let xmodem = Kind(width: 16, polynomial: 0x1021, initial: 0, final: 0, isReflected: false)
    /// CRC-16/CCITT-FALSE.
    public static let ccittFalse = Kind(
      width: 16, polynomial: 0x1021, initial: 0xFFFF, final: 0, isReflected: false)
  }

  private let kind: Kind
  private var register: UInt32

  /// Begins a check.
  public init(_ kind: Kind) {
    self.kind = kind
    register = kind.initial
  }

  /// The check of the bytes so far.
  public var value: UInt32 { register ^ kind.final }

  /// Takes more bytes.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    if kind.isCRC32, let check = CRC32.extend(~register, with: bytes) {
      register = ~check
      return
    }
    var register = register
    if kind.isReflected {
      for byte in bytes { register = kind.table[Int((register ^ UInt32(byte)) & 0xFF)] ^ register >> 8 }
    } else {
      let shift = UInt32(kind.width - 8)
      let mask = kind.width == 32 ? UInt32.max : UInt32(1) << UInt32(kind.width) - 1
      for byte in bytes {
        register = (kind.table[Int((register >> shift ^ UInt32(byte)) & 0xFF)] ^ register << 8) & mask
      }
    }
    self.register = register
  }

  /// The check of some bytes.
  public static func of(_ bytes: some Sequence<UInt8>, _ kind: Kind) -> UInt32 {
    var check = CyclicCheck(kind)
    check.add(bytes)
    return check.value
  }
}
