import TestSupport
import Testing

@testable import Analyzer

@Suite("Zip archives")
struct ZipArchiveTests {
  /// Made by Python's zipfile: a.txt, stored, is `stored`; b.bin, deflated, is 00 to 0f 16 times.
  private static let archive = [UInt8](
    hex: """
      504b03041400000000000048255c0bf94356060000000600000005000000612e74787473746f726564504b03041400000008\
      000048255ce05e13b6150000000001000005000000622e62696e6360646266616563e7e0e4e2e6e1e5e36718617c00504b01\
      0214031400000000000048255c0bf943560600000006000000050000000000000000000000800100000000612e747874504b\
      010214031400000008000048255ce05e13b61500000000010000050000000000000000000000800129000000622e62696e50\
      4b0506000000000200020066000000610000000000
      """)

  @Test("files that are stored and deflated")
  func contents() throws {
    let archive = try ZipArchive(Self.archive)
    #expect(archive.entries.map(\.name) == ["a.txt", "b.bin"])
    #expect(archive.entries.map(\.size) == [6, 256])
    #expect(try archive.contents(archive.entries[0]) == Array("stored".utf8))
    #expect(try archive.contents(archive.entries[1]) == (0..<256).map { UInt8($0 % 16) })
  }

  @Test("a comment behind the end")
  func comment() throws {
    var bytes = Self.archive
    bytes[bytes.count - 2] = 3
    #expect(try ZipArchive(bytes + Array("end".utf8)).entries.count == 2)
  }

  @Test(
    "what is wrong is said",
    arguments: [
      // The first byte of `stored`; the method of b.bin; the flags of a.txt; the size of b.bin; the count of files.
      (0x23, 0x74, "damaged zip archive: a.txt does not decompress to what it was"),
      (0x9E, 12, "zip archive with compression 12, which is not supported"),
      (0x69, 1, "zip archive with an encrypted file, a.txt, which is not supported"),
      (0xAC, 0xFF, "damaged zip archive: b.bin does not decompress to what it was"),
      (0xD1, 3, "damaged zip archive: its list of files is not where it should be"),
    ])
  func wrong(_ place: Int, _ byte: UInt8, _ message: String) throws {
    var bytes = Self.archive
    bytes[place] = byte
    let error = #expect(throws: ZipArchive.Failure.self) {
      let archive = try ZipArchive(bytes)
      for entry in archive.entries { _ = try archive.contents(entry) }
    }
    #expect(error?.description == message)
  }

  @Test("every prefix, and every byte changed, ends in files or an error")
  func damaged() {
    for count in 0..<Self.archive.count { Self.readAll(Array(Self.archive.prefix(count))) }
    for place in Self.archive.indices {
      for byte in [UInt8(0), 0x7F, 0xFF] {
        var bytes = Self.archive
        bytes[place] = byte
        Self.readAll(bytes)
      }
    }
  }

  private static func readAll(_ bytes: [UInt8]) {
    guard let archive = try? ZipArchive(bytes) else { return }
    for entry in archive.entries { _ = try? archive.contents(entry) }
  }
}
