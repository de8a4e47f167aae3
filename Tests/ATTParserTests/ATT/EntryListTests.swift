import Testing

@testable import ATTParser

@Suite("Lists of entries of one length")
struct EntryListTests {
  @Test(
    "whatever the length byte and the bytes after it, no entry reaches beyond them", arguments: [0, 1, 2, 4])
  func everyLength(_ least: Int) {
    for length in 0...255 {
      for count in [0, 1, 2, 3, 4, 5, 7, 18, 254, 255, 256, 509, 511] {
        let bytes = [UInt8](repeating: 0xAA, count: count)
        var reader = ByteReader(unsafe bytes.span.bytes, origin: 100, store: .capture, layer: .att)
        var problem: DecodeError?
        let list = Result { () throws(DecodeError) in
          try EntryList.decode(
            &reader, length: UInt8(length), least: max(1, least), field: .attributeDataList, problem: &problem
          )
        }
        check(list, problem, length: length, least: max(1, least), count: count)
      }
    }
  }

  private func check(
    _ list: Result<EntryList, DecodeError>, _ problem: DecodeError?, length: Int, least: Int, count: Int
  ) {
    switch list {
    case .failure(let error) where length < least:
      #expect(error.reason == .badEntryLength(UInt8(length)))
    case .failure(let error):
      #expect(count < length)
      #expect(error.reason == .needs(Int32(length), has: Int32(count)))
    case .success(let list):
      #expect(list.count == count / length)
      #expect(list.entries == ByteRange(offset: 100, count: count / length * length))
      #expect((problem != nil) == (count % length != 0))
    }
  }
}
