import Foundation
import TestSupport
import Testing

/// `gatt`: attribute tables printed, saved and given to other commands.
@Suite("The command gatt") struct GATTCommandTests {
  private static func path(_ name: String) -> String { Fixture.path("captures/\(name).btsnoop") }

  /// The peripheral of `reconnect-cached`, as its README and expected.json tell.
  private static let services = [
    "1-5 1800, 3 2a00, 5 2a01", "6-13 1801, 8 2a05 +9 2902, 11 2b29, 13 2b2a",
    "14-20 180a, 16 2a29, 18 2a24, 20 2a26", "21-24 180f, 23 2a19 +24 2902",
    "25-31 180d, 28 2a37 +29 2902, 31 2a38",
    "32-46 c0de0000-0000-4a00-8000-00805f9b34fb, 34 c0de0001-0000-4a00-8000-00805f9b34fb, "
      + "36 c0de0002-0000-4a00-8000-00805f9b34fb +37 2901, 39 c0de0003-0000-4a00-8000-00805f9b34fb, "
      + "41 c0de0004-0000-4a00-8000-00805f9b34fb +42 2901 +43 2902, "
      + "45 c0de0005-0000-4a00-8000-00805f9b34fb +46 2902",
  ]

  @Test("as JSON: services, values and nothing unexplained") func json() throws {
    let tables = try TablesReading(of: Bleshark.run("gatt", "--json", Self.path("reconnect-cached")))
    #expect(tables.schema == "bleshark.tables/1")
    try #require(tables.devices.count == 1)
    let device = tables.devices[0]
    #expect(device.address == "F0:F1:F2:F3:F4:F5")
    #expect(device.connections == [1, 2])
    #expect(device.services.map(\.line) == Self.services)
    #expect(device.unexplainedHandles.isEmpty)
    #expect(device.values.first { $0.handle == 23 }?.text == "87 %")
    #expect(device.values.first { $0.handle == 34 }?.value == "616761696e")
  }

  @Test("one connection's view") func oneConnection() throws {
    let path = Self.path("two-links")
    let both = try TablesReading(of: Bleshark.run("gatt", "--json", path))
    #expect(both.devices.map(\.connections) == [[1], [2]])
    let second = try TablesReading(of: Bleshark.run("gatt", "--json", "-c", "2", path))
    #expect(second.devices.map(\.address) == ["E1:E2:E3:E4:E5:E6"])
    #expect(second.devices[0].services.map(\.line) == both.devices[1].services.map(\.line))
  }

  @Test("as text") func text() throws {
    let lines = try Bleshark.run("gatt", Self.path("reconnect-cached")).lines
    #expect(lines.first == "F0:F1:F2:F3:F4:F5  connections 1, 2")
    for line in [
      "  0x0019–0x001f  service Heart Rate (180d)", "    0x001a  includes 0x0015–0x0018 180f",
      "    0x001c  Heart Rate Measurement (2a37)  notify",
      "      0x001d  Client Characteristic Configuration (2902)",
      "              notifications from frame 132 (connection 1)",
      "              notifications from frame 172 (connection 2)",
      "    0x0022  c0de0001-0000-4a00-8000-00805f9b34fb  read write-without-response write",
      "              = 616761696e",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test("several captures of one device add up") func severalFiles() throws {
    let folder = try TemporaryFolder()
    // The first connection alone, and the second one alone, which shows no discovery.
    let whole = try Fixture.bytes(atPath: Self.path("reconnect-cached"))
    let first = try folder.write("first", Self.part(of: whole, 1...157))
    let second = try folder.write("second", Self.part(of: whole, 158...197))
    let alone = try TablesReading(of: Bleshark.run("gatt", "--json", second))
    #expect(alone.devices.map(\.services.count) == [1])
    #expect(alone.devices[0].unexplainedHandles == [23, 28, 34])
    for files in [[first, second], [second, first]] {
      let both = try TablesReading(of: Bleshark.run(["gatt", "--json"] + files))
      try #require(both.devices.count == 1)
      #expect(both.devices[0].services.map(\.line) == Self.services)
      #expect(both.devices[0].connections == [1, 1])
      #expect(both.devices[0].unexplainedHandles.isEmpty)
    }
  }

  @Test("saved and given to other commands", arguments: ["saved", "capture"])
  func roundTrip(_ source: String) throws {
    let folder = try TemporaryFolder()
    let whole = try Fixture.bytes(atPath: Self.path("reconnect-cached"))
    let first = try folder.write("first", Self.part(of: whole, 1...157))
    let second = try folder.write("second", Self.part(of: whole, 158...197))
    var given = first
    if source == "saved" {
      given = folder.file("dev.gatt.json")
      let saving = try Bleshark.run("gatt", "--save", given, first)
      #expect(saving.status == 0)
      #expect(saving.output.isEmpty)
      #expect(try Fixture.bytes(atPath: given).starts(with: Array("{".utf8)))
    }
    let analysis = try AnalysisReading(of: Bleshark.run("analyze", "--json", "--gatt", given, second))
    #expect(analysis.connections[0].gatt.services.map(\.line) == Self.services)
    let values: [ValueReading] = try JSONLines.read(
      Bleshark.run("follow", "--jsonl", "--gatt", given, second, "heart rate measurement"))
    #expect(values.contains { $0.kind == "configuration" && $0.text == "notifications on" })
    #expect(values.contains { $0.kind == "notification" && $0.uuid == "2a37" })
    let requests: [RequestReading] = try JSONLines.read(
      Bleshark.run("requests", "--jsonl", "-g", given, "-a", "c0de0001-0000-4a00-8000-00805f9b34fb", second))
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.handle == 34 })
    let packets = try Bleshark.run("packets", "--gatt", given, second).text
    #expect(packets.contains("Heart Rate Measurement"))
    // Without it the handles have no names.
    #expect(try !Bleshark.run("packets", second).text.contains("Heart Rate Measurement"))
    #expect(try Bleshark.run("follow", second, "heart rate measurement").status == 2)
  }

