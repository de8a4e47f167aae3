import Testing

/// Checks `analyze --json` against what the programs that made our own captures know they did.
@Suite("Analyses of our own captures") struct ExpectedTests {
  /// What identifies a stream: its kind, attribute and sender.
  private struct Key: Hashable, Comparable, CustomStringConvertible {
    var kind: String
    var handle: Int
    var sender: String

    var description: String { "\(kind) \(handle) \(sender)" }
    static func < (left: Key, right: Key) -> Bool { left.description < right.description }
  }

  private struct Total: Equatable, CustomStringConvertible {
    var count = 0
    var bytes = 0

    var description: String { "\(count) PDUs, \(bytes) bytes" }
  }

  @Test("there are expectations") func expectations() {
    #expect(ExpectedCapture.all.count >= 24)
  }

  @Test("an analysis tells what the peers did", arguments: ExpectedCapture.all)
  func capture(_ expected: ExpectedCapture) throws {
    let analysis = try expected.file.analysis()
    let attempts = expected.failedAttempts ?? []
    #expect(analysis.failedConnections.map(\.status) == attempts.map(\.status))
    #expect(analysis.capture.quality.malformedFrames == 0)
    #expect(analysis.capture.quality.incompleteFrames == 0)
    #expect(analysis.capture.quality.truncatedFrames == 0)
    #expect(analysis.capture.quality.timeWentBack == 0)
    try #require(analysis.connections.count == expected.connections.count)
    for (found, wanted) in zip(analysis.connections, expected.connections) {
      #expect(found.role == expected.side)
      compareLink(found, wanted)
      compareErrors(found, wanted)
      compareStreams(found, wanted)
      compareTables(found, wanted, side: expected.side)
      compareRequests(found, wanted)
    }
  }

