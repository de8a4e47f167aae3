import ATTParser
import Analyzer

extension GATTTable.Meaning {
  /// The name for people: of a descriptor with the characteristic it belongs to; nil without a known name.
  var name: String? {
    switch self {
    case .value(let characteristic): return AssignedNumbers.characteristic(characteristic.uuid)
    case .declaration(let characteristic):
      return AssignedNumbers.characteristic(characteristic.uuid).map { "declaration of \($0)" }
    case .service(let service): return service.uuid.flatMap(AssignedNumbers.service)
    case .include: return "Include"
    case .descriptor(let attribute, let owner):
      guard var name = AssignedNumbers.withinService(attribute.uuid) else { return nil }
      if attribute.isInferred { name = "inferred \(name)" }
      guard let owner else { return name }
      return "\(name) of \(AssignedNumbers.characteristic(owner.uuid) ?? owner.uuid.description)"
    }
  }

  /// The shortest that tells the attribute from others: `2a37`, `CCCD of 2a37`, the full form of a 128-bit UUID.
  var label: String {
    switch self {
    case .value(let characteristic): return characteristic.uuid.description
    case .declaration(let characteristic): return "declaration of \(characteristic.uuid)"
    case .service(let service): return "service \(service.uuid?.description ?? "")"
    case .include: return "include"
    case .descriptor(let attribute, let owner):
      let name = attribute.uuid == .clientCharacteristicConfiguration ? "CCCD" : attribute.uuid.description
      let inferred = attribute.isInferred ? "inferred " : ""
      return inferred + name + (owner.map { " of \($0.uuid)" } ?? "")
    }
  }
}
