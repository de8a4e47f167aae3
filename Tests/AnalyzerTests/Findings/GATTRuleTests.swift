import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What goes wrong with attributes, subscriptions and discovery, and what apps do.
@Suite("Findings about GATT and apps") struct GATTRuleTests {
  /// A connection with a discovery whose characteristic has the given properties, then `rest`.
  private static func discovered(
    _ properties: UInt8 = 0x3E, _ rest: @escaping @Sendable (inout SessionScript) -> Void
  ) -> @Sendable (inout SessionScript) -> Void {
    { script in
      script.connects()
      script.discovers(properties: properties)
      rest(&script)
    }
  }

  /// So many connections, each with a discovery.
  private static func discoveries(
    _ count: Int, isBonded: Bool = false, hasServiceChanged: Bool = false, asked: Bool = false
  ) throws -> Analysis {
    try session { script in
      for _ in 0..<count {
        script.connects(role: asked ? 1 : 0)
        if isBonded {
          script.enablesEncryption()
          script.encrypts()
        }
        if hasServiceChanged {
          script.asks("10 0100 ffff 0028", "11 06 0100 0f00 0118")
          script.asks("08 0100 0f00 0328", "09 07 0200 20 0300 052a")
          script.asks("10 1000 ffff 0028", "01 10 1000 0a")
        } else {
          script.discovers(asked: asked)
        }
        script.disconnects(reason: 0x16)
      }
    }
  }

