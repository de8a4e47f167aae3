public import ATTParser

/// What is looked for when transfers are found, and what is kept of them.
public struct TransferOptions: Sendable {
  /// Whether the bytes of images are kept.
  public var keepsBytes = false
  /// Whether every value is looked at, also of attributes that no protocol has claimed.
  public var looksAtEverything = false
  /// Images that are looked for in what is written; everything is looked at for them.
  public var images: [ReferenceImage] = []
  /// The protocols, in the order they are tried.
  var formats: [TransferFormat]
  /// The protocols by the characteristics that give them away.
  private var byUUID: [BluetoothUUID: [(TransferFormat, TransferRole)]]

  /// Looks for every protocol that is known.
  public init() { self.init(formats: TransferFormat.all, byUUID: Self.knownByUUID) }

  private init(formats: [TransferFormat], byUUID: [BluetoothUUID: [(TransferFormat, TransferRole)]]) {
    self.formats = formats
    self.byUUID = byUUID
  }

  /// Looks for a protocol that a user describes, before all that were there.
  public mutating func add(_ profile: TransferProfile) {
    let format = profile.format
    formats.insert(format, at: 0)
    for attribute in format.attributes {
      byUUID[attribute.uuid, default: []].insert((format, attribute.role), at: 0)
    }
  }

  /// True for a name that no protocol has which is there from the start.
  public static func isFree(_ name: String) -> Bool {
    !TransferFormat.all.contains { $0.name == name } && name != "generic"
  }

  /// True for a characteristic that some transfer protocol uses.
  public func isOfTransfer(_ uuid: BluetoothUUID) -> Bool { byUUID[uuid] != nil }

  private static let knownByUUID = index(TransferFormat.all)

  private static func index(
    _ formats: [TransferFormat]
  ) -> [BluetoothUUID: [(TransferFormat, TransferRole)]] {
    var index: [BluetoothUUID: [(TransferFormat, TransferRole)]] = [:]
    for format in formats {
      for attribute in format.attributes {
        index[attribute.uuid, default: []].append((format, attribute.role))
      }
    }
    return index
  }

  /// The protocols that are recognized by their messages where discovery tells other UUIDs.
  var formatsWithOtherUUIDs: [TransferFormat] { Self.withOtherUUIDs }

  private static let withOtherUUIDs = TransferFormat.all.filter(\.hasOtherUUIDs)

  /// The protocols that use a characteristic.
  func formats(for uuid: BluetoothUUID) -> [(TransferFormat, TransferRole)] { byUUID[uuid] ?? [] }
}
