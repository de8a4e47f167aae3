import ATTParser
import Analyzer

extension ReplayPlan {
  /// Bytes that legacy advertising data has at most (Vol 6, Part B, 2.3.1).
  private static let longestData = 31

  /// What the captured device advertised, as far as it is kept and there is room: flags, name, services; empty when the
  /// capture does not tell (Core Specification Supplement, Part A).
  static func advertised(by device: DeviceAddress?, _ analysis: Analysis) -> [UInt8] {
    guard let device,
      let content = analysis.advertising.advertisers.first(where: { $0.address == device })?.content,
      content.name != nil || !content.services.isEmpty
    else { return [] }
    // LE General Discoverable, no BR/EDR.
    var data: [UInt8] = [2, 0x01, 0x06]
    func add(_ type: UInt8, _ bytes: [UInt8]) {
      guard !bytes.isEmpty, data.count + 2 + bytes.count <= longestData else { return }
      data += [UInt8(bytes.count + 1), type] + bytes
    }
    let short = content.services.compactMap(\.short)
    add(0x03, short.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    if let name = content.name { add(content.isNameShortened ? 0x08 : 0x09, Array(name.utf8)) }
    for service in content.services where service.short == nil {
      let bytes = service.encoded()
      if bytes.count == 16 { add(0x07, bytes) }
    }
    return data
  }
}