  static let attributes = [
    RuleCase(
      "gatt.values-without-subscription", [10, 11], "0x0012 (2a37) was notified before its CCCD was written",
      faulty: discovered { script in
        script.receives("1b 1200 01")
        script.asks("12 1300 0100", "13")
        script.receives("1b 1200 01")
      },
      quiet: discovered { script in
        script.asks("12 1300 0100", "13")
        script.receives("1b 1200 01")
      }),
    RuleCase(
      "gatt.values-without-subscription", [14], "was notified still 5.0 s after its CCCD was written",
      faulty: discovered { script in
        script.asks("12 1300 0100", "13")
        script.asks("12 1300 0000", "13")
        script.time += 5000
        script.receives("1b 1200 01")
      },
      // What was on its way may still come.
      quiet: discovered { script in
        script.asks("12 1300 0100", "13")
        script.asks("12 1300 0000", "13")
        script.time += 1000
        script.receives("1b 1200 01")
      }),
    // 0x20: indications only.
    RuleCase(
      "gatt.subscription-without-effect", [10], "notifications of 0x0012",
      faulty: discovered(0x20) { $0.asks("12 1300 0100", "13") },
      quiet: discovered(0x20) { $0.asks("12 1300 0200", "13") }),
    RuleCase(
      "gatt.subscription-refused", [10, 11], "0xFD",
      faulty: discovered { $0.asks("12 1300 0100", "01 12 1300 fd") },
      quiet: discovered { $0.asks("12 1300 0100", "13") }),
    // 0x08: writes with response only.
    RuleCase(
      "gatt.use-not-offered", [10], "written without response",
      faulty: discovered(0x08) { $0.sends("52 1200 01") },
      quiet: discovered(0x08) { $0.asks("12 1200 01", "13") }),
    // 0x08: requests only; 0x40: signed commands, too.
    RuleCase(
      "gatt.use-not-offered", [10], "0x0012",
      faulty: discovered(0x08) { $0.sends("d2 1200 01 000102030405060708090a0b") },
      quiet: discovered(0x48) { $0.sends("d2 1200 01 000102030405060708090a0b") }),
    RuleCase(
      "gatt.prepare-echo-differs", [10, 11, 12], "the write was executed",
      faulty: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0103")
        script.asks("18 01", "19")
      },
      quiet: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0102")
        script.asks("18 01", "19")
      }),
    RuleCase(
      "gatt.prepare-echo-differs", [10, 11, 12], "the write was not executed", severity: .info,
      faulty: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0103")
        script.asks("18 00", "19")
      },
      quiet: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0102")
        script.asks("18 00", "19")
      }),
    RuleCase(
      "gatt.long-write-not-executed", [10, 12], "1 part for 0x0012",
      faulty: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0102")
        script.disconnects(reason: 0x16)
      },
      quiet: discovered { script in
        script.asks("16 1200 0000 0102", "17 1200 0000 0102")
        script.asks("18 00", "19")
        script.disconnects(reason: 0x16)
      }),
    RuleCase(
      "gatt.unknown-handle", [5, 10, 11], "0x0030 is used, is in no service, and is refused",
      faulty: discovered { $0.asks("0a 3000", "01 0a 3000 01") },
      quiet: discovered { $0.asks("0a 1f00", "01 0a 1f00 01") }),
    // Secondary services are not among those that were discovered.
    RuleCase(
      "gatt.unknown-handle", [5, 10, 11], "0x0030",
      faulty: { script in
        script.connects(role: 1)
        script.discovers(asked: true)
        script.receives("0a 3000")
        script.sends("01 0a 3000 01")
      },
      quiet: discovered { $0.asks("0a 3000", "0b 01") }),
    RuleCase(
      "gatt.stale-table", [2, 3], "this connection has no discovery",
      faulty: { script in
        script.connects(role: 1)
        script.receives("0a 3000")
        script.sends("01 0a 3000 01")
      },
      quiet: { script in
        script.connects(role: 1)
        script.discovers(asked: true)
        script.receives("0a 1500")
        script.sends("01 0a 1500 01")
      }),
    RuleCase(
      "gatt.stale-table", [3], "this connection has no discovery",
      faulty: { script in
        script.connects()
        script.asks("0a 3000", "01 0a 3000 01")
      },
      quiet: { script in
        script.connects()
        script.asks("0a 3000", "0b 01")
      }),
    RuleCase(
      "gatt.stale-table", [8, 10], "after Service Changed named it in frame 8",
      faulty: { script in
        changes(&script)
        script.asks("12 1200 01", "13")
      },
      quiet: { script in
        changes(&script)
        script.discovers()
        script.asks("12 1200 01", "13")
      }),
    RuleCase(
      "gatt.database-out-of-sync", [11], "was not carried out",
      faulty: discovered { $0.asks("0a 1200", "01 0a 1200 12") },
      quiet: discovered { $0.asks("0a 1200", "0b 01") }),
    RuleCase(
      "gatt.discovery-repeated", [5, 15, 25], "3 connections",
      { try discoveries(3) }, quiet: { try discoveries(2) }),
    // A bonded client may remember the table of a server with Service Changed, another one may not.
    RuleCase(
      "gatt.discovery-repeated", [9, 19, 29], "3 connections",
      { try discoveries(3, isBonded: true, hasServiceChanged: true) },
      quiet: { try discoveries(3, hasServiceChanged: true) }),
    RuleCase(
      "gatt.discovery-repeated", [5, 15, 25], "3 connections",
      { try discoveries(3, asked: true) }, quiet: { try discoveries(2, asked: true) }),
    RuleCase(
      "gatt.security-without-pairing", [11, 12], "0x05 Insufficient Authentication",
      faulty: discovered { script in
        script.asks("0a 1200", "01 0a 1200 05")
        script.disconnects(reason: 0x16)
      },
      quiet: discovered { script in
        script.asks("0a 1200", "01 0a 1200 05")
        script.pairs("01 03 00 01 10 00 00", sent: true)
        script.disconnects(reason: 0x16)
      }),
  ]

  static let apps = [
    // The discovery of services ends in frame 9, after the write.
    RuleCase(
      "app.used-before-discovery-ended", [6, 9], "discovered until frame 9",
      faulty: { script in
        script.connects()
        script.asks("10 0100 ffff 0028", "11 06 1000 1f00 0d18")
        script.asks("10 2000 ffff 0028", "11 06 2000 2f00 0f18")
        script.asks("12 1200 01", "13")
        script.asks("10 3000 ffff 0028", "01 10 3000 0a")
      },
      quiet: { script in
        script.connects()
        script.asks("10 0100 ffff 0028", "11 06 1000 1f00 0d18")
        script.asks("10 2000 ffff 0028", "01 10 2000 0a")
        script.asks("12 1200 01", "13")
      }),
    RuleCase(
      "app.subscribed-before-encryption", [10, 11, 12], "not written again",
      faulty: discovered { script in
        script.asks("12 1300 0100", "01 12 1300 0f")
        script.encrypts()
      },
      quiet: discovered { script in
        script.asks("12 1300 0100", "01 12 1300 0f")
        script.encrypts()
        script.asks("12 1300 0100", "13")
      }),
    // It was written again, and refused again.
    RuleCase(
      "gatt.security-without-pairing", [14, 15], "0x05",
      faulty: discovered { script in
        script.asks("12 1300 0100", "01 12 1300 0f")
        script.encrypts()
        script.asks("12 1300 0100", "01 12 1300 05")
        script.disconnects(reason: 0x16)
      },
      quiet: discovered { script in
        script.asks("12 1300 0100", "01 12 1300 0f")
        script.encrypts()
        script.asks("12 1300 0100", "13")
        script.disconnects(reason: 0x16)
      }),
    RuleCase(
      "app.used-before-discovery-ended", [4, 7], "discovered until frame 7",
      faulty: { script in
        script.connects(role: 1)
        script.receives("10 0100 ffff 0028")
        script.sends("11 06 1000 1f00 0d18")
        script.receives("12 1200 01")
        script.sends("13")
        script.receives("10 2000 ffff 0028")
        script.sends("01 10 2000 0a")
      },
      quiet: { script in
        script.connects(role: 1)
        script.discovers(asked: true)
        script.receives("12 1200 01")
        script.sends("13")
      }),
    // A long read ends with 0x07 or 0x0B.
    RuleCase(
      "app.repeats-refused-request", [11, 13, 15], "refused 3 times with 0x06",
      faulty: discovered { script in
        for _ in 0..<3 { script.asks("0c 1200 1600", "01 0c 1200 06") }
      },
      quiet: discovered { script in
        for _ in 0..<3 { script.asks("0c 1200 1600", "01 0c 1200 0b") }
        for _ in 0..<3 { script.asks("0c 1200 1600", "01 0c 1200 07") }
      }),
    RuleCase(
      "app.repeats-refused-request", [11, 13, 15], "refused 3 times with 0x80",
      faulty: discovered { script in
        for _ in 0..<3 { script.asks("12 1200 01", "01 12 1200 80") }
      },
      quiet: discovered { script in
        for _ in 0..<2 { script.asks("12 1200 01", "01 12 1200 80") }
      }),
  ]

  /// A server with Service Changed (0x0003), which names all handles from 0x0010 on in frame 8.
  @Sendable private static func changes(_ script: inout SessionScript) {
    script.connects()
    script.asks("10 0100 ffff 0028", "11 06 0100 0f00 0118")
    script.asks("08 0100 0f00 0328", "09 07 0200 20 0300 052a")
    script.asks("04 0400 0f00", "05 01 0400 0229")
    script.receives("1d 0300 1000 ffff")
    script.sends("1e")
  }

  @Test("uses after many changes are told once each, with the last change before them") func staleUses()
    throws
  {
    let analysis = try session { script in
      Self.changes(&script)
      for _ in 0..<300 {
        script.receives("1d 0300 1000 ffff")
        script.sends("1e")
      }
      script.asks("12 1200 01", "13")
      script.asks("12 1400 01", "13")
      script.asks("12 1200 02", "13")
    }
    let finding = try #require(analysis.findings(FindingSelection(only: ["gatt.stale-table"])).first)
    #expect(finding.count == 2)
    // Of so many changes the first 256 are kept, and the rest are counted: frame 8 is the first, 518 the last of them.
    #expect(finding.frames == [518, 610, 612])
    #expect(analysis.connections[0].serviceChanges.count == LiveConnection.serviceChangeLimit)
    #expect(analysis.notKept.listEntries == 301 - LiveConnection.serviceChangeLimit)
  }

  @Test("attributes", arguments: attributes)
  func checkAttributes(_ sample: RuleCase) throws { try sample.check() }

  @Test("apps", arguments: apps)
  func checkApps(_ sample: RuleCase) throws { try sample.check() }

  @Test("the end of the table that every discovery meets is no refusal") func endOfRange() throws {
    #expect(try Self.discoveries(1).findings().isEmpty)
  }
}
