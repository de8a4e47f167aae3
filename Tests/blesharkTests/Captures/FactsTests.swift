import Foundation
import TestSupport
import Testing

/// What tshark and an independent parser found in a capture, connection by connection.
private struct Facts: Decodable {
  struct Totals: Decodable { var frames: Int }

  /// `["req", 517, 500]`: which half, its size, its frame.
  struct MTUHalf: Decodable {
    var half: String
    var size: Int
    var frame: Int

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      half = try list.decode(String.self)
      size = try list.decode(Int.self)
      frame = try list.decode(Int.self)
    }
  }

  /// `[481, "0x00", "30"]`: frame, status, interval in 1.25 ms.
  struct Update: Decodable {
    var frame: Int
    var status: String
    var interval: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      frame = try list.decode(Int.self)
      status = try list.decode(String.self)
      interval = try list.decode(String.self)
    }
  }

  struct Values: Decodable {
    var n: Int
    var bytes: Int
    var first: Double
    var last: Double
    var firstFrame: Int
    var lastFrame: Int
  }

  struct Disconnect: Decodable {
    var frame: Int
    var reason: String
    var t: Double
  }

  struct Connection: Decodable {
    var key: String
    var kind: String
    var startFrame: Int
    var startT: Double
    var role: String?
    var interval: String?
    var latency: String?
    var timeout: String?
    var mtuExchange: [MTUHalf]?
    var ops: [String: Int]
    var handles: [String: Values]
    var errors: [String: Int]?
    var updates: [Update]?
    var disconnect: Disconnect?
    var maxTxOctets: String?
    var attMtu: Int
    var attMtuNote: String
  }

  var file: String
  var totals: Totals
  var failedConnects: [String: Int]
  var connections: [Connection]
}

/// Checks `analyze --json` against what is known of captures that other people recorded.
@Suite("Analyses of other people's captures") struct FactsTests {
  private static let files = CaptureFile.corpus.filter { facts($0) != nil }
  /// Qualcomm phones log their controllers' debug data on this handle; it is no connection.
  private static let debugHandle = "0x0edc"

  private static func facts(_ file: CaptureFile) -> Facts? {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    guard let data = try? Data(contentsOf: folder.appending(path: "facts/\(file.name).json")) else {
      return nil
    }
    return try? AnalysisReading.decoder.decode(Facts.self, from: data)
  }

