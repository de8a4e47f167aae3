import ATTParser

/// The layers that frames are shown and filtered by.
enum LayerName: String, CaseIterable {
  // `--layer` takes these words; docs/json.md says what each is.
  case note, command, event, acl, l2cap, signaling, smp, att, sdu, sco, iso
  case advertising, llControl = "ll_control", llData = "ll_data"

  /// The innermost layer that a frame decoded to.
  init(_ frame: DecodedFrame) {
    switch frame.packet {
    case .note: self = .note
    case .command: self = .command
    case .event: self = .event
    case .synchronous: self = .sco
    case .iso: self = .iso
    case .controllerDebug: self = .acl
    case .linkLayer(let air) where air.channel == .advertising: self = .advertising
    case .linkLayer where frame.kind == .linkControl: self = .llControl
    case .acl, .linkLayer:
      switch frame.payload {
      case .none, .fragment: self = frame.record.packetType == .linkLayer ? .llData : .acl
      case .segment, .other: self = .l2cap
      case .att: self = .att
      case .signaling: self = .signaling
      case .smp: self = .smp
      case .sdu: self = .sdu
      }
    }
  }
}

extension DecodedFrame {
  /// The name of the packet or PDU that a frame holds.
  var name: String {
    switch packet {
    case .note: record.noteName
    case .command(let command): command.opcode.name
    case .event(let event): event.name
    case .synchronous: "HCI_Synchronous_Data"
    case .iso: "HCI_ISO_Data"
    case .controllerDebug: "controller debug data"
    case .linkLayer(let air): carriedName ?? air.name(kind)
    case .acl(let header):
      switch payload {
      case .none: "HCI_ACL_Data"
      case .fragment: header.isContinuation ? "continuing fragment" : "first fragment"
      default: carriedName ?? ""
      }
    }
  }

  /// The name of the PDU that is complete in a frame, nil when none is.
  private var carriedName: String? {
    switch payload {
    case .none, .fragment: nil
    case .segment: "K-frame"
    case .att(let att): att.opcode.name
    case .signaling(let command): command.code.name
    case .smp(let command): command.name
    case .sdu(_, let spsm, _): "SDU on SPSM \(Numbers.hex(spsm, digits: 4))"
    case .other: "PDU on channel \(Numbers.hex(l2cap?.channelID.rawValue ?? 0, digits: 4))"
    }
  }
}

extension Record {
  /// What a record that is no packet is.
  var noteName: String {
    switch packetType {
    case .monitorNote: Self.monitorNames[Int(code)] ?? "monitor record \(code)"
    case .packetLoggerNote: "PacketLogger note \(Numbers.hex(code, digits: 2))"
    case .simulatorNote: "radio emulator message on \(code) MHz"
    case .unreadLinkType: "link type \(code), not read"
    case .otherNote: "journal entry"
    case .unknownIndicator where code >= 0x100: "no packet indicator"
    case .unknownIndicator: "unknown packet indicator \(Numbers.hex(code, digits: 2))"
    case .snifferNote: "sniffer message \(Numbers.hex(code, digits: 2))"
    case .command, .event, .aclData, .synchronousData, .isoData, .linkLayer: "undecoded packet"
    }
  }

  private static let monitorNames: [Int: String] = [
    0: "new index", 1: "deleted index", 8: "open index", 9: "close index", 10: "index info",
    11: "vendor diagnostic", 12: "system note", 13: "user logging", 14: "control open", 15: "control close",
    16: "control command", 17: "control event",
  ]
}
