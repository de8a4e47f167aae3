import ATTParser
import TestSupport
import Testing

@testable import Replay

/// Sessions played against virtual devices: themselves, themselves elsewhere, and themselves with something wrong.
@Suite("Replay runner")
struct ReplayRunnerTests {
  /// Captures of every kind that the project has.
  static let sessions = [
    "mtu-23", "mtu-185", "mtu-247", "mtu-517", "mtu-two-sided", "indications", "long-read-write",
    "att-errors",
    "ota-ok", "ota-failed", "link-loss", "mcumgr-ok", "mcumgr-interrupted", "reconnect-cached", "pairing",
    "parameter-update", "peripheral-side", "two-links-discovery", "service-changed", "eatt",
    "updates/nordic-secure-dfu-ok", "updates/nordic-secure-dfu-resumed", "updates/nordic-legacy-dfu-ok",
    "updates/telink-ota-ok", "updates/espressif-ble-ota-ok", "updates/cypress-bootloader-resumed",
    "updates/mcumgr-too-long", "pacing/window-16", "pacing/write-request",
  ]

  @Test("a session played against itself has no differences", arguments: sessions)
  func itself(_ name: String) throws {
    let report = play(try ReplayPlan(fixture: name))
    #expect(report.isAsRecorded, "\(report.stop ?? "") \(report.firstSurprise as Any)")
    #expect(report.count(.passed) > 0)
    #expect(report.failure == nil)
  }

