public import ATTParser
import Analyzer

/// Leads from what an attribute is to its handle on the device at hand, and back.
///
/// A captured handle number is never used as it is: on another layout it is another attribute.
public struct HandleMap: Hashable, Sendable {
  /// Where an attribute is on the live device.
  public enum Target: Hashable, Sendable {
    /// At this handle.
    case mapped(AttributeHandle)
    /// At this handle; that the step means it was inferred from its use in the capture.
    case inferred(AttributeHandle)
    /// Nowhere, for this reason.
    case unmapped(String)

    /// The handle, nil when there is none.
    public var handle: AttributeHandle? {
      switch self {
      case .mapped(let handle), .inferred(let handle): handle
      case .unmapped: nil
      }
    }
  }

  /// How the two layouts differ in an attribute.
  public struct Difference: Hashable, Sendable {
    /// The attribute.
    public var attribute: AttributeKey
    /// How.
    public var what: String
  }

  private let captured: AttributeLayout
  private let live: AttributeLayout

  /// Makes the map of a captured layout to that of the device at hand.
  public init(captured: AttributeLayout, live: AttributeLayout) {
    self.captured = captured
    self.live = live
  }

  /// The layout of the device at hand.
  public var liveLayout: AttributeLayout { live }

  /// Where an attribute is.
  public func target(of reference: AttributeReference) -> Target {
    switch reference {
    case .handle(let handle):
      if reference.isNowhere { return .mapped(handle) }
      return .unmapped("nothing in the capture says what handle \(handle) is")
    case .key(let key):
      guard let entry = entry(of: key) else { return .unmapped(reason(key)) }
      return captured.entry(key)?.isInferred == true ? .inferred(entry.handle) : .mapped(entry.handle)
    }
  }

  /// What a handle of the live device is: its key, or the handle itself.
  public func reference(_ handle: AttributeHandle) -> AttributeReference {
    guard let entry = live.entry(handle) else { return .handle(handle) }
    // Where the capture does not tell the service, its own key is the one to compare with.
    let unplaced = captured.entries.first { known in
      known.key.isUnplaced && self.entry(of: known.key)?.handle == handle
    }
    return .key(unplaced?.key ?? entry.key)
  }

  private func entry(of key: AttributeKey) -> AttributeLayout.Entry? {
    if let entry = live.entry(key) { return entry }
    // Without its service or characteristic, an attribute is found if there is one alone of its kind.
    guard key.isUnplaced else { return nil }
    let alike = live.entries.filter { entry in
      (key.service.uuid == nil || entry.key.service == key.service) && Self.isAlike(entry.key, key)
    }
    return alike.count == 1 ? alike[0] : nil
  }

  private static func isAlike(_ live: AttributeKey, _ key: AttributeKey) -> Bool {
    switch (live.attribute, key.attribute) {
    case (.value(let one), .value(let other)), (.declaration(let one), .declaration(let other)):
      one.uuid == other.uuid
    // Of what was only read by its type, nothing tells whether it is a value or a descriptor.
    case (.value(let one), .descriptor(let owner, let other)): owner.uuid == nil && one.uuid == other.uuid
    case (.descriptor(let one, let first), .descriptor(let other, let second)):
      first.uuid == second.uuid && (other.uuid == nil || one.uuid == other.uuid && first == second)
    default: false
    }
  }

  private func reason(_ key: AttributeKey) -> String {
    if key.isUnplaced {
      return "the capture does not tell where \(key) belongs, and the device has not exactly one alike"
    }
    guard live.entry(AttributeKey(key.service, .service)) != nil else {
      return "the device has no service \(key.service)"
    }
    if let value = key.valueKey, live.entry(value) == nil {
      return "the device has no characteristic \(value)"
    }
    return "the device has no attribute \(key)"
  }

  /// What the live device lacks of the captured one, or has otherwise.
  public func differences() -> [Difference] {
    captured.entries.compactMap { entry in
      // What was inferred is not known to be there.
      if entry.isInferred || entry.key.isUnplaced { return nil }
      guard let other = self.entry(of: entry.key) else {
        // The service's own line says it for all that is in it.
        if case .service = entry.detail { return Difference(attribute: entry.key, what: "missing") }
        let hasService = live.entry(AttributeKey(entry.key.service, .service)) != nil
        return hasService ? Difference(attribute: entry.key, what: "missing") : nil
      }
      guard case .declaration(let was, _) = entry.detail, case .declaration(let now, _) = other.detail,
        was != now
      else { return nil }
      return Difference(
        attribute: entry.key,
        what: "properties \(was.names.joined(separator: ", ")) are now \(now.names.joined(separator: ", "))")
    }
  }

  /// Captured attributes whose handle is another on the live device.
  public var movedCount: Int {
    captured.entries.count { entry in self.entry(of: entry.key).map { $0.handle != entry.handle } ?? false }
  }
}
