/// One record of a capture, decoded as far as it goes.
///
/// An inner failure keeps the outer layers: ``problem`` says which field stopped the decoding.
///
/// A frame is written in place, millions of times, so its layers are plain fields of which ``kind`` says
/// which ones count; ``packet`` and ``payload`` give the same as enums for everyone who is not on that path.
public struct DecodedFrame: Sendable, BitwiseCopyable {
  /// The innermost thing a frame turned out to hold.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// No HCI packet: a note of the recording program, or nothing that could be read.
    case note
    /// A command from the host.
    case command
    /// An event from the controller.
    case event
    /// Synchronous data (voice).
    case synchronous
    /// ISO data.
    case iso
    /// Debug messages that a controller passes as ACL data on a handle of its own.
    case controllerDebug
    /// A packet of the air of which nothing goes further: damaged, repeated, empty, encrypted, undecodable.
    case linkLayer
    /// An advertising PDU of the air.
    case advertising
    /// An LL control PDU.
    case linkControl
    /// ACL data that did not decode further.
    case acl
    /// ACL data: a piece of an L2CAP PDU that is complete in a later frame.
    case fragment
    /// A complete L2CAP PDU: a piece of an SDU that is complete in a later frame.
    case segment
    /// A complete L2CAP PDU: an ATT PDU.
    case att
    /// A complete L2CAP PDU: a signalling command.
    case signaling
    /// A complete L2CAP PDU: a Security Manager command.
    case smp
    /// A complete SDU of a credit-based or BR/EDR channel that carries something else.
    case sdu
    /// A complete L2CAP PDU on a channel that is not looked into.
    case other
  }

  /// The record around the packet: number, time, direction, adapter.
  public var record: Record
  /// What the frame holds.
  public package(set) var kind: Kind
  /// The field that stopped the decoding, nil when there was none.
  public package(set) var problem: DecodeError?

  // Each of these counts only for the kinds named.
  /// All kinds in records of the air but `note`.
  package var air = LinkLayerFrame()
  /// `acl` and all kinds after it, `controllerDebug`.
  package var aclHeader = ACLHeader(
    connectionHandle: ConnectionHandle(rawValue: 0), packetBoundary: 0, dataTotalLength: 0)
  /// `segment` and all kinds after it.
  package var l2capHeader = L2CAPHeader(pduLength: 0, channelID: ChannelID(rawValue: 0))
  /// `segment` and `sdu`: the channel's number.
  package var channel: UInt16 = 0
  /// `sdu`: the channel's SPSM or PSM.
  package var spsm: UInt16 = 0
  /// `synchronous` and `iso`.
  package var dataHandle = ConnectionHandle(rawValue: 0)
  /// `att`.
  package var att = ATTFrame(
    opcode: ATTOpcode(rawValue: 0), bearer: 0, missingBytes: 0, pdu: .undecoded(parameters: .empty),
    range: .empty)
  /// `event`.
  package var event = HCIEvent(
    code: EventCode(rawValue: 0), subevent: 0, details: .none, parameters: .empty)
  /// `command`.
  package var command = HCICommand(
    opcode: CommandOpcode(rawValue: 0), details: .none, parameters: .empty)
  /// `signaling`.
  package var signaling = SignalingCommand(
    code: SignalingCode(rawValue: 0), identifier: 0, details: .none, data: .empty)
  /// `smp`.
  package var smp = SMPCommand(code: SMPCode(rawValue: 0), details: .none, data: .empty)
  /// `sdu` and `other`.
  package var data = ByteRange.empty

  /// Makes the frame of a record that has not been decoded.
  init(record: Record) {
    self.record = record
    kind = .note
    problem = nil
  }

  /// A frame to decode into, before the first record.
  public init() {
    self.init(
      record: Record(
        number: 0, timestamp: Timestamp(nanoseconds: 0), direction: .unknown, packetType: .otherNote,
        payload: .empty))
  }
}

/// What a record holds at the HCI level.
public enum HCIPacket: Sendable, BitwiseCopyable {
  /// No HCI packet: a note of the recording program, or nothing that could be read.
  case note
  /// A command from the host.
  case command(HCICommand)
  /// An event from the controller.
  case event(HCIEvent)
  /// ACL data; what it carries is in ``DecodedFrame/payload``.
  case acl(ACLHeader)
  /// Debug messages that a controller passes as ACL data on a handle of its own.
  case controllerDebug(ACLHeader)
  /// Synchronous data (voice).
  case synchronous(ConnectionHandle)
  /// ISO data.
  case iso(ConnectionHandle)
  /// A packet of the air; what a data PDU carries is in ``DecodedFrame/payload``.
  case linkLayer(LinkLayerFrame)
}

/// What the L2CAP layer of a frame holds.
public enum L2CAPPayload: Sendable, BitwiseCopyable {
  /// No L2CAP here, or it did not decode.
  case none
  /// A piece of an L2CAP PDU that is complete in a later frame.
  case fragment
  /// A piece of an SDU that is complete in a later frame.
  case segment(channel: UInt16)
  /// An ATT PDU.
  case att(ATTFrame)
  /// A signalling command; a BR/EDR PDU may hold more, of which this is the first.
  case signaling(SignalingCommand)
  /// A Security Manager command.
  case smp(SMPCommand)
  /// The SDU of a credit-based or BR/EDR channel that carries something else.
  case sdu(channel: UInt16, spsm: UInt16, ByteRange)
  /// A PDU on a channel whose opening is not in the capture, or on a fixed channel not looked into.
  case other(ByteRange)
}

extension DecodedFrame {
  /// The frame at the HCI level.
  public var packet: HCIPacket {
    if record.packetType == .linkLayer { return .linkLayer(air) }
    return switch kind {
    case .note, .linkLayer, .advertising, .linkControl: .note
    case .command: .command(command)
    case .event: .event(event)
    case .synchronous: .synchronous(dataHandle)
    case .iso: .iso(dataHandle)
    case .controllerDebug: .controllerDebug(aclHeader)
    case .acl, .fragment, .segment, .att, .signaling, .smp, .sdu, .other: .acl(aclHeader)
    }
  }

  /// The L2CAP header, of a PDU that is complete in this frame.
  public var l2cap: L2CAPHeader? {
    switch kind {
    case .segment, .att, .signaling, .smp, .sdu, .other: l2capHeader
    case .note, .command, .event, .synchronous, .iso, .controllerDebug, .acl, .fragment, .linkLayer,
      .advertising, .linkControl:
      nil
    }
  }

  /// What the L2CAP PDU that is complete in this frame carries.
  public var payload: L2CAPPayload {
    switch kind {
    case .fragment: .fragment
    case .segment: .segment(channel: channel)
    case .att: .att(att)
    case .signaling: .signaling(signaling)
    case .smp: .smp(smp)
    case .sdu: .sdu(channel: channel, spsm: spsm, data)
    case .other: .other(data)
    case .note, .command, .event, .synchronous, .iso, .controllerDebug, .acl, .linkLayer, .advertising,
      .linkControl:
      .none
    }
  }

  /// The link a frame belongs to, nil when it names none, as on the air.
  public var connectionHandle: ConnectionHandle? {
    if record.packetType == .linkLayer { return nil }
    return switch kind {
    case .note, .linkLayer, .advertising, .linkControl: nil
    case .command: command.connectionHandle
    case .event: event.connectionHandle
    case .synchronous, .iso: dataHandle
    case .controllerDebug, .acl, .fragment, .segment, .att, .signaling, .smp, .sdu, .other:
      aclHeader.connectionHandle
    }
  }
}
