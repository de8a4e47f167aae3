public import ATTParser

/// A transfer protocol that a user describes, as plain values; docs/ota-profiles.md has the words for it.
///
/// Everything in it is given, so nothing in it is trusted: offsets and sizes are looked up with bounds.
public struct TransferProfile: Sendable {
  /// The order of the bytes of a number.
  public enum ByteOrder: String, Sendable, CaseIterable {
    /// Least significant byte first.
    case little
    /// Most significant byte first.
    case big
  }

  /// Who sends a message.
  public enum Sender: String, Sendable, CaseIterable {
    /// Written by the client.
    case client
    /// Notified or indicated by the device, or read from it.
    case device
  }

  /// A characteristic, by the name that messages use for it.
  public struct Attribute: Sendable {
    /// The name within the profile.
    public var name: String
    /// The characteristic.
    public var uuid: BluetoothUUID

    /// Names a characteristic.
    public init(name: String, uuid: BluetoothUUID) {
      self.name = name
      self.uuid = uuid
    }
  }

  /// Where an unsigned integer is in a value.
  public struct Number: Sendable, Hashable {
    /// Its first byte.
    public var offset: Int
    /// Its size, 1 to 8 bytes.
    public var count: Int
    /// The order of its bytes.
    public var order: ByteOrder

    /// Places a number.
    public init(offset: Int, count: Int, order: ByteOrder) {
      self.offset = offset
      self.count = count
      self.order = order
    }

    /// The number in a value, nil when the value is too short.
    func read(_ value: [UInt8]) -> UInt64? {
      order == .little ? value.littleEndian(at: offset, count) : value.bigEndian(at: offset, count)
    }
  }

  /// What a field of a message means.
  public enum Meaning: String, Sendable, CaseIterable {
    /// The size of the image in bytes.
    case imageSize = "image_size"
    /// CRC-32 (IEEE) of the whole image.
    case crc32
    /// SHA-256 of the whole image; 32 bytes.
    case sha256
    /// CRC-16/MODBUS of the whole image.
    case modbus = "crc16_modbus"
    /// CRC-16/XMODEM of the whole image.
    case xmodem = "crc16_xmodem"
    /// CRC-16/CCITT-FALSE of the whole image.
    case ccittFalse = "crc16_ccitt_false"
    /// Image bytes of a chunk.
    case chunkSize = "chunk_size"
    /// Chunks after which the device acknowledges.
    case window
    /// Which of several images this is.
    case imageIndex = "image_index"
    /// A result code.
    case result
    /// Bytes that the device has.
    case receivedBytes = "received_bytes"
    /// Chunks that the device has.
    case receivedChunks = "received_chunks"
    /// CRC-32 over the bytes that the device has.
    case receivedCRC32 = "received_crc32"
    /// Where the device wants the client to go on.
    case resumeOffset = "resume_offset"

    /// True for what only a device says.
    public var isFromDevice: Bool {
      switch self {
      case .result, .receivedBytes, .receivedChunks, .receivedCRC32, .resumeOffset: true
      default: false
      }
    }
  }

  /// A field of a message.
  public struct Field: Sendable {
    /// Where it is; of a hash, offset and size alone count.
    public var number: Number
    /// What it means.
    public var meaning: Meaning

    /// Makes a field.
    public init(_ number: Number, _ meaning: Meaning) {
      self.number = number
      self.meaning = meaning
    }
  }

  /// A message that is told by its sender, attribute, first bytes and length.
  public struct Message: Sendable {
    /// The name within the profile, and in reports.
    public var name: String
    /// Who sends it.
    public var sender: Sender
    /// Its attribute, as a place in the list.
    public var attribute: Int
    /// The bytes it starts with.
    public var prefix: [UInt8] = []
    /// The lengths it may have, in bytes.
    public var lengths: ClosedRange<Int> = 0...Int.max
    /// Its fields.
    public var fields: [Field] = []
    /// The step that it begins, nil for none.
    public var step: TransferStep?
    /// The messages, by name, of which the device answers with one.
    public var answers: [String] = []
    /// True when it begins a transfer.
    public var begins = false
    /// True when the device says with it that it accepts the image.
    public var accepts = false
    /// True when the device restarts after it.
    public var restarts = false
    /// True when the device says nothing more, and accepts the image by restarting.
    public var isAcceptedByRestart = false
    /// True when the device has the whole image after it, and has to be told to use it.
    public var needsActivation = false
    /// True when it ends the transfer unfinished.
    public var aborts = false
    /// True when the device erases flash before it answers.
    public var erases = false

