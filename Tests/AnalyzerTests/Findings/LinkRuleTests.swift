import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Parameters, procedures, pairing and attempts to connect.
@Suite("Findings about the link") struct LinkRuleTests {
  private static let handle = UInt16(0x40).bytes()

  /// HCI: interval 15 to 30 ms, latency 4, timeout 2 s.
  @Sendable private static func asksForParameters(_ script: inout SessionScript, status: UInt8) {
    script.connects()
    script.command(0x2013, handle + [12, 0, 24, 0, 4, 0, 200, 0, 0, 0, 0, 0])
    script.updates(interval: 24, latency: 4, timeout: 200, status: status)
  }

  /// L2CAP: a peripheral asks for the same interval, and is answered.
  private static func peripheralAsks(
    _ interval: UInt16, latency: UInt16 = 0, timeout: UInt16 = 400, result: UInt16
  ) -> @Sendable (inout SessionScript) -> Void {
    { script in
      script.connects()
      script.pdu(
        5,
        "12 01 0800 \(interval.bytes().hex)\((interval + 12).bytes().hex)\(latency.bytes().hex)\(timeout.bytes().hex)",
        on: 0x40, sent: false)
      script.pdu(5, "13 01 0200 \(result.bytes().hex)", on: 0x40, sent: true)
    }
  }

  /// A bulk of values after an MTU exchange, with what `before` changes.
  private static func bulk(
    _ count: Int = 100, pace: Int64 = 1, _ before: @escaping @Sendable (inout SessionScript) -> Void
  ) -> @Sendable (inout SessionScript) -> Void {
    { script in
      script.connects()
      script.exchangesMTU()
      before(&script)
      script.sendsBulk(count, bytes: 244, pace: pace)
    }
  }

  /// Connections that the other device ends, each `gap` ms after the one before, the last byte of the address
  /// being `peer`.
  private static func connections(
    _ count: Int, gap: Int64, reason: UInt8 = 0x08
  ) -> @Sendable (inout SessionScript) -> Void {
    { script in
      for _ in 0..<count {
        script.connects()
        script.time += 3000
        script.disconnects(reason: reason)
        script.time += gap
      }
    }
  }

  /// LE Create Connection to C1:02:03:04:05:06.
  private static let create: [UInt8] =
    [0x60, 0, 0x60, 0, 0, 1, 6, 5, 4, 3, 2, 0xC1, 1, 24, 0, 24, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0]

  /// A cancelled attempt and one that reaches the device `pause` ms later.
  @Sendable private static func cancels(_ script: inout SessionScript, pause: Int64) {
    script.command(0x200D, create)
    script.command(0x200E)
    script.event(PacketBuilder.leConnectionComplete(0, status: 2, peer: [0, 0, 0, 0, 0, 0]))
    script.time += pause
    script.command(0x200D, create)
    script.connects()
  }

  /// A page of a BR/EDR device that comes to nothing.
  @Sendable private static func pages(_ script: inout SessionScript, status: UInt8) {
    let address: [UInt8] = [0x21, 0x22, 0x23, 0x24, 0x25, 0x26]
    script.command(0x0405, address + [0x18, 0xCC, 1, 0, 0, 0, 1])
    script.command(0x0408, address)
    script.event(PacketBuilder.event(0x03, [status, 0, 0] + address + [1, 0]))
  }

