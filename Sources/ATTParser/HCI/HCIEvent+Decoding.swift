extension HCIEvent {
  /// Decodes the event packet `bytes`, at `origin` in the capture, into `frame`.
  ///
  /// Parameters that are short leave `details` at `.none` and are the frame's problem.
  ///
  /// - Returns: false for the two bulk events, which neither open nor close anything.
  @inline(__always)
  static func decode(_ bytes: RawSpan, origin: Int, into frame: inout DecodedFrame) -> Bool {
    let available = bytes.byteCount &- 2
    guard available >= 0 else {
      noHeader(bytes, origin, &frame)
      return false
    }
    let code = EventCode(rawValue: bytes.u8(0))
    let length = Int(bytes.u8(1))
    frame.event.code = code
    // Advertising reports and completed packets are most of all events: they come first. The comparison with
    // 5 is for the compiler, which then drops the checks of the loads.
    if available >= length, length >= 5, available >= 5 {
      let first = bytes.u8(2)
      if code == .leMeta, first == 0x02 || first == 0x0D {
        frame.event.subevent = first
        frame.event.parameters = ByteRange(offset: origin &+ 2, count: length)
        frame.event.details = .advertisingReports(count: bytes.u8(3), isExtended: first == 0x0D)
        return false
      }
      if code == .numberOfCompletedPackets, first == 1 {
        frame.event.subevent = 0
        frame.event.parameters = ByteRange(offset: origin &+ 2, count: length)
        frame.event.details = .completedPackets(
          CompletedPackets(
            pairs: ByteRange(offset: origin &+ 3, count: 4), count: 1,
            firstHandle: ConnectionHandle(rawValue: bytes.u16LE(3)), firstCompleted: bytes.u16LE(5)))
        return false
      }
    }
    decodeRare(bytes, origin, length, &frame)
    return true
  }

  @inline(never)
  private static func noHeader(_ bytes: RawSpan, _ origin: Int, _ frame: inout DecodedFrame) {
    frame.event = HCIEvent(code: EventCode(rawValue: 0), subevent: 0, details: .none, parameters: .empty)
    frame.problem = ByteReader(bytes, origin: origin, store: .capture, layer: .hci)
      .shortage(2, .parameterTotalLength)
  }

  /// Decodes an event that says that a command was taken, as most others do, in a third of the steps that the
  /// long way takes; false for every other one.
  @inline(__always)
  private static func decodeAcknowledgement(
    _ bytes: RawSpan, _ origin: Int, _ length: Int, _ frame: inout DecodedFrame
  ) -> Bool {
    guard length >= 4, bytes.byteCount >= 6, bytes.byteCount &- 2 >= length else { return false }
    switch frame.event.code.rawValue {
    // | packets u8 | command u16 | status u8 | … |
    case 0x0E:
      let opcode = CommandOpcode(rawValue: bytes.u16LE(3))
      let status = ErrorCode(rawValue: bytes.u8(5))
      if status == .success, opcode.returnsParameters { return false }
      frame.event.details = .commandComplete(opcode, status, .none)
    // | status u8 | packets u8 | command u16 |
    case 0x0F:
      frame.event.details = .commandStatus(
        CommandOpcode(rawValue: bytes.u16LE(4)), ErrorCode(rawValue: bytes.u8(2)))
    default: return false
    }
    frame.event.subevent = 0
    frame.event.parameters = ByteRange(offset: origin &+ 2, count: length)
    return true
  }

  @inline(never)
  private static func decodeRare(
    _ bytes: RawSpan, _ origin: Int, _ length: Int, _ frame: inout DecodedFrame
  ) {
    if decodeAcknowledgement(bytes, origin, length, &frame) { return }
    decodeOther(bytes, origin, length, &frame)
  }

  @inline(never)
  private static func decodeOther(
    _ bytes: RawSpan, _ origin: Int, _ length: Int, _ frame: inout DecodedFrame
  ) {
    let packet = ByteReader(
      bytes.extracting(droppingFirst: 2), origin: origin &+ 2, store: .capture, layer: .hci)
    if packet.remaining < length { frame.problem = packet.shortage(length, .parameters) }
    var parameters = packet.inner(.hci, limit: length)
    frame.event.subevent = 0
    frame.event.parameters = parameters.whole
    frame.event.details = .none
    do throws(DecodeError) {
      switch frame.event.code {
      case .leMeta:
        frame.event.subevent = try parameters.u8(.subeventCode)
        frame.event.details = try leDetails(of: frame.event.subevent, &parameters)
      case .numberOfCompletedPackets:
        frame.event.details = try completedPackets(parameters)
      default:
        frame.event.details = try details(of: frame.event.code, parameters)
      }
    } catch {
      if frame.problem == nil { frame.problem = error }
    }
  }

  private static func completedPackets(_ parameters: ByteReader) throws(DecodeError) -> Details {
    var reader = parameters
    let count = try reader.u8(.parameters)
    var first = reader
    let pairs = try reader.take(4 &* Int(count), .parameters)
    var completed = CompletedPackets(
      pairs: pairs, count: count, firstHandle: ConnectionHandle(rawValue: 0), firstCompleted: 0)
    if count > 0 {
      completed.firstHandle = ConnectionHandle(rawValue: try first.u16(.connectionHandle))
      completed.firstCompleted = try first.u16(.parameters)
    }
    return .completedPackets(completed)
  }

  private static func details(
    of code: EventCode, _ parameters: ByteReader
  ) throws(DecodeError) -> Details {
    var reader = parameters
    switch code.rawValue {
    case 0x03:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      let peer = try reader.address(.parameters)
      return .connectionComplete(status, handle, peer: peer, linkType: try reader.u8(.parameters))
    case 0x05:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .disconnectionComplete(
        status, handle, reason: ErrorCode(rawValue: try reader.u8(.parameters)))
    case 0x08, 0x59:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .encryptionChange(status, handle, enabled: try reader.u8(.parameters))
    case 0x0E:
      return try commandComplete(&reader)
    case 0x0F:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      _ = try reader.u8(.parameters)
      return .commandStatus(CommandOpcode(rawValue: try reader.u16(.commandOpcode)), status)
    case 0x10:
      return .hardwareError(try reader.u8(.parameters))
    case 0x30:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      return .encryptionKeyRefresh(
        status, ConnectionHandle(rawValue: try reader.u16(.connectionHandle)))
    default:
      return .none
    }
  }

  private static func commandComplete(_ reader: inout ByteReader) throws(DecodeError) -> Details {
    _ = try reader.u8(.parameters)
    let opcode = CommandOpcode(rawValue: try reader.u16(.commandOpcode))
    // Every command with return parameters returns a status first; few return nothing at all.
    guard reader.remaining > 0 else { return .commandComplete(opcode, nil, .none) }
    let status = ErrorCode(rawValue: try reader.u8(.parameters))
    guard status == .success else { return .commandComplete(opcode, status, .none) }
    switch opcode {
    case .leReadBufferSize, .leReadBufferSizeV2:
      let length = try reader.u16(.parameters)
      let packets = try reader.u8(.parameters)
      return .commandComplete(
        opcode, status, .leBufferSize(dataLength: length, packets: UInt16(packets)))
    case .readBufferSize:
      let length = try reader.u16(.parameters)
      _ = try reader.u8(.parameters)
      return .commandComplete(
        opcode, status, .bufferSize(dataLength: length, packets: try reader.u16(.parameters)))
    case .leReadLocalSupportedFeatures:
      let low = UInt64(try reader.u32(.parameters))
      let high = UInt64(try reader.u32(.parameters))
      return .commandComplete(opcode, status, .features(low | high << 32))
    case .readBDADDR:
      return .commandComplete(opcode, status, .address(try reader.address(.parameters)))
    default:
      return .commandComplete(opcode, status, .none)
    }
  }

  private static func leDetails(
    of subevent: UInt8, _ reader: inout ByteReader
  ) throws(DecodeError) -> Details {
    switch subevent {
    case 0x01, 0x0A, 0x29:
      return .leConnectionComplete(try LEConnectionComplete(subevent: subevent, &reader))
    case 0x02: return .advertisingReports(count: try reader.u8(.parameters), isExtended: false)
    case 0x0D: return .advertisingReports(count: try reader.u8(.parameters), isExtended: true)
    case 0x03:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .connectionUpdateComplete(status, handle, try ConnectionParameters(&reader))
    case 0x04:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      return .remoteFeatures(status, ConnectionHandle(rawValue: try reader.u16(.connectionHandle)))
    case 0x05:
      return .longTermKeyRequest(ConnectionHandle(rawValue: try reader.u16(.connectionHandle)))
    case 0x06:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .remoteParameterRequest(handle, try RequestedParameters(&reader))
    case 0x07:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      let lengths = DataLength(
        maxTxOctets: try reader.u16(.parameters), maxTxTime: try reader.u16(.parameters),
        maxRxOctets: try reader.u16(.parameters), maxRxTime: try reader.u16(.parameters))
      return .dataLengthChange(handle, lengths)
    case 0x0C:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .phyUpdateComplete(
        status, handle, txPHY: try reader.u8(.parameters), rxPHY: try reader.u8(.parameters))
    case 0x12:
      let status = ErrorCode(rawValue: try reader.u8(.parameters))
      _ = try reader.u8(.parameters)
      return .advertisingSetTerminated(
        status, ConnectionHandle(rawValue: try reader.u16(.connectionHandle)))
    case 0x14:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .channelSelection(handle, algorithm: try reader.u8(.parameters))
    default:
      return .none
    }
  }
}