    /// Makes a message without fields.
    public init(_ name: String, _ sender: Sender, attribute: Int) {
      self.name = name
      self.sender = sender
      self.attribute = attribute
    }
  }

  /// The check that a chunk carries.
  public struct ChunkCheck: Sendable {
    /// How it is computed.
    public enum Kind: String, Sendable, CaseIterable {
      /// CRC-32 (IEEE 802.3).
      case crc32
      /// CRC-16/MODBUS.
      case modbus = "crc16_modbus"
      /// CRC-16/XMODEM.
      case xmodem = "crc16_xmodem"
      /// CRC-16/CCITT-FALSE.
      case ccittFalse = "crc16_ccitt_false"

      /// Its size in bytes.
      public var count: Int { self == .crc32 ? 4 : 2 }

      /// How it is computed.
      var check: CyclicCheck.Kind {
        switch self {
        case .crc32: .crc32
        case .modbus: .modbus
        case .xmodem: .xmodem
        case .ccittFalse: .ccittFalse
        }
      }
    }

    /// How it is computed.
    public var kind: Kind
    /// The order of its bytes.
    public var order: ByteOrder
    /// Its first byte; nil when it ends the chunk.
    public var offset: Int?
    /// True when it covers the header too, without itself.
    public var coversHeader: Bool

    /// Describes a check.
    public init(_ kind: Kind, _ order: ByteOrder, offset: Int?, coversHeader: Bool) {
      self.kind = kind
      self.order = order
      self.offset = offset
      self.coversHeader = coversHeader
    }
  }

  /// How the image travels.
  public struct Chunk: Sendable {
    /// The attribute that it is written to, as a place in the list.
    public var attribute: Int
    /// The bytes that chunks start with, where the attribute takes other messages too.
    public var prefix: [UInt8] = []
    /// Bytes before those of the image.
    public var header = 0
    /// Bytes after those of the image.
    public var trailer = 0
    /// The field that holds where the bytes go.
    public var offset: Number?
    /// Bytes that a unit of `offset` stands for.
    public var offsetUnit = 1
    /// The field that counts chunks.
    public var sequence: Number?
    /// The number of the first chunk.
    public var firstSequence = 0
    /// The field that holds how many bytes of the image there are.
    public var length: Number?
    /// The check.
    public var check: ChunkCheck?
    /// Image bytes of a chunk where they are counted; nil for those of the first one.
    public var size: Int?
    /// The message by which the device acknowledges, nil for none.
    public var acknowledgement: String?
    /// Chunks after which it does, until a message says otherwise; nil when nothing tells.
    public var window: Int?
    /// True when it does after the last byte too.
    public var acknowledgesEnd = true

    /// Chunks without a header.
    public init(attribute: Int) { self.attribute = attribute }
  }

  /// A result code and what it means.
  public struct Result: Sendable {
    /// The code.
    public var code: UInt64
    /// Its name.
    public var name: String
    /// True when nothing is wrong.
    public var isSuccess: Bool
    /// What is wrong, nil for none of the known causes.
    public var symptom: Symptom?

    /// Names a code.
    public init(code: UInt64, name: String, isSuccess: Bool, symptom: Symptom?) {
      self.code = code
      self.name = name
      self.isSuccess = isSuccess
      self.symptom = symptom
    }
  }

  /// The name in documents, such as `acme-ota`.
  public var name: String
  /// The name for people.
  public var title: String
  /// The characteristics.
  public var attributes: [Attribute] = []
  /// The messages, in the order in which they are tried.
  public var messages: [Message] = []
  /// How the image travels.
  public var chunk: Chunk
  /// Result codes; a code that is not listed is a failure unless it is 0.
  public var results: [Result] = []
  /// Error codes of ATT that the device uses as result codes.
  public var attErrors: [Result] = []
  /// The characteristic that says which version runs, nil for the standard ones.
  public var version: BluetoothUUID?

  /// Makes a profile without messages.
  public init(name: String, title: String, chunk: Chunk) {
    self.name = name
    self.title = title
    self.chunk = chunk
  }
}
