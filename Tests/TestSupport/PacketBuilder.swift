/// Builds HCI packets, without an H4 indicator, and what goes into them.
public enum PacketBuilder {
  // MARK: HCI

  /// A command packet: opcode u16, length u8, parameters.
  public static func command(_ opcode: UInt16, _ parameters: [UInt8] = []) -> [UInt8] {
    opcode.bytes() + [UInt8(parameters.count)] + parameters
  }

  /// An event packet: code u8, length u8, parameters.
  public static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [code, UInt8(parameters.count)] + parameters
  }

  /// An LE Meta event packet.
  public static func leEvent(_ subevent: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    event(0x3E, [subevent] + parameters)
  }

  /// An ACL data packet: handle and boundary u16, length u16, data.
  public static func acl(_ handle: UInt16, boundary: UInt16, _ data: [UInt8], length: UInt16? = nil)
    -> [UInt8]
  {
    (handle | boundary << 12).bytes() + (length ?? UInt16(data.count)).bytes() + data
  }

  /// LE Connection Complete of a link to `peer`, as central unless `role` is 1.
  public static func leConnectionComplete(
    _ handle: UInt16, status: UInt8 = 0, role: UInt8 = 0,
    peer: [UInt8] = [0x06, 0x05, 0x04, 0x03, 0x02, 0xC1]
  ) -> [UInt8] {
    leEvent(
      0x01,
      [status] + handle.bytes() + [role, 1] + peer + UInt16(24).bytes() + UInt16(0).bytes()
        + UInt16(500).bytes() + [0])
  }

  /// Connection Complete of a BR/EDR link; link type 1 is ACL.
  public static func connectionComplete(_ handle: UInt16, linkType: UInt8 = 1) -> [UInt8] {
    event(0x03, [0] + handle.bytes() + [1, 2, 3, 4, 5, 6, linkType, 0])
  }

  /// Disconnection Complete.
  public static func disconnectionComplete(_ handle: UInt16, reason: UInt8 = 0x13) -> [UInt8] {
    event(0x05, [0] + handle.bytes() + [reason])
  }

  // MARK: L2CAP

  /// An L2CAP PDU: length u16, channel u16, payload.
  public static func l2cap(_ channel: UInt16, _ payload: [UInt8], length: UInt16? = nil) -> [UInt8] {
    (length ?? UInt16(payload.count)).bytes() + channel.bytes() + payload
  }

  /// An L2CAP PDU cut into ACL packets of at most `size` data bytes.
  ///
  /// - Parameter first: the boundary flag of the first one, 0 from the host and 2 from the controller.
  public static func fragments(_ handle: UInt16, first: UInt16, of pdu: [UInt8], size: Int) -> [[UInt8]] {
    stride(from: 0, to: pdu.count, by: size).map { start in
      acl(handle, boundary: start == 0 ? first : 1, Array(pdu[start..<min(pdu.count, start + size)]))
    }
  }

  /// An SDU cut into K-frames of at most `mps` payload bytes: the first one begins with the SDU's length.
  public static func kFrames(_ sdu: [UInt8], mps: Int) -> [[UInt8]] {
    let whole = UInt16(sdu.count).bytes() + sdu
    return stride(from: 0, to: whole.count, by: mps).map { Array(whole[$0..<min(whole.count, $0 + mps)]) }
  }

  /// A signalling command: code u8, identifier u8, length u16, data.
  public static func signaling(_ code: UInt8, _ identifier: UInt8, _ data: [UInt8], length: UInt16? = nil)
    -> [UInt8]
  {
    [code, identifier] + (length ?? UInt16(data.count)).bytes() + data
  }
}
