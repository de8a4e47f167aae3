import ATTParser
import Replay

/// What the captured device is advertised with.
enum PeripheralAdvertising {
  /// Flags and services as the captured device has them, and its name.
  static func target(_ plan: ReplayPlan) -> LinkTarget {
    if !plan.advertisingData.isEmpty {
      return .advertise(data: plan.advertisingData, scanResponse: name(plan))
    }
    // LE General Discoverable, no BR/EDR.
    var data: [UInt8] = [2, 0x01, 0x06]
    let services = plan.connections.first?.layout.entries.compactMap { entry -> UInt16? in
      guard case .service = entry.detail, let short = entry.key.service.uuid?.short, short > 0x1801 else {
        return nil
      }
      return short
    }
    // A list of 16-bit UUIDs, as many as there is room for.
    let listed = (services ?? []).prefix(12)
    if !listed.isEmpty {
      data += [UInt8(1 + listed.count * 2), listed.count == services?.count ? 0x03 : 0x02]
      for short in listed {
        data += [UInt8(truncatingIfNeeded: short), UInt8(truncatingIfNeeded: short >> 8)]
      }
    }
    let name = name(plan)
    // Not every central scans actively.
    return data.count + name.count <= 31
      ? .advertise(data: data + name, scanResponse: []) : .advertise(data: data, scanResponse: name)
  }

  /// The name that was read in the capture, as an AD structure.
  private static func name(_ plan: ReplayPlan) -> [UInt8] {
    var name = Array("bleshark".utf8)
    for step in plan.connections.flatMap(\.steps) where step.attribute?.key?.uuid == BluetoothUUID(0x2A00) {
      if step.kind == .read, case .value(let value, missing: 0) = step.answer, !value.isEmpty { name = value }
    }
    let shown = name.prefix(29)
    return [UInt8(shown.count + 1), shown.count == name.count ? 0x09 : 0x08] + shown
  }
}
