/// Writes pcapng captures block by block: sections, interfaces, all packet blocks, options, and others.
public struct PCAPNGWriter: Sendable {
  /// An option of a block.
  public struct Option: Sendable {
    /// What the option says.
    public var code: UInt16
    /// Its value, not padded.
    public var value: [UInt8]

    /// Makes an option of any code.
    public init(_ code: UInt16, _ value: [UInt8]) {
      self.code = code
      self.value = value
    }

    /// A comment.
    public static func comment(_ text: String) -> Option { Option(1, Array(text.utf8)) }
    /// `if_tsresol`, as it is written.
    public static func resolution(_ value: UInt8) -> Option { Option(9, [value]) }
  }

  /// The capture so far.
  public private(set) var bytes: [UInt8] = []
  private var order = ByteOrder.little

  /// Begins a capture with a section header.
  public init(order: ByteOrder = .little) { addSection(order) }

  /// Begins a section, whose byte order may be another one.
  public mutating func addSection(_ order: ByteOrder, options: [Option] = []) {
    self.order = order
    let length = Int64(-1)
    addBlock(
      0x0A0D_0D0A,
      UInt32(0x1A2B_3C4D).bytes(order) + UInt16(1).bytes(order) + UInt16(0).bytes(order) + length.bytes(order)
        + list(options))
  }

  /// Declares an interface.
  public mutating func addInterface(linkType: UInt16, snapLength: UInt32 = 0, options: [Option] = []) {
    addBlock(1, linkType.bytes(order) + [0, 0] + snapLength.bytes(order) + list(options))
  }

  /// Declares an interface with `if_tsoffset` seconds and, unless it is 6, `if_tsresol`.
  public mutating func addInterface(linkType: UInt16, resolution: UInt8, offsetSeconds: Int64 = 0) {
    var options = [Option.resolution(resolution)]
    if offsetSeconds != 0 { options.append(Option(14, offsetSeconds.bytes(order))) }
    addInterface(linkType: linkType, options: options)
  }

  /// Adds an enhanced packet block; `flags` becomes an `epb_flags` option.
  public mutating func addPacket(
    _ packet: [UInt8], interface: UInt32 = 0, ticks: UInt64 = 0, captured: UInt32? = nil,
    original: UInt32? = nil, flags: UInt32? = nil, options: [Option] = []
  ) {
    var body = interface.bytes(order) + times(ticks)
    body += (captured ?? UInt32(packet.count)).bytes(order) + (original ?? UInt32(packet.count)).bytes(order)
    body += packet
    body.pad(to: 4)
    let flagOptions = flags.map { [Option(2, $0.bytes(order))] } ?? []
    addBlock(6, body + list(flagOptions + options))
  }

  /// Adds a simple packet block, which has no time and belongs to the first interface.
  public mutating func addSimplePacket(_ packet: [UInt8], original: UInt32? = nil) {
    var body = (original ?? UInt32(packet.count)).bytes(order) + packet
    body.pad(to: 4)
    addBlock(3, body)
  }

  /// Adds a packet block of the old, obsolete form.
  public mutating func addOldPacket(
    _ packet: [UInt8], interface: UInt16 = 0, drops: UInt16 = 0, ticks: UInt64 = 0
  ) {
    var body = interface.bytes(order) + drops.bytes(order) + times(ticks)
    body += UInt32(packet.count).bytes(order) + UInt32(packet.count).bytes(order) + packet
    body.pad(to: 4)
    addBlock(2, body)
  }

  /// Adds a block of any type; `total` replaces the length in front.
  public mutating func addBlock(_ type: UInt32, _ body: [UInt8], total: UInt32? = nil) {
    var padded = body
    padded.pad(to: 4)
    let length = UInt32(padded.count + 12)
    bytes += type.bytes(order) + (total ?? length).bytes(order) + padded + length.bytes(order)
  }

  private func times(_ ticks: UInt64) -> [UInt8] {
    UInt32(truncatingIfNeeded: ticks >> 32).bytes(order) + UInt32(truncatingIfNeeded: ticks).bytes(order)
  }

  private func list(_ options: [Option]) -> [UInt8] {
    if options.isEmpty { return [] }
    return options.flatMap { option in
      var bytes = option.code.bytes(order) + UInt16(option.value.count).bytes(order) + option.value
      bytes.pad(to: 4)
      return bytes
    } + [0, 0, 0, 0]
  }
}
