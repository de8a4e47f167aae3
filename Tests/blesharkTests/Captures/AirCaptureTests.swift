import Foundation
import TestSupport
import Testing

/// Captures of the air that other people recorded, against what is known of them.
@Suite(
  "Other people's captures of the air",
  .enabled(if: !CaptureFile.corpus.isEmpty, "SKIPPED: BLESHARK_CORPUS names no folder of captures"))
struct AirCaptureTests {
  private struct Facts: Decodable {
    struct Totals: Decodable {
      var frames: Int
      var llRetransmissions: Int
      var llControlPdus: [String: Int]
      var advPdus: [String: Int]
    }

    struct Closing: Decodable {
      var frame: Int
      var reason: String
    }

    struct Connection: Decodable {
      var key: String
      var startFrame: Int
      var startT: Double
      var interval: String
      var ops: [String: Int]
      var errors: [String: Int]
      var smp: [String: Int]?
      var enc: [Int]?
      var disconnect: Closing?
      var attMtu: Int
      var attMtuNote: String
    }

    var totals: Totals
    var connections: [Connection]
  }

  /// What the facts count although it was damaged, repeated or encrypted: they were made without checking CRCs
  /// where the sniffer did not, and without telling ciphertext from plaintext.
  private static let differences: [String: [String: Int]] = [
    // Frame 26 is an ATT PDU whose CRC does not fit: 0x08 with a flipped bit. Frame 15 repeats frame 14.
    "ll-passkey-ppi.pcap": ["op 0x48": -1, "control 0x08": -1, "retransmissions": 1],
    // Frame 53 repeats frame 51; 167 and 170 are ciphertext.
    "ll-secure-connections-encrypted.pcapng": ["control 0x08": -1, "control 0x71": -1, "control 0x1d": -1],
  ]

  private static let withFacts = [
    "ll-discovery.pcapng", "ll-legacy-pairing-decrypted.pcap", "ll-passkey-ppi.pcap",
    "ll-secure-connections-encrypted.pcapng",
  ]

  private static func file(_ name: String) throws -> CaptureFile {
    try #require(CaptureFile.corpus.first { $0.name == name }, "\(name) is not in the corpus")
  }

  private func hex(_ value: Int, _ digits: Int = 2) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private func counts(_ values: some Sequence<Int>) -> [String: Int] {
    values.reduce(into: [:]) { $0[hex($1), default: 0] += 1 }
  }

  @Test("they tell what is known of them", arguments: withFacts) func facts(_ name: String) throws {
    let file = try Self.file(name)
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    let facts = try AnalysisReading.decoder.decode(
      Facts.self, from: Data(contentsOf: folder.appending(path: "facts/\(name).json")))
    let known = Self.differences[name] ?? [:]
    func adjusted(_ counts: [String: Int], _ kind: String) -> [String: Int] {
      var counts = counts
      for (key, difference) in known where key.hasPrefix(kind + " ") {
        counts[String(key.dropFirst(kind.count + 1)), default: 0] += difference
      }
      return counts.filter { $0.value != 0 }
    }
    let analysis = try file.analysis()
    let packets = try file.packets()
    #expect(analysis.capture.frames == facts.totals.frames)
    #expect(packets.count == facts.totals.frames)
    #expect(
      counts(packets.filter { $0.layer == "ll_control" }.compactMap(\.opcode))
        == adjusted(facts.totals.llControlPdus, "control"))
    #expect(counts(packets.compactMap(\.advertising?.type)) == facts.totals.advPdus)
    try #require(analysis.connections.count == facts.connections.count)
    for (found, expected) in zip(analysis.connections, facts.connections) {
      #expect(found.accessAddress.map { hex($0, 8) } == expected.key)
      #expect(found.opened?.frame == expected.startFrame)
      #expect((found.opened?.timeS ?? 0) - expected.startT < 0.000_002)
      #expect(found.parameters.first?.intervalMs == Double(expected.interval).map { $0 * 1.25 })
      #expect(found.att.pdus == adjusted(expected.ops, "op"))
      let errors = found.att.errors.map {
        "req \(hex($0.request)) handle \(hex($0.handle, 4)) err \(hex($0.code))"
      }
      #expect(errors.reduce(into: [:]) { $0[$1, default: 0] += 1 } == expected.errors)
      #expect(found.closed?.frame == expected.disconnect?.frame)
      #expect(found.closed?.reason.map { hex($0) } == expected.disconnect?.reason)
      #expect(found.mtu?.effective == (expected.attMtuNote == "negotiated" ? expected.attMtu : nil))
      #expect(counts(packets.filter { $0.layer == "smp" }.compactMap(\.code)) == expected.smp ?? [:])
      if let first = expected.enc?.first { #expect(found.encryption?.frame == first) }
      let air = try #require(found.air)
      let repeated =
        air.central.retransmissions + air.peripheral.retransmissions
        - air.central.emptyRetransmissions - air.peripheral.emptyRetransmissions
      #expect(repeated == facts.totals.llRetransmissions + (known["retransmissions"] ?? 0))
    }
  }

