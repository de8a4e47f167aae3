import ATTParser
import Analyzer

/// `bleshark gatt FILE…`: the attribute table of each device.
struct GATTCommand {
  private let invocation: Invocation

  /// Makes the command for a command line, which is looked at when it runs.
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
      output.append(try TablesDocument(devices).encoded())
    } else if !invocation.has(.save) {
      let printer = GATTText(style)
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
    try CaptureInput.write(SavedTableDocument(device.table, address: device.address).encoded(), to: path)
  }
}
