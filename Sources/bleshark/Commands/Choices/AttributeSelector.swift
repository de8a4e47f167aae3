import ATTParser
import Analyzer

/// Chooses an attribute by UUID, by name or by handle.
struct AttributeSelector {
  /// How the attribute is named.
  private enum Selection {
    case handle(AttributeHandle)
    case uuid(BluetoothUUID)
    case name(String)
  }

  /// As the user gave it.
  let text: String
  private let selection: Selection

  /// Reads `0x002a` or `42` as a handle, `2a37` or a full UUID as a UUID, anything else as part of a name.
  ///
  /// - Throws: ``UsageError`` for an empty text.
  init(_ text: String) throws {
    self.text = text
    if text.lowercased().hasPrefix("0x"), let value = UInt16(text.dropFirst(2), radix: 16) {
      selection = .handle(AttributeHandle(rawValue: value))
    } else if let uuid = BluetoothUUID(text: text) {
      selection = .uuid(uuid)
    } else if let value = UInt16(text) {
      selection = .handle(AttributeHandle(rawValue: value))
    } else if !text.isEmpty {
      selection = .name(text.lowercased())
    } else {
      throw UsageError("an attribute is a UUID, a name or a handle such as 0x002a")
    }
  }

  /// True when a handle that means `meaning` is the attribute.
  func matches(_ handle: AttributeHandle, _ meaning: GATTTable.Meaning?) -> Bool {
    switch selection {
    case .handle(let wanted): return handle == wanted
    case .uuid(let wanted): return meaning?.uuid == wanted
    case .name(let wanted):
      // The name of a descriptor tells its characteristic too; here only its own counts.
      let name = (meaning?.uuid).flatMap { AssignedNumbers.withinService($0) }
      return name?.lowercased().contains(wanted) ?? false
    }
  }
}
