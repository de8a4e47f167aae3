import ATTParser
import Analyzer

/// A device's attributes as text for people.
struct GATTText {
  private let style: TextStyle

  /// Makes a printer in a style.
  init(_ style: TextStyle) { self.style = style }

  /// Prints one device.
  func print(_ device: DeviceTable, _ output: inout OutputBuffer) {
    let ids = device.connections.map { "\($0.id)" }.joined(separator: ", ")
    let word = device.connections.count == 1 ? "connection" : "connections"
    let title = device.address.map { "\($0)" } ?? "unknown device"
    output.append("\(style.bold(title))  \(style.dim("\(word) \(ids)"))\n")
    for service in device.table.contents() { print(service, device, &output) }
    if device.table.isEmpty { output.append("  nothing was discovered\n") }
    if !device.unexplained.isEmpty {
      let list = device.unexplained.map { "\($0)" }.joined(separator: ", ")
      output.append("  \(style.warning("used but not explained:")) \(list)\n")
    }
  }

  private func print(
    _ contents: GATTTable.ServiceContents, _ device: DeviceTable, _ output: inout OutputBuffer
  ) {
    if let service = contents.service {
      let name = service.uuid.flatMap(AssignedNumbers.service)
      let kind = service.isPrimary ? "" : "secondary "
      output.append("  \(service.start)–\(service.end)  \(kind)service \(label(service.uuid, name))\n")
    } else {
      output.append("  \(style.dim("in no service that is known"))\n")
    }
    for include in contents.includes {
      output.append(
        "    \(include.declaration)  includes \(include.start)–\(include.end) \(include.uuid?.description ?? "")\n"
      )
    }
    for (characteristic, descriptors) in contents.characteristics {
      let name = AssignedNumbers.characteristic(characteristic.uuid)
      let properties = characteristic.properties.names.joined(separator: " ").replacing("_", with: "-")
      output.append(
        "    \(characteristic.value)  \(label(characteristic.uuid, name))  \(style.dim(properties))\n")
      printValue(of: characteristic.value, characteristic.uuid, device, &output)
      for descriptor in descriptors { print(descriptor, device, &output) }
    }
    for attribute in contents.loose { print(attribute, device, &output) }
  }

  private func print(
    _ attribute: GATTTable.Attribute, _ device: DeviceTable, _ output: inout OutputBuffer
  ) {
    let name = AssignedNumbers.withinService(attribute.uuid)
    let inferred = attribute.isInferred ? "  \(style.warning("inferred from what is written to it"))" : ""
    output.append("      \(attribute.handle)  \(label(attribute.uuid, name))\(inferred)\n")
    printValue(of: attribute.handle, attribute.uuid, device, &output)
    for item in device.subscriptions where item.change.descriptor == attribute.handle {
      let change = item.change
      let what =
        switch change.bits {
        case 0: "off"
        case 1: "notifications"
        case 2: "indications"
        default: "notifications and indications"
        }
      let answer =
        switch change.isAccepted {
        case true: ""
        case false: ", refused"
        default: ", not answered"
        }
      output.append(
        "              \(what) from frame \(change.moment.frame) (connection \(item.connection)\(answer))\n")
    }
  }

  private func printValue(
    of handle: AttributeHandle, _ uuid: BluetoothUUID, _ device: DeviceTable, _ output: inout OutputBuffer
  ) {
    guard let bytes = device.values[handle] else { return }
    let text = CharacteristicValue.text(uuid, bytes)
    let shown =
      bytes.count > 32
      ? Numbers.hex(Array(bytes.prefix(32))) + "… (\(bytes.count) bytes)" : Numbers.hex(bytes)
    output.append("              = \(text ?? shown)\n")
  }

  private func label(_ uuid: BluetoothUUID?, _ name: String?) -> String {
    let number = uuid?.description ?? "of unknown UUID"
    return name.map { "\($0) (\(number))" } ?? number
  }
}