  @Test(
    "an analysis tells what is known of the capture",
    .enabled(if: !CaptureFile.corpus.isEmpty, "SKIPPED: BLESHARK_CORPUS names no folder of captures"),
    arguments: files.filter { !$0.isOfTheAir })
  func hostCapture(_ file: CaptureFile) throws {
    let facts = try #require(Self.facts(file))
    let analysis = try file.analysis()
    #expect(analysis.capture.frames == facts.totals.frames)
    var failures: [String: Int] = [:]
    for failure in analysis.failedConnections {
      let status = (failure.status < 16 ? "0x0" : "0x") + String(failure.status, radix: 16)
      failures["\(failure.transport == "le" ? "LE" : "BR"):\(status)", default: 0] += 1
    }
    #expect(failures == facts.failedConnects)
    let wanted = facts.connections.filter { $0.key != Self.debugHandle }
    #expect(
      (analysis.capture.quality.controllerDebugFrames > 0) == (wanted.count < facts.connections.count))
    try #require(analysis.connections.count == wanted.count)
    for (found, expected) in zip(analysis.connections, wanted) {
      compareLife(found, expected)
      compareParameters(found, expected)
      compareTraffic(found, expected)
    }
  }

  private func compareLife(_ found: AnalysisReading.Connection, _ expected: Facts.Connection) {
    let name = "connection \(found.id)" as Comment
    #expect(found.handle == Int(expected.key.dropFirst(2), radix: 16), name)
    if expected.kind == "pre-existing" {
      #expect(found.opened == nil, name)
      #expect(found.firstSeen.frame == expected.startFrame, name)
      #expect(isClose(found.firstSeen.timeS, expected.startT), name)
    } else {
      #expect(found.transport == expected.kind.lowercased(), name)
      #expect(found.opened?.frame == expected.startFrame, name)
      #expect(isClose(found.opened?.timeS, expected.startT), name)
    }
    #expect(found.role == (expected.role.map { $0 == "0x00" ? "central" : "peripheral" } ?? "unknown"), name)
    #expect(found.closed?.frame == expected.disconnect?.frame, name)
    #expect(
      found.closed?.reason == expected.disconnect.flatMap { Int($0.reason.dropFirst(2), radix: 16) }, name)
    if let closing = expected.disconnect { #expect(isClose(found.closed?.timeS, closing.t), name) }
  }

  private func compareParameters(_ found: AnalysisReading.Connection, _ expected: Facts.Connection) {
    let name = "connection \(found.id)" as Comment
    let first = found.parameters.first
    #expect(first?.intervalMs == expected.interval.flatMap(Double.init).map { $0 * 1.25 }, name)
    #expect(first?.latency == expected.latency.flatMap { Int($0) }, name)
    #expect(first?.timeoutMs == expected.timeout.flatMap { Int($0) }.map { $0 * 10 }, name)
    let updates = (expected.updates ?? []).filter { $0.status == "0x00" }
    #expect(found.parameters.dropFirst().map(\.frame) == updates.map(\.frame), name)
    #expect(
      found.parameters.dropFirst().map(\.intervalMs) == updates.map { (Double($0.interval) ?? 0) * 1.25 },
      name)
    let halves = expected.mtuExchange ?? []
    #expect(found.mtu?.client == halves.last { $0.half == "req" }?.size, name)
    #expect(found.mtu?.server == halves.last { $0.half == "rsp" }?.size, name)
    #expect(found.mtu?.frame == halves.last?.frame, name)
    #expect(found.mtu?.effective == (expected.attMtuNote == "negotiated" ? expected.attMtu : nil), name)
    if let octets = expected.maxTxOctets {
      #expect(found.dataLength.last?.maxTxOctets == Int(octets), name)
    }
  }

  private func compareTraffic(_ found: AnalysisReading.Connection, _ expected: Facts.Connection) {
    let name = "connection \(found.id)" as Comment
    #expect(found.att.pdus == expected.ops, name)
    var errors: [String: Int] = [:]
    for error in found.att.errors {
      let key = "req \(hex(error.request, 2)) handle \(hex(error.handle, 4)) err \(hex(error.code, 2))"
      errors[key, default: 0] += 1
    }
    #expect(errors == expected.errors ?? [:], name)
    let names = [
      "write_request": "write_req", "write_command": "write_cmd", "notification": "notify",
      "indication": "indicate", "long_write": "prepare_write",
    ]
    var streams: [String: AnalysisReading.Stream] = [:]
    for stream in found.streams {
      // The sender is who sent the values, which of reads is the one who was asked.
      let isRequestSent = (stream.sender == "local") != stream.kind.hasPrefix("read")
      let direction = isRequestSent ? "sent" : "rcvd"
      streams["\(names[stream.kind] ?? stream.kind) \(hex(stream.handle, 4)) \(direction)"] = stream
    }
    #expect(Set(streams.keys) == Set(expected.handles.keys), name)
    for (key, values) in expected.handles {
      guard let stream = streams[key] else { continue }
      let place = "connection \(found.id), \(key)" as Comment
      #expect(stream.count == values.n, place)
      // The facts count value bytes of the requests, of which reads carry none.
      if !stream.kind.hasPrefix("read") { #expect(stream.bytes == values.bytes, place) }
      #expect(stream.firstFrame == values.firstFrame, place)
      #expect(stream.lastFrame == values.lastFrame, place)
      #expect(isClose(stream.firstS, values.first), place)
      #expect(isClose(stream.lastS, values.last), place)
    }
  }

  private func isClose(_ found: Double?, _ expected: Double) -> Bool {
    found.map { ($0 - expected).magnitude < 0.000_002 } ?? false
  }

  private func hex(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
