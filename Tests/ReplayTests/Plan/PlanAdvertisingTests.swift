import ATTParser
import Testing

@testable import Replay

/// What the peripheral role advertises.
@Suite("Advertising of a plan")
struct PlanAdvertisingTests {
  private func plan(_ services: [String], name: String?) throws -> ReplayPlan {
    let entries = try services.enumerated().map { place, text in
      AttributeLayout.Entry(
        handle: AttributeHandle(rawValue: UInt16(place + 1)), key: try #require(AttributeKey(text: text)),
        detail: .service(end: AttributeHandle(rawValue: UInt16(place + 1)), isPrimary: true))
    }
    var read = ReplayStep(.read, time: 0, frame: 1)
    read.attribute = .key(try #require(AttributeKey(text: "1800/2a00")))
    read.answer = name.map { .value(Array($0.utf8), missing: 0) }
    return ReplayPlan(connections: [
      ReplayPlan.Connection(id: 1, layout: AttributeLayout(entries), steps: [read])
    ])
  }

  private func said(_ plan: ReplayPlan) throws -> (data: AdvertisingData, response: AdvertisingData) {
    guard case .advertise(let data, let response) = plan.advertisement else {
      throw ReplayError(.plan, "advertisement", "is none")
    }
    #expect(data.count <= 31 && response.count <= 31)
    return (AdvertisingData(data), AdvertisingData(response))
  }

  @Test("services and the name, in one piece where there is room")
  func together() throws {
    let (data, response) = try said(try plan(["1800", "1801", "180d", "180f", "180d#2"], name: "Shark"))
    #expect(data.flags == 0x06 && data.name == "Shark" && !data.hasMoreServices)
    #expect(data.services == [BluetoothUUID(0x180D), BluetoothUUID(0x180F)])
    #expect(response == AdvertisingData())
  }

  @Test("services of 128 bits, too; the name is then asked for")
  func long() throws {
    let own = "b1e50000-0000-4a00-8000-00805f9b34fb"
    let (data, response) = try said(try plan(["1800", "180d", own], name: "Shark with a name"))
    #expect(data.services == [BluetoothUUID(0x180D), try #require(BluetoothUUID(text: own))])
    #expect(data.name == nil && response.name == "Shark with a name" && !response.isNameShortened)
  }

  @Test("as many services as there is room for, and a name that is cut")
  func cut() throws {
    let services = (0x1810..<0x1830).map { String($0, radix: 16) }
    let (data, response) = try said(try plan(services, name: "A shark with quite a long name, é"))
    #expect(data.services.count == 13 && data.hasMoreServices)
    #expect(response.name == "A shark with quite a long nam" && response.isNameShortened)
  }

  @Test("a device without a name has one")
  func nameless() throws {
    #expect(try said(try plan(["180d"], name: nil)).data.name == "bleshark")
  }

  @Test("what was advertised comes before what was discovered")
  func captured() throws {
    var plan = try plan(["180d"], name: "Shark")
    plan.advertisingData = [2, 1, 6, 3, 3, 0x0F, 0x18]
    let (data, response) = try said(plan)
    #expect(data.services == [BluetoothUUID(0x180F)] && response.name == "Shark")
  }
}
