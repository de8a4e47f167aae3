public import ATTParser

/// One step of a plan: something to send with what is to come back, something to wait for, or a change of the link.
public struct ReplayStep: Hashable, Sendable {
  /// What is done.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Open the link.
    case connect
    /// Exchange MTUs; `number` is Client Rx MTU.
    case exchangeMTU = "exchange_mtu"
    /// Discover the attributes, and compare them with those of the captured device.
    case discover
    /// Read a value.
    case read
    /// Read a value from `offset` on.
    case readBlob = "read_blob"
    /// Read the values of type `uuid` within a service, or among all attributes.
    case readByType = "read_by_type"
    /// Read the values of `attributes`, one after the other.
    case readMultiple = "read_multiple"
    /// The same with lengths between them.
    case readMultipleVariable = "read_multiple_variable"
    /// Write with a response.
    case write
    /// Write without one.
    case writeCommand = "write_command"
    /// Write with a signature, which nobody can make again.
    case signedWrite = "signed_write"
    /// Prepare a part of a long write, at `offset`.
    case prepareWrite = "prepare_write"
    /// Execute what was prepared; `number` is 1, or 0 to cancel.
    case executeWrite = "execute_write"
    /// Wait for a notification.
    case notification
    /// Wait for an indication, which is confirmed.
    case indication
    /// Change the link as `change` says.
    case change
    /// End the link, or see it end when `isByDevice`; `number` is the reason.
    case disconnect
    /// Something of the capture that has no place in a replay; `hindrance` says why.
    case unplayable
  }

  /// Bytes to take out of what comes back, under a name.
  public struct Take: Hashable, Sendable {
    /// The variable.
    public var name: String
    /// Where in the value.
    public var offset: Int
    /// How many.
    public var count: Int

    /// Makes the value.
    public init(name: String, offset: Int, count: Int) {
      self.name = name
      self.offset = offset
      self.count = count
    }
  }

  /// Where to put a variable into the value that is sent.
  public struct Put: Hashable, Sendable {
    /// The variable.
    public var name: String
    /// Where in the value.
    public var offset: Int

    /// Makes the value.
    public init(name: String, offset: Int) {
      self.name = name
      self.offset = offset
    }
  }

  /// What is done.
  public var kind: Kind
  /// The attribute it is about; of ``Kind/readByType`` the service, nil for all attributes.
  public var attribute: AttributeReference?
  /// The attributes of a read of several.
  public var attributes: [AttributeReference] = []
  /// What is written, or what is to come.
  public var value: [UInt8] = []
  /// Where in the value, for parts of long values.
  public var offset: UInt16?
  /// The type that is read by.
  public var uuid: BluetoothUUID?
  /// An MTU, the flags of an execution, the reason of a disconnection.
  public var number: Int?
  /// The change of the link.
  public var change: LinkChange?
  /// True when the device ended the link, or nobody did.
  public var isByDevice = false
  /// What was answered; nil when nothing was, or nothing is to be.
  public var answer: ReplayAnswer?
  /// When, in microseconds since the connection began.
  public var time: Int64
  /// How long the answer took, or a wait after what the client sent before it, in microseconds; nil when unknown.
  public var latency: Int64?
  /// The frame in the capture.
  public var frame: Int
  /// The step that has to be over before this one: the last notification or indication before it in the capture.
  public var after: Int?
  /// Why it cannot be played, nil when it can.
  public var hindrance: String?
  /// True when whoever edited the plan does not want it played.
  public var isSkipped = false
  /// What to take out of the answer or the value that comes.
  public var takes: [Take] = []
  /// What to put into the value before it is sent.
  public var puts: [Put] = []

  /// Makes a step; everything else is filled in afterwards.
  public init(_ kind: Kind, time: Int64, frame: Int) {
    self.kind = kind
    self.time = time
    self.frame = frame
  }

  /// True when a client sends a PDU for it.
  public var isSent: Bool {
    switch kind {
    case .exchangeMTU, .read, .readBlob, .readByType, .readMultiple, .readMultipleVariable, .write,
      .writeCommand, .signedWrite, .prepareWrite, .executeWrite:
      true
    case .connect, .discover, .notification, .indication, .change, .disconnect, .unplayable: false
    }
  }

  /// True when the device is waited for.
  public var isWait: Bool { kind == .notification || kind == .indication }

  /// True when it changes something on the device.
  public var isWrite: Bool {
    switch kind {
    case .write, .writeCommand, .signedWrite, .prepareWrite, .executeWrite: true
    default: false
    }
  }

  /// The opcode of the PDU that is sent for it, nil for steps without one.
  public var opcode: ATTOpcode? {
    let opcodes: [Kind: UInt8] = [
      .exchangeMTU: 0x02, .readByType: 0x08, .read: 0x0A, .readBlob: 0x0C, .readMultiple: 0x0E,
      .readMultipleVariable: 0x20, .write: 0x12, .prepareWrite: 0x16, .executeWrite: 0x18,
      .writeCommand: 0x52, .signedWrite: 0xD2,
    ]
    return opcodes[kind].map(ATTOpcode.init(rawValue:))
  }
}
