import TestSupport
import Testing

@testable import ATTParser

/// Which transport a link uses, as links open, close and go with their adapter.
@Suite("Link table") struct LinkTableTests {
  @Test("answers as a dictionary does", arguments: [1, 3, 40])
  func likeADictionary(_ handles: Int) {
    var random = SeededRandom.announced("LinkTable", seed: UInt64(handles))
    var table = LinkTable()
    var dictionary: [UInt64: Transport] = [:]
    for turn in 0..<20_000 {
      let adapter = UInt16(random.below(3))
      let link = LinkIdentifier(adapter, ConnectionHandle(rawValue: UInt16(random.below(handles))))
      switch random.below(20) {
      case 0..<11:
        let transport: Transport = random.below(2) == 0 ? .le : .brEDR
        table.open(link, transport)
        dictionary[link.packed] = transport
      case 11..<19:
        table.close(link)
        dictionary[link.packed] = nil
      default:
        table.removeAll(ofAdapter: adapter)
        dictionary = dictionary.filter { LinkIdentifier.adapter($0.key) != adapter }
      }
      let asked = LinkIdentifier(
        UInt16(random.below(3)), ConnectionHandle(rawValue: UInt16(random.below(handles))))
      if table.transport(asked) != dictionary[asked.packed] ?? .unknown {
        Issue.record("turn \(turn): \(table.transport(asked)) for \(asked.packed)")
        return
      }
    }
  }

  @Test("a table that is full begins anew") func full() {
    var table = LinkTable()
    for adapter in UInt16(0)..<16 {
      for handle in UInt16(0)..<1024 {
        table.open(LinkIdentifier(adapter, ConnectionHandle(rawValue: handle)), .le)
      }
    }
    let first = LinkIdentifier(0, ConnectionHandle(rawValue: 0))
    #expect(table.transport(first) == .le)
    table.open(LinkIdentifier(20, ConnectionHandle(rawValue: 1)), .brEDR)
    #expect(table.transport(first) == .unknown)
    #expect(table.transport(LinkIdentifier(20, ConnectionHandle(rawValue: 1))) == .brEDR)
  }
}