  @Test("a saved table says the same when it is saved again") func savedTwice() throws {
    let folder = try TemporaryFolder()
    let path = Self.path("reconnect-cached")
    let one = folder.file("one")
    let other = folder.file("other")
    #expect(try Bleshark.run("gatt", "--save", one, path).status == 0)
    #expect(try Bleshark.run("gatt", "--save", other, path).status == 0)
    #expect(try Fixture.bytes(atPath: one) == Fixture.bytes(atPath: other))
  }

  @Test("half a capture is not taken for a whole one") func cutTables() throws {
    let folder = try TemporaryFolder()
    let path = Self.path("reconnect-cached")
    let cut = try folder.write("cut", Array(Fixture.bytes(atPath: path).dropLast(3)))
    let result = try Bleshark.run("requests", "--gatt", cut, path)
    #expect(result.status == 0)
    #expect(result.errors.contains("\(cut): "))
    #expect(result.errors.contains("attributes may be missing from what --gatt tells"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try Bleshark.run("requests", "--gatt", path, path).errors.isEmpty)
  }

  @Test("what cannot be saved or read") func refusals() throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let none = try Bleshark.run("gatt", "--save", out, Self.path("connect-cancelled"))
    #expect(none.status == 2)
    #expect(none.errors.contains("nothing to save"))
    let two = try Bleshark.run("gatt", "--save", out, Self.path("two-links"))
    #expect(two.status == 2)
    #expect(two.errors.contains("--connection"))
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(try Bleshark.run("gatt", "--save", out, "-c", "2", Self.path("two-links")).status == 0)
    let texts = [
      ("{}", ":1:1: $.schema: missing"), ("{", ":1:2: $: no JSON"),
      (#"{"schema":"bleshark.gatt/9"}"#, "$.schema: 'bleshark.gatt/9' is not known; bleshark.gatt/1 is read"),
      (
        #"{"schema":"bleshark.gatt/1","services":[],"includes":[],"attributes":[]}"#,
        "$.characteristics: missing"
      ),
      (
        """
        {"schema":"bleshark.gatt/1","services":[],"includes":[],"characteristics":[],
         "attributes":[{"handle":5,"uuid":"29020"}]}
        """, ":2:28: $.attributes[0].uuid: '29020' is no UUID"
      ), ("hello\n", "text"),
    ]
    for (text, message) in texts {
      let file = try folder.write("given", Array(text.utf8))
      let result = try Bleshark.run("analyze", "--gatt", file, Self.path("mtu-23"))
      #expect(result.status == 2, "\(text)")
      #expect(result.errors.contains(message), "\(text): \(result.errors)")
    }
    let undiscovered = try Bleshark.run("analyze", "-g", Self.path("connect-cancelled"), Self.path("mtu-23"))
    #expect(undiscovered.status == 2)
    #expect(undiscovered.errors.contains("no discovery in this capture"))
  }

  @Test("a capture without attributes says so") func empty() throws {
    let result = try Bleshark.run("gatt", Self.path("connect-cancelled"))
    #expect(result.status == 0)
    #expect(result.lines == ["no attributes in this capture: nothing was discovered or used"])
  }

  /// The header and some records of a btsnoop file, frames numbered from 1.
  private static func part(of bytes: [UInt8], _ frames: ClosedRange<Int>) -> [UInt8] {
    var part = Array(bytes[..<16])
    var offset = 16
    var number = 1
    while offset + 24 <= bytes.count {
      let end = offset + 24 + bytes[(offset + 4)..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) }
      if frames.contains(number) { part += bytes[offset..<end] }
      (offset, number) = (end, number + 1)
    }
    return part
  }
}