extension CommandOpcode {
  /// True for the commands whose return parameters are looked into.
  fileprivate var returnsParameters: Bool {
    switch self {
    case .leReadBufferSize, .leReadBufferSizeV2, .readBufferSize, .leReadLocalSupportedFeatures, .readBDADDR:
      true
    default: false
    }
  }
}

extension ConnectionParameters {
  /// Reads interval u16, latency u16, supervision timeout u16.
  init(_ reader: inout ByteReader) throws(DecodeError) {
    interval = try reader.u16(.parameters)
    latency = try reader.u16(.parameters)
    supervisionTimeout = try reader.u16(.parameters)
  }
}

extension LEConnectionComplete {
  /// Reads status u8, handle u16, role u8, peer type u8, peer, in the enhanced versions (0x0A, 0x29) local
  /// and peer resolvable addresses, then interval u16, latency u16, timeout u16.
  init(subevent: UInt8, _ reader: inout ByteReader) throws(DecodeError) {
    status = ErrorCode(rawValue: try reader.u8(.parameters))
    connectionHandle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
    role = try reader.u8(.parameters)
    peerType = AddressType(rawValue: try reader.u8(.parameters))
    peer = try reader.address(.parameters)
    peerResolvable = DeviceAddress(0)
    if subevent != 0x01 {
      _ = try reader.address(.parameters)
      peerResolvable = try reader.address(.parameters)
    }
    parameters = try ConnectionParameters(&reader)
  }
}
