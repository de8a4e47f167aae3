import TestSupport
import Testing

@testable import ATTParser
@testable import Analyzer

@Suite("Refusals") struct RefusalsTests {
  private func connection() throws -> Connection {
    let analysis = try session { script in
      script.connects()
      // Frames 2 to 9: of handle 3 twice with 0x02 and once with 0x05, of handle 5 once.
      script.asks("0a 0300", "01 0a 0300 02")
      script.asks("0a 0500", "01 0a 0500 01")
      script.asks("0a 0300", "01 0a 0300 02")
      script.asks("0a 0300", "01 0a 0300 05")
      // The other way round: this host is the server.
      script.receives("0a 0300")
      script.sends("01 0a 0300 0a")
    }
    return analysis.connections[0]
  }

  @Test(
    "the first one after a frame, by attribute, server and code",
    arguments: [
      (3, 0, nil, 3), (3, 2, nil, 3), (3, 3, nil, 7), (3, 7, nil, 9), (3, 9, nil, nil), (5, 0, nil, 5),
      (7, 0, nil, nil), (3, 0, 0x05, 9), (3, 0, 0x01, nil), (3, 9, 0x05, nil),
    ] as [(UInt16, Int, UInt8?, Int?)])
  func first(_ handle: UInt16, _ frame: Int, _ code: UInt8?, _ wanted: Int?) throws {
    let refusals = Refusals(try connection())
    let found = refusals.first(of: AttributeHandle(rawValue: handle), .peer, after: frame, with: code)
    #expect(found?.moment.frame == wanted)
  }

  @Test("a handle of this host is another attribute")
  func local() throws {
    let refusals = Refusals(try connection())
    let handle = AttributeHandle(rawValue: 3)
    #expect(refusals.first(of: handle, .local, after: 0)?.moment.frame == 11)
    #expect(refusals.first(of: AttributeHandle(rawValue: 5), .local, after: 0) == nil)
  }
}
