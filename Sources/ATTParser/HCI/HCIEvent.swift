/// An HCI event packet: its code and what it says (Vol 4, Part E, 5.4.4 and 7.7).
///
/// ```
/// 0               1                           2
/// | Event Code u8 | Parameter Total Length u8 | parameters …
/// ```
public struct HCIEvent: Hashable, Sendable, BitwiseCopyable {
  /// Which event.
  public var code: EventCode
  /// The subevent of an LE Meta event, 0 for all others.
  public var subevent: UInt8
  /// What the event says.
  public var details: Details
  /// The parameters.
  public var parameters: ByteRange

  /// What the events say that open, change or close a connection or pace its data.
  public enum Details: Hashable, Sendable, BitwiseCopyable {
    /// An event whose parameters are not looked into.
    case none
    /// LE Connection Complete, enhanced or not; also when the status says that it failed.
    case leConnectionComplete(LEConnectionComplete)
    /// Connection Complete of a BR/EDR link.
    case connectionComplete(ErrorCode, ConnectionHandle, peer: DeviceAddress, linkType: UInt8)
    /// Disconnection Complete.
    case disconnectionComplete(ErrorCode, ConnectionHandle, reason: ErrorCode)
    /// LE Connection Update Complete.
    case connectionUpdateComplete(ErrorCode, ConnectionHandle, ConnectionParameters)
    /// LE Remote Connection Parameter Request.
    case remoteParameterRequest(ConnectionHandle, RequestedParameters)
    /// Encryption Change, either version; 0 is off.
    case encryptionChange(ErrorCode, ConnectionHandle, enabled: UInt8)
    /// Encryption Key Refresh Complete.
    case encryptionKeyRefresh(ErrorCode, ConnectionHandle)
    /// LE Long Term Key Request.
    case longTermKeyRequest(ConnectionHandle)
    /// LE Data Length Change: octets and microseconds.
    case dataLengthChange(ConnectionHandle, DataLength)
    /// LE PHY Update Complete: 1 = 1M, 2 = 2M, 3 = Coded.
    case phyUpdateComplete(ErrorCode, ConnectionHandle, txPHY: UInt8, rxPHY: UInt8)
    /// Number Of Completed Packets: the pairs of handle and count.
    case completedPackets(CompletedPackets)
    /// Command Complete: the command and, where it returns one, its status.
    case commandComplete(CommandOpcode, ErrorCode?, ReturnParameters)
    /// Command Status.
    case commandStatus(CommandOpcode, ErrorCode)
    /// Advertising reports, legacy or extended: how many.
    case advertisingReports(count: UInt8, isExtended: Bool)
    /// LE Advertising Set Terminated; the handle is valid only on success.
    case advertisingSetTerminated(ErrorCode, ConnectionHandle)
    /// LE Channel Selection Algorithm.
    case channelSelection(ConnectionHandle, algorithm: UInt8)
    /// LE Read Remote Features Complete.
    case remoteFeatures(ErrorCode, ConnectionHandle)
    /// Hardware Error.
    case hardwareError(UInt8)
  }

  /// What the commands return that matter to the analysis.
  public enum ReturnParameters: Hashable, Sendable, BitwiseCopyable {
    /// Nothing that is looked into.
    case none
    /// LE Read Buffer Size: bytes a packet and packets the controller can take, 0 when BR/EDR's are shared.
    case leBufferSize(dataLength: UInt16, packets: UInt16)
    /// Read BD_ADDR.
    case address(DeviceAddress)
    /// Read Buffer Size: bytes a packet of ACL data and packets the controller can take.
    case bufferSize(dataLength: UInt16, packets: UInt16)
    /// LE Read Local Supported Features: a bit for each.
    case features(UInt64)
  }
}

