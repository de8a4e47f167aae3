import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A rule with a capture that it finds something in, and a nearly equal one that it does not.
struct RuleCase: Sendable, CustomTestStringConvertible {
  /// The rule's name.
  var rule: String
  /// What the finding cites: all of these frames, and maybe others.
  var frames: [Int]
  /// What the finding says: words of its detail.
  var says: String
  /// How much the finding matters; nil for as much as the rule says.
  var severity: Severity?
  /// The capture with the fault.
  var faulty: @Sendable () throws -> Analysis
  /// The capture without it.
  var sound: @Sendable () throws -> Analysis
  /// The ATT PDUs of the capture with the fault by their frames; nil when it is not written packet by packet.
  var names: (@Sendable () throws -> [Int: String])?

  init(
    _ rule: String, _ frames: [Int], _ says: String, severity: Severity? = nil,
    _ faulty: @escaping @Sendable () throws -> Analysis,
    quiet sound: @escaping @Sendable () throws -> Analysis
  ) {
    self.rule = rule
    self.frames = frames
    self.says = says
    self.severity = severity
    self.faulty = faulty
    self.sound = sound
  }

  /// A case of two sessions, each written into a script.
  init(
    _ rule: String, _ frames: [Int], _ says: String, severity: Severity? = nil,
    faulty: @escaping @Sendable (inout SessionScript) -> Void,
    quiet: @escaping @Sendable (inout SessionScript) -> Void
  ) {
    self.init(
      rule, frames, says, severity: severity, { try session(faulty) }, quiet: { try session(quiet) })
    names = {
      var script = SessionScript()
      faulty(&script)
      return try script.opcodeNames()
    }
  }

  var testDescription: String { rule }

  /// Checks both captures.
  func check() throws {
    let all = try faulty().findings()
    let found = all.filter { $0.rule == rule }
    try #require(found.count == 1, "\(all.map { "\($0.rule): \($0.detail) \($0.frames)" })")
    #expect(Set(frames).isSubset(of: found[0].frames), "\(found[0].frames)")
    #expect(found[0].detail.contains(says), "\(found[0].detail)")
    let wanted = severity ?? FindingRule.all.first { $0.id == rule }?.severity
    #expect(found[0].severity == wanted)
    try checkNames(found[0])
    let quiet = try sound().findings().filter { $0.rule == rule }
    #expect(quiet.isEmpty, "\(quiet.map { "\($0.detail) \($0.frames)" })")
  }
}

extension RuleCase {
  /// Checks that the PDUs that a finding names are in the frames that it cites.
  private func checkNames(_ finding: Finding) throws {
    guard let names = try names?() else { return }
    #expect(finding.frames.allSatisfy { names[$0] != nil }, "\(finding.frames)")
    let cited = Set(finding.frames.compactMap { names[$0] })
    let words = finding.detail.split { !$0.isLetter && $0 != "_" }.map(String.init)
    for word in words where word.hasPrefix("ATT_") && word != "ATT_MTU" {
      #expect(cited.contains(word), "\(word) in none of \(finding.frames)")
    }
  }
}

/// The analysis of a session written packet by packet.
func session(_ write: (inout SessionScript) -> Void) throws -> Analysis {
  try session(SourceFacts(), write)
}

/// The same with what the reader of the file knows.
func session(_ facts: SourceFacts, _ write: (inout SessionScript) -> Void) throws -> Analysis {
  var script = SessionScript()
  write(&script)
  return try script.analysis(facts)
}

extension SessionScript {
  /// What each frame holds: the name of its ATT PDU, empty for any other frame.
  func opcodeNames() throws -> [Int: String] {
    var reader = try CaptureReader(CaptureStream(bytes: bytes))
    var names: [Int: String] = [:]
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      names[frame.record.number] = frame.kind == .att ? frame.att.opcode.name : ""
    }
    return names
  }

  /// LE Connection Update Complete: interval in 1.25 ms, timeout in 10 ms.
  mutating func updates(
    interval: UInt16 = 24, latency: UInt16 = 0, timeout: UInt16 = 500, status: UInt8 = 0,
    on handle: UInt16 = 0x40
  ) {
    event(
      PacketBuilder.leEvent(
        0x03, [status] + handle.bytes() + interval.bytes() + latency.bytes() + timeout.bytes()))
  }

  /// LE PHY Update Complete.
  mutating func changesPHY(_ phy: UInt8, status: UInt8 = 0, on handle: UInt16 = 0x40) {
    event(PacketBuilder.leEvent(0x0C, [status] + handle.bytes() + [phy, phy]))
  }

  /// LE Data Length Change.
  mutating func changesDataLength(_ octets: UInt16, on handle: UInt16 = 0x40) {
    let time = UInt16(2120).bytes()
    event(PacketBuilder.leEvent(0x07, handle.bytes() + octets.bytes() + time + octets.bytes() + time))
  }

  /// Encryption Change.
  mutating func encrypts(status: UInt8 = 0, on handle: UInt16 = 0x40) {
    event(PacketBuilder.event(0x08, [status] + handle.bytes() + [status == 0 ? 1 : 0]))
  }

  /// LE Enable Encryption with a key of 16 equal bytes.
  mutating func enablesEncryption(key: UInt8 = 1, on handle: UInt16 = 0x40) {
    command(
      0x2019, handle.bytes() + [UInt8](repeating: 0, count: 10) + [UInt8](repeating: key, count: 16))
  }

  /// A command of the Security Manager.
  mutating func pairs(_ hex: String, sent: Bool, on handle: UInt16 = 0x40) {
    pdu(6, hex, on: handle, sent: sent)
  }

  /// An exchange of the MTU.
  mutating func exchangesMTU(_ client: UInt16 = 247, _ server: UInt16 = 247, on handle: UInt16 = 0x40) {
    asks("02" + client.bytes().hex, "03" + server.bytes().hex, on: handle)
  }

  /// The discovery of one service, 0x0010 to 0x001f, with one characteristic (value 0x0012) and its CCCD
  /// (0x0013): eight frames.
  ///
  /// - Parameter asked: true for the discovery of the recording host's attributes by the other device.
  mutating func discovers(properties: UInt8 = 0x3E, on handle: UInt16 = 0x40, asked: Bool = false) {
    let exchanges = [
      ("10 0100 ffff 0028", "11 06 1000 1f00 0d18"), ("10 2000 ffff 0028", "01 10 2000 0a"),
      ("08 1000 1f00 0328", "09 07 1100 \([properties].hex) 1200 372a"), ("04 1300 1f00", "05 01 1300 0229"),
    ]
    for (request, answer) in exchanges {
      pdu(4, request, on: handle, sent: !asked)
      pdu(4, answer, on: handle, sent: asked)
    }
  }

  /// Write Commands of `bytes` bytes to 0x0012, one every `pace` milliseconds.
  mutating func sendsBulk(_ count: Int, bytes: Int = 20, pace: Int64 = 1, on handle: UInt16 = 0x40) {
    let value = String(repeating: "a5", count: bytes)
    for _ in 0..<count {
      sends("52 1200 \(value)", on: handle)
      time += pace - 1
    }
  }
}
