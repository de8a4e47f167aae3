import ATTParser
import Analyzer
import Testing

@testable import Replay

/// Captured attributes on devices with other layouts.
@Suite("Handle map")
struct HandleMapTests {
  private static let heartRate = GATTTable.Service(
    start: AttributeHandle(rawValue: 1), end: AttributeHandle(rawValue: 8), uuid: BluetoothUUID(0x180D))

  private func layout(
    _ uuids: [UInt16], from start: UInt16 = 1, service: UInt16 = 0x180D, inferred: Bool = false,
    properties: UInt8 = 0x12
  ) -> AttributeLayout {
    var table = GATTTable()
    let count = UInt16(uuids.count)
    table.merge(
      services: [
        GATTTable.Service(
          start: AttributeHandle(rawValue: start), end: AttributeHandle(rawValue: start + 3 * count),
          uuid: BluetoothUUID(service))
      ], includes: [],
      characteristics: uuids.enumerated().map { place, uuid in
        let declaration = start + 1 + UInt16(place) * 3
        return GATTTable.Characteristic(
          declaration: AttributeHandle(rawValue: declaration),
          value: AttributeHandle(rawValue: declaration + 1),
          properties: CharacteristicProperties(rawValue: properties), uuid: BluetoothUUID(uuid))
      },
      attributes: uuids.indices.map { place in
        GATTTable.Attribute(
          handle: AttributeHandle(rawValue: start + 3 + UInt16(place) * 3), uuid: BluetoothUUID(0x2902),
          isInferred: inferred)
      })
    return AttributeLayout(table)
  }

  private func key(_ text: String) throws -> AttributeReference {
    .key(try #require(AttributeKey(text: text)))
  }

  @Test("attributes are found where they moved to, and back")
  func moved() throws {
    let map = HandleMap(captured: layout([0x2A37, 0x2A38]), live: layout([0x2A37, 0x2A38], from: 101))
    #expect(map.target(of: try key("180d/2a38")) == .mapped(AttributeHandle(rawValue: 106)))
    #expect(map.target(of: try key("180d/2a37/2902")) == .mapped(AttributeHandle(rawValue: 104)))
    #expect(map.reference(AttributeHandle(rawValue: 106)) == (try key("180d/2a38")))
    #expect(map.differences().isEmpty)
    #expect(map.movedCount == 7)
  }

  @Test("equal characteristics are told apart by their order")
  func twice() throws {
    let map = HandleMap(captured: layout([0x2A37, 0x2A37]), live: layout([0x2A38, 0x2A37, 0x2A37]))
    #expect(map.target(of: try key("180d/2a37")) == .mapped(AttributeHandle(rawValue: 6)))
    #expect(map.target(of: try key("180d/2a37#2")) == .mapped(AttributeHandle(rawValue: 9)))
    #expect(map.target(of: try key("180d/2a37#3")).handle == nil)
  }

  @Test("the captured number is never used for an attribute that is not there")
  func unmapped() throws {
    let map = HandleMap(captured: layout([0x2A37, 0x2A38]), live: layout([0x2A39, 0x2A40]))
    #expect(
      map.target(of: try key("180d/2a37")) == .unmapped("the device has no characteristic 180d/2a37"))
    #expect(
      map.target(of: .handle(AttributeHandle(rawValue: 3)))
        == .unmapped("nothing in the capture says what handle 0x0003 is"))
    let other = HandleMap(captured: layout([0x2A37]), live: layout([0x2A37], service: 0x180F))
    #expect(other.target(of: try key("180d/2a37")) == .unmapped("the device has no service 180d"))
    #expect(other.differences().map(\.what) == ["missing"])
  }

  @Test("the handles that no attribute has stay", arguments: [0, 0xFFFF] as [UInt16])
  func deliberate(_ handle: UInt16) {
    let map = HandleMap(captured: layout([0x2A37]), live: layout([0x2A37], from: 50))
    #expect(
      map.target(of: .handle(AttributeHandle(rawValue: handle)))
        == .mapped(AttributeHandle(rawValue: handle)))
  }

  @Test("a CCCD that was only used is found as one that is there")
  func inferred() throws {
    let map = HandleMap(captured: layout([0x2A37], inferred: true), live: layout([0x2A37], from: 20))
    #expect(map.target(of: try key("180d/2a37/2902")) == .inferred(AttributeHandle(rawValue: 23)))
  }

  @Test("without its service, an attribute is found if it is alone of its kind")
  func unplaced() throws {
    let alone = HandleMap(captured: AttributeLayout(), live: layout([0x2A37, 0x2A38]))
    #expect(alone.target(of: try key("?/2a38")) == .mapped(AttributeHandle(rawValue: 6)))
    let twice = HandleMap(captured: AttributeLayout(), live: layout([0x2A38, 0x2A38]))
    #expect(twice.target(of: try key("?/2a38")).handle == nil)
  }

  @Test("other properties are a difference")
  func properties() {
    let map = HandleMap(captured: layout([0x2A37]), live: layout([0x2A37], properties: 0x02))
    #expect(map.differences().map(\.what) == ["properties read, notify are now read"])
  }
}
