public import ATTParser

/// What few connections have: kept apart from ``Connection``, of which there may be thousands.
struct RareFacts: Sendable {
  /// ``Connection/identity``.
  var identity: DeviceAddress?
  /// ``Connection/encryption``.
  var encryption: Connection.Encryption?
  /// ``Connection/encryptions``.
  var encryptions: [Connection.Encryption] = []
  /// ``Connection/encryptionsNotKept``.
  var encryptionsNotKept = 0
  /// ``Connection/air``.
  var air: AirFacts?
  /// ``Connection/localLatencies``.
  var localLatencies = LatencySamples()
  /// ``Connection/unanswered``.
  var unanswered: [Transaction] = []
  /// ``Connection/anomalies``.
  var anomalies: [ATTAnomaly] = []
  /// ``Connection/localTable``.
  var localTable = GATTTable()
  /// ``Connection/serviceChanges``.
  var serviceChanges: [ServiceChange] = []
  /// ``Connection/longWrites``.
  var longWrites: [LongWrite] = []
  /// ``Connection/pairingSteps``.
  var pairingSteps: [PairingStep] = []
  /// ``Connection/keyUses``.
  var keyUses: [KeyUse] = []
  /// ``Connection/oversized``.
  var oversized: [OversizedPDU] = []
  /// ``Connection/firstEnhanced``.
  var firstEnhanced: Moment?
}

extension Connection {
  /// The rare facts to be changed, which are there from then on.
  private var changed: RareFacts {
    get { rare.first ?? RareFacts() }
    _modify {
      if rare.isEmpty { rare = [RareFacts()] }
      yield &rare[0]
    }
  }

  // Not with one function for all: a key path costs 500 instructions, and there are dozens of rules.

  /// The identity address behind a private ``peer``, when a pairing in the capture resolves it.
  public internal(set) var identity: DeviceAddress? {
    get { rare.isEmpty ? nil : rare[0].identity }
    set { if newValue != nil || !rare.isEmpty { changed.identity = newValue } }
  }

  /// The last word on encryption, nil when nothing was said about it.
  public internal(set) var encryption: Encryption? {
    get { rare.isEmpty ? nil : rare[0].encryption }
    set {
      guard let newValue else { return }
      changed.encryption = newValue
      if encryptions.count < LiveConnection.listLimit {
        changed.encryptions.append(newValue)
      } else {
        changed.encryptionsNotKept += 1
      }
    }
  }

  /// Everything that was said about encryption, in its order; beyond a limit only counted.
  public var encryptions: [Encryption] { rare.isEmpty ? [] : rare[0].encryptions }

  /// What was said about encryption and is not in ``encryptions``.
  var encryptionsNotKept: Int { rare.isEmpty ? 0 : rare[0].encryptionsNotKept }

  /// What a capture of the air tells; nil for connections in logs of hosts.
  ///
  /// There is no recording host on the air: the central is in its place, so what it sends is `sent`, and the
  /// peripheral is the ``peer``.
  public internal(set) var air: AirFacts? {
    get { rare.isEmpty ? nil : rare[0].air }
    _modify {
      if rare.isEmpty {
        var facts: AirFacts?
        yield &facts
        if let facts { changed.air = facts }
      } else {
        yield &rare[0].air
      }
    }
  }

  /// How long the recording host's answers took.
  public internal(set) var localLatencies: LatencySamples {
    get { rare.isEmpty ? LatencySamples() : rare[0].localLatencies }
    set { if newValue.count > 0 || !rare.isEmpty { changed.localLatencies = newValue } }
  }

  /// Transactions that were never answered.
  public internal(set) var unanswered: [Transaction] {
    get { rare.isEmpty ? [] : rare[0].unanswered }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.unanswered = newValue } }
  }

  /// What the order of PDUs does not allow.
  public internal(set) var anomalies: [ATTAnomaly] {
    get { rare.isEmpty ? [] : rare[0].anomalies }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.anomalies = newValue } }
  }

  /// The recording host's attributes, as the other device's discovery tells.
  public internal(set) var localTable: GATTTable {
    get { rare.isEmpty ? GATTTable() : rare[0].localTable }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.localTable = newValue } }
  }

  /// Service Changed indications, in their order.
  public internal(set) var serviceChanges: [ServiceChange] {
    get { rare.isEmpty ? [] : rare[0].serviceChanges }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.serviceChanges = newValue } }
  }

  /// Long and reliable writes, in the order they ended.
  public internal(set) var longWrites: [LongWrite] {
    get { rare.isEmpty ? [] : rare[0].longWrites }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.longWrites = newValue } }
  }

  /// Commands of the Security Manager, in their order.
  public internal(set) var pairingSteps: [PairingStep] {
    get { rare.isEmpty ? [] : rare[0].pairingSteps }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.pairingSteps = newValue } }
  }

  /// Keys that the recording host had the link encrypted with, in their order.
  public internal(set) var keyUses: [KeyUse] {
    get { rare.isEmpty ? [] : rare[0].keyUses }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.keyUses = newValue } }
  }

  /// PDUs that are too long; of a stream the first PDU is looked at.
  public internal(set) var oversized: [OversizedPDU] {
    get { rare.isEmpty ? [] : rare[0].oversized }
    set { if !newValue.isEmpty || !rare.isEmpty { changed.oversized = newValue } }
  }

  /// The first ATT PDU on an enhanced bearer.
  public internal(set) var firstEnhanced: Moment? {
    get { rare.isEmpty ? nil : rare[0].firstEnhanced }
    set { if newValue != nil || !rare.isEmpty { changed.firstEnhanced = newValue } }
  }
}
