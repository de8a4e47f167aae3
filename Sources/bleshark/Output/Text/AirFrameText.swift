import ATTParser
import Analyzer

extension LinkLayerFrame {
  /// The name of a packet of the air whose payload is no PDU of its own.
  func name(_ kind: DecodedFrame.Kind) -> String {
    if isDamaged { return "damaged packet" }
    switch (channel, kind) {
    case (.unknown, _): return "undecoded packet"
    case (.isochronous, _): return "isochronous PDU"
    case (.advertising, .advertising): return advertising.name
    case (.data, .linkControl): return control.opcode.name
    default: break
    }
    if notes.contains(.isCiphertext) { return "encrypted PDU" }
    if isEmpty { return "empty PDU" }
    switch llid {
    case 1: return "data continuation"
    case 2: return "data start"
    case 3: return "control PDU"
    default: return "PDU of LLID 0"
    }
  }

  /// What became of a packet, empty for nothing out of the ordinary.
  var noteText: String {
    var words: [String] = []
    if isDamaged { words.append("bad CRC") }
    if notes.contains(.isRetransmission) { words.append("retransmission") }
    if notes.contains(.isDecrypted) { words.append("decrypted") }
    if notes.contains(.isMICBad) { words.append("bad MIC") }
    if notes.contains(.startsEncryption) { words.append("encrypted from here on") }
    if notes.contains(.endsEncryption) { words.append("not encrypted any more") }
    if notes.contains(.parametersInForce) { words.append("new parameters in force") }
    if notes.contains(.physInForce) { words.append("new PHYs in force") }
    if notes.contains(.channelMapInForce) { words.append("new channel map in force") }
    if missed > 0 { words.append("\(missed) missed before") }
    if missedOther > 0 { words.append("\(missedOther) of the other side missed before") }
    return words.isEmpty ? "" : "[\(words.joined(separator: ", "))]"
  }

  /// The fields of a packet whose payload is no PDU of its own.
  func fieldText(_ kind: DecodedFrame.Kind, _ reader: borrowing CaptureReader) -> String {
    switch kind {
    case .advertising: return advertisingText(reader)
    case .linkControl:
      return controlFields(reader).map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    default:
      if channel == .data, !isDamaged {
        let more = hasMoreData ? " MD" : ""
        let bits = "SN \(sequenceNumber) NESN \(nextExpectedSequenceNumber)\(more)"
        return isEmpty ? bits : "\(length) bytes, \(bits)"
      }
      return "\(payload.count) bytes"
    }
  }

  private func advertisingText(_ reader: borrowing CaptureReader) -> String {
    var words: [String] = []
    if let other = advertising.other { words.append("\(other) (\(advertising.otherType.name))") }
    if let advertiser = advertising.advertiser {
      let isTarget = advertising.type == 3 || advertising.type == 5
      words.append("\(isTarget ? "to " : "")\(advertiser) (\(advertising.advertiserType.name))")
    }
    if advertising.opensConnection {
      let request = advertising.request
      let interval = Numbers.short(request.parameters.intervalMilliseconds)
      words.append(
        "access address \(Numbers.hex(request.accessAddress.rawValue, digits: 8)), interval \(interval) ms, latency \(request.parameters.latency), timeout \(request.parameters.timeoutMilliseconds) ms"
      )
    }
    if let sid = advertising.sid { words.append("set \(sid)") }
    if let pointer = advertising.pointer {
      words.append("more on channel \(pointer.channel) after \(pointer.offset) µs")
    }
    if let train = advertising.train {
      words.append(
        "periodic every \(Numbers.short(Double(train.interval) * 1.25)) ms on \(Numbers.hex(train.accessAddress.rawValue, digits: 8))"
      )
    }
    if !advertising.data.isEmpty { words.append(Numbers.hex(reader.copyBytes(of: advertising.data))) }
    return words.joined(separator: ", ")
  }

  /// The fields of a control PDU by name; those of PDUs that are not looked into as bytes.
  func controlFields(_ reader: borrowing CaptureReader) -> [(name: String, value: String)] {
    let bytes = reader.copyBytes(of: control.data)
    guard let layout = control.opcode.fields else {
      return bytes.isEmpty ? [] : [("CtrData", Numbers.hex(bytes))]
    }
    var fields: [(name: String, value: String)] = []
    var offset = 0
    for field in layout {
      guard offset + field.count <= bytes.count else { break }
      fields.append((field.name, Self.value(field.form, Array(bytes[offset..<(offset + field.count)]))))
      offset += field.count
    }
    return fields
  }

  private static func value(_ form: LinkControlOpcode.Form, _ bytes: [UInt8]) -> String {
    let number = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch form {
    case .number: return "\(number)"
    case .signed: return "\(Int8(truncatingIfNeeded: number))"
    case .bits: return Numbers.hex(number, digits: bytes.count * 2)
    case .bytes: return Numbers.hex(bytes)
    case .address: return "\(DeviceAddress(number))"
    case .error:
      let code = ErrorCode(rawValue: UInt8(truncatingIfNeeded: number))
      return "\(Numbers.hex(code.rawValue, digits: 2)) \(code.name)"
    case .opcode: return LinkControlOpcode(rawValue: UInt8(truncatingIfNeeded: number)).name
    }
  }
}