  private func compareTables(
    _ found: AnalysisReading.Connection, _ wanted: ExpectedCapture.Connection, side: String
  ) {
    guard let table = wanted.gatt else { return }
    // The server is the peripheral in every capture, so a peripheral's own table is the one discovered.
    let services = (side == "central" ? found.gatt : found.localGatt)?.services ?? []
    #expect(services.map(\.uuid) == table.services.map(\.uuid))
    #expect(services.map(\.start) == table.services.map(\.start))
    #expect(services.map(\.end) == table.services.map(\.end))
    for (service, expected) in zip(services, table.services) {
      let names = service.characteristics.map { "\($0.uuid) \($0.declaration) \($0.value)" }
      let expectedNames = expected.characteristics.map { "\($0.uuid) \($0.declaration) \($0.value)" }
      #expect(names == expectedNames)
      for (characteristic, expected) in zip(service.characteristics, expected.characteristics) {
        #expect(characteristic.properties == properties(expected.propertyBits))
        #expect(
          characteristic.descriptors.map { "\($0.uuid) \($0.handle)" }
            == expected.descriptors.map { "\($0.uuid) \($0.handle)" })
      }
    }
  }

  private func properties(_ bits: Int) -> [String] {
    let names = [
      "broadcast", "read", "write_without_response", "write", "notify", "indicate", "signed_write",
      "extended",
    ]
    return names.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
  }

  private func compareLink(_ found: AnalysisReading.Connection, _ wanted: ExpectedCapture.Connection) {
    let name = "connection \(found.id)" as Comment
    #expect(found.transport == "le", name)
    #expect(found.opened != nil, name)
    #expect(found.peer == wanted.peer, name)
    #expect(found.peerType == "random", name)
    #expect(found.closed?.reason == wanted.disconnect.reason, name)
    #expect(
      found.closed?.by == [0x08: "link", 0x13: "peer", 0x16: "local"][wanted.disconnect.reason], name)
    #expect(found.encryption?.enabled ?? false == wanted.encrypted, name)
    let parameters = found.parameters.map {
      ExpectedCapture.Parameters(intervalMs: $0.intervalMs, latency: $0.latency, timeoutMs: $0.timeoutMs)
    }
    #expect(parameters == wanted.parameters, name)
    #expect(found.dataLength.map(\.maxTxOctets) == wanted.dataLength?.map(\.txOctets) ?? [], name)
    #expect(found.dataLength.map(\.maxRxOctets) == wanted.dataLength?.map(\.rxOctets) ?? [], name)
    let phys = ["", "1M", "2M", "Coded"]
    #expect(found.phy.map(\.tx) == wanted.phy?.map { phys[$0.tx] } ?? [], name)
    #expect(found.phy.map(\.rx) == wanted.phy?.map { phys[$0.rx] } ?? [], name)
    // Where both devices asked, the document tells the last exchange; ATT_MTU is the same in both.
    let exchange = wanted.mtuRequests?.last ?? wanted.mtu
    #expect(found.mtu?.client == exchange?.client, name)
    #expect(found.mtu?.server == exchange?.server, name)
    #expect(found.mtu?.effective == wanted.mtu?.effective, name)
  }

  private func compareRequests(_ found: AnalysisReading.Connection, _ wanted: ExpectedCapture.Connection) {
    let requests = found.requests.filter { $0.way == "l2cap" }
    let expected = wanted.parameterRequests ?? []
    #expect(requests.map(\.by) == expected.map(\.sender))
    #expect(requests.map(\.minIntervalMs) == expected.map(\.minIntervalMs))
    #expect(requests.map(\.maxIntervalMs) == expected.map(\.maxIntervalMs))
    #expect(requests.map(\.latency) == expected.map(\.latency))
    #expect(requests.map(\.timeoutMs) == expected.map(\.timeoutMs))
    #expect(requests.map(\.outcome) == expected.map { $0.result == 0 ? "accepted" : "refused" })
    #expect(found.serviceChanges.map(\.start) == (wanted.serviceChanged.map { [$0.start] } ?? []))
    #expect(found.serviceChanges.map(\.end) == (wanted.serviceChanged.map { [$0.end] } ?? []))
  }

  @Test(
    "the data of credit-based channels is put together",
    arguments: ExpectedCapture.all.filter { $0.connections.contains { $0.channels != nil } })
  func channels(_ expected: ExpectedCapture) throws {
    let packets = try expected.file.packets()
    for (place, connection) in expected.connections.enumerated() {
      let own = packets.filter { $0.connection == place + 1 }
      for (number, channel) in (connection.channels ?? []).enumerated() {
        let wanted = [channel.sdusSent, channel.bytesSent, channel.sdusReceived, channel.bytesReceived]
        guard wanted.allSatisfy({ $0 != nil }) else {
          // ATT goes over these; what it carries is compared with the streams.
          #expect(own.contains { $0.layer == "att" && $0.bearer != nil })
          continue
        }
        let parts = own.filter { $0.layer == "sdu" && $0.channel == number + 1 }
        #expect(parts.allSatisfy { $0.psm == channel.spsm })
        let found = ["sent", "received"].flatMap { direction -> [Int] in
          let values = parts.filter { $0.direction == direction }.compactMap(\.value)
          return [values.count, values.reduce(0) { $0 + $1.count / 2 }]
        }
        #expect(found == wanted)
      }
    }
  }

  private func compareErrors(_ found: AnalysisReading.Connection, _ wanted: ExpectedCapture.Connection) {
    let errors = found.att.errors.map {
      ExpectedCapture.ATTError(request: $0.request, handle: $0.handle, code: $0.code)
    }
    #expect(errors == wanted.errors, "connection \(found.id)")
    #expect(found.att.unanswered.map(\.opcode) == (wanted.unanswered ?? []).map(\.request))
    #expect(found.att.unanswered.map(\.handle) == (wanted.unanswered ?? []).map(\.handle))
    #expect(found.att.pdus["0x01"] ?? 0 == wanted.errors.count, "connection \(found.id)")
    #expect(
      found.att.pdus["0x1e"] ?? 0 == wanted.confirmations ?? indications(wanted), "connection \(found.id)")
  }

  /// Indications of a session without a count of confirmations were all confirmed.
  private func indications(_ wanted: ExpectedCapture.Connection) -> Int {
    wanted.streams.filter { $0.kind == "indication" }.reduce(0) { $0 + $1.count }
  }

  private func compareStreams(_ found: AnalysisReading.Connection, _ wanted: ExpectedCapture.Connection) {
    var expected: [Key: Total] = [:]
    for stream in wanted.streams where stream.kind != "long_write" {
      // The document counts Prepare Write Requests as `long_write`, and does not tell bearers apart.
      let kind = stream.kind == "prepare_write" ? "long_write" : stream.kind
      let key = Key(kind: kind, handle: stream.handle, sender: stream.sender)
      expected[key, default: Total()].count += stream.count
      expected[key, default: Total()].bytes += stream.bytes
    }
    var streams: [Key: Total] = [:]
    for stream in found.streams {
      let key = Key(kind: stream.kind, handle: stream.handle, sender: stream.sender)
      #expect(streams[key] == nil, "connection \(found.id): \(key) is there twice")
      streams[key] = Total(count: stream.count, bytes: stream.bytes)
    }
    for key in Set(expected.keys).union(streams.keys).sorted() {
      #expect(streams[key] == expected[key], "connection \(found.id), \(key)")
    }
  }
}
