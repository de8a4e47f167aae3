import ATTParser
import Testing

@testable import Replay

/// What counts as a difference.
@Suite("Comparator")
struct ComparatorTests {
  private let comparator = Comparator(
    volatile: VolatileValue.known + [
      VolatileValue(BluetoothUUID(0x2A50), 1..<3, reason: "counter")
    ], capabilities: .errorCodes)

  private func step(_ attribute: String) throws -> ReplayStep {
    var step = ReplayStep(.read, time: 0, frame: 1)
    step.attribute = .key(try #require(AttributeKey(text: attribute)))
    return step
  }

  @Test("answers of one kind are compared by what they say")
  func answers() throws {
    let step = try step("180d/2a39")
    func fields(_ recorded: ReplayAnswer?, _ live: ReplayAnswer?) -> [String] {
      comparator.differences(step, recorded: recorded, live: live).map(\.field)
    }
    let code = ATTErrorCode(rawValue: 0x0E)
    #expect(fields(nil, nil) == [])
    #expect(fields(.accepted, .accepted) == [])
    #expect(fields(.accepted, nil) == ["answer"])
    #expect(fields(nil, .accepted) == ["answer"])
    #expect(fields(.accepted, .error(code, step.attribute)) == ["answer"])
    #expect(fields(.error(code, step.attribute), .error(code, step.attribute)) == [])
    #expect(fields(.error(code, step.attribute), .error(.attributeNotFound, step.attribute)) == ["error"])
    #expect(
      fields(.error(code, step.attribute), .error(code, try self.step("180d/2a37").attribute)) == [
        "attribute"
      ])
    #expect(fields(.mtu(247), .mtu(247)) == [])
    #expect(fields(.mtu(247), .mtu(185)) == ["mtu"])
    #expect(fields(.value([1, 2], missing: 0), .value([1, 2], missing: 0)) == [])
    #expect(fields(.value([1, 2], missing: 0), .value([1, 3], missing: 0)) == ["value"])
    #expect(fields(.value([1, 2], missing: 0), .value([1], missing: 0)) == ["length"])
    #expect(fields(.value([1], missing: 2), .value([1, 5, 6], missing: 0)) == [])
  }

  @Test("errors without their codes are alike, and that is said")
  func untoldCodes() throws {
    let blind = Comparator(volatile: [], capabilities: [])
    let step = try step("180d/2a39")
    let was = ReplayAnswer.error(ATTErrorCode(rawValue: 0x80), step.attribute)
    let now = ReplayAnswer.error(.unlikelyError, step.attribute)
    #expect(blind.differences(step, recorded: was, live: now).isEmpty)
    #expect(
      blind.open(recorded: was, live: now)
        == "the transport does not tell error codes: recorded error 0x80 Application Error 128, taken for error 0x0e Unlikely Error"
    )
    #expect(blind.open(recorded: now, live: now) == nil && blind.open(recorded: .accepted, live: now) == nil)
    #expect(blind.differences(step, recorded: .accepted, live: now).map(\.field) == ["answer"])
    #expect(comparator.open(recorded: was, live: now) == nil)
  }

  @Test("a difference says where")
  func place() throws {
    let found = comparator.value(
      [1, 2, 3], [1, 9, 3], of: try step("180d/2a39").attribute, try step("180d/2a39"))
    #expect(found == [ReplayDifference("value", recorded: "010203 at byte 1", live: "010903")])
  }

  @Test("volatile values and bytes are not compared")
  func volatile() throws {
    let hash = try step("1801/2b2a")
    #expect(
      comparator.differences(hash, recorded: .value([1], missing: 0), live: .value([2, 3], missing: 0))
        .isEmpty)
    let counter = try step("180a/2a50")
    #expect(comparator.value([0, 1, 2, 3], [0, 7, 7, 3], of: counter.attribute, counter).isEmpty)
    #expect(!comparator.value([0, 1, 2, 3], [0, 7, 7, 4], of: counter.attribute, counter).isEmpty)
  }

  @Test("bytes that are taken into a variable are not compared")
  func taken() throws {
    var session = try step("180d/2a39")
    session.takes = [ReplayStep.Take(name: "session", offset: 1, count: 2)]
    #expect(comparator.value([0, 1, 2, 3], [0, 7, 8, 3], of: session.attribute, session).isEmpty)
    #expect(!comparator.value([0, 1, 2, 3], [9, 7, 8, 3], of: session.attribute, session).isEmpty)
  }
}
