import ATTParser
import Analyzer
import FoundationEssentials

/// `bleshark gatt FILE…`: the attribute table of each device.
struct GATTCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Learns the tables from all captures and prints or saves them.
  ///
  /// - Throws: ``UsageError``, ``InputError``.
  func run(_ output: inout OutputBuffer) throws -> ExitCode {
    let style = try TextStyle(invocation)
    var devices: [DeviceTable] = []
    var problems: [InputError] = []
    let settings = try CaptureSettings(invocation)
    for path in try invocation.captures() {
      let capture: AnalyzedCapture
      do {
        capture = try AnalyzedCapture(path, settings)
      } catch let problem as InputError {
        problems.append(problem)
        continue
      }
      if let problem = capture.problem { problems.append(problem) }
      for item in capture.analysis.connections
      where settings.connection == nil || item.id == settings.connection {
        DeviceTable.add(item, of: CaptureInput.name(path), to: &devices)
      }
    }
    if let path = invocation.value(.save) { try save(devices, path) }
    if invocation.has(.json) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      output.append(Array(try encoder.encode(TablesDocument(devices))) + [10])
    } else if !invocation.has(.save) {
      let printer = TablePrinter(style)
      for (place, device) in devices.enumerated() {
        if place > 0 { output.append("\n") }
        printer.print(device, &output)
      }
      if devices.isEmpty, problems.isEmpty {
        output.append("no attributes in this capture: nothing was discovered or used\n")
      }
    }
    guard let problem = problems.first else { return .clean }
    for other in problems.dropFirst() { Diagnostics.print(other.description) }
    throw problem
  }

  private func save(_ devices: [DeviceTable], _ path: String) throws {
    let known = devices.filter { !$0.table.isEmpty }
    guard let device = known.first else {
      throw InputError(path, "nothing to save: no device was discovered")
    }
    guard known.count == 1 else {
      throw UsageError("\(known.count) devices were discovered; choose one with --connection")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(SavedTable(device.table, address: device.address))) + [10]
    try CaptureInput.write(bytes, to: path)
  }
}

/// What several connections tell of one device's attributes.
struct DeviceTable {
  /// A subscription and the connection it was made on.
  struct Subscription {
    let connection: Int
    let change: SubscriptionChange
  }

  /// The device; nil when no connection names it.
  let address: DeviceAddress?
  /// The connections it was seen on, with their captures.
  private(set) var connections: [(path: String, id: Int)] = []
  /// Its attributes.
  private(set) var table = GATTTable()
  /// The values read last.
  private(set) var values = AttributeValues()
  /// Writes to its CCCDs.
  private(set) var subscriptions: [Subscription] = []
  /// Streams on attributes that nothing explains.
  private(set) var unexplained: [AttributeHandle] = []

  /// Adds a connection to its device's table, which begins with it if it is the first.
  static func add(_ connection: Connection, of path: String, to devices: inout [DeviceTable]) {
    guard !connection.streams.isEmpty || !connection.peerTable.isEmpty else { return }
    let place =
      connection.device.flatMap { device in devices.firstIndex { $0.address == device } } ?? devices.count
    if place == devices.count { devices.append(DeviceTable(address: connection.device)) }
    devices[place].connections.append((path, connection.id))
    devices[place].table.merge(connection.peerTable)
    for (handle, bytes) in connection.values { devices[place].values.set(handle, bytes) }
    devices[place].subscriptions += connection.subscriptions.filter { $0.direction == .sent }.map {
      Subscription(connection: connection.id, change: $0)
    }
    let known = Set(devices[place].unexplained).union(connection.unexplainedHandles)
    devices[place].unexplained = known.filter { devices[place].table.meaning(of: $0) == nil }.sorted()
  }

  private init(address: DeviceAddress?) { self.address = address }
}

/// Tables as one JSON document.
struct TablesDocument: Encodable {
  /// One device.
  struct Device: Encodable {
    let address: String?
    let connections: [Int]
    let services: [ServiceDocument]
    let values: [ValueDocument]
    let unexplained_handles: [Int]
  }

  let schema = "bleshark.tables/1"
  let devices: [Device]

  init(_ devices: [DeviceTable]) {
    self.devices = devices.map { device in
      Device(
        address: device.address?.description, connections: device.connections.map(\.id),
        services: device.table.contents().map(ServiceDocument.init),
        values: device.values.map { ValueDocument($0.handle, $0.bytes, device.table.uuid(of: $0.handle)) },
        unexplained_handles: device.unexplained.map { Int($0.rawValue) })
    }
  }
}
