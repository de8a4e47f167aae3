import ATTParser

extension TransferProfile {
  /// The protocol that the profile describes.
  var format: TransferFormat {
    let attributes = attributes.enumerated().map { TransferAttribute($1.uuid, role(of: $0)) }
    let profile = self
    return TransferFormat(
      name, title, attributes, version: version, recognize: { profile.recognize($0) },
      begin: { ProfileProtocol(profile) })
  }

  /// The role of an attribute: reports name the one that takes the image, and the one that takes commands.
  func role(of attribute: Int) -> TransferRole {
    if attribute == chunk.attribute { return .data }
    let control = messages.first { $0.sender == .client && $0.attribute != chunk.attribute }?.attribute
    if attribute == control { return .control }
    return TransferRole(rawValue: UInt8(truncatingIfNeeded: attribute &+ 2))
  }

  /// The attribute with a role.
  func attribute(_ role: TransferRole) -> Int? {
    attributes.indices.first { self.role(of: $0) == role }
  }

  /// Where discovery does not tell the attributes: a message that begins a transfer, its answer, and a write to
  /// another attribute that is the newest message.
  private func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite else { return nil }
    for begin in messages
    where begin.begins && !begin.prefix.isEmpty && begin.lengths.lowerBound == begin.lengths.upperBound {
      guard let place = heard.firstIndex(where: { $0.message.isWrite && begin.matches($0.bytes, $0.count) })
      else { continue }
      let asked = heard[place].message.attributeHandle
      for answer in messages where begin.answers.contains(answer.name) && !answer.prefix.isEmpty {
        let found = heard[place...].first { item in
          !item.message.isWrite && answer.matches(item.bytes, item.count)
            && (item.message.attributeHandle == asked) == (answer.attribute == begin.attribute)
        }
        guard let found else { continue }
        var roles = [asked: role(of: begin.attribute)]
        roles[found.message.attributeHandle] = role(of: answer.attribute)
        if chunk.attribute != begin.attribute {
          guard roles[newest.message.attributeHandle] == nil else { continue }
          roles[newest.message.attributeHandle] = .data
        }
        return roles
      }
    }
    return nil
  }
}

extension TransferProfile.Message {
  /// True for a value that is this message, of which `count` bytes were sent.
  func matches(_ value: [UInt8], _ count: Int) -> Bool {
    lengths.contains(count) && value.starts(with: prefix)
  }
}
