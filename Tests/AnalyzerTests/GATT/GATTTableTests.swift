import ATTParser
import Testing

@testable import Analyzer

/// Look-ups in an attribute table, and tables put together.
@Suite("Attribute tables") struct GATTTableTests {
  private static func handle(_ value: UInt16) -> AttributeHandle { AttributeHandle(rawValue: value) }

  private static func characteristic(
    _ declaration: UInt16, _ uuid: UInt16, properties: CharacteristicProperties = .read
  ) -> GATTTable.Characteristic {
    GATTTable.Characteristic(
      declaration: handle(declaration), value: handle(declaration + 1), properties: properties,
      uuid: BluetoothUUID(uuid))
  }

  /// Heart rate at 10…13, an unknown stretch, battery at 20…24.
  private static let table: GATTTable = {
    var table = GATTTable()
    table.merge(
      services: [
        GATTTable.Service(start: handle(20), end: handle(24), uuid: BluetoothUUID(0x180F)),
        GATTTable.Service(start: handle(10), end: handle(13), uuid: BluetoothUUID(0x180D)),
      ],
      includes: [
        GATTTable.Include(
          declaration: handle(21), start: handle(10), end: handle(13), uuid: BluetoothUUID(0x180D))
      ],
      characteristics: [characteristic(22, 0x2A19), characteristic(11, 0x2A37, properties: .notify)],
      attributes: [
        GATTTable.Attribute(handle: handle(24), uuid: BluetoothUUID(0x2902)),
        GATTTable.Attribute(handle: handle(13), uuid: BluetoothUUID(0x2902)),
      ])
    return table
  }()

  @Test("what a handle is") func meaning() {
    let table = Self.table
    let rate = Self.characteristic(11, 0x2A37, properties: .notify)
    #expect(table.meaning(of: Self.handle(10)) == .service(table.services[0]))
    #expect(table.meaning(of: Self.handle(11)) == .declaration(rate))
    #expect(table.meaning(of: Self.handle(12)) == .value(rate))
    #expect(table.meaning(of: Self.handle(13)) == .descriptor(table.attributes[0], of: rate))
    #expect(table.meaning(of: Self.handle(21)) == .include(table.includes[0]))
    #expect(table.meaning(of: Self.handle(9)) == nil)
    #expect(table.meaning(of: Self.handle(15)) == nil)
    #expect(GATTTable().meaning(of: Self.handle(1)) == nil)
  }

  @Test(
    "the type behind a handle",
    arguments: [
      (10, 0x2800), (11, 0x2803), (12, 0x2A37), (13, 0x2902), (14, nil), (20, 0x2800), (21, 0x2802),
      (22, 0x2803), (23, 0x2A19), (24, 0x2902), (25, nil), (0, nil), (0xFFFF, nil),
    ] as [(UInt16, UInt16?)])
  func uuid(_ sample: (handle: UInt16, uuid: UInt16?)) {
    #expect(Self.table.uuid(of: Self.handle(sample.handle)) == sample.uuid.map { BluetoothUUID($0) })
  }

  @Test(
    "a descriptor belongs to the characteristic before it, unless another service begins in between",
    arguments: [
      (11, nil), (12, nil), (13, 11), (14, nil), (19, nil), (20, nil), (22, nil), (24, 22), (25, nil),
    ] as [(UInt16, UInt16?)])
  func governing(_ sample: (handle: UInt16, declaration: UInt16?)) {
    let owner = Self.table.characteristic(governing: Self.handle(sample.handle))
    #expect(owner?.declaration.rawValue == sample.declaration)
  }

  @Test("without services the characteristic before it is the best there is") func governingWithoutServices()
  {
    var table = GATTTable()
    table.add(Self.characteristic(11, 0x2A37))
    #expect(table.characteristic(governing: Self.handle(13))?.declaration.rawValue == 11)
    #expect(table.characteristic(governing: Self.handle(12)) == nil)
    #expect(table.characteristic(governing: Self.handle(5)) == nil)
  }

  @Test(
    "the service that a handle lies in",
    arguments: [(9, nil), (10, 10), (13, 10), (14, nil), (19, nil), (20, 20), (24, 20), (25, nil)]
      as [(UInt16, UInt16?)])
  func service(_ sample: (handle: UInt16, start: UInt16?)) {
    #expect(Self.table.service(containing: Self.handle(sample.handle))?.start.rawValue == sample.start)
  }

  @Test("contents by service, with what lies in none at the end") func contents() throws {
    var table = Self.table
    table.add(GATTTable.Attribute(handle: Self.handle(40), uuid: BluetoothUUID(0x2901)))
    table.add(Self.characteristic(15, 0x2A00))
    let contents = table.contents()
    try #require(contents.count == 3)
    #expect(contents.map { $0.service?.start.rawValue } == [10, 20, nil])
    #expect(contents.map { $0.characteristics.map(\.characteristic.value.rawValue) } == [[12], [23], [16]])
    #expect(contents[0].characteristics[0].descriptors.map(\.handle.rawValue) == [13])
    #expect(contents[1].characteristics[0].descriptors.map(\.handle.rawValue) == [24])
    #expect(contents.map { $0.includes.map(\.declaration.rawValue) } == [[], [21], []])
    #expect(contents[2].loose.map(\.handle.rawValue) == [40])
    #expect(Self.table.contents().count == 2)
    #expect(GATTTable().contents().isEmpty)
  }

