import TestSupport

extension PacketReading {
  /// The bytes of the ATT PDU that a line describes, put together from the line's fields, as hex digits.
  ///
  /// - Returns: nil for opcodes whose lines do not hold the whole PDU.
  var attPDU: String? {
    guard layer == "att", let opcode else { return nil }
    let head = [UInt8(truncatingIfNeeded: opcode)].hex
    switch opcode {
    case 0x01: return head + word(request, 1) + word(handle) + word(error, 1)
    case 0x02, 0x03: return head + word(mtu)
    case 0x04: return head + word(start) + word(end)
    case 0x05: return head + (entries?.first?.value?.count == 4 ? "01" : "02") + list
    case 0x06: return head + word(start) + word(end) + typeBytes + (value ?? "")
    case 0x07: return head + list
    case 0x08, 0x10: return head + word(start) + word(end) + typeBytes
    case 0x09: return head + word(2 + valueCount, 1) + list
    case 0x11: return head + word(4 + valueCount, 1) + list
    case 0x0A: return head + word(handle)
    case 0x0C: return head + word(handle) + word(offset)
    case 0x0E, 0x20: return head + (handles ?? []).map { word($0) }.joined()
    case 0x16, 0x17: return head + word(handle) + word(offset) + (value ?? "")
    case 0x18: return head + word(flags, 1)
    case 0x12, 0x1B, 0x1D, 0x52: return head + word(handle) + (value ?? "")
    case 0x0B, 0x0D, 0x0F, 0x13, 0x19, 0x1E, 0x21, 0x23: return head + (value ?? "")
    default: return nil
    }
  }

  /// True for PDUs that carry exactly one attribute handle.
  var carriesOneHandle: Bool {
    [0x01, 0x0A, 0x0C, 0x12, 0x16, 0x17, 0x1B, 0x1D, 0x52, 0xD2].contains(opcode)
  }

  private var list: String {
    (entries ?? []).map { word($0.handle) + ($0.end.map { word($0) } ?? "") + ($0.value ?? "") }.joined()
  }

  private var valueCount: Int { (entries?.first?.value?.count ?? 0) / 2 }

  /// The UUID as it is sent, least significant byte first.
  private var typeBytes: String {
    [UInt8]((type ?? "").filter(\.isHexDigit).isEmpty ? [] : [UInt8](hex: uuidDigits).reversed()).hex
  }

  private var uuidDigits: String { (type ?? "").filter { $0 != "-" } }

  private func word(_ number: Int?, _ count: Int = 2) -> String {
    Array(UInt16(truncatingIfNeeded: number ?? 0).bytes().prefix(count)).hex
  }
}