  /// An encrypted capture, its decrypted twin, the options that decrypt it, how many PDUs that makes, and the
  /// frames in which the twin says something else.
  struct Twins: Sendable, CustomTestStringConvertible {
    var encrypted: String
    var decrypted: String
    var options: [String]
    var count: Int
    var different: Set<Int> = []
    var testDescription: String { encrypted }
  }

  private static let twins = [
    Twins(
      encrypted: "ll-known-ltk.pcap", decrypted: "ll-known-ltk-decrypted.pcap",
      options: ["--ltk", "7f62c053f104a5bbe68b1d896a2ed49c"], count: 7),
    Twins(encrypted: "ll-just-works.pcap", decrypted: "ll-just-works-decrypted.pcap", options: [], count: 3),
    // Frame 197 repeats frame 195, which the twin's writer did not decrypt a second time.
    Twins(
      encrypted: "ll-passkey-encrypted.pcap", decrypted: "ll-passkey-ppi.pcap",
      options: ["--passkey", "461140"], count: 55, different: [197]),
  ]

  @Test("they decrypt to what their decrypted twins hold, packet by packet", arguments: twins)
  func decryption(_ twins: Twins) throws {
    let ours = try Self.file(twins.encrypted).packets(twins.options)
    let theirs = try Self.file(twins.decrypted).packets()
    #expect(ours.count == theirs.count)
    #expect(ours.count { $0.decrypted == true } == twins.count)
    for (our, their) in zip(ours, theirs) where !twins.different.contains(our.frame) {
      #expect(our.essence == their.essence, "frame \(our.frame)")
      #expect(our.encrypted == their.encrypted, "frame \(our.frame)")
    }
  }

  @Test(
    "without a key, or with a wrong one, nothing is made of ciphertext",
    arguments: [
      ("ll-known-ltk.pcap", []), ("ll-known-ltk.pcap", ["--ltk", "7f62c053f104a5bbe68b1d896a2ed49d"]),
      ("ll-passkey-encrypted.pcap", []), ("ll-passkey-encrypted.pcap", ["--passkey", "461141"]),
      ("ll-secure-connections-encrypted.pcapng", []),
    ] as [(String, [String])])
  func undecrypted(_ name: String, _ options: [String]) throws {
    let file = try Self.file(name)
    let packets = try file.packets(options)
    let first = try #require(packets.first { $0.encrypted == true }?.frame)
    for packet in packets where packet.frame >= first {
      #expect(packet.layer == "ll_data" || packet.layer == "advertising", "frame \(packet.frame)")
    }
    let analysis = try Bleshark.run(["analyze"] + options + [file.path])
    #expect(analysis.status == 0)
    #expect(analysis.text.contains("is encrypted"))
    let isWrong = analysis.text.contains("given")
    #expect(isWrong == (!options.isEmpty || name.contains("passkey")))
  }
}

@Suite("Keys on the command line") struct LinkKeyOptionTests {
  @Test(
    "what is no key is said to be none",
    arguments: [
      (["--ltk", "12"], "32 hexadecimal digits"), (["--ltk", String(repeating: "g", count: 32)], "32"),
      (["--passkey", "1234567"], "up to six digits"), (["--passkey", "12a"], "up to six digits"),
    ])
  func mistakes(_ options: [String], _ words: String) throws {
    let result = try Bleshark.run(["analyze"] + options + [Fixture.path("captures/link-loss.btsnoop")])
    #expect(result.status == 2)
    #expect(result.errors.contains(words))
  }
}
