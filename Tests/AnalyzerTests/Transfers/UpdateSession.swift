import Testing

@testable import Analyzer

/// An update as a client and a device that keep to a protocol have it, chunk by chunk.
///
/// What goes wrong in the same way with every protocol is tested on all of them alike, in
/// ``CommonTransferTests``.
protocol UpdateSession: SendableMetatype {
  /// The protocol's name.
  static var format: String { get }
  /// The characteristics, in the order of their places in the script.
  static var characteristics: [String] { get }
  /// The image as it is sent.
  static var image: [UInt8] { get }
  /// The size that is announced, nil when none is.
  static var declared: Int? { get }
  /// How many writes carry it.
  static var chunks: Int { get }
  /// The place of the characteristic that takes them.
  static var dataPlace: Int { get }
  /// True when they are Write Requests.
  static var usesRequests: Bool { get }
  /// A chunk after which an acknowledgement is due, nil when none ever is.
  static var acknowledged: Int? { get }

  /// The session so far.
  var script: TransferScript { get set }

  /// Begins with a connection.
  init()
  /// Everything before the first chunk.
  mutating func begin()
  /// A chunk as it is written.
  func chunk(_ number: Int) -> [UInt8]
  /// Writes a chunk, and what belongs to it, without what the device says to it.
  mutating func write(_ number: Int)
  /// What the device says after a chunk.
  mutating func acknowledge(_ number: Int)
  /// Everything after the last chunk, up to where the device restarts.
  mutating func end()
}

extension UpdateSession {
  static var declared: Int? { image.count }
  static var usesRequests: Bool { false }

  /// Begins with a connection that is not as usual.
  init(isDiscovered: Bool = true, mtu: UInt16? = 247) {
    self.init()
    script = TransferScript(Self.characteristics, isDiscovered: isDiscovered, mtu: mtu)
  }

  /// Sends chunks, without those that are left out.
  mutating func send(_ range: Range<Int>, without missing: Set<Int> = []) {
    for number in range {
      if !missing.contains(number) { write(number) }
      acknowledge(number)
    }
  }

  /// Writes a chunk that is not acknowledged.
  mutating func write(_ number: Int) {
    if Self.usesRequests {
      script.write(Self.dataPlace, chunk(number))
    } else {
      script.command(Self.dataPlace, chunk(number))
    }
  }

  /// Everything.
  mutating func run() {
    begin()
    send(0..<Self.chunks)
    end()
  }

  /// Bytes of the image, where chunks have `size` of them.
  static func part(_ number: Int, of size: Int) -> [UInt8] {
    Array(image.dropFirst(number * size).prefix(size))
  }
}