  static let settings = [
    // 1 s is not more than (1 + 4) × 100 ms × 2.
    RuleCase(
      "link.timeout-invalid", [2], "interval 100 ms, latency 4, timeout 1000 ms",
      faulty: { script in
        script.connects()
        script.updates(interval: 80, latency: 4, timeout: 100)
      },
      quiet: { script in
        script.connects()
        script.updates(interval: 80, latency: 4, timeout: 101)
      }),
    RuleCase(
      "link.accessory-limits", [2, 3], "below 15 ms",
      faulty: peripheralAsks(6, result: 1), quiet: peripheralAsks(6, result: 0)),
    RuleCase(
      "link.accessory-limits", [2, 3], "a timeout of 8000 ms is not from 2 to 6 s",
      faulty: peripheralAsks(24, timeout: 800, result: 1), quiet: peripheralAsks(24, timeout: 600, result: 1)),
    RuleCase(
      "link.accessory-limits", [2, 3], "interval × (latency + 1) is above 2 s",
      faulty: peripheralAsks(96, latency: 15, timeout: 600, result: 1),
      quiet: peripheralAsks(96, latency: 13, timeout: 600, result: 1)),
    RuleCase(
      "link.accessory-limits", [2, 3], "a least interval of 20 ms is no multiple of 15 ms",
      faulty: peripheralAsks(16, result: 1), quiet: peripheralAsks(12, result: 1)),
    RuleCase(
      "link.update-refused", [2, 3], "0x3B",
      faulty: { asksForParameters(&$0, status: 0x3B) }, quiet: { asksForParameters(&$0, status: 0) }),
    RuleCase(
      "link.update-refused", [2, 3], "the other device asked for interval 30 ms to 45 ms",
      faulty: peripheralAsks(24, result: 1), quiet: peripheralAsks(6, result: 1)),
    RuleCase(
      "link.update-ignored", [4, 5], "not answered",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.pdu(5, "12 01 0800 1800 2800 0000 9001", on: 0x40, sent: false)
        script.time += 31_000
        script.sends("52 0300 01")
      },
      quiet: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.pdu(5, "12 01 0800 1800 2800 0000 9001", on: 0x40, sent: false)
        script.time += 1000
        script.sends("52 0300 01")
      }),
    RuleCase(
      "link.procedure-collision", [2, 3], "0x2A",
      faulty: { asksForParameters(&$0, status: 0x2A) }, quiet: { asksForParameters(&$0, status: 0x3B) }),
    RuleCase(
      "link.slow-parameters", [4, 5, 104], "interval 100 ms",
      faulty: bulk(pace: 60) { $0.updates(interval: 80) }, quiet: bulk(pace: 60) { $0.updates(interval: 12) }),
    RuleCase(
      "link.slow-parameters", [4, 5, 104], "latency 4",
      faulty: bulk(pace: 60) { $0.updates(interval: 12, latency: 4) },
      quiet: bulk(pace: 10) { $0.updates(interval: 12, latency: 4) }),
    RuleCase(
      "link.data-length-not-raised", [4, 103], "the recording host never asked",
      faulty: bulk { _ in }, quiet: bulk { $0.changesDataLength(251) }),
    RuleCase(
      "link.phy-not-raised", [4, 303], "travelled on 1M",
      faulty: bulk(300, pace: 40) { _ in }, quiet: bulk(300, pace: 40) { $0.changesPHY(2) }),
    RuleCase(
      "link.scan-during-transfer", [4, 5, 104], "while 24400 bytes travelled",
      faulty: bulk(pace: 60) { $0.command(0x200C, [1, 0]) },
      quiet: bulk(pace: 60) { script in
        script.command(0x200C, [1, 0])
        script.command(0x200C, [0, 0])
      }),
  ]

  static let connecting = [
    RuleCase(
      "link.establishment-failures", [2, 4], "2 connections to C1:02:03:04:05:06",
      faulty: connections(2, gap: 5000, reason: 0x3E), quiet: connections(1, gap: 5000, reason: 0x3E)),
    RuleCase(
      "link.reconnect-storm", [2, 4, 6, 8, 10], "5 connections",
      faulty: connections(5, gap: 100), quiet: connections(5, gap: 2000)),
    RuleCase(
      "link.connect-cancelled", [1, 3], "was given up once",
      faulty: { script in
        script.command(0x200D, create)
        script.command(0x200E)
        script.event(PacketBuilder.leConnectionComplete(0, status: 2, peer: [0, 0, 0, 0, 0, 0]))
      },
      quiet: { script in
        script.command(0x200D, create)
        script.connects()
      }),
    // A host cancels to change its filter accept list, and goes on.
    RuleCase(
      "link.connect-cancelled", [1, 3], "was given up once",
      faulty: { cancels(&$0, pause: 5000) }, quiet: { cancels(&$0, pause: 10) }),
    // BR/EDR: Create Connection, its cancel, Connection Complete with Unknown Connection Identifier.
    RuleCase(
      "link.connect-cancelled", [3], "to 26:25:24:23:22:21 was given up once (0x02",
      faulty: { pages(&$0, status: 0x02) }, quiet: { pages(&$0, status: 0x04) }),
    RuleCase(
      "link.connect-failed", [3], "to 26:25:24:23:22:21 failed once (0x04",
      faulty: { pages(&$0, status: 0x04) }, quiet: { pages(&$0, status: 0x02) }),
    RuleCase(
      "link.connect-failed", [1, 2], "0x09",
      faulty: { script in
        script.command(0x200D, create)
        script.connects(status: 0x09)
      },
      quiet: { script in
        script.command(0x200D, create)
        script.connects()
      }),
  ]

  static let security = [
    RuleCase(
      "link.pairing-failed", [2, 4], "the other device ended the pairing: Confirm Value Failed",
      faulty: { script in
        script.connects()
        script.pairs("01 03 00 01 10 00 00", sent: true)
        script.pairs("02 03 00 01 10 00 00", sent: false)
        script.pairs("05 04", sent: false)
      },
      quiet: { script in
        script.connects()
        script.pairs("01 03 00 01 10 00 00", sent: true)
        script.pairs("02 03 00 01 10 00 00", sent: false)
        script.encrypts()
      }),
    RuleCase(
      "link.pairing-overlap", [4, 5, 6], "while connection 2 paired",
      faulty: { script in
        script.connects()
        script.connects(0x41, peer: 9)
        script.pairs("01 03 00 01 10 00 00", sent: true)
        script.pairs("01 03 00 01 10 00 00", sent: true, on: 0x41)
        script.pairs("05 08", sent: false)
        script.pairs("02 03 00 01 10 00 00", sent: false, on: 0x41)
      },
      quiet: { script in
        script.connects()
        script.connects(0x41, peer: 9)
        script.pairs("01 03 00 01 10 00 00", sent: true)
        script.pairs("05 08", sent: false)
        script.pairs("01 03 00 01 10 00 00", sent: true, on: 0x41)
        script.pairs("02 03 00 01 10 00 00", sent: false, on: 0x41)
      }),
    RuleCase(
      "link.encryption-failed", [2, 3], "0x06 PIN or Key Missing",
      faulty: { script in
        script.connects()
        script.enablesEncryption()
        script.encrypts(status: 0x06)
      },
      quiet: { script in
        script.connects()
        script.enablesEncryption()
        script.encrypts()
      }),
    RuleCase(
      "link.security-request-ignored", [2, 3], "nothing followed in 6.0 s",
      faulty: { script in
        script.connects()
        script.pairs("0b 01", sent: false)
        script.time += 5999
        script.disconnects(reason: 0x16)
      },
      quiet: { script in
        script.connects()
        script.pairs("0b 01", sent: false)
        script.enablesEncryption()
        script.encrypts()
        script.time += 5999
        script.disconnects(reason: 0x16)
      }),
  ]

  @Test("settings", arguments: settings)
  func checkSettings(_ sample: RuleCase) throws { try sample.check() }

  @Test("connecting", arguments: connecting)
  func checkConnecting(_ sample: RuleCase) throws { try sample.check() }

  @Test("pairing and encryption", arguments: security)
  func checkSecurity(_ sample: RuleCase) throws { try sample.check() }
}
