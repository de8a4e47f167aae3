import ATTParser
import TestSupport
import Testing

@testable import Analyzer

private let device: UInt64 = 0xC102_0304_0506
private let other: UInt64 = 0xD111_2222_3333
private let name = "06 09 536861726b"

/// Explains the last attempt of an exchange, ended or not.
private func explain(
  name: String? = nil, _ body: (inout AdvertisingScript) -> Void
) throws -> ConnectAttemptExplanation {
  var script = AdvertisingScript()
  body(&script)
  let (advertising, attempts) = try script.read()
  let attempt = try #require(advertising.unfinishedAttempts.last ?? attempts.last)
  return ConnectAttemptExplanation(attempt, advertising, name: name)
}

@Suite("ConnectAttemptExplanation")
struct AdvertisingExplanationTests {
  @Test("without reports nothing can be concluded")
  func noReports() throws {
    let found = try explain { script in
      script.scan(true)
      script.connect(device)
      script.wait(milliseconds: 5000)
      script.cancel()
    }
    #expect(found.reason == .unknown(.noReports))
    #expect(found.frames == [3, 5])
    #expect(
      found.sentence
        == "cannot be concluded from this capture: it holds no advertising reports, so whether C1:02:03:04:05:06 (random) was there is unknown; the controller listened for it during the attempt, 5.0 s in vain"
    )
  }

  @Test("an attempt to the filter list is to nobody in particular")
  func filterList() throws {
    let found = try explain { script in
      script.legacy(device)
      script.connect(0)
      script.cancel()
    }
    #expect(found.reason == .unknown(.filterList))
    #expect(found.sentence.hasPrefix("cannot be concluded from this capture: the attempt was to any device"))
  }

  @Test("not heard although the host scanned")
  func notSeen() throws {
    let found = try explain { script in
      script.scan(true)
      script.legacy(other)
      script.wait(milliseconds: 4000)
      script.scan(false)
      script.connect(device)
      script.wait(milliseconds: 2000)
      script.cancel()
    }
    #expect(found.reason == .notSeen(later: nil))
    #expect(found.frames == [2, 5, 7])
    #expect(
      found.sentence == "C1:02:03:04:05:06 (random) was not heard at all, although the host was scanning")
  }

  @Test("first heard after the attempt")
  func later() throws {
    let found = try explain { script in
      script.scan(true)
      script.connect(device)
      script.legacy(other)
      script.cancel()
      script.wait(milliseconds: 7000)
      script.legacy(device)
    }
    #expect(
      found.reason
        == .notSeen(later: Moment(frame: 7, time: Timestamp(nanoseconds: 1_700_000_007_000_600_000))))
    #expect(
      found.sentence
        == "C1:02:03:04:05:06 (random) was not heard at all, although 1 report of other devices came in during the attempt; it was first heard 7.0 s after the attempt began"
    )
  }

  @Test("not heard, but nobody listened")
  func notScanning() throws {
    let found = try explain { script in
      script.scan(true)
      script.legacy(other)
      script.scan(false)
      script.wait(milliseconds: 60_000)
      script.connect(device)
      script.cancel()
    }
    #expect(found.reason == .unknown(.notScanning))
  }

  @Test("not heard, but only a filter list was reported")
  func scanFiltered() throws {
    let found = try explain { script in
      script.scan(true, usesFilterList: true)
      script.legacy(other)
      script.connect(device)
      script.cancel()
    }
    #expect(found.reason == .unknown(.scanFiltered))
  }

  @Test("never connectable")
  func neverConnectable() throws {
    let found = try explain { script in
      script.legacy(device, type: 3)
      script.connect(device)
      script.legacy(device, type: 2)
      script.cancel()
    }
    guard case .neverConnectable(let last) = found.reason else {
      Issue.record("\(found)")
      return
    }
    #expect(last.frame == 3)
    #expect(found.frames == [2, 3, 5])
    #expect(
      found.sentence == "C1:02:03:04:05:06 (random) advertises, but never as connectable (last in frame 3)")
  }

  @Test("not connectable any more")
  func notConnectable() throws {
    let found = try explain { script in
      script.legacy(device)
      script.wait(milliseconds: 4500)
      script.legacy(device, type: 2)
      script.connect(device)
      script.cancel()
    }
    guard case .notConnectable(let since, let last) = found.reason else {
      Issue.record("\(found)")
      return
    }
    #expect((since.frame, last.frame) == (1, 2))
    #expect(
      found.sentence
        == "C1:02:03:04:05:06 (random) advertised without being connectable for 4.5 s until frame 2: it may be connected to another central"
    )
  }

  @Test("weak from -90 dBm on", arguments: [(-89, false), (-90, true), (-97, true)] as [(Int8, Bool)])
  func weak(_ rssi: Int8, _ isWeak: Bool) throws {
    let found = try explain { script in
      script.legacy(device, rssi: -40)
      script.connect(device)
      script.legacy(device, rssi: rssi)
      script.cancel()
    }
    if isWeak {
      #expect(
        found.sentence
          == "C1:02:03:04:05:06 (random) was heard at \(rssi) dBm (frame 3): too weak for a connection to be likely"
      )
    } else {
      guard case .noneVisible(rssi, _) = found.reason else {
        Issue.record("\(found)")
        return
      }
      #expect(
        found.sentence.hasPrefix("no reason is visible: C1:02:03:04:05:06 (random) was heard at -89 dBm"))
    }
    #expect(found.frames == [2, 3, 5])
  }

  @Test("silent for long, with and without a scan since", arguments: [true, false])
  func lastSeen(_ isListening: Bool) throws {
    let found = try explain { script in
      script.scan(true)
      script.legacy(device)
      if !isListening { script.scan(false) }
      script.wait(milliseconds: 12_300)
      script.connect(device)
      script.cancel()
    }
    guard case .lastSeen(let seconds, let last, nil, isListening) = found.reason else {
      Issue.record("\(found)")
      return
    }
    #expect(last.frame == 3)
    #expect((12.3...12.31).contains(seconds))
    #expect(found.sentence.contains("was last heard 12.3 s before the attempt (frame 3)"))
    #expect(found.sentence.contains("whether it still advertised is unknown") == !isListening)
  }

  @Test("what it sent before a connection does not count after it")
  func connectedSince() throws {
    let found = try explain { script in
      script.scan(true)
      script.legacy(device)
      script.scan(false)
      script.connect(device)
      script.event(PacketBuilder.leConnectionComplete(0x40))
      script.event(PacketBuilder.disconnectionComplete(0x40))
      script.connect(device)
      script.wait(milliseconds: 3000)
      script.cancel()
    }
    guard case .lastSeen(_, let last, let connected?, false) = found.reason else {
      Issue.record("\(found)")
      return
    }
    #expect((last.frame, connected.frame) == (3, 6))
    #expect(found.frames == [3, 6, 8, 10])
    #expect(found.sentence.contains("(frame 3, before the host was connected to it in frame 6)"))
  }

  @Test(
    "another device that looks like the target",
    arguments: [
      (device + 1, 1, .neighbouringAddress, "the neighbouring address, as bootloaders use it"),
      (device - 1, 1, .neighbouringAddress, "the neighbouring address, as bootloaders use it"),
      (device, 0, .addressOfOtherType, "the same address of the other type"),
      (other, 1, .name("Shark"), "of the same name \"Shark\""),
    ] as [(UInt64, UInt8, ConnectAttemptExplanation.Similarity, String)])
  func otherDevice(
    _ address: UInt64, _ type: UInt8, _ similarity: ConnectAttemptExplanation.Similarity, _ text: String
  ) throws {
    for wasHeard in [true, false] {
      let found = try explain(name: wasHeard ? nil : "Shark") { script in
        if wasHeard { script.legacy(device, data: name) }
        script.wait(milliseconds: 20_000)
        script.legacy(address, data: name, addressType: type)
        script.legacy(other + 1, data: "03 09 4142")
        script.connect(device)
        script.cancel()
      }
      guard case .otherDevice(similarity, DeviceAddress(address), _, let last) = found.reason else {
        Issue.record("\(found)")
        return
      }
      #expect(last.frame == (wasHeard ? 2 : 1))
      #expect(found.sentence.contains(text))
      #expect(found.sentence.contains(wasHeard ? "was not heard after frame 1" : "was not heard, but"))
    }
  }

  @Test("a twin that was there all along is no other form of the target")
  func twins() throws {
    let found = try explain { script in
      script.scan(true)
      script.legacy(other, data: name)
      script.legacy(device, data: name)
      script.wait(milliseconds: 20_000)
      script.legacy(other, data: name)
      script.connect(device)
      script.cancel()
    }
    guard case .lastSeen = found.reason else {
      Issue.record("\(found)")
      return
    }
  }

  @Test("advertisers that were not kept leave the question open")
  func notKept() {
    let advertising = Advertising(
      advertisers: [], reports: 1_000_000, reportsNotKept: 5, malformedEvents: 0, scans: [], scansNotKept: 0,
      unfinishedAttempts: [])
    let attempt = ConnectAttempt(
      adapter: 0, target: .device(DeviceAddress(device), .randomDevice),
      started: Moment(frame: 9, time: Timestamp(nanoseconds: 0)))
    #expect(ConnectAttemptExplanation(attempt, advertising).reason == .unknown(.advertisersNotKept))
  }
}
