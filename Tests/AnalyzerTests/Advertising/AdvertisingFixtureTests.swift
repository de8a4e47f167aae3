import ATTParser
import Foundation
import TestSupport
import Testing

@testable import Analyzer

/// What the programs of a scenario know of the advertisers and of the attempts that failed.
private struct Expected: Decodable {
  /// An advertiser as its scanner heard it.
  struct Heard: Decodable {
    let address: String
    let data: String
    let scan_response: String
    let reports: Int
    let scan_responses: Int
    let event_types: [UInt16]
  }

  /// A connection that was never made.
  struct Failed: Decodable {
    let peer: String
    let cancelled_after_s: Double
    let status: UInt8
  }

  let advertisers: [Heard]?
  let failed_attempts: [Failed]?

  init(_ name: String) throws {
    let bytes = try Fixture.bytes("captures/\(name).expected.json")
    self = try JSONDecoder().decode(Expected.self, from: Data(bytes))
  }
}

@Suite("Advertising in the fixtures")
struct AdvertisingFixtureTests {
  @Test("advertising-scan: what was heard of every advertiser")
  func scan() throws {
    let expected = try #require(try Expected("advertising-scan").advertisers)
    let result = try read(advertising: try Fixture.bytes("captures/advertising-scan.btsnoop")).advertising
    #expect(result.advertisers.map(\.address.description) == expected.map(\.address))
    #expect(result.reports == expected.reduce(0) { $0 + $1.reports })
    #expect(result.malformedEvents == 0)
    for (advertiser, heard) in zip(result.advertisers, expected) {
      #expect(advertiser.addressType == .randomDevice)
      #expect(advertiser.reports == heard.reports)
      #expect(advertiser.scanResponses == heard.scan_responses)
      var content = AdvertisedContent()
      content.add(AdvertisingData([UInt8](hex: heard.data)))
      content.add(AdvertisingData([UInt8](hex: heard.scan_response)))
      #expect(advertiser.content == content)
      #expect(!content.isMalformed)
      let types = heard.event_types.map { AdvertisingEventType(rawValue: $0) }.filter {
        !$0.contains(.scanResponse)
      }
      #expect(advertiser.isConnectable == types.contains { $0.contains(.connectable) })
      #expect(advertiser.wasUnconnectable == types.contains { !$0.contains(.connectable) })
      #expect(advertiser.isScannable == types.contains { $0.contains(.scannable) })
      #expect(advertiser.usesLegacy == types.contains { $0.contains(.legacy) })
      #expect(advertiser.usesExtended == types.contains { !$0.contains(.legacy) })
      // Every 100 ms and up to 10 ms more.
      let interval = try #require(advertiser.interval)
      #expect((100...112).contains(interval.milliseconds), "\(interval)")
    }
    #expect(result.advertisers.map(\.content.name) == ["Pulse", nil, "Extended Shark", "Long Shark"])
    #expect(result.advertisers.map(\.sid) == [nil, nil, 3, 5])
    #expect(result.advertisers.map(\.secondaryPHY) == [nil, nil, 2, 2])
    #expect(result.advertisers.map(\.txPower) == [-8, nil, 0, nil])
    #expect(result.advertisers[1].content.serviceData == [BluetoothUUID(0xFEAA)])
  }

  @Test("advertising-scan: the scan, and the signal when connecting")
  func connecting() throws {
    let result = try read(advertising: try Fixture.bytes("captures/advertising-scan.btsnoop"))
    let scan = try #require(result.advertising.scans.first)
    #expect(result.advertising.scans.count == 1)
    #expect(scan.settings == ScanSettings(isActive: true, interval: 96, window: 96, usesFilterList: false))
    #expect(!scan.filtersDuplicates)
    #expect((scan.started.frame, scan.ended?.frame) == (35, 76))
    let attempt = try #require(result.attempts.first)
    #expect(result.attempts.count == 1)
    #expect(attempt.target == .device(DeviceAddress(0xE300_0000_0003), .randomDevice))
    #expect(attempt.status == .success)
    // The last extended report of the device, by tshark.
    #expect(attempt.before?.rssi == -52)
    #expect(attempt.before?.rssiMoment.frame == 70)
  }

  @Test("connect-cancelled: nothing is heard, so nothing is concluded")
  func cancelled() throws {
    let expected = try #require(try Expected("connect-cancelled").failed_attempts?.first)
    let result = try read(advertising: try Fixture.bytes("captures/connect-cancelled.btsnoop"))
    let attempt = try #require(result.attempts.first)
    #expect(result.attempts.count == 1)
    #expect(attempt.isCancelled)
    #expect(attempt.status?.rawValue == expected.status)
    guard case .device(let address, .randomDevice) = attempt.target, let ended = attempt.ended else {
      Issue.record("\(attempt)")
      return
    }
    #expect(address.description == expected.peer)
    #expect(abs(ended.time.seconds(since: attempt.started.time) - expected.cancelled_after_s) < 0.01)
    #expect(ConnectAttemptExplanation(attempt, result.advertising).reason == .unknown(.noReports))
  }

  @Test("ota-failed: a device that was connected to and never came back")
  func failedUpdate() throws {
    let result = try read(advertising: try Fixture.bytes("captures/ota-failed.btsnoop"))
    let attempt = try #require(result.attempts.last)
    #expect(attempt.isCancelled)
    let explanation = ConnectAttemptExplanation(attempt, result.advertising)
    guard case .lastSeen(_, _, _?, isListening: false) = explanation.reason else {
      Issue.record("\(explanation)")
      return
    }
  }

  @Test("every cut of a capture is read", arguments: ["advertising-scan", "connect-cancelled"])
  func cuts(_ name: String) throws {
    let bytes = try Fixture.bytes("captures/\(name).btsnoop")
    for count in stride(from: 16, to: bytes.count, by: 13) {
      let result = try read(advertising: Array(bytes.prefix(count)))
      #expect(result.advertising.malformedEvents == 0)
      #expect(result.advertising.advertisers.count <= 4)
    }
  }
}
