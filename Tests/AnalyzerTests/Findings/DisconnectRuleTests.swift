import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Why connections ended.
@Suite("Findings about ends") struct DisconnectRuleTests {
  static let cases = [
    RuleCase(
      "disconnect.transaction-timeout", [4, 5], "had waited 30.0 s",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.sends("0a 0300")
        script.time += 30_000
        script.disconnects(reason: 0x16)
      },
      quiet: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.time += 30_000
        script.disconnects(reason: 0x16)
      }),
    // 420 ms is what Linux asks for unless told otherwise.
    RuleCase(
      "disconnect.wrong-parameters", [2, 3, 4], "a gap of 420 ms ends the link",
      faulty: { script in
        script.connects()
        script.updates(timeout: 42)
        script.sends("52 2a00 01")
        script.time += 420
        script.disconnects(reason: 0x08)
      },
      quiet: { script in
        script.connects()
        script.updates(timeout: 500)
        script.sends("52 2a00 01")
        script.time += 5000
        script.disconnects(reason: 0x08)
      }),
    RuleCase(
      "disconnect.supervision-timeout", [2, 3], "the supervision timeout was 5000 ms",
      faulty: { script in
        script.connects()
        script.sends("52 2a00 01")
        script.time += 5000
        script.disconnects(reason: 0x08)
      },
      quiet: { script in
        script.connects()
        script.sends("52 2a00 01")
        script.time += 5000
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.procedure-timeout", [2, 3], "asked for in frame 2, 40.0 s before, was never answered",
      faulty: { script in
        script.connects()
        script.command(0x2032, UInt16(0x40).bytes() + [0, 2, 2, 0, 0])
        script.time += 39_999
        script.disconnects(reason: 0x22)
      },
      quiet: { script in
        script.connects()
        script.command(0x2032, UInt16(0x40).bytes() + [0, 2, 2, 0, 0])
        script.changesPHY(2)
        script.disconnects(reason: 0x16)
      }),
    // The key worked on the connection before, so it is the same on both sides.
    RuleCase(
      "disconnect.integrity-failure", [2, 6, 7], "the one that connection 1 worked with",
      faulty: { script in
        script.connects()
        script.enablesEncryption(key: 7)
        script.encrypts()
        script.disconnects(reason: 0x16)
        script.connects()
        script.enablesEncryption(key: 7)
        script.disconnects(reason: 0x3D)
      },
      quiet: { script in
        script.connects()
        script.enablesEncryption(key: 7)
        script.encrypts()
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.not-established", [2], "0x3E",
      faulty: { script in
        script.connects()
        script.disconnects(reason: 0x3E)
      },
      quiet: { script in
        script.connects()
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.keys-missing", [2, 3], "0x06",
      faulty: { script in
        script.connects()
        script.enablesEncryption()
        script.disconnects(reason: 0x06)
      },
      quiet: { script in
        script.connects()
        script.enablesEncryption()
        script.encrypts()
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.collision", [2, 3], "0x28",
      faulty: { script in
        script.connects()
        script.command(0x2022, UInt16(0x40).bytes() + [251, 0, 0x48, 8])
        script.disconnects(reason: 0x28)
      },
      quiet: { script in
        script.connects()
        script.command(0x2022, UInt16(0x40).bytes() + [251, 0, 0x48, 8])
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.unacceptable-parameters", [2], "0x3B",
      faulty: { script in
        script.connects()
        script.disconnects(reason: 0x3B)
      },
      quiet: { script in
        script.connects()
        script.disconnects(reason: 0x16)
      }),
    RuleCase(
      "disconnect.peer-in-the-middle", [4, 5], "ATT_READ_REQ on 0x0003 (frame 4) had waited 1.5 s",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.sends("0a 0300")
        script.time += 1499
        script.disconnects(reason: 0x13)
      },
      quiet: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.time += 1499
        script.disconnects(reason: 0x13)
      }),
    RuleCase(
      "disconnect.local-in-the-middle", [4, 5], "had waited",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.receives("1d 0300 01")
        script.disconnects(reason: 0x16)
      },
      quiet: { script in
        script.connects()
        script.receives("1d 0300 01")
        script.sends("1e")
        script.disconnects(reason: 0x16)
      }),
    RuleCase(
      "disconnect.adapter-reset", [4, 5], "the adapter was reset",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.sends("0a 0300")
        script.command(0x0C03)
      },
      quiet: { script in
        script.connects()
        script.command(0x0C03)
      }),
    RuleCase(
      "disconnect.other-reason", [2], "0x1F",
      faulty: { script in
        script.connects()
        script.disconnects(reason: 0x1F)
      },
      quiet: { script in
        script.connects()
        script.disconnects(reason: 0x15)
      }),
    RuleCase(
      "disconnect.reboot", [], "had the device restart",
      { try update(0x13) }, quiet: { try update(0x16) }),
    // A link that ends over a procedure did not end for the restart.
    RuleCase(
      "disconnect.procedure-timeout", [], "0x22", { try update(0x22) }, quiet: { try update(0x08) }),
  ]

  @Test("each is found, and not where it is not", arguments: cases)
  func each(_ sample: RuleCase) throws { try sample.check() }

  /// A whole Nordic update of 20 bytes, and the end of the link.
  private static func update(_ reason: UInt8) throws -> Analysis {
    var script = TransferScript([
      "8ec90001-f315-4f60-9fb8-838830daea50", "8ec90002-f315-4f60-9fb8-838830daea50",
    ])
    func ask(_ request: String, _ answer: String) {
      script.write(0, request)
      script.notify(0, answer)
    }
    let image = testImage(20)
    ask("0601", "600601000100000000000000000000")
    ask("01010e000000", "600101")
    // Packet{signed_command{command{op_code INIT, init{fw_version 3, hw_version 52, app_size 20}}}}, by hand.
    script.command(1, "120c0a0a0801120608031034" + "3814")
    ask("03", "6003010e00000000000000")
    ask("04", "600401")
    ask("0602", "600601800000000000000000000000")
    ask("010214000000", "600101")
    script.command(1, image)
    ask("03", "60030114000000" + CyclicCheck.of(image[...], .crc32).bytes().hex)
    ask("04", "600401")
    script.wait(300)
    script.disconnect(reason)
    return try script.analysis()
  }

  @Test("an end explains the request that it left without an answer") func explains() throws {
    let findings = try session { script in
      script.connects()
      script.exchangesMTU()
      script.discovers()
      script.sends("0a 1200")
      script.time += 40_000
      script.disconnects(reason: 0x16)
    }.findings()
    #expect(findings.map(\.rule) == ["disconnect.transaction-timeout"])
  }

  @Test("a lost link tells of the changes before it, and what apps see") func changes() throws {
    let findings = try session { script in
      script.connects()
      script.changesPHY(2)
      script.time += 900
      script.sends("52 2a00 01")
      script.time += 5000
      script.disconnects(reason: 0x08)
    }.findings(FindingSelection(only: ["disconnect"]))
    let detail = try #require(findings.first?.detail)
    #expect(detail.contains("PHY 2 for sending and 2 since frame 2"))
    #expect(detail.contains("iOS CBError.connectionTimeout (6), Android GATT_CONN_TIMEOUT (8)"))
    #expect(detail.contains("the last data was sent 5.0 s before"))
  }

  @Test("a link that is lost soon after the exchange of the MTU", arguments: [5000, 60_000])
  func afterExchange(milliseconds: Int64) throws {
    let analysis = try session { script in
      script.connects()
      script.exchangesMTU()
      script.time += milliseconds
      script.disconnects(reason: 0x08)
    }
    let found = try #require(analysis.findings().first { $0.rule == "disconnect.supervision-timeout" })
    #expect(found.detail.contains("an ATT_MTU of 247 since frame 3") == (milliseconds < 10_000))
  }
}
