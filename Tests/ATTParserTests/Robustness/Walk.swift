import TestSupport

@testable import ATTParser

/// Reads a capture of any bytes to its end and checks what must hold whatever they are.
///
/// - Returns: what did not hold, nil when all did.
func violation(reading bytes: [UInt8]) -> String? {
  do throws(CaptureError) {
    var reader = try CaptureReader(
      CaptureStream(bytes: bytes), keys: DecryptionKeys(longTermKeys: [AirTraffic.longTermKey], passkey: 0))
    var frame = DecodedFrame()
    var number = 0
    while reader.next(into: &frame) {
      number += 1
      if frame.record.number != number { return "frame \(number) is numbered \(frame.record.number)" }
      if number > bytes.count { return "more frames than bytes" }
      for range in ranges(of: frame) {
        if range.count == 0 { continue }
        if range.store == .capture, range.offset + range.count > bytes.count {
          return "frame \(number) has \(range) in \(bytes.count) bytes"
        }
        if reader.copyBytes(of: range).count != range.count { return "frame \(number) cannot read \(range)" }
      }
      if let problem = frame.problem, problem.description.isEmpty {
        return "frame \(number): nameless problem"
      }
      _ = (frame.packet, frame.payload, frame.l2cap, frame.connectionHandle)
    }
    if reader.framesRead != number { return "\(reader.framesRead) frames read, \(number) seen" }
    guard let damage = reader.damage else { return nil }
    if damage.framesRead != number || damage.offset > bytes.count {
      return "\(damage) in \(bytes.count) bytes"
    }
    return nil
  } catch {
    return error.summary.isEmpty ? "an error that says nothing" : nil
  }
}

/// The ranges that are readable while a frame is the current one.
private func ranges(of frame: DecodedFrame) -> [ByteRange] {
  var ranges = [frame.record.payload]
  if let problem = frame.problem, problem.range.store == .capture { ranges.append(problem.range) }
  switch frame.kind {
  case .att:
    ranges.append(frame.att.range)
    if let value = frame.att.pdu.attributeValue { ranges.append(value) }
    switch frame.att.pdu {
    case .readByTypeResponse(let list), .readByGroupTypeResponse(let list),
      .findByTypeValueResponse(let list),
      .findInformationResponse(_, let list):
      ranges.append(list.entries)
    case .signedWriteCommand(_, _, let signature): ranges.append(signature)
    case .undecoded(let parameters): ranges.append(parameters)
    default: break
    }
  case .linkLayer, .advertising, .linkControl:
    if frame.record.packetType == .linkLayer, frame.air.channel != .unknown {
      ranges += [frame.air.payload, frame.air.plaintext]
    }
    if frame.kind == .advertising { ranges.append(frame.air.advertising.data) }
    if frame.kind == .linkControl { ranges.append(frame.air.control.data) }
  case .sdu, .other: ranges.append(frame.data)
  case .command: ranges.append(frame.command.parameters)
  case .signaling: ranges.append(frame.signaling.data)
  case .smp: ranges.append(frame.smp.data)
  case .event:
    ranges.append(frame.event.parameters)
    if case .completedPackets(let packets) = frame.event.details { ranges.append(packets.pairs) }
  default: break
  }
  return ranges
}
