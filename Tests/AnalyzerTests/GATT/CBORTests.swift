import TestSupport
import Testing

@testable import Analyzer

@Suite("CBOR in diagnostic notation") struct CBORTests {
  /// Encodings and notations of RFC 8949, appendix A; bignums are shown as the tags they are.
  static let samples: [(String, String)] = [
    ("00", "0"), ("01", "1"), ("0a", "10"), ("17", "23"), ("1818", "24"), ("1819", "25"), ("1864", "100"),
    ("1903e8", "1000"), ("1a000f4240", "1000000"), ("1b000000e8d4a51000", "1000000000000"),
    ("1bffffffffffffffff", "18446744073709551615"), ("c249010000000000000000", "2(h'010000000000000000')"),
    ("3bffffffffffffffff", "-18446744073709551616"), ("c349010000000000000000", "3(h'010000000000000000')"),
    ("20", "-1"), ("29", "-10"), ("3863", "-100"), ("3903e7", "-1000"), ("f90000", "0.0"), ("f98000", "-0.0"),
    ("f93c00", "1.0"), ("fb3ff199999999999a", "1.1"), ("f93e00", "1.5"), ("f97bff", "65504.0"),
    ("fa47c35000", "100000.0"), ("fa7f7fffff", "3.4028234663852886e+38"), ("fb7e37e43c8800759c", "1.0e+300"),
    ("f90001", "5.960464477539063e-8"), ("f90400", "0.00006103515625"), ("f9c400", "-4.0"),
    ("fbc010666666666666", "-4.1"), ("f97c00", "Infinity"), ("f97e00", "NaN"), ("f9fc00", "-Infinity"),
    ("fa7f800000", "Infinity"), ("fa7fc00000", "NaN"), ("faff800000", "-Infinity"),
    ("fb7ff0000000000000", "Infinity"), ("fb7ff8000000000000", "NaN"), ("fbfff0000000000000", "-Infinity"),
    ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", "undefined"), ("f0", "simple(16)"),
    ("f8ff", "simple(255)"),
    ("c074323031332d30332d32315432303a30343a30305a", "0(\"2013-03-21T20:04:00Z\")"),
    ("c11a514b67b0", "1(1363896240)"), ("c1fb41d452d9ec200000", "1(1363896240.5)"),
    ("d74401020304", "23(h'01020304')"), ("d818456449455446", "24(h'6449455446')"),
    ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "32(\"http://www.example.com\")"), ("40", "h''"),
    ("4401020304", "h'01020304'"), ("60", "\"\""), ("6161", "\"a\""), ("6449455446", "\"IETF\""),
    ("62225c", "\"\\\"\\\\\""), ("62c3bc", "\"\u{fc}\""), ("63e6b0b4", "\"\u{6c34}\""),
    ("64f0908591", "\"\u{10151}\""), ("80", "[]"), ("83010203", "[1, 2, 3]"),
    ("8301820203820405", "[1, [2, 3], [4, 5]]"),
    (
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
      "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]"
    ),
    ("a0", "{}"), ("a201020304", "{1: 2, 3: 4}"), ("a26161016162820203", "{\"a\": 1, \"b\": [2, 3]}"),
    ("826161a161626163", "[\"a\", {\"b\": \"c\"}]"),
    (
      "a56161614161626142616361436164614461656145",
      "{\"a\": \"A\", \"b\": \"B\", \"c\": \"C\", \"d\": \"D\", \"e\": \"E\"}"
    ),
    ("5f42010243030405ff", "(_ h'0102', h'030405')"),
    ("7f657374726561646d696e67ff", "(_ \"strea\", \"ming\")"),
    ("9fff", "[_ ]"), ("9f018202039f0405ffff", "[_ 1, [2, 3], [_ 4, 5]]"),
    ("9f01820203820405ff", "[_ 1, [2, 3], [4, 5]]"), ("83018202039f0405ff", "[1, [2, 3], [_ 4, 5]]"),
    ("83019f0203ff820405", "[1, [_ 2, 3], [4, 5]]"),
    (
      "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
      "[_ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]"
    ),
    ("bf61610161629f0203ffff", "{_ \"a\": 1, \"b\": [_ 2, 3]}"),
    ("826161bf61626163ff", "[\"a\", {_ \"b\": \"c\"}]"),
    ("bf6346756ef563416d7421ff", "{_ \"Fun\": true, \"Amt\": -2}"),
  ]

  private static func read(_ bytes: [UInt8]) -> Result<String, CBORError> {
    Result { () throws(CBORError) in
      var reader = CBORReader(bytes)
      let text = try reader.item().notation
      guard reader.position == bytes.count else {
        throw CBORError(position: reader.position, reason: "more follows")
      }
      return text
    }
  }

  @Test("the samples of the specification", arguments: samples)
  func sample(_ hex: String, _ text: String) {
    #expect(Self.read([UInt8](hex: hex)) == .success(text))
  }

  @Test("every strict prefix of a sample says that bytes are missing at its end", arguments: samples.map(\.0))
  func prefixes(_ hex: String) {
    let bytes = [UInt8](hex: hex)
    for count in 0..<bytes.count {
      guard case .failure(let error) = Self.read(Array(bytes.prefix(count))) else {
        Issue.record("\(bytes.prefix(count)) is read")
        continue
      }
      #expect(error.position == count)
      #expect(error.reason.contains("needs"))
    }
  }

  @Test(
    "empty strings without a length",
    arguments: [("5fff", "''_"), ("7fff", "\"\"_"), ("5f40ff", "(_ h'')"), ("bfff", "{_ }")])
  func empty(_ hex: String, _ text: String) {
    #expect(Self.read([UInt8](hex: hex)) == .success(text))
  }

  @Test(
    "bytes that are not CBOR, and where",
    arguments: [
      ("1c", 0, "reserved additional information"), ("fe", 0, "reserved additional information"),
      ("1f", 0, "no definite argument"), ("3f", 0, "no definite argument"),
      ("df00", 0, "no definite argument"),
      ("ff", 0, "break outside an indefinite item"), ("8101ff", 2, "more follows"),
      ("81ff", 1, "break outside an indefinite item"), ("bf01ff", 2, "break outside an indefinite item"),
      ("f818", 0, "simple value 24 in two bytes"), ("f800", 0, "simple value 0 in two bytes"),
      ("61ff", 1, "text that is not UTF-8"), ("62c328", 1, "text that is not UTF-8"),
      ("5f6161ff", 1, "no chunk of the string"), ("7f4161ff", 1, "no chunk of the string"),
      ("5f5f4101ffff", 1, "no chunk of the string"), ("5f00ff", 1, "no chunk of the string"),
      ("5bffffffffffffffff", 9, "a string needs 18446744073709551615 more bytes"),
      ("7affffffff61", 6, "a string needs 4294967294 more bytes"),
      ("9bffffffffffffffff", 9, "an item needs 1 more bytes"),
      ("bb7fffffffffffffff01", 10, "an item needs 1 more bytes"),
    ])
  func malformed(_ hex: String, _ position: Int, _ reason: String) {
    #expect(Self.read([UInt8](hex: hex)) == .failure(CBORError(position: position, reason: reason)))
  }

  @Test("items nest 32 deep and no deeper", arguments: [0x81, 0x9F, 0xC1, 0xA1] as [UInt8])
  func depth(_ opening: UInt8) {
    let key: [UInt8] = opening == 0xA1 ? [0] : []
    func nested(_ depth: Int) -> [UInt8] {
      let closing = opening == 0x9F ? Array(repeating: UInt8(0xFF), count: depth) : []
      return (0..<depth).flatMap { _ in [opening] + key } + [0x05] + closing
    }
    let limit = CBORReader.depthLimit
    #expect(throws: Never.self) { try Self.read(nested(limit - 1)).get() }
    let tooDeep = CBORError(position: limit * (1 + key.count) - key.count, reason: "nested more than 32 deep")
    #expect(Self.read(nested(limit)) == .failure(tooDeep))
    #expect(Self.read(nested(5000)) == .failure(tooDeep))
  }

  @Test(
    "numbers are written as the specification writes them",
    arguments: [
      (0.1, "0.1"), (1e20, "100000000000000000000.0"), (1e21, "1.0e+21"), (123_456_789.125, "123456789.125"),
      (1e-7, "1.0e-7"), (0.000001, "0.000001"), (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5.0e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (9_007_199_254_740_992, "9007199254740992.0"),
      (1e16, "10000000000000000.0"), (12.5, "12.5"),
    ])
  func numbers(_ value: Double, _ text: String) {
    #expect(CBORItem.text(value) == text)
    #expect(CBORItem.text(-value) == "-" + text)
  }

  @Test("random bytes, and samples with one byte changed, give an item or a place within the bytes")
  func random() {
    var random = SeededRandom.announced("CBOR", seed: 8949)
    for round in 0..<40_000 {
      var bytes = random.bytes(1 + random.below(24))
      if round % 2 == 0 {
        bytes = [UInt8](hex: Self.samples[random.below(Self.samples.count)].0)
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
      var reader = CBORReader(bytes)
      do throws(CBORError) {
        let text = try reader.item().notation
        #expect(!text.isEmpty)
        #expect(reader.position <= bytes.count)
      } catch {
        #expect(0...bytes.count ~= error.position)
      }
    }
  }
}
