/// What the init packet of Nordic Secure DFU says about the image.
///
/// It is a protobuf message (proto2):
///
/// ```
/// Packet { command 1 | signed_command 2 { command 1 } }
/// Command { init 2 }
/// InitCommand { sd_size 5, bl_size 6, app_size 7, hash 8 { type 1, hash 2 } }
/// ```
struct NordicInitPacket {
  /// Bytes of the image, nil when no size is in it.
  let size: Int?
  /// SHA-256 of the image, most significant byte first; nil when another hash or none is in it.
  let sha256: [UInt8]?

  /// Reads a signed or plain command; nil for one that initializes nothing.
  init?(_ bytes: [UInt8]) {
    let packet = ProtobufFields(bytes[...])
    let signed = packet.message(2).flatMap { $0.message(1) }
    guard let command = signed ?? packet.message(1), let fields = command.message(2) else { return nil }
    let sizes = [5, 6, 7].compactMap { fields.integer($0) }
    let sum = sizes.reduce(UInt64(0)) { $0 &+ $1 }
    size = sizes.isEmpty || sum > 1 << 32 ? nil : Int(sum)
    let hash = fields.message(8)
    // It is stored with its bytes reversed.
    let value = hash?.bytes(2).map { Array($0.reversed()) }
    sha256 = hash?.integer(1) == 3 && value?.count == 32 ? value : nil
  }
}

/// The fields of a protobuf message, as far as they can be read.
private struct ProtobufFields {
  private var integers: [UInt64: UInt64] = [:]
  private var strings: [UInt64: ArraySlice<UInt8>] = [:]

  init(_ message: ArraySlice<UInt8>) {
    var rest = message
    while let tag = Self.varint(&rest) {
      switch tag & 7 {
      case 0:
        guard let value = Self.varint(&rest) else { return }
        integers[tag >> 3] = value
      case 1:
        guard rest.count >= 8 else { return }
        rest = rest.dropFirst(8)
      case 2:
        guard let length = Self.varint(&rest), length <= UInt64(rest.count) else { return }
        strings[tag >> 3] = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
      case 5:
        guard rest.count >= 4 else { return }
        rest = rest.dropFirst(4)
      default: return
      }
    }
  }

  func integer(_ field: UInt64) -> UInt64? { integers[field] }
  func bytes(_ field: UInt64) -> ArraySlice<UInt8>? { strings[field] }
  func message(_ field: UInt64) -> ProtobufFields? { strings[field].map { ProtobufFields($0) } }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
