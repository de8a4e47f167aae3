import ATTParser
import Analyzer

/// A decoded PDU as one line of JSON; docs/json.md describes it field by field.
struct PacketDocument: Encodable {
  let frame: Int
  let time_s: Double
  let direction: String
  var adapter: Int?
  var connection: Int?
  var link: Int?
  let layer: String
  let name: String
  var bearer: Int?
  var opcode: Int?
  var handle: Int?
  var uuid: String?
  var value: String?
  var code: Int?
  var subevent: Int?
  var identifier: Int?
  var channel: Int?
  var psm: Int?
  var parameters: String?
  var request: Int?
  var error: Int?
  var mtu: Int?
  var start: Int?
  var end: Int?
  var type: String?
  var offset: Int?
  var flags: Int?
  var handles: [Int]?
  var entries: [EntryDocument]?
  var access_address: Int?
  var channel_index: Int?
  var rssi: Int?
  var phy: String?
  var crc: String?
  var llid: Int?
  var sn: Int?
  var nesn: Int?
  var md: Bool?
  var length: Int?
  var event_counter: Int?
  var packet_counter: Int?
  var board: Int?
  var retransmission: Bool?
  var encrypted: Bool?
  var decrypted: Bool?
  var missed: Int?
  var missed_other: Int?
  var missed_events: Int?
  var fields: [String: String]?
  var advertising: AdvertisingPDUDocument?
  var problem: String?

  /// Describes a frame; nil for fragments and segments, which are part of a later frame's PDU.
  ///
  /// - Parameters:
  ///   - connection: number of the frame's connection instance, 0 for none.
  ///   - elapsed: nanoseconds since the first frame.
  ///   - meaning: what the attribute handle in it is, if it has one and that is known.
  init?(
    _ decoded: DecodedFrame, _ connection: Int, _ elapsed: Int64, _ meaning: GATTTable.Meaning?,
    _ reader: borrowing CaptureReader
  ) {
    uuid = meaning?.uuid.description
    frame = decoded.record.number
    time_s = Numbers.rounded(Double(elapsed) / 1e9)
    direction = decoded.record.direction.name
    layer = LayerName(decoded).rawValue
    name = decoded.name
    problem = decoded.problem.map { "\($0)" }
    if connection > 0 { self.connection = connection }
    if decoded.record.adapter != 0, decoded.record.packetType != .linkLayer,
      decoded.record.packetType != .snifferNote
    {
      adapter = Int(decoded.record.adapter)
    }
    link = decoded.connectionHandle.map { Int($0.rawValue) }
    switch decoded.packet {
    case .command(let command):
      opcode = Int(command.opcode.rawValue)
      parameters = Numbers.hex(reader.copyBytes(of: command.parameters))
    case .event(let event):
      code = Int(event.code.rawValue)
      if event.code == .leMeta { subevent = Int(event.subevent) }
      parameters = Numbers.hex(reader.copyBytes(of: event.parameters))
    case .linkLayer(let air): fill(air, decoded.kind, reader)
    case .note, .synchronous, .iso, .controllerDebug, .acl: break
    }
    switch decoded.payload {
    case .fragment, .segment:
      // On the air a piece is a PDU of its own.
      if problem == nil, access_address == nil { return nil }
    case .att(let att): fill(att, reader)
    case .signaling(let command):
      code = Int(command.code.rawValue)
      identifier = Int(command.identifier)
      parameters = Numbers.hex(reader.copyBytes(of: command.data))
    case .smp(let command):
      code = Int(command.code.rawValue)
      parameters = Numbers.hex(reader.copyBytes(of: command.data))
    case .sdu(let number, let spsm, let data):
      channel = Int(number)
      psm = Int(spsm)
      value = Numbers.hex(reader.copyBytes(of: data))
    case .other(let data):
      channel = decoded.l2cap.map { Int($0.channelID.rawValue) }
      value = Numbers.hex(reader.copyBytes(of: data))
    case .none: break
    }
  }

  private mutating func fill(_ att: ATTFrame, _ reader: borrowing CaptureReader) {
    opcode = Int(att.opcode.rawValue)
    if att.bearer != 0 { bearer = Int(att.bearer) }
    value = att.pdu.attributeValue.map { Numbers.hex(reader.copyBytes(of: $0)) }
    switch att.pdu {
    case .errorResponse(let requested, let attribute, let code):
      request = Int(requested.rawValue)
      handle = Int(attribute.rawValue)
      error = Int(code.rawValue)
    case .exchangeMTURequest(let size), .exchangeMTUResponse(let size):
      mtu = Int(size)
    case .findInformationRequest(let first, let last): fillRange(first, last)
    case .findByTypeValueRequest(let first, let last, let attributeType, _):
      fillRange(first, last)
      type = BluetoothUUID(attributeType).description
    case .readByTypeRequest(let first, let last, let attributeType),
      .readByGroupTypeRequest(let first, let last, let attributeType):
      fillRange(first, last)
      type = attributeType.description
    case .findInformationResponse(_, let list): entries = EntryDocument.list(list, handles: 1, reader)
    case .findByTypeValueResponse(let list): entries = EntryDocument.list(list, handles: 2, reader)
    case .readByTypeResponse(let list): entries = EntryDocument.list(list, handles: 1, reader)
    case .readByGroupTypeResponse(let list): entries = EntryDocument.list(list, handles: 2, reader)
    case .readMultipleRequest(let list), .readMultipleVariableRequest(let list):
      handles = reader.handles(of: list).map { Int($0.rawValue) }
    case .readMultipleVariableResponse(let list), .multipleHandleValueNotification(let list):
      value = Numbers.hex(reader.copyBytes(of: list))
    case .executeWriteRequest(let value): flags = Int(value)
    case .undecoded(let bytes): parameters = Numbers.hex(reader.copyBytes(of: bytes))
    case .readBlobRequest(let attribute, let position), .prepareWriteRequest(let attribute, let position, _),
      .prepareWriteResponse(let attribute, let position, _):
      handle = Int(attribute.rawValue)
      offset = Int(position)
    default:
      handle = att.pdu.firstHandle.map { Int($0.rawValue) }
    }
  }

  private mutating func fillRange(_ first: AttributeHandle, _ last: AttributeHandle) {
    start = Int(first.rawValue)
    end = Int(last.rawValue)
  }
}

/// One entry of a discovery response.
struct EntryDocument: Encodable {
  let handle: Int
  var end: Int?
  var value: String?

  /// The entries of a list, each of which begins with one or two handles.
  static func list(_ list: EntryList, handles: Int, _ reader: borrowing CaptureReader) -> [EntryDocument] {
    let bytes = reader.copyBytes(of: list.entries)
    let length = max(1, Int(list.entryLength))
    return stride(from: 0, to: bytes.count, by: length).compactMap { offset in
      guard offset + length <= bytes.count, length >= 2 * handles else { return nil }
      var entry = EntryDocument(handle: Int(bytes[offset]) | Int(bytes[offset + 1]) << 8)
      if handles == 2 { entry.end = Int(bytes[offset + 2]) | Int(bytes[offset + 3]) << 8 }
      let value = bytes[(offset + 2 * handles)..<(offset + length)]
      if !value.isEmpty { entry.value = Numbers.hex(Array(value)) }
      return entry
    }
  }
}
