import ATTParser
import Testing

@testable import Analyzer

/// How long a device is listened to.
@Suite("Listened attributes") struct ListenedAttributesTests {
  private let sensor = AttributeHandle(rawValue: 0x12)
  private let other = AttributeHandle(rawValue: 0x15)

  @Test("an attribute is left alone after so many messages, the others are not") func patience() {
    var listened = ListenedAttributes()
    for _ in 1..<ListenedAttributes.patience { listened.hear(sensor) }
    #expect(listened.contains(sensor))
    listened.hear(sensor)
    listened.hear(other)
    #expect(!listened.contains(sensor))
    #expect(listened.contains(other))
  }

  @Test("listening again begins anew, and names those that were left alone") func again() {
    var listened = ListenedAttributes()
    for _ in 0..<1000 { listened.hear(sensor) }
    listened.hear(other)
    #expect(listened.listenAgain() == [sensor])
    #expect(listened.contains(sensor))
    #expect(listened.listenAgain() == [])
  }

  @Test("attributes beyond the limit are not listened to") func limit() {
    var listened = ListenedAttributes()
    for handle in UInt16(1)...256 { listened.hear(AttributeHandle(rawValue: handle)) }
    #expect(listened.contains(AttributeHandle(rawValue: 256)))
    #expect(!listened.contains(AttributeHandle(rawValue: 257)))
  }
}
