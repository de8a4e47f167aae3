import Foundation
import TestSupport
import Testing

/// Sessions with other stacks read as their README and their clients' logs say.
@Suite("Sessions with other stacks") struct PeerTests {
  @Test("there is an expectation for every capture") func complete() {
    let names = CaptureFile.fixtures.filter { $0.path.contains("/peer/") }.map(\.name)
    #expect(Set(names) == Set(PeerSession.all.map(\.file.name)))
    #expect(names.count == 30)
  }

  @Test("an analysis tells the session", arguments: PeerSession.all) func session(_ session: PeerSession)
    throws
  {
    let analysis = try session.file.analysis()
    #expect(analysis.failedConnections.isEmpty)
    #expect(analysis.capture.quality.malformedFrames == 0)
    try #require(analysis.connections.count == session.connections.count)
    for (found, wanted) in zip(analysis.connections, session.connections) {
      let name = "connection \(found.id)" as Comment
      #expect(found.role == wanted.role, name)
      #expect(found.transport == "le" && found.opened != nil, name)
      #expect(found.mtu?.effective == wanted.mtu, name)
      #expect(found.closed?.reason == wanted.reason, name)
      if let by = wanted.by { #expect(found.closed?.by == by, name) }
      if let services = wanted.services {
        #expect(found.gatt.services.count { $0.uuid != nil } == services, name)
      }
      #expect(found.parameters.map(\.intervalMs) == wanted.intervals, name)
      #expect(found.dataLength.last?.maxTxOctets == wanted.octets, name)
      #expect(found.phy.last?.tx == wanted.phy, name)
      #expect((found.encryption?.enabled ?? false) == wanted.isEncrypted, name)
      let errors = found.att.errors.filter { $0.code != 0x0A }.map { [$0.request, $0.handle, $0.code] }
      #expect(errors == wanted.errors, name)
      let unanswered = found.att.unanswered.map { [$0.opcode] + ($0.handle.map { [$0] } ?? []) }
      #expect(unanswered == wanted.unanswered, name)
      #expect(found.att.anomalies.isEmpty, name)
      #expect(found.longWrites.map { [$0.length, $0.parts] } == wanted.longWrites, name)
      #expect(found.longWrites.allSatisfy { $0.answer == "confirmed" && $0.echoMismatches == 0 }, name)
      let streams = found.streams.map { "\($0.kind) \($0.handle): \($0.count), \($0.bytes)" }
      for stream in wanted.streams { #expect(streams.contains(stream), "connection \(found.id): \(streams)") }
      #expect(found.subscriptions.allSatisfy { $0.accepted != false }, name)
    }
  }

  // MARK: What the clients' logs say

  @Test("an analysis tells what the client logged", arguments: PeerLog.all) func log(_ log: PeerLog) throws {
    let analysis = try log.file.analysis()
    let connections = analysis.connections
    try #require(connections.count == log.events("connected").count)
    let intervals = log.events("connected").compactMap(\.interval)
    #expect(connections.map { $0.parameters.first?.intervalMs } == intervals)
    let mtus = log.events("mtu").compactMap(\.mtu)
    #expect(connections.compactMap { $0.mtu?.effective } == mtus)
    let services = log.events("discovered").compactMap(\.services)
    #expect(connections.map { $0.gatt.services.count { $0.uuid != nil } } == services)
    for lost in log.events("link lost") { #expect(connections[0].closed?.reason == lost.reason) }
    let errors = connections.flatMap { $0.att.errors.filter { $0.code != 0x0A } }.map(\.code)
    #expect(errors == log.errorCodes)
    for got in log.events("got") {
      let counts = ["indication", "notification"].map { kind in
        connections[0].streams.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
      }
      #expect(counts == [got.indications, got.notifications])
    }
    let encrypted = log.events("encrypted").compactMap(\.enc).map { $0 != 0 }
    #expect(connections.compactMap { $0.encryption?.enabled } == encrypted)
    if let finish = log.events("finish").last {
      // What was sent twice, and what was in flight, comes on top.
      let sent = connections.flatMap(\.streams).filter { $0.kind == "write_command" }.reduce(0) {
        $0 + $1.bytes
      }
      #expect(sent >= finish.bytes ?? .max)
    }
    // Nothing but a client that gave up leaves a request open.
    let open = connections.flatMap(\.att.unanswered)
    #expect(open.isEmpty || !log.events("timeout").isEmpty)
  }

  // MARK: What passed over the control points

  private func values(_ name: String, _ attribute: String, _ connection: Int) throws -> [ValueReading] {
    let path = Fixture.path("captures/peer/\(name).btsnoop")
    return try JSONLines.read(Bleshark.run("follow", "--jsonl", "-c", "\(connection)", path, attribute))
  }

  @Test("an update resumes where the device says") func resume() throws {
    let told = try values("ota-disconnect-resume", "b1e50001-0000-4a00-8000-00805f9b34fb", 2)
    #expect(told.map(\.kind).prefix(3) == ["configuration", "write_request", "notification"])
    // STATUS: offset 9,760 = 0x2620, then a CRC.
    #expect(told[1].value == "02")
    #expect(told[2].value == "820020260000df087738")
    // The last acknowledgement is of 20,000 = 0x4e20 bytes, and FINISH is answered by 0.
    #expect(told.suffix(3).map(\.value) == ["8400204e00006b7bc55e", "03", "83006b7bc55e"])
    let analysis = try CaptureFile(path: Fixture.path("captures/peer/ota-disconnect-resume.btsnoop"))
      .analysis()
    #expect(analysis.devices.count == 1)
    #expect(analysis.devices[0].connections.map(\.link) == [nil, "same_address"])
    #expect(analysis.devices[0].connections[1].gapS.map { $0 > 0.3 && $0 < 0.4 } == true)
  }

  @Test("FINISH is answered by status 2 and another CRC") func badCRC() throws {
    let told = try values("ota-bad-crc", "0x0017", 1)
    #expect(told.suffix(2).map(\.value) == ["03", "8302e5a7ae19"])
  }

  @Test("a DFU resumes with offset and CRC of its second object") func dfuResume() throws {
    let told = try values("dfu-disconnect-resume", "0x001d", 2).filter { $0.kind == "notification" }
    // Select of data: at most 4,096 bytes an object, offset 9,168 = 0x23d0.
    #expect(told.contains { $0.value.hasPrefix("60060100100000d0230000") })
    // The CRC of 20,000 = 0x4e20 bytes, and the last Execute.
    #expect(told.suffix(2).map { String($0.value.prefix(14)) } == ["600301204e0000", "600401"])
  }

  @Test("a dropped packet shows in the device's offset, and the object is sent again") func dropped() throws {
    let told = try values("dfu-drop-data-retry", "0x001d", 1)
    let sums = told.filter { $0.value.hasPrefix("600301") }.map { $0.value.dropFirst(6).prefix(8) }
    // 141; 3,852 of 4,096; 4,096; 8,192; 12,000.
    #expect(sums == ["8d000000", "0c0f0000", "00100000", "00200000", "e02e0000"])
    #expect(told.filter { $0.value == "010200100000" }.count == 3)
  }

  @Test("a client that waits 2 s and hangs up", arguments: ["ota-drop-notify", "ota-stall"])
  func givingUp(_ name: String) throws {
    let connection = try CaptureFile(path: Fixture.path("captures/peer/\(name).btsnoop")).analysis()
      .connections[0]
    let last = try #require(connection.streams.map(\.lastS).max())
    let closed = try #require(connection.closed)
    #expect(closed.timeS - last > 1.9 && closed.timeS - last < 2.2)
    // The virtual controller repeats the reason of its own host's command.
    #expect(closed.reason == 0x13)
    #expect(closed.by == "local")
    #expect(connection.phases.last?.name == "disconnecting")
  }

  @Test("the value that was written in parts is read back") func longWrite() throws {
    for name in ["long-rw-mtu23", "long-rw-mtu247"] {
      let path = Fixture.path("captures/peer/\(name).btsnoop")
      let written = try CaptureFile(path: path).analysis().connections[0].longWrites.first?.value
      let tables = try TablesReading(of: Bleshark.run("gatt", "--json", path))
      #expect(written?.count == 600)
      #expect(tables.devices[0].values.first { $0.handle == 41 }?.value == written)
    }
  }

  @Test(
    "the same session recorded twice gives the same streams",
    arguments: ["smpclient-upload", "peripheral-l2cap"])
  func twoRecorders(_ name: String) throws {
    let analyses = try ["btmon", "h4"].map { recorder in
      try CaptureFile(path: Fixture.path("captures/peer/bluez-\(name).\(recorder).btsnoop")).analysis()
    }
    for (one, other) in zip(analyses[0].connections, analyses[1].connections) {
      let streams = [one, other].map { connection in
        connection.streams.map { "\($0.kind) \($0.handle) \($0.sender) \($0.count) \($0.bytes)" }.sorted()
      }
      #expect(streams[0] == streams[1])
      #expect(one.att.pdus == other.att.pdus)
      #expect(one.gatt.services.map(\.line) == other.gatt.services.map(\.line))
      #expect(one.subscriptions.map(\.handle) == other.subscriptions.map(\.handle))
    }
  }

  @Test("both ends of one link are mirror images") func bothEnds() throws {
    let path = Fixture.path("captures/peer/btvirt-l2cap-swift.btmon.btsnoop")
    let ends = try CaptureFile(path: path).analysis().connections
    try #require(ends.count == 2)
    #expect(Set(ends.map(\.adapter)) == [0, 1])
    let senders = ["local": "peer", "peer": "local"]
    #expect(
      ends[0].streams.map { "\($0.kind) \($0.handle) \(senders[$0.sender] ?? "") \($0.count) \($0.bytes)" }
        == ends[1].streams.map { "\($0.kind) \($0.handle) \($0.sender) \($0.count) \($0.bytes)" })
    #expect(ends[0].att.pdus == ends[1].att.pdus)
  }

  @Test("the same update on shifted handles is on the same UUIDs") func shifted() throws {
    let streams = try ["ota-ok-mtu247", "handles-shifted-ota"].map { name in
      try CaptureFile(path: Fixture.path("captures/peer/\(name).btsnoop")).analysis().connections[0].streams
    }
    #expect(streams[0].map(\.kind) == streams[1].map(\.kind))
    #expect(streams[0].map(\.uuid) == streams[1].map(\.uuid))
    #expect(Set(streams[0].map(\.handle)).isDisjoint(with: streams[1].map(\.handle)))
  }

  @Test("a descriptor that was taken for a configuration until discovery said otherwise") func mistaken()
    throws
  {
    // A program wrote 01 00 to 47, which its later discovery tells to be a description.
    let path = Fixture.path("captures/peer/bluez-smpclient-upload.btmon.btsnoop")
    let connection = try CaptureFile(path: path).analysis().connections[0]
    #expect(
      connection.streams.contains { $0.kind == "write_request" && $0.handle == 47 && $0.uuid == "2901" })
    #expect(!connection.subscriptions.contains { $0.descriptor == 47 })
    #expect(connection.subscriptions.map(\.descriptor) == [9, 24, 30, 36, 51])
    // It asks for no descriptors where there is room for one, so nothing but the writes tells of these.
    #expect(connection.subscriptions.allSatisfy { $0.inferred })
  }
}
