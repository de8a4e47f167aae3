import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What breaks the Attribute Protocol.
@Suite("Findings about ATT") struct ATTRuleTests {
  /// A read that is answered, after which nothing is wrong.
  @Sendable private static func sound(_ script: inout SessionScript) {
    script.connects()
    script.asks("0a 0300", "0b 01")
    script.time += 40_000
    script.receives("1d 0300 01")
    script.sends("1e")
    script.time += 40_000
    script.disconnects(reason: 0x16)
  }

  /// An exchange of the MTU as a client and one as a server.
  private static func exchanges(
    _ first: (UInt16, UInt16), _ second: (UInt16, UInt16)?
  ) throws -> Analysis {
    try session { script in
      script.connects()
      script.exchangesMTU(first.0, first.1)
      if let second {
        script.receives("02" + second.0.bytes().hex)
        script.sends("03" + second.1.bytes().hex)
      }
    }
  }

  static let order = [
    RuleCase(
      "att.request-while-pending", [2, 3],
      "the recording host sent ATT_READ_REQ while its request of frame 2",
      faulty: { script in
        script.connects()
        script.sends("0a 0300")
        script.sends("0a 0500")
        script.receives("0b 01")
      }, quiet: sound),
    RuleCase(
      "att.indication-while-pending", [4, 5], "that of frame 4",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.receives("1d 0300 01")
        script.receives("1d 0300 02")
        script.sends("1e")
      }, quiet: sound),
    RuleCase(
      "att.unsolicited-response", [4], "no request was under way",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.receives("13")
      }, quiet: sound),
    RuleCase(
      "att.unsolicited-confirmation", [4], "no indication was under way",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.sends("1e")
      }, quiet: sound),
    RuleCase(
      "att.wrong-answer", [2, 3], "ATT_WRITE_RSP, which does not answer the request of frame 2",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "13")
      }, quiet: sound),
    RuleCase(
      "att.duplicate-answer", [2, 3, 4], "for the request of frame 2, which frame 3 had answered",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "0b 01")
        script.receives("0b 01")
      }, quiet: sound),
    RuleCase(
      "att.unsolicited-confirmation", [4], "no indication was under way",
      faulty: { script in
        script.connects()
        script.receives("1d 0300 01")
        script.sends("1e")
        script.sends("1e")
      }, quiet: sound),
    RuleCase(
      "att.late-answer", [2, 3], "the other device confirmed the indication of frame 2",
      faulty: { script in
        script.connects()
        script.sends("1d 0300 01")
        script.time += 30_001
        script.receives("1e")
      }, quiet: sound),
    RuleCase(
      "att.late-answer", [2, 3], "the request of frame 2",
      faulty: { script in
        script.connects()
        script.sends("0a 0300")
        script.time += 30_001
        script.receives("0b 01")
      },
      quiet: { script in
        script.connects()
        script.sends("0a 0300")
        script.time += 29_000
        script.receives("0b 01")
      }),
    RuleCase(
      "att.transaction-timeout", [3, 4], "ATT_READ_REQ on 0x0003 (frame 3) from the recording host",
      faulty: { script in
        script.connects()
        script.receives("1b 0900 01")
        script.sends("0a 0300")
        script.time += 31_000
        script.receives("1b 0900 01")
      },
      // The capture ends before it could be told.
      quiet: { script in
        script.connects()
        script.receives("1b 0900 01")
        script.sends("0a 0300")
        script.time += 20_000
        script.receives("1b 0900 01")
      }),
    RuleCase(
      "att.indication-unconfirmed", [3, 4], "ATT_HANDLE_VALUE_IND",
      faulty: { script in
        script.connects()
        script.sends("52 0900 01")
        script.receives("1d 0300 01")
        script.time += 31_000
        script.sends("52 0900 01")
      }, quiet: sound),
  ]

  static let lengths = [
    RuleCase(
      "att.pdu-too-long", [2, 3, 4], "ATT_WRITE_CMD of 245 bytes with an ATT_MTU of 244",
      faulty: { script in
        script.connects()
        script.exchangesMTU(247, 244)
        script.sendsBulk(1, bytes: 242)
      },
      quiet: { script in
        script.connects()
        script.exchangesMTU(247, 244)
        script.sendsBulk(1, bytes: 241)
      }),
    RuleCase(
      "att.value-too-long", [4], "of 516 bytes",
      faulty: { script in
        script.connects()
        script.exchangesMTU(517, 517)
        script.sendsBulk(1, bytes: 513)
      },
      quiet: { script in
        script.connects()
        script.exchangesMTU(517, 517)
        script.sendsBulk(1, bytes: 512)
      }),
    RuleCase(
      "att.error-response-invalid", [3], "has error code 0",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "01 0a 0300 00")
      },
      quiet: { script in
        script.connects()
        script.asks("0a 0300", "01 0a 0300 80")
        script.asks("02 f700", "01 02 0000 06")
      }),
    // Handle 0 is for requests that are not supported or name none (Vol 3, Part F, 3.4.1.1).
    RuleCase(
      "att.error-response-invalid", [2, 3], "names handle 0 instead of 0x0001",
      faulty: { script in
        script.connects()
        script.asks("10 0100 ffff 0028", "01 10 0000 0a")
      },
      quiet: { script in
        script.connects()
        script.asks("10 0100 ffff 0028", "01 10 0000 06")
        script.asks("0a 0300", "01 0a 0000 06")
        script.asks("18 01", "01 18 0000 0e")
        script.asks("0a 0000", "01 0a 0000 01")
        script.receives("01 0a 0000 0a")
      }),
    RuleCase(
      "att.error-response-invalid", [2, 3], "names handle 0 instead of 0x0003",
      faulty: { script in
        script.connects()
        script.asks("0a 0300", "01 0a 0000 01")
      },
      quiet: { script in
        script.connects()
        script.asks("0a 0300", "01 0a 0300 01")
      }),
    RuleCase(
      "att.entry-list-length", [3], "frame 3",
      faulty: { script in
        script.connects()
        script.asks("08 1000 1f00 0328", "09 01 02")
      },
      quiet: { script in
        script.connects()
        script.discovers()
      }),
    // Declarations of characteristics have 7 or 21 bytes with their handles.
    RuleCase(
      "att.entry-list-length", [3], "frame 3",
      faulty: { script in
        script.connects()
        script.asks("08 1000 1f00 0328", "09 08 1100 02 1200 372a 00")
      },
      quiet: { script in
        script.connects()
        script.asks("08 1000 1f00 0328", "09 07 1100 02 1200 372a")
      }),
    RuleCase(
      "att.mtu-exchanged-twice", [2, 3, 4, 5], "2 times",
      faulty: { script in
        script.connects()
        script.exchangesMTU()
        script.exchangesMTU(517, 247)
      },
      // The first request was refused: the client may try again with less.
      quiet: { script in
        script.connects()
        script.asks("02 0502", "01 02 0000 06")
        script.exchangesMTU()
      }),
    RuleCase(
      "att.mtu-differs-by-role", [2, 3, 4, 5], "247 bytes as client and 185 as server",
      { try exchanges((247, 247), (247, 185)) }, quiet: { try exchanges((247, 247), (247, 247)) }),
    RuleCase(
      "att.mtu-below-minimum", [2, 3], "20 bytes",
      { try exchanges((247, 20), nil) }, quiet: { try exchanges((247, 23), nil) }),
    RuleCase(
      "att.mtu-not-raised", [10, 829], "nobody asked for more",
      faulty: { script in
        script.connects()
        script.discovers()
        script.sendsBulk(820)
      },
      quiet: { script in
        script.connects()
        script.exchangesMTU()
        script.discovers()
        script.sendsBulk(820)
      }),
    RuleCase(
      "att.mtu-on-enhanced-bearer", [4], "on bearer 1",
      faulty: { script in
        openBearer(&script)
        script.pdu(0x41, "0300 02 f700", on: 0x40, sent: true)
      },
      quiet: { script in
        openBearer(&script)
        script.pdu(0x41, "0300 0a 0300", on: 0x40, sent: true)
      }),
    RuleCase(
      "att.enhanced-bearer-unencrypted", [4], "nothing encrypted the link",
      faulty: { script in
        openBearer(&script)
        script.pdu(0x41, "0300 0a 0300", on: 0x40, sent: true)
      },
      quiet: { script in
        openBearer(&script, isEncrypted: true)
        script.pdu(0x41, "0300 0a 0300", on: 0x40, sent: true)
      }),
  ]

  @Test("the order of PDUs", arguments: order)
  func checkOrder(_ sample: RuleCase) throws { try sample.check() }

  @Test("lengths, sizes and bearers", arguments: lengths)
  func checkLengths(_ sample: RuleCase) throws { try sample.check() }

  /// A connection with an enhanced bearer: channel 0x40 of this host, 0x41 of the other device.
  @Sendable private static func openBearer(_ script: inout SessionScript, isEncrypted: Bool = false) {
    script.connects()
    if isEncrypted { script.encrypts() }
    script.pdu(5, "17 01 0a00 2700 4000 4000 0a00 4000", on: 0x40, sent: true)
    script.pdu(5, "18 01 0a00 4000 4000 0a00 0000 4100", on: 0x40, sent: false)
  }

  @Test("values that are too long, although the first is not") func average() throws {
    let findings = try session { script in
      script.connects()
      script.exchangesMTU(247, 100)
      script.sendsBulk(1, bytes: 20)
      script.sendsBulk(9, bytes: 244)
    }.findings(FindingSelection(only: ["att.pdu-too-long"]))
    let finding = try #require(findings.first)
    #expect(finding.frames.contains(5))
    #expect(finding.severity == .error)
  }

  @Test("where packets are missing, the order of requests and answers is not judged") func incomplete() throws
  {
    let write = { (script: inout SessionScript) in
      script.connects()
      script.asks("0a 0300", "13")
    }
    #expect(try session(write).findings().contains { $0.rule == "att.wrong-answer" })
    let dropped = try session(SourceFacts(droppedRecords: 1), write).findings()
    #expect(!dropped.contains { $0.rule.hasPrefix("att.") })
  }

  @Test("requests one after the other without waiting are one finding with a count") func counted() throws {
    let findings = try session { script in
      script.connects()
      for handle in 3..<8 { script.sends("0a 0\(handle)00") }
      script.receives("0b 01")
      script.receives("0b 01")
    }.findings(FindingSelection(only: ["att"]))
    #expect(findings.map(\.rule) == ["att.request-while-pending"])
    #expect(findings.first?.count == 4)
    #expect(findings.first?.frames == [2, 3, 4, 5, 6])
  }

  @Test("a discovery that stalls after both sides exchanged the MTU", arguments: [true, false])
  func bothExchanged(isByBoth: Bool) throws {
    let analysis = try session { script in
      script.connects()
      script.exchangesMTU()
      if isByBoth {
        script.receives("02f700")
        script.sends("03f700")
      }
      script.sends("10 0100 ffff 0028")
      script.time += 31_000
      script.receives("1b 0900 01")
    }
    let found = try #require(analysis.findings().first { $0.rule == "att.transaction-timeout" })
    #expect(found.detail.contains("both sides had exchanged the MTU") == isByBoth)
    #expect(Set([2, 3, 4, 5]).isSubset(of: found.frames) == isByBoth)
  }
}
