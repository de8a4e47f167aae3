import ATTParser
import Testing

@testable import Replay

/// What may be written, and that nothing else is.
@Suite("Write permission")
struct WritePermissionTests {
  private func write(_ attribute: String, _ kind: ReplayStep.Kind = .write) throws -> ReplayStep {
    var step = ReplayStep(kind, time: 0, frame: 1)
    step.attribute = .key(try #require(AttributeKey(text: attribute)))
    step.value = [1]
    return step
  }

  @Test("nothing may be written unless that is said; reading always may")
  func nothing() throws {
    let none = WritePermission()
    for kind in [ReplayStep.Kind.write, .writeCommand, .prepareWrite] {
      #expect(
        none.refusal(of: try write("180d/2a39", kind), transferAttributes: [])
          == "writing needs --allow-writes, or --allow-write 2a39")
    }
    #expect(none.refusal(of: ReplayStep(.executeWrite, time: 0, frame: 1), transferAttributes: []) != nil)
    #expect(none.refusal(of: try write("180d/2a39", .read), transferAttributes: []) == nil)
  }

  @Test("a characteristic by its UUID takes its descriptors along, and nothing else")
  func single() throws {
    var some = WritePermission()
    some.characteristics = [BluetoothUUID(0x2A37)]
    #expect(some.refusal(of: try write("180d/2a37/2902"), transferAttributes: []) == nil)
    #expect(some.refusal(of: try write("180d/2a39"), transferAttributes: []) != nil)
  }

  @Test("an attribute that takes an image needs more")
  func transfer() throws {
    var writes = WritePermission()
    writes.allWrites = true
    let step = try write("fe59/8ec90001-f315-4f60-9fb8-838830daea50")
    let key = try #require(step.attribute?.key)
    #expect(
      writes.refusal(of: step, transferAttributes: [key])
        == "it takes a firmware image, or may: that needs --allow-ota")
    writes.transfers = true
    #expect(writes.refusal(of: step, transferAttributes: [key]) == nil)
  }

  @Test("known protocols and bulk writes are found again in an edited plan")
  func found() throws {
    var plan = ReplayPlan()
    var steps = [try write("fe59/8ec90001-f315-4f60-9fb8-838830daea50")]
    for _ in 0..<16 {
      var chunk = try write("ff00/ff01", .writeCommand)
      chunk.value = [UInt8](repeating: 7, count: 32)
      steps.append(chunk)
    }
    steps += [try write("180d/2a39")]
    plan.connections = [ReplayPlan.Connection(id: 1, layout: AttributeLayout(), steps: steps)]
    #expect(
      WritePermission.transferAttributes(of: plan).map(\.description).sorted() == [
        "fe59/8ec90001-f315-4f60-9fb8-838830daea50", "ff00/ff01",
      ])
  }
}