  @Test("nor against a device with other handles", arguments: sessions, [1, 64] as [UInt16])
  func shifted(_ name: String, _ offset: UInt16) throws {
    let plan = try ReplayPlan(fixture: name)
    let report = play(plan, on: VirtualDevice(plan.shifted(by: offset)))
    #expect(report.isAsRecorded, "\(report.stop ?? "") \(report.firstSurprise as Any)")
    #expect(
      report.remarks.contains { $0.contains("have other handles") }
        || plan.connections.allSatisfy { $0.layout.entries.isEmpty })
  }

  @Test("nothing is sent that may not be", arguments: sessions)
  func permission(_ name: String) throws {
    let plan = try ReplayPlan(fixture: name)
    let device = VirtualDevice(plan)
    var policy = ReplayPolicy()
    policy.keepsGoing = true
    _ = play(plan, on: device, policy)
    #expect(device.writes == 0)
  }

  @Test("an image is not written without a word for it")
  func image() throws {
    let plan = try ReplayPlan(fixture: "updates/nordic-secure-dfu-ok")
    let device = VirtualDevice(plan)
    var policy = ReplayPolicy()
    policy.permission.allWrites = true
    policy.keepsGoing = true
    let report = play(plan, on: device, policy)
    let transfers = WritePermission.transferAttributes(of: plan)
    let sent = report.results.filter { $0.status == .passed && $0.step.isWrite }
    #expect(sent.allSatisfy { !transfers.contains($0.step.attribute!.key!) })
    #expect(device.writes == sent.count)
  }

  @Test(
    "a planted difference is reported at its step and no other",
    arguments: ["mtu-247", "ota-ok", "long-read-write", "att-errors"])
  func planted(_ name: String) throws {
    let plan = try ReplayPlan(fixture: name)
    var tried = 0
    for place in plan.connections[0].steps.indices {
      var other = plan
      let step = other.connections[0].steps[place]
      // Prepared parts are echoes of what was sent, not of what was recorded.
      if step.isWait {
        guard !step.value.isEmpty else { continue }
        other.connections[0].steps[place].value[step.value.count - 1] ^= 0xFF
      } else if case .value(let value, _) = step.answer, !value.isEmpty,
        step.attribute?.key?.uuid != BluetoothUUID(0x2B2A)
      {
        other.connections[0].steps[place].answer = .value(
          value.dropLast() + [value[value.count - 1] ^ 0xFF], missing: 0)
      } else if case .accepted = step.answer {
        other.connections[0].steps[place].answer = .error(ATTErrorCode(rawValue: 0x80), step.attribute)
      } else if case .error(_, let attribute) = step.answer {
        other.connections[0].steps[place].answer = .error(ATTErrorCode(rawValue: 0x91), attribute)
      } else {
        continue
      }
      if let uuid = step.attribute?.key?.uuid, VolatileValue.known.contains(where: { $0.uuid == uuid }) {
        continue
      }
      tried += 1
      let report = play(plan, on: VirtualDevice(other))
      #expect(report.firstSurprise?.place == place)
      #expect(report.firstSurprise?.status == .differs)
      #expect(report.results.count(where: \.isSurprise) == 1)
      #expect(report.stop == "stopped at step \(place) of connection 1")
      // Nothing behind it was played.
      #expect(
        report.results.filter { $0.place > place && $0.step.isSent }.allSatisfy { $0.status == .notSent })
    }
    #expect(tried > 5)
  }

  @Test("a notification that does not come is missed at its step", arguments: [1, 3, 7])
  func dropped(_ number: Int) throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let waits = plan.connections[0].steps.indices.filter { plan.connections[0].steps[$0].isWait }
    var policy = ReplayPolicy.open
    policy.faults.droppedValue = number
    let report = play(plan, policy)
    #expect(report.firstSurprise?.place == waits[number - 1])
    #expect(report.firstSurprise?.status == .timedOut)
  }

  @Test("an injected error is reported at the first request on the attribute")
  func injectedError() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let control = try #require(BluetoothUUID(text: "b1e50001-0000-4a00-8000-00805f9b34fb"))
    let first = plan.connections[0].steps.firstIndex { step in
      step.kind == .write && step.attribute?.key?.uuid == control
    }
    var policy = ReplayPolicy.open
    policy.faults.error = (ATTErrorCode(rawValue: 0x0E), .characteristic(control))
    let report = play(plan, policy)
    #expect(report.firstSurprise?.place == first)
    #expect(
      report.firstSurprise?.differences.first
        == ReplayDifference("answer", recorded: "accepted", live: "error 0x0e Unlikely Error"))
  }

  @Test("a link that ends at an offset is reported where that is", arguments: [1, 1000, 5000])
  func disconnected(_ offset: Int) throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let data = try #require(plan.mostWritten)
    var written = 0
    var last = 0
    for (place, step) in plan.connections[0].steps.enumerated()
    where step.isWrite && step.attribute?.key == data {
      written += step.value.count
      last = place
      if written >= offset { break }
    }
    var policy = ReplayPolicy.open
    policy.faults.disconnectOffset = offset
    let report = play(plan, policy)
    let found = try #require(report.firstSurprise)
    #expect(found.place == last + 1)
    #expect(found.differences.first?.field == "link")
  }

  @Test("an update that stops is told to the device, where its protocol can")
  func abort() throws {
    let plan = try ReplayPlan(fixture: "updates/nordic-secure-dfu-ok")
    var other = plan
    let wait = try #require(plan.connections[0].steps.lastIndex { $0.isWait })
    other.connections[0].steps[wait].value[2] = 0x0A
    let report = play(plan, on: VirtualDevice(other))
    #expect(report.remarks.contains("sent the Abort of Nordic Secure DFU, since an update was under way"))
  }

  @Test("a smaller ATT_MTU differs, and what is too long for it is not cut silently")
  func smallMTU() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let stopped = play(plan, on: VirtualDevice(plan, serverMTU: 100))
    #expect(stopped.firstSurprise?.step.kind == .exchangeMTU)
    #expect(stopped.firstSurprise?.differences.first?.field == "mtu")
    var policy = ReplayPolicy.open
    policy.keepsGoing = true
    let report = play(plan, on: VirtualDevice(plan, serverMTU: 100), policy)
    let long = report.results.filter { $0.note?.contains("more than the ATT_MTU of 100") == true }
    #expect(long.count == plan.connections[0].steps.count { $0.isWrite && $0.value.count > 97 })
    #expect(long.allSatisfy { $0.status == .notSent && $0.isSurprise })
  }

  @Test("an attribute that the device does not have is not written to elsewhere")
  func missingService() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    var other = plan
    let ota = try #require(plan.mostWritten).service
    other.connections[0].layout = AttributeLayout(
      plan.connections[0].layout.entries.filter { $0.key.service != ota })
    let device = VirtualDevice(other)
    var policy = ReplayPolicy.open
    policy.keepsGoing = true
    let report = play(plan, on: device, policy)
    #expect(device.writes == 0)
    #expect(report.results.contains { $0.note == "the device has no service \(ota)" })
  }

  @Test("where a transport does not tell error codes, one is as good as another, which is said")
  func errorCodes() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.discovers()
    capture.asks("0a 0600", "01 0a 0600 80")
    capture.asks("12 0600 01", "01 12 0600 03")
    let plan = try capture.plan()
    var other = plan
    other.connections[0].steps[2].answer = .error(
      ATTErrorCode(rawValue: 0x0E), plan.connections[0].steps[2].attribute)
    let all = VirtualDevice(plan).capabilities
    let without = LimitedBearer(VirtualDevice(other), all.subtracting(.errorCodes))
    let report = ReplayRunner(plan, over: without, policy: .open).run(.name(""))
    #expect(report.isAsRecorded, "\(report.firstSurprise as Any)")
    #expect(
      report.remarks == [
        "1 error code could not be compared with what was recorded: the transport does not tell them"
      ])
    #expect(play(plan, on: VirtualDevice(other)).firstSurprise?.differences.first?.field == "error")
  }

  @Test(
    "a session that needs what the transport cannot do is refused before anything is sent",
    arguments: [
      (.cccdValues, "12 0400 0300", "write CCCD values of its own"),
      (.cccdValues, "12 0400 01", "write CCCD values of its own"),
      (.rawHandles, "0a ffff", "send PDUs with handles that no attribute has"),
      (.longValues, "16 0600 0000 01", "write and read long values in parts"),
      (.cccdValues, "12 0400 0200", nil), (.cccdValues, "12 0400 0000", nil),
      (.cccdValues, "12 0600 0300", nil), (.rawHandles, "0a 0600", nil),
    ] as [(BearerCapabilities, String, String?)])
  func needs(_ lacking: BearerCapabilities, _ request: String, _ what: String?) throws {
    var capture = CapturedSession()
    capture.connects()
    capture.discovers()
    capture.asks("0a 0600", "0b 01")
    capture.asks(request, "01 \(request.prefix(2)) 0000 01")
    let plan = try capture.plan()
    let device = VirtualDevice(plan)
    let bearer = LimitedBearer(device, device.capabilities.subtracting(lacking))
    let report = ReplayRunner(plan, over: bearer, policy: .open).run(.name(""))
    guard let what else {
      #expect(report.isAsRecorded, "\(report.failure as Any) \(report.firstSurprise as Any)")
      return
    }
    #expect(
      report.failure?.description
        == "the transport: it cannot \(what), which the session needs; --keep-going plays the rest")
    #expect(bearer.sent == 0)
    var policy = ReplayPolicy.open
    policy.keepsGoing = true
    let rest = ReplayRunner(plan, over: bearer, policy: policy).run(.name(""))
    let left = rest.results.filter { $0.status == .notSent }
    #expect(left.map(\.note) == ["the transport cannot \(what)"] && left.allSatisfy(\.isSurprise))
    #expect(rest.results.contains { $0.step.kind == .read && $0.status == .passed })
  }

  @Test("what the session does not use may be missing")
  func unused() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let used = Set(plan.connections[0].steps.compactMap { $0.attribute?.key?.service })
    var other = plan
    other.connections[0].layout = AttributeLayout(
      plan.connections[0].layout.entries.filter { used.contains($0.key.service) })
    let report = play(plan, on: VirtualDevice(other))
    #expect(report.isAsRecorded)
    let discovery = report.results.first { $0.step.kind == .discover }
    #expect(discovery?.note?.hasSuffix("are missing or have other properties") == true)
  }

  @Test("variables are taken from an answer and put into what is sent")
  func variables() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.discovers()
    capture.asks("0a 0600", "0b 11 22 33")
    capture.asks("12 0600 aa 22 33", "13")
    capture.asks("0a 0600", "0b aa 22 33")
    var plan = try capture.plan()
    var device = plan
    device.connections[0].steps[2].answer = .value([0x11, 0x77, 0x88], missing: 0)
    device.connections[0].steps[3].value = [0xAA, 0x77, 0x88]
    plan.connections[0].steps[2].takes = [ReplayStep.Take(name: "token", offset: 1, count: 2)]
    plan.connections[0].steps[3].puts = [ReplayStep.Put(name: "token", offset: 1)]
    // The device answers with what was written last, which is what shows it.
    device.connections[0].steps[4].answer = .other([0x0B, 0xAA, 0x77, 0x88])
    let report = play(plan, on: VirtualDevice(device))
    #expect(report.results[2].status == .passed && report.results[3].status == .passed)
    #expect(report.firstSurprise?.differences.first?.live == "aa7788")
  }

  @Test("steps that are to be left out are")
  func skipped() throws {
    var plan = try ReplayPlan(fixture: "mtu-247")
    let write = try #require(plan.connections[0].steps.firstIndex { $0.kind == .write })
    plan.connections[0].steps[write].isSkipped = true
    let device = VirtualDevice(plan)
    let report = play(plan, on: device)
    #expect(report.results[write].status == .skipped && !report.results[write].isSurprise)
  }

  @Test("a run that the user stops has a report of what was done")
  func interrupted() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let counter = Counter()
    var policy = ReplayPolicy.open
    policy.isInterrupted = { counter.next() > 40 }
    let device = VirtualDevice(plan)
    let report = play(plan, on: device, policy)
    #expect(report.isInterrupted && !report.isAsRecorded)
    #expect(report.results.count == plan.stepCount)
    #expect(report.count(.passed) > 0 && report.count(.notSent) > 0)
    #expect(device.link == nil)
  }

  @Test("200 sessions in a row")
  func soak() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let device = VirtualDevice(plan)
    for _ in 0..<Fixture.count("BLESHARK_SOAK", standard: 200) {
      #expect(play(plan, on: device).isAsRecorded)
    }
    #expect(device.link == nil)
  }
}

/// Counts how often it was asked.
private final class Counter: @unchecked Sendable {
  private var count = 0
  /// One more than the last time.
  func next() -> Int {
    count += 1
    return count
  }
}