/// The code of an HCI event.
public struct EventCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public var rawValue: UInt8

  /// Makes a code from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The controller's account of packets sent, which is what paces a host.
  public static let numberOfCompletedPackets = EventCode(rawValue: 0x13)
  /// The event that carries all LE subevents.
  public static let leMeta = EventCode(rawValue: 0x3E)
}

/// The parameters of a connection in force (Vol 4, Part E, 7.7.65.3).
public struct ConnectionParameters: Hashable, Sendable, BitwiseCopyable {
  /// Connection interval, in 1.25 ms steps.
  public var interval: UInt16
  /// Connection events the peripheral may leave out.
  public var latency: UInt16
  /// Supervision timeout, in 10 ms steps.
  public var supervisionTimeout: UInt16

  /// Connection interval in milliseconds.
  public var intervalMilliseconds: Double { Double(interval) * 1.25 }
  /// Supervision timeout in milliseconds.
  public var timeoutMilliseconds: Int { Int(supervisionTimeout) * 10 }
}

/// What LE Connection Complete and its enhanced versions tell (Vol 4, Part E, 7.7.65.1 and .10).
public struct LEConnectionComplete: Hashable, Sendable, BitwiseCopyable {
  /// Whether the connection came about.
  public var status: ErrorCode
  /// The new link's handle.
  public var connectionHandle: ConnectionHandle
  /// 0 when the recording host is the central, 1 when it is the peripheral.
  public var role: UInt8
  /// The type of `peer`.
  public var peerType: AddressType
  /// The other device.
  public var peer: DeviceAddress
  /// The resolvable private address the peer used, 0 when it used none or the event does not tell.
  public var peerResolvable: DeviceAddress
  /// The parameters the connection starts with.
  public var parameters: ConnectionParameters
}

/// The payload lengths in force on a link (Vol 4, Part E, 7.7.65.7).
public struct DataLength: Hashable, Sendable, BitwiseCopyable {
  /// Payload octets the local controller sends at most.
  public var maxTxOctets: UInt16
  /// Microseconds the local controller's packets take at most.
  public var maxTxTime: UInt16
  /// Payload octets the local controller expects at most.
  public var maxRxOctets: UInt16
  /// Microseconds the peer's packets take at most.
  public var maxRxTime: UInt16

  /// Makes lengths.
  public init(maxTxOctets: UInt16, maxTxTime: UInt16, maxRxOctets: UInt16, maxRxTime: UInt16) {
    self.maxTxOctets = maxTxOctets
    self.maxTxTime = maxTxTime
    self.maxRxOctets = maxRxOctets
    self.maxRxTime = maxRxTime
  }
}

/// The list of a Number Of Completed Packets event (Vol 4, Part E, 7.7.19).
public struct CompletedPackets: Hashable, Sendable, BitwiseCopyable {
  /// The pairs: handle u16, count u16.
  public var pairs: ByteRange
  /// Number of pairs.
  public var count: UInt8
  /// The first pair's link.
  public var firstHandle: ConnectionHandle
  /// Packets the first pair reports.
  public var firstCompleted: UInt16
}

extension HCIEvent {
  /// The connection handle an event names, nil for events without one or with several.
  public var connectionHandle: ConnectionHandle? {
    switch details {
    case .leConnectionComplete(let complete): complete.connectionHandle
    case .connectionComplete(_, let handle, _, _), .disconnectionComplete(_, let handle, _),
      .connectionUpdateComplete(_, let handle, _), .remoteParameterRequest(let handle, _),
      .encryptionChange(_, let handle, _), .encryptionKeyRefresh(_, let handle),
      .longTermKeyRequest(let handle), .dataLengthChange(let handle, _),
      .phyUpdateComplete(_, let handle, _, _), .advertisingSetTerminated(_, let handle),
      .channelSelection(let handle, _), .remoteFeatures(_, let handle):
      handle
    case .completedPackets(let packets): packets.count == 1 ? packets.firstHandle : nil
    case .none, .commandComplete, .commandStatus, .advertisingReports, .hardwareError: nil
    }
  }
}
