import Foundation
import TestSupport
import Testing

/// What `bleshark speed` prints, and how it takes its options.
@Suite("bleshark speed") struct SpeedCommandTests {
  private static let folder = Fixture.path("captures/pacing")

  private func run(_ arguments: [String], environment: [String: String] = ["LC_ALL": "C.UTF-8"]) throws
    -> ProgramResult
  {
    try Bleshark.run(["speed"] + arguments, environment: environment, folder: Self.folder)
  }

  @Test(
    "whole reports",
    arguments: ["flash-page", "interval-raised", "jammed", "slow-ack-device", "app-in-background"])
  func reports(_ name: String) throws {
    let result = try run(["--width", "100", "--color", "never", "\(name).btsnoop"])
    #expect(result.status == 0)
    #expect(result.errors == "")
    expectGolden("speed-\(name).txt", result.text)
  }

  @Test("two captures side by side") func comparison() throws {
    let result = try run(["--color", "never", "window-1.btsnoop", "window-16.btsnoop"])
    #expect(result.status == 0)
    expectGolden("speed-comparison.txt", result.text)
  }

  @Test("a terminal without UTF-8 gets a plot of ASCII", arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
  func ascii(_ locale: String) throws {
    let result = try run(["--width", "60", "flash-page.btsnoop"], environment: ["LC_ALL": locale])
    let plot = result.lines.suffix(7)
    #expect(plot.count == 7)
    #expect(plot.dropLast().allSatisfy { $0.contains("|") })
    #expect(plot.last?.contains("+0") ?? false)
    #expect(plot.allSatisfy { line in line.allSatisfy { $0.isASCII } })
    // The same bars, with other characters.
    let blocks = try run(["--width", "60", "flash-page.btsnoop"]).lines.suffix(7)
    for (one, other) in zip(plot.dropLast(), blocks.dropLast()) {
      let bars = one.components(separatedBy: "|").last ?? ""
      let wanted = other.components(separatedBy: "│").last ?? ""
      #expect(bars.map { $0 == " " } == wanted.map { $0 == " " })
    }
  }

  @Test("the plot is as wide as the lines may be", arguments: [40, 60, 80, 100, 130])
  func width(_ width: Int) throws {
    let result = try run(["--width", "\(width)", "flash-page.btsnoop"])
    let plot = result.lines.suffix(7)
    #expect(plot.allSatisfy { $0.count <= width && $0.last != " " })
    #expect(plot.contains { $0.count >= width - 2 })
    #expect(plot.contains { $0.contains("█") })
  }

  @Test("comma-separated values add up") func table() throws {
    let result = try run(["--csv", "flash-page.btsnoop"])
    #expect(result.lines.first == "capture,subject,connection,handle,start_s,end_s,bytes,bytes_per_s")
    let rows = result.lines.dropFirst().map { $0.components(separatedBy: ",") }
    // The title has a comma, and so is quoted and cut in two here.
    #expect(rows.allSatisfy { $0.count == 9 })
    #expect(rows.reduce(0) { $0 + (Int($1[7]) ?? -1) } == 8 * 4096 + 60)
  }

  @Test("gaps that are stalls can be set") func stallFloor() throws {
    let few = try run(["--stall", "5s", "flash-page.btsnoop"])
    #expect(!few.text.contains("stalls"))
    let many = try run(["--stall", "20ms", "slow-ack.btsnoop"])
    #expect(many.text.contains("stalls"))
    let wrong = try run(["--stall", "soon", "slow-ack.btsnoop"])
    #expect(wrong.status == 2)
  }

  @Test("a connection that is asked for, also when its streams are short") func connection() throws {
    let capture = Fixture.path("captures/mtu-23.btsnoop")
    #expect(
      try Bleshark.run("speed", capture).text.hasSuffix(": no stream of values long enough to be measured\n"))
    #expect(try Bleshark.run("speed", "-c", "1", capture).text.contains("connection 1, notifications"))
  }

  @Test("a third capture is one too many") func tooMany() throws {
    let result = try run(["jammed.btsnoop", "jammed.btsnoop", "jammed.btsnoop"])
    #expect(result.status == 2)
    #expect(result.errors.contains("'jammed.btsnoop' is one too many"))
  }

  // MARK: Pictures

  /// The width and the height that a PNG file tells in its first chunk.
  private func size(ofPNG bytes: [UInt8]) throws -> [Int] {
    try #require(bytes.count > 24 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return [16, 20].map { at in bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("pictures are drawn by another program", arguments: PlantedPace.all)
  func picture(_ planted: PlantedPace) throws {
    let folder = try TemporaryFolder()
    let drawn = try Bleshark.run("speed", "--svg", folder.file("speed.svg"), planted.path)
    #expect(drawn.status == 0)
    let text = String(decoding: try Fixture.bytes(atPath: folder.file("speed.svg")), as: UTF8.self)
    #expect(text.contains("<text") && text.contains("ceiling"))
    #expect(text.contains("\(planted.pace.limiter)  "))
    #expect(text.utf8.count < 40_000)
    #expect(!text.contains("nan") && !text.contains("inf\""))
    let result = try Program.run(
      "/usr/bin/rsvg-convert", [folder.file("speed.svg"), "-o", folder.file("speed.png")])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let bytes = try Fixture.bytes(atPath: folder.file("speed.png"))
    let size = try size(ofPNG: bytes)
    #expect(size[0] == 960)
    #expect((500...720).contains(size[1]))
    // An empty picture of this size takes about 3 kB.
    #expect(bytes.count > 10_000)
  }

  @Test("nothing to draw is said") func nothingToDraw() throws {
    let folder = try TemporaryFolder()
    let result = try Bleshark.run(
      "speed", "--svg", folder.file("speed.svg"), Fixture.path("captures/connect-cancelled.btsnoop"))
    #expect(result.status == 2)
    #expect(result.errors.contains("no stream of values to plot"))
  }
}
