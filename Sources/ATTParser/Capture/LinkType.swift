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
  /// Packets of the air: access address, PDU, CRC (pcap 251).
  case leLinkLayer
  /// The same behind a pseudo-header (pcap 256).
  case leLinkLayerWithHeader
  /// Messages of the nRF Sniffer (pcap 272).
  case nordicSniffer
  /// Per-Packet Information with packets of the air inside, as Ubertooth writes it (pcap 192).
  case ppi
  /// Anything else; the value is libpcap's link type.
  case other(UInt16)

  /// The type behind a libpcap link type number.
  init(pcap number: UInt16) {
    switch number {
    case 187: self = .hciH4
    case 192: self = .ppi
    case 201: self = .hciH4WithDirection
    case 251: self = .leLinkLayer
    case 254: self = .linuxMonitor
    case 256: self = .leLinkLayerWithHeader
    case 272: self = .nordicSniffer
    default: self = .other(number)
    }
  }

  /// True when its packets are decoded.
  public var isRead: Bool {
    if case .other = self { return false }
    return true
  }

  /// How packets of the air are wrapped; nil for packets of hosts.
  var radio: RadioEncapsulation? {
    switch self {
    case .leLinkLayer: RadioEncapsulation.none
    case .leLinkLayerWithHeader: .pseudoHeader
    case .nordicSniffer: .nordic
    case .ppi: .ppi
    case .hciH1, .hciH4, .hciH4WithDirection, .linuxMonitor, .simulator, .packetLogger, .other: nil
    }
  }

  /// True for captures of the air.
  public var isOfTheAir: Bool { radio != nil }

  /// The name used in the analysis document.
  public var name: String {
    switch self {
    case .hciH1: "hci_h1"
    case .hciH4, .hciH4WithDirection: "hci_h4"
    case .linuxMonitor: "linux_monitor"
    case .simulator: "linux_simulator"
    case .packetLogger: "packetlogger"
    case .leLinkLayer: "le_ll"
    case .leLinkLayerWithHeader: "le_ll_with_phdr"
    case .nordicSniffer: "nordic_ble"
    case .ppi: "ppi"
    case .other(let number): "link_type_\(number)"
    }
  }

  /// Why packets of this type are not read, and what to do.
  var refusal: CaptureError {
    guard case .other(let number) = self else { return .unsupported(kind: name, advice: "") }
    switch number {
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
