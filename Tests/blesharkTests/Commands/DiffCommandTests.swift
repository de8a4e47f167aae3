import Foundation
import TestSupport
import Testing

/// `bleshark diff` on sessions of Bumble's: Tests/Peers/scenarios/regression.py.
@Suite("bleshark diff") struct DiffCommandTests {
  /// The path of a session's capture.
  static func path(_ name: String) -> String { Fixture.path("captures/regression/\(name).btsnoop") }

  private func diff(_ golden: String, _ new: String, _ options: String...) throws -> (DiffReading, Int32) {
    let result = try Bleshark.run(["diff", "--json", Self.path(golden), Self.path(new)] + options)
    return (try DiffReading(result), result.status)
  }

  @Test(
    "the same device again is the same", arguments: ["good-1", "good-2", "good-3"],
    ["good-4", "good-5", "good-6"])
  func same(_ golden: String, _ new: String) throws {
    let (reading, status) = try diff(golden, new)
    #expect(reading.same && status == 0, "\(reading.differences.filter(\.fails).map(\.what))")
  }

  @Test("a mask that covers nothing is told, and changes nothing") func unusedMask() throws {
    let files = [Self.path("good-1"), Self.path("good-2")]
    let plain = try Bleshark.run(["diff"] + files)
    let result = try Bleshark.run(["diff", "--mask", "2a3f", "--mask", "2a26"] + files)
    #expect(result.errorLines.count == 1)
    #expect(result.errorLines.first?.hasPrefix("bleshark: --mask 2a3f: no value") == true)
    #expect(result.text == plain.text && result.status == plain.status)
  }

  static let planted: [(name: String, kinds: Set<String>, first: String)] = [
    ("cccd-missing", ["order.subscription-missing", "value.missing"], "order.subscription-missing"),
    ("order-swapped", ["order.step-moved"], "order.step-moved"),
    ("mtu-lower", ["link.mtu-lower", "transfer.chunk-changed"], "link.mtu-lower"),
    (
      "interval-doubled", ["link.parameters-changed", "timing.latency-higher", "transfer.slower"],
      "link.parameters-changed"
    ),
    ("answers-slower", ["timing.latency-higher"], "timing.latency-higher"),
    ("error-more", ["order.step-added"], "order.step-added"),
    ("chunk-changed", ["transfer.chunk-changed"], "transfer.chunk-changed"),
    ("image-differs", ["transfer.image-differs"], "transfer.image-differs"),
    ("service-removed", ["gatt.service-removed", "order.step-missing"], "gatt.service-removed"),
    (
      "all-wrong",
      [
        "link.parameters-changed", "link.mtu-lower", "gatt.service-removed", "order.step-missing",
        "order.subscription-missing", "order.step-moved", "order.step-added", "value.missing",
        "transfer.chunk-changed", "transfer.image-differs", "transfer.slower", "timing.latency-higher",
      ], "link.parameters-changed"
    ),
  ]

  @Test("what is planted is found and named, and nothing else", arguments: planted)
  func find(_ name: String, _ kinds: Set<String>, _ first: String) throws {
    for golden in ["good-1", "good-4"] {
      let (reading, status) = try diff(golden, name)
      #expect(status == 1)
      #expect(reading.kinds == kinds, "\(reading.differences.filter(\.fails).map(\.what))")
      #expect(reading.first?.kind == first)
      for difference in reading.differences where difference.fails {
        #expect(!difference.frames.isEmpty || !difference.goldenFrames.isEmpty)
      }
    }
  }

  @Test("the image is named by its hash, chunks by their length") func words() throws {
    let (image, _) = try diff("good-1", "image-differs")
    #expect(image.first?.what.hasPrefix("the image differs: SHA-256 ") == true)
    let (chunk, _) = try diff("good-1", "chunk-changed")
    #expect(chunk.first?.what == "chunks have up to 100 bytes instead of 200")
  }

  @Test("kinds are left out or chosen, masks and tolerances given, notes made to count") func options() throws
  {
    #expect(try diff("good-1", "image-differs", "--ignore", "transfer.image-differs").1 == 0)
    #expect(try diff("good-1", "image-differs", "--ignore", "transfer").1 == 0)
    #expect(try diff("good-1", "mtu-lower", "--only", "gatt.*").1 == 0)
    #expect(try diff("good-1", "answers-slower", "--tolerance", "latency=2").1 == 0)
    #expect(try diff("good-1", "good-3", "--tolerance", "latency=0.5", "--strict").1 == 0)
    #expect(try diff("good-1", "good-2", "--strict").1 == 1, "moved handles count")
    #expect(try diff("good-1", "error-more", "--mask", "5e500004-0000-4a00-8000-00805f9b34fb").1 == 1)
  }

  @Test("several good captures") func several() throws {
    let result = try Bleshark.run(
      ["diff"] + ["good-1", "good-2", "good-3", "good-4"].map(Self.path))
    #expect(result.status == 0)
    #expect(result.lines.first?.contains("does what 3 captures do") == true)
  }

  @Test("wrong usage and what cannot be read is status 2") func failures() throws {
    let good = Self.path("good-1")
    #expect(try Bleshark.run("diff", good).status == 2)
    #expect(try Bleshark.run("diff", good, "/no/such/file").status == 2)
    #expect(try Bleshark.run("diff", good, good, "--ignore", "no-such-kind").status == 2)
    #expect(try Bleshark.run("diff", good, good, "--mask", "2a37:x").status == 2)
    #expect(try Bleshark.run("diff", good, good, "--mask", ":1").status == 2)
    #expect(try Bleshark.run("diff", good, good, "--tolerance", "speed=1").status == 2)
    #expect(try Bleshark.run("diff", good, good, "--tolerance", "rate=-1").status == 2)
    let folder = try TemporaryFolder()
    let cut = try folder.write("cut.btsnoop", Array(Fixture.bytes(atPath: good).dropLast(7)))
    let result = try Bleshark.run("diff", good, cut)
    #expect(result.status == 2)
    #expect(!result.output.isEmpty, "what could be read is still compared")
  }
}
