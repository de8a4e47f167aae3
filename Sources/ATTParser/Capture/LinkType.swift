/// What the packets of a capture are wrapped in (libpcap's link types, btsnoop's data links).
public enum LinkType: Hashable, Sendable, BitwiseCopyable {
  /// HCI packets without an indicator; record flags tell their type.
  case hciH1
  /// HCI packets behind an H4 indicator, without a direction.
  case hciH4
  /// A direction word, then as `hciH4` (pcap 201; btsnoop 1002 keeps the direction in the record).
  case hciH4WithDirection
  /// Adapter and monitor opcode, as `btmon -w` writes.
  case linuxMonitor
  /// Messages of BlueZ's radio emulator.
  case simulator
  /// Apple's PacketLogger records.
  case packetLogger
  /// Anything else; the value is libpcap's link type.
  case other(UInt16)

  /// The type behind a libpcap link type number.
  init(pcap number: UInt16) {
    switch number {
    case 187: self = .hciH4
    case 201: self = .hciH4WithDirection
    case 254: self = .linuxMonitor
    default: self = .other(number)
    }
  }

  /// True when its packets are decoded.
  public var isRead: Bool {
    if case .other = self { return false }
    return true
  }

  /// The name used in the analysis document.
  public var name: String {
    switch self {
    case .hciH1: "hci_h1"
    case .hciH4, .hciH4WithDirection: "hci_h4"
    case .linuxMonitor: "linux_monitor"
    case .simulator: "linux_simulator"
    case .packetLogger: "packetlogger"
    case .other(251): "le_ll"
    case .other(256): "le_ll_with_phdr"
    case .other(272): "nordic_ble"
    case .other(192): "ppi"
    case .other(let number): "link_type_\(number)"
    }
  }

  /// Why packets of this type are not read, and what to do.
  var refusal: CaptureError {
    guard case .other(let number) = self else { return .unsupported(kind: name, advice: "") }
    switch number {
    case 251, 256, 272, 192:
      let what = [
        251: "Bluetooth LE link layer", 256: "Bluetooth LE link layer with pseudo-header",
        272: "Nordic BLE sniffer", 192: "PPI (Ubertooth)",
      ][number]
      return .unsupported(
        kind: "link type \(number), \(what ?? ""), a capture of the air",
        advice: "not yet read; give the host's HCI log of the same session instead")
    case 1: return Self.notBluetooth(number, "Ethernet")
    case 101, 228, 229: return Self.notBluetooth(number, "raw IP")
    case 105, 127: return Self.notBluetooth(number, "IEEE 802.11")
    case 113, 276: return Self.notBluetooth(number, "Linux cooked capture")
    case 189, 220, 249:
      return .unsupported(
        kind: "link type \(number), USB traffic",
        advice: "record HCI instead of USB: btmon -w, or the bluetooth0 interface in Wireshark")
    default: return Self.notBluetooth(number, "no Bluetooth HCI")
    }
  }

  private static func notBluetooth(_ number: UInt16, _ what: String) -> CaptureError {
    .unsupported(kind: "link type \(number), \(what)", advice: "record Bluetooth HCI traffic")
  }
}
