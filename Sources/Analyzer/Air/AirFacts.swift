public import ATTParser

/// What only a capture of the air tells of a connection.
public struct AirFacts: Sendable {
  /// What one side sent, as far as it was heard.
  public struct Side: Hashable, Sendable {
    private let way: AirMeter.Way

    /// Makes a side of what was counted of it.
    init(_ way: AirMeter.Way = AirMeter.Way()) { self.way = way }

    /// PDUs heard, all kinds, damaged ones not counted.
    public var pdus: Int { Int(way.pdus) }
    /// PDUs without payload, among them.
    public var empty: Int { Int(way.empty) }
    /// PDUs heard before, among them.
    public var retransmissions: Int { Int(way.retransmissions) }
    /// Retransmissions of PDUs without payload, among those.
    public var emptyRetransmissions: Int { Int(way.emptyRetransmissions) }
    /// Packets with a bad CRC.
    public var damaged: Int { Int(way.damaged) }
    /// PDUs that the sniffer missed, at least.
    public var missed: Int { Int(way.missed) }
    /// PDUs with the MD bit set.
    public var moreData: Int { Int(way.moreData) }
    /// Bytes of payload delivered.
    public var bytes: Int { way.bytes }
    /// Signal in dBm over all packets that tell it: mean, weakest, strongest; nil when none does.
    public var rssi: (mean: Double, least: Int, most: Int)? {
      way.rssiCount == 0
        ? nil : (Double(way.rssiSum) / Double(way.rssiCount), Int(way.rssiLeast), Int(way.rssiMost))
    }

    /// The part of PDUs that are retransmissions; nil without PDUs.
    public var retransmissionRate: Double? { pdus == 0 ? nil : Double(retransmissions) / Double(pdus) }
  }

  /// Connection events.
  public struct Events: Hashable, Sendable {
    /// Events of which something was heard.
    public var heard = 0
    /// Events of which nothing was heard, where they can be counted.
    public var missed = 0
    /// Events in which the peripheral was not heard.
    public var withoutAnswer = 0
    /// The most packets heard in one event.
    public var mostPackets = 0
    /// Packets heard in all of them.
    public var packets = 0

    /// Packets an event; nil without events.
    public var meanPackets: Double? { heard == 0 ? nil : Double(packets) / Double(heard) }
  }

  /// The time between the starts of successive events.
  public struct Intervals: Hashable, Sendable {
    /// How many were measured.
    public var count = 0
    /// Nanoseconds, shortest and longest.
    public var least: Int64 = 0
    /// The longest.
    public var most: Int64 = 0
    /// The sum.
    var sum: Int64 = 0

    /// The mean in milliseconds; nil when none was measured.
    public var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) / 1e6 }
  }

  /// How the central's clock goes against the sniffer's.
  public struct Drift: Hashable, Sendable {
    /// Events compared.
    public var count = 0
    /// Nanoseconds that the events of those came late, added up.
    public var sum: Int64 = 0
    /// The greatest deviation of one event, in nanoseconds.
    public var greatest: Int64 = 0
    /// Nanoseconds that were compared.
    public var span: Int64 = 0

    /// Parts per million that the central's clock is slow against the sniffer's; nil over less than a second.
    public var partsPerMillion: Double? {
      span < 1_000_000_000 ? nil : Double(sum) / Double(span) * 1e6
    }
  }

  /// One RF channel.
  public struct Channel: Hashable, Sendable {
    private let number: UInt8
    /// PDUs, retransmissions and damaged packets of the central.
    public let central: ChannelCount
    /// The same of the peripheral.
    public let peripheral: ChannelCount

    /// Makes the counts of the channel with an index below 40.
    init(index: Int, central: ChannelCount, peripheral: ChannelCount) {
      number = UInt8(index)
      self.central = central
      self.peripheral = peripheral
    }

    /// Its index.
    public var index: Int { Int(number) }
  }

  /// Packets on one channel in one direction.
  public struct ChannelCount: Hashable, Sendable, BitwiseCopyable {
    /// PDUs with a good or unknown CRC.
    public var pdus: UInt32 = 0
    /// Retransmissions among them.
    public var retransmissions: UInt32 = 0
    /// Packets with a bad CRC.
    public var damaged: UInt32 = 0
  }

  /// The signal over a stretch of time.
  public struct Signal: Hashable, Sendable {
    /// When it begins.
    public let start: Timestamp
    private let sums: AirMeter.Bucket

    /// Makes the signal of a stretch of which the sums are known.
    init(_ start: Timestamp, _ sums: AirMeter.Bucket) {
      self.start = start
      self.sums = sums
    }

    /// Mean signal of the central in dBm; nil when it was not heard.
    public var central: Double? { Self.mean(sums.centralSum, sums.centralCount) }
    /// The same of the peripheral.
    public var peripheral: Double? { Self.mean(sums.peripheralSum, sums.peripheralCount) }

    private static func mean(_ sum: Int32, _ count: UInt32) -> Double? {
      count == 0 ? nil : Double(sum) / Double(count)
    }
  }

  /// A set of channels from a moment on.
  public struct ChannelMap: Hashable, Sendable {
    /// The frame it is in force from.
    public var moment: Moment
    /// Bit n is set when data channel n is used.
    public var channels: UInt64
  }

  /// Which connection it is on the air.
  public var accessAddress: AccessAddress
  /// The device that opened it; nil when the opening is not in the capture.
  public var central: DeviceAddress?
  /// The type of ``central``.
  public var centralType: AddressType?
  /// What the central sent.
  public var fromCentral = Side()
  /// What the peripheral sent.
  public var fromPeripheral = Side()
  /// Connection events.
  public var events = Events()
  /// How far apart they are.
  public var intervals = Intervals()
  /// How the clocks compare.
  public var drift = Drift()
  // There may be thousands of connections, of 37 channels each.
  /// What ``channels`` unpacks.
  var channelCounts = ChannelCounts()
  /// What ``signal`` unpacks.
  var signalCourse = SignalCourse()
  /// Channel maps, in the order they came into force.
  public var channelMaps: [ChannelMap] = []
  /// The direction of PDUs was inferred from their order.
  public var isDirectionInferred = false
  /// PDUs of ciphertext that could not be decrypted.
  public var undecrypted = 0
  /// PDUs that were decrypted.
  public var decrypted = 0
  /// The first ciphertext for which it is certain that no key that was given or found fits; nil when there is
  /// none.
  public var noKeyFits: Int?

  /// A pairing of LE Secure Connections was heard: its key cannot be computed from what is on the air.
  public var usesSecureConnections = false
  /// The first ciphertext of a pairing whose confirm values no temporary key that is known fits; nil when there
  /// is none.
  public var needsPasskey: Int?

  /// Makes facts of a connection of which nothing has been counted.
  init(_ accessAddress: AccessAddress) { self.accessAddress = accessAddress }

  /// The channels used, in their order.
  public var channels: [Channel] { channelCounts.unpacked }
  /// The signal over time.
  public var signal: [Signal] { signalCourse.unpacked }
}