  @Test("a descriptor before the first characteristic of its service belongs to none") func looseInService() {
    var table = Self.table
    table.add(GATTTable.Service(start: Self.handle(30), end: Self.handle(40), uuid: nil))
    table.add(GATTTable.Attribute(handle: Self.handle(31), uuid: BluetoothUUID(0x2901)))
    let last = table.contents().last
    #expect(last?.service?.start.rawValue == 30)
    #expect(last?.loose.map(\.handle.rawValue) == [31])
  }

  @Test("a merge adds what is not known and changes nothing that is") func merge() {
    var table = Self.table
    var other = GATTTable()
    other.add(GATTTable.Service(start: Self.handle(10), end: Self.handle(11), uuid: BluetoothUUID(0x1800)))
    other.add(GATTTable.Service(start: Self.handle(1), end: Self.handle(9), uuid: BluetoothUUID(0x1801)))
    other.add(Self.characteristic(11, 0x2A00))
    other.add(Self.characteristic(2, 0x2A05))
    other.add(GATTTable.Attribute(handle: Self.handle(12), uuid: BluetoothUUID(0x2A37)))
    other.add(GATTTable.Attribute(handle: Self.handle(4), uuid: BluetoothUUID(0x2902)))
    other.add(GATTTable.Attribute(handle: Self.handle(13), uuid: BluetoothUUID(0x2902), isInferred: true))
    table.merge(other)
    #expect(TableText.services(table) == ["1-9 1801", "10-13 180d", "20-24 180f"])
    #expect(TableText.characteristics(table) == ["2 3 2 2a05", "11 12 16 2a37", "22 23 2 2a19"])
    #expect(TableText.attributes(table) == ["4 2902", "13 2902", "24 2902"])
    var empty = GATTTable()
    empty.merge(Self.table)
    #expect(empty == Self.table)
  }

  @Test("what discovery said outweighs what was inferred, either way round") func inferred() {
    let inferred = GATTTable.Attribute(
      handle: Self.handle(13), uuid: .clientCharacteristicConfiguration, isInferred: true)
    let said = GATTTable.Attribute(handle: Self.handle(13), uuid: BluetoothUUID(0x2901))
    var table = GATTTable()
    table.add(said)
    table.add(inferred)
    #expect(TableText.attributes(table) == ["13 2901"])
    table = GATTTable()
    table.add(inferred)
    table.add(said)
    #expect(TableText.attributes(table) == ["13 2901"])
  }

  @Test("a service of which an include named only the range gets its UUID later, and keeps it")
  func serviceUUID() {
    var table = GATTTable()
    table.add(GATTTable.Service(start: Self.handle(1), end: Self.handle(9), uuid: nil))
    table.add(GATTTable.Service(start: Self.handle(1), end: Self.handle(9), uuid: BluetoothUUID(0x1800)))
    table.add(GATTTable.Service(start: Self.handle(1), end: Self.handle(8), uuid: nil))
    #expect(TableText.services(table) == ["1-8 1800"])
  }

  @Test("a range that is forgotten") func remove() {
    var table = Self.table
    let part = table.take(Self.handle(12)...Self.handle(22))
    #expect(TableText.services(table) == ["10-13 180d"])
    #expect(TableText.characteristics(table) == ["11 12 16 2a37"])
    #expect(TableText.attributes(table) == ["24 2902"])
    #expect(table.includes.isEmpty)
    // Put back, it is as it was.
    var whole = table
    whole.replace(Self.handle(12)...Self.handle(22), with: part)
    #expect(whole == Self.table)
    #expect(table.take(Self.handle(0)...Self.handle(0xFFFF)).count == 3)
    #expect(table.isEmpty)
    #expect(table.take(Self.handle(0)...Self.handle(0xFFFF)).isEmpty)
  }

  @Test("a declaration at the end of a range takes the value behind it along") func removeDeclaration() {
    var table = Self.table
    let part = table.take(Self.handle(1)...Self.handle(11))
    #expect(TableText.characteristics(part) == ["11 12 16 2a37"])
    #expect(!TableText.characteristics(table).contains("11 12 16 2a37"))
  }

  @Test("what one table knows goes before what another one adds, apart from what was only inferred")
  func mergeOrder() {
    func attribute(_ handle: UInt16, _ uuid: UInt16, isInferred: Bool = false) -> GATTTable.Attribute {
      GATTTable.Attribute(handle: Self.handle(handle), uuid: BluetoothUUID(uuid), isInferred: isInferred)
    }
    var table = GATTTable()
    table.add(attribute(5, 0x2902))
    table.add(attribute(6, 0x2902, isInferred: true))
    var other = GATTTable()
    for handle in UInt16(3)...12 { other.add(attribute(handle, 0x2901)) }
    table.merge(other)
    #expect(
      TableText.attributes(table)
        == ["3 2901", "4 2901", "5 2902"] + (6...12).map { "\($0) 2901" })
  }
}
