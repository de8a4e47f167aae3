import ATTParser

/// What is looked for when transfers are found, and what is kept of them.
public struct TransferOptions: Sendable {
  /// Whether the bytes of images are kept.
  public var keepsBytes = false
  /// Whether every value is looked at, also of attributes that no protocol has claimed.
  public var looksAtEverything = false
  /// The protocols, in the order they are tried.
  var formats: [TransferFormat]
  /// The protocols by the characteristics that give them away.
  private let byUUID: [BluetoothUUID: [(TransferFormat, TransferRole)]]

  /// Looks for every protocol that is known.
  public init() { self.init(formats: TransferFormat.all, byUUID: Self.knownByUUID) }

  private init(formats: [TransferFormat], byUUID: [BluetoothUUID: [(TransferFormat, TransferRole)]]) {
    self.formats = formats
    self.byUUID = byUUID
  }

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
