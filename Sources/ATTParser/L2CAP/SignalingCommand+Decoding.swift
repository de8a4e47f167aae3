extension SignalingCommand {
  /// Decodes one signalling command and leaves the reader behind it.
  static func decode(
    _ reader: inout ByteReader, problem: inout DecodeError?
  ) throws(DecodeError) -> SignalingCommand {
    let code = SignalingCode(rawValue: try reader.u8(.signalingCode))
    let identifier = try reader.u8(.signalingCode)
    let length = Int(try reader.u16(.signalingLength))
    let data = reader.inner(.signaling, limit: length)
    var command = SignalingCommand(code: code, identifier: identifier, details: .none, data: data.whole)
    if reader.remaining < length {
      if problem == nil { problem = reader.shortage(length, .signalingLength) }
      return command
    }
    _ = try reader.take(length, .signalingLength)
    do throws(DecodeError) {
      command.details = try details(of: code, data)
    } catch {
      if problem == nil { problem = error }
    }
    return command
  }

  private static func details(
    of code: SignalingCode, _ data: ByteReader
  ) throws(DecodeError) -> Details {
    var reader = data
    switch code.rawValue {
    case 0x01:
      return .commandReject(reason: try reader.u16(.parameters))
    case 0x02:
      return .connectionRequest(psm: try reader.u16(.parameters), source: try channel(&reader))
    case 0x03:
      return .connectionResponse(
        destination: try channel(&reader), source: try channel(&reader),
        result: try reader.u16(.parameters))
    case 0x06, 0x07:
      return .disconnection(destination: try channel(&reader), source: try channel(&reader))
    case 0x12:
      return .parameterUpdateRequest(try RequestedParameters(&reader))
    case 0x13:
      return .parameterUpdateResponse(result: try reader.u16(.parameters))
    case 0x14:
      let spsm = try reader.u16(.parameters)
      var channels = ChannelList()
      channels.append(try channel(&reader))
      return .creditBasedRequest(
        spsm: spsm, mtu: try reader.u16(.parameters), mps: try reader.u16(.parameters),
        credits: try reader.u16(.parameters), channels: channels)
    case 0x15:
      var channels = ChannelList()
      channels.append(try channel(&reader))
      return .creditBasedResponse(
        mtu: try reader.u16(.parameters), mps: try reader.u16(.parameters),
        credits: try reader.u16(.parameters), result: try reader.u16(.parameters), channels: channels)
    case 0x16:
      return .flowControlCredit(try channel(&reader), credits: try reader.u16(.parameters))
    case 0x17:
      let spsm = try reader.u16(.parameters)
      let mtu = try reader.u16(.parameters)
      let mps = try reader.u16(.parameters)
      let credits = try reader.u16(.parameters)
      return .creditBasedRequest(
        spsm: spsm, mtu: mtu, mps: mps, credits: credits, channels: try channelList(&reader))
    case 0x18:
      let mtu = try reader.u16(.parameters)
      let mps = try reader.u16(.parameters)
      let credits = try reader.u16(.parameters)
      let result = try reader.u16(.parameters)
      return .creditBasedResponse(
        mtu: mtu, mps: mps, credits: credits, result: result, channels: try channelList(&reader))
    case 0x19:
      let mtu = try reader.u16(.parameters)
      let mps = try reader.u16(.parameters)
      return .reconfigureRequest(mtu: mtu, mps: mps, channels: try channelList(&reader))
    case 0x1A:
      return .reconfigureResponse(result: try reader.u16(.parameters))
    default:
      return .none
    }
  }

  private static func channel(_ reader: inout ByteReader) throws(DecodeError) -> ChannelID {
    ChannelID(rawValue: try reader.u16(.channelID))
  }

  private static func channelList(_ reader: inout ByteReader) throws(DecodeError) -> ChannelList {
    var channels = ChannelList()
    while reader.remaining > 0 { channels.append(try channel(&reader)) }
    return channels
  }
}
