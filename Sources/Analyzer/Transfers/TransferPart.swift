public import ATTParser

/// A transfer, or the part of one, that runs on one connection.
///
/// Protocols write it through ``TransferLog``. Offsets are into the image, in bytes.
public struct TransferPart: Sendable {
  /// A step that was entered.
  public struct StepTime: Sendable, Hashable {
    /// Which one.
    public var step: TransferStep
    /// With which frame.
    public var began: Moment
  }

  /// Something the device was asked, or what it owes by the protocol.
  public struct Awaited: Sendable, Hashable {
    /// What was asked, in a few words: `the answer to Execute`.
    public var what: String
    /// When.
    public var since: Moment
    /// True when the device erases flash before it answers.
    public var isErasing = false
    /// What it is when the answer does not come.
    var symptom = Symptom.noAnswer
  }

  /// The same number of bytes, said again and again although more were sent in between.
  struct Stuck: Sendable, Hashable {
    /// Where the device said so first.
    var since: Moment
    /// Where it said so last.
    var last: Moment
    /// How often it said so after it had been sent the same again.
    var times = 0
    /// Bytes sent again when it last said so.
    var repeatedBytes: Int
  }

  /// What the device has made final: what was checked and is not going to be sent again.
  public struct Taken: Sendable, Hashable {
    /// Bytes from the beginning.
    public var bytes: Int
    /// Where the device said so.
    public var moment: Moment
  }

  /// A time in which nothing was sent.
  public struct Pause: Sendable, Hashable {
    /// How long.
    public var seconds: Double
    /// The frame before.
    public var from: Moment
    /// The frame after.
    public var to: Moment
  }

  /// What a device says that it runs.
  public struct Running: Sendable, Hashable {
    /// The hash by which it names the image.
    public var hash: [UInt8]
    /// Whether the image stays after the next restart.
    public var isConfirmed: Bool
    /// Where it said so.
    public var moment: Moment
    /// The hashes of other images that it has, and whether each is to be started at the next restart.
    var others: [Other] = []

    /// An image that the device has and does not run.
    struct Other: Sendable, Hashable {
      /// The hash by which it names the image.
      var hash: [UInt8]
      /// Whether it is to be started at the next restart.
      var isPending: Bool
    }
  }

  /// A number in what the device says that counts the bytes it has.
  public struct CountField: Sendable, Hashable {
    /// The attribute that it comes from.
    public var attributeHandle: AttributeHandle
    /// The first byte of those messages.
    public var first: UInt8
    /// Where its four bytes are.
    public var offset: Int
    /// The order of its bytes.
    public var isBigEndian: Bool
    /// What it counted from on this connection: 0, or where the transfer was resumed.
    public var base: Int
  }

  /// A check over the whole image that one side named.
  public struct Check: Sendable, Hashable {
    /// How it is computed.
    public enum Kind: String, Sendable, Hashable {
      /// CRC-32 (IEEE 802.3).
      case crc32
      /// SHA-256 in full.
      case sha256
      /// CRC-32 without the last inversion, in the last four bytes of the image over those before.
      case crc32Trailer = "crc32-trailer"
      /// CRC-16/MODBUS.
      case modbus = "crc16-modbus"
      /// CRC-16/XMODEM.
      case xmodem = "crc16-xmodem"
      /// CRC-16/CCITT-FALSE.
      case ccittFalse = "crc16-ccitt-false"
    }

    /// How it is computed.
    public var kind: Kind
    /// The value, most significant byte first.
    public var value: [UInt8]
    /// Where it was named.
    public var moment: Moment
  }

  /// The protocol's name, such as `nordic-secure-dfu`.
  public let format: String
  /// Its name for people.
  public let title: String
  /// The characteristic that says which version runs, nil for the standard ones.
  let versionCharacteristic: BluetoothUUID?
  /// The connection's number.
  public let connection: Int
  /// True when the device that takes the image is the other one; false where that one itself recorded.
  var isDevicePeer = true
  /// The first message.
  public let began: Moment
  /// The last message.
  public internal(set) var last: Moment
  /// The attribute that takes the image, nil while none was written.
  public internal(set) var dataHandle: AttributeHandle?
  /// The attribute that takes commands, nil while none was seen.
  public internal(set) var controlHandle: AttributeHandle?

  /// Steps in the order they were entered.
  public internal(set) var steps: [StepTime] = []
  /// True when the request that begins a transfer is in the capture.
  public internal(set) var hasBeginning = false
  /// The size that was announced, nil when none was.
  public internal(set) var declaredBytes: Int?
  /// Checks over the whole image that were named.
  public internal(set) var checks: [Check] = []
  /// Which bytes were sent.
  public internal(set) var coverage = ByteCoverage()
  /// Bytes of all chunks, those sent again counted again.
  public internal(set) var sentBytes = 0
  /// Writes that carried them.
  public internal(set) var chunks = 0
  /// The longest chunk.
  public internal(set) var longestChunk = 0
  /// The length of the last one.
  public internal(set) var lastChunk = 0
  /// The first chunk.
  public internal(set) var firstData: Moment?
  /// The last chunk.
  public internal(set) var lastData: Moment?
  /// How many bytes the device last said it has.
  public internal(set) var confirmedBytes: Int?
  /// Where it said so.
  public internal(set) var confirmedIn: Moment?
  /// That the device says the same number again and again; nil before its first one.
  var stuck: Stuck?
  /// How many bytes the device has made final, and where it said so.
  public internal(set) var taken: Taken?
  /// The number by which the device counts, where it was concluded from numbers that agree.
  public internal(set) var countField: CountField?
  /// The offset at which the device had the client go on, nil when it began at the start.
  public internal(set) var resumedFrom: Int?
  /// What is awaited from the device when the part ends.
  public internal(set) var awaited: Awaited?
  /// What the client began to send and has not completed when the part ends.
  public internal(set) var owed: Awaited?
  /// When the device accepted the image, nil when it did not.
  public internal(set) var accepted: Moment?
  /// When the device was told to restart, nil when it was not.
  public internal(set) var restart: Moment?
  /// From when on a restart means that the device accepted the image; nil when it says so itself.
  public internal(set) var acceptsByRestart: Moment?
  /// True when all this part does is send the device into its bootloader.
  public internal(set) var isJump = false
  /// True when the device has to be told to use the image, after it has all of it.
  public internal(set) var needsActivation = false
  /// The hash by which the device was told which image to use, nil when it was told without one.
  public internal(set) var chosenImage: [UInt8]?
  /// What the device says that it runs; a part that has nothing else tells of the transfer before it.
  public internal(set) var running: Running?
  /// What went wrong, in order.
  public internal(set) var causes: [TransferCause] = []
  /// The longest time in which the client could have sent the next chunk and did not.
  public internal(set) var longestPause: Pause?
  /// Other facts worth telling, such as `packet receipt notification every 12 packets`.
  public internal(set) var notes: [String] = []
  /// The bytes, when they are kept.
  public internal(set) var image: ImageBytes?
  /// Which of several images of one update this is, 0 for the first.
  public internal(set) var imageIndex = 0

  /// Makes a part of which nothing but its first message is known.
  init(format: TransferFormat, connection: Int, began: Moment) {
    self.format = format.name
    title = format.title
    versionCharacteristic = format.version
    self.connection = connection
    self.began = began
    last = began
  }

  /// The step that was entered last.
  public var step: TransferStep { steps.last?.step ?? .prepare }

  /// Bytes that the device has, as far as is known: what it last said, else what was sent without a hole.
  public var progress: Int { confirmedBytes ?? coverage.contiguous }
}
