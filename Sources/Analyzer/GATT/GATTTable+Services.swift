import ATTParser

extension GATTTable {
  /// A service with what lies in its range.
  public struct ServiceContents: Sendable {
    /// The service; nil for what lies in no service that is known.
    public var service: Service?
    /// Include declarations.
    public var includes: [Include]
    /// Characteristics with their descriptors.
    public var characteristics: [(characteristic: Characteristic, descriptors: [Attribute])]
    /// Attributes that belong to no characteristic that is known.
    public var loose: [Attribute]
  }

  /// The table as services, in the order of their handles; at the end what lies in none of them.
  public func contents() -> [ServiceContents] {
    var all = services.map { ServiceContents(service: $0, includes: [], characteristics: [], loose: []) }
    all.append(ServiceContents(service: nil, includes: [], characteristics: [], loose: []))
    func place(_ handle: AttributeHandle) -> Int {
      service(containing: handle).flatMap { found in services.firstIndex(of: found) } ?? all.count - 1
    }
    for include in includes { all[place(include.declaration)].includes.append(include) }
    for characteristic in characteristics {
      all[place(characteristic.value)].characteristics.append((characteristic, []))
    }
    for attribute in attributes {
      let index = place(attribute.handle)
      let owner = characteristic(governing: attribute.handle)
      let position = owner.flatMap { owner in
        all[index].characteristics.firstIndex { $0.characteristic == owner }
      }
      if let position {
        all[index].characteristics[position].descriptors.append(attribute)
      } else {
        all[index].loose.append(attribute)
      }
    }
    if let last = all.last, last.includes.isEmpty, last.characteristics.isEmpty, last.loose.isEmpty {
      all.removeLast()
    }
    return all
  }
}
