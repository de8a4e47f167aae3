import Foundation
import TestSupport
import Testing

/// Images given with --image: which bytes of a file were written, for each kind of file.
@Suite("Images given with --image")
struct ReferenceImageTests {
  /// What `why --json` says of images.
  struct Reading: Decodable {
    struct Run: Decodable, Equatable {
      var connection: Int
      var handle: Int
      var offset: Int
      var length: Int
      var values: Int
    }
    struct Image: Decodable {
      var name: String
      var bytes: Int
      var written: Int
      var whole: Bool
      var inOrder: Bool
      var runs: [Run]
      var missing: [WhyReading.Hole]
      var repeated: [WhyReading.Hole]
    }
    var images: [Image]
  }

  private static let capture = Fixture.path("captures/ota-failed.btsnoop")
  private static let image = Fixture.path("captures/ota-failed.image.bin")

  private func images(_ file: String, _ capture: String = capture) throws -> [Reading.Image] {
    let result = try Bleshark.run("why", "--json", "--image", file, capture)
    try #require(result.status < 2, "\(result.errors)")
    return try AnalysisReading.decoder.decode(Reading.self, from: Data(result.output)).images
  }

  private func check(_ image: Reading.Image, _ name: String) {
    #expect(image.name == name)
    #expect(image.bytes == 20_000 && image.written == 9760)
    #expect(!image.whole && image.inOrder)
    #expect(image.runs == [.init(connection: 1, handle: 26, offset: 0, length: 9760, values: 40)])
    #expect(image.missing == [.init(offset: 9760, length: 10_240)])
    #expect(image.repeated.isEmpty)
  }

  @Test("as it is")
  func plain() throws {
    check(try images(Self.image)[0], Self.image)
  }

  @Test("as Intel HEX")
  func hex() throws {
    let bytes = try Fixture.bytes("captures/ota-failed.image.bin")
    func line(_ record: [UInt8]) -> String {
      let all = record + [0 &- record.reduce(0, &+)]
      return ":" + all.map { String(format: "%02X", $0) }.joined()
    }
    var lines = [line([2, 0, 0, 4, 0, 2])]
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let data = bytes[start..<min(start + 16, bytes.count)]
      lines.append(line([UInt8(data.count), UInt8(start >> 8), UInt8(start & 0xFF), 0] + data))
    }
    let folder = try TemporaryFolder()
    let path = try folder.write("fw.hex", Array((lines + [":00000001FF", ""]).joined(separator: "\n").utf8))
    check(try images(path)[0], path)
  }

  /// Makes a package with Python's zipfile: the image as app.bin, a manifest, and another file.
  private func package(_ folder: borrowing TemporaryFolder, _ manifest: String) throws -> String {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as package:
          package.write(sys.argv[2], 'app.bin')
          package.writestr('other.bin', bytes(range(256)))
          if sys.argv[3]: package.writestr('manifest.json', sys.argv[3])
      """
    let python = try #require(Program.find("python3"))
    let path = folder.file("fw.zip")
    let made = try Program.run(python, ["-c", script, path, Self.image, manifest])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  @Test(
    "in a package with a manifest: Nordic's, and that of the nRF Connect SDK",
    arguments: [
      #"{"manifest": {"application": {"bin_file": "app.bin", "dat_file": "app.dat"}, "dfu_version": 0.5}}"#,
      #"{"format-version": 1, "files": [{"file": "app.bin", "size": 20000}]}"#,
    ])
  func manifest(_ manifest: String) throws {
    let folder = try TemporaryFolder()
    let path = try package(folder, manifest)
    let found = try images(path)
    #expect(found.count == 1)
    check(found[0], "\(path): app.bin")
  }

  @Test("in a package without one")
  func bare() throws {
    let folder = try TemporaryFolder()
    let path = try package(folder, "")
    let found = try images(path)
    #expect(found.map(\.name) == ["\(path): app.bin", "\(path): other.bin"])
    check(found[0], "\(path): app.bin")
    #expect(found[1].written == 0)
  }

  @Test("over a lost connection, with the part that was sent twice")
  func resumed() throws {
    // The image of that session is random.Random(1).randbytes(20000), which begins like that of ota-failed or not;
    // what the capture itself holds is taken: the first 9,760 bytes, then from the offset that the device told.
    let profile = Fixture.path("profiles/window-ota.json")
    let capture = Fixture.path("captures/peer/ota-disconnect-resume.btsnoop")
    let folder = try TemporaryFolder()
    _ = try Bleshark.run("extract", "--ota-profile", profile, "-o", folder.file("fw.bin"), capture)
    let image = try images(folder.file("fw.bin"), capture)[0]
    #expect(image.whole && image.inOrder)
    #expect(image.runs.map(\.connection) == [1, 2])
    #expect(image.runs.map(\.offset) == [0, 9760])
    #expect(image.runs.map(\.values) == [40, 42])
  }

  @Test("extract tells the same, and needs no protocol for it")
  func extract() throws {
    let whole = try Bleshark.run(
      "extract", "--image", Fixture.path("captures/ota-ok.image.bin"), Fixture.path("captures/ota-ok.btsnoop")
    )
    #expect(whole.status == 0)
    #expect(whole.text.contains("8 192 of 8 192 bytes were written, all of them right, in order"))
    let part = try Bleshark.run("extract", "--image", Self.image, Self.capture)
    #expect(part.status == 1)
    let nothing = try Bleshark.run(
      "extract", "--image", Self.image, Fixture.path("captures/indications.btsnoop"))
    #expect(nothing.status == 1)
    #expect(nothing.text.contains("nothing of it was written"))
  }

  @Test("files that are no images")
  func refused() throws {
    let folder = try TemporaryFolder()
    func says(_ name: String, _ bytes: [UInt8], _ message: String) throws {
      let path = try folder.write(name, bytes)
      let result = try Bleshark.run("why", "--image", path, Self.capture)
      #expect(result.status == 2)
      #expect(result.errors == "bleshark: \(path): \(message)\n")
    }
    try says("a.bin", [], "no image in it: it is empty")
    try says("b.hex", Array(":00000001FE\n".utf8), "no Intel HEX file: line 1: its check is wrong")
    try says("c.zip", [0x50, 0x4B, 0x03, 0x04], "damaged zip archive: its end is missing")
    let package = try package(folder, #"{"files": [{"file": "no.bin"}]}"#)
    let result = try Bleshark.run("why", "--image", package, Self.capture)
    #expect(
      result.errors == "bleshark: \(package): no.bin, which the manifest names, is not in this package\n")
  }
}
