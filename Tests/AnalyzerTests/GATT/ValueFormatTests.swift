import Analyzer
import TestSupport
import Testing

@Suite("Formats of follow") struct ValueFormatTests {
  private static func text(_ name: String, _ hex: String) throws -> String {
    try #require(ValueFormat(name: name), "\(name)").format([UInt8](hex: hex))
  }

  @Test("every name reads as its format, and others as none")
  func names() throws {
    #expect(
      ValueFormat.names == [
        "hex", "text", "u8", "i8", "u16le", "u16be", "i16le", "i16be", "u32le", "u32be", "i32le", "i32be",
        "u64le", "u64be", "i64le", "i64be", "f32le", "f32be", "f64le", "f64be", "cbor",
      ])
    for name in ValueFormat.names { #expect(try #require(ValueFormat(name: name)).name == name) }
    for name in ["", "u16", "U8", "i24le", "f16le", "u8le", "json"] {
      #expect(ValueFormat(name: name) == nil)
    }
  }

  @Test(
    "one number",
    arguments: [
      ("u8", "ff", "255"), ("i8", "ff", "-1"), ("i8", "80", "-128"), ("u16le", "0102", "513"),
      ("u16be", "0102", "258"), ("i16le", "feff", "-2"), ("i16be", "8000", "-32768"),
      ("u32le", "01020304", "67305985"), ("u32be", "01020304", "16909060"), ("i32le", "ffffffff", "-1"),
      ("i32be", "80000000", "-2147483648"), ("u64le", "ffffffffffffffff", "18446744073709551615"),
      ("i64be", "8000000000000000", "-9223372036854775808"), ("i64le", "feffffffffffffff", "-2"),
      ("f32le", "0000c03f", "1.5"), ("f32be", "3fc00000", "1.5"), ("f32le", "0000c07f", "nan"),
      ("f32le", "000080ff", "-inf"), ("f64le", "9a9999999999f13f", "1.1"),
      ("f64be", "3ff199999999999a", "1.1"),
    ])
  func single(_ name: String, _ hex: String, _ text: String) throws {
    #expect(try Self.text(name, hex) == text)
  }

  @Test(
    "several numbers, none, and bytes left over",
    arguments: [
      ("u8", "010203", "[1, 2, 3]"), ("u16le", "01000200", "[1, 2]"), ("u16le", "", "[]"), ("u8", "", "[]"),
      ("u16le", "010002", "1 + 1 byte left over: 02"),
      ("u32be", "0000000a000000", "10 + 3 bytes left over: 000000"),
      ("f64le", "00000000", "[] + 4 bytes left over: 00000000"),
      ("i16be", "ffffffff80", "[-1, -1] + 1 byte left over: 80"),
    ])
  func several(_ name: String, _ hex: String, _ text: String) throws {
    #expect(try Self.text(name, hex) == text)
  }

  @Test(
    "text is safe on a terminal",
    arguments: [
      ("48656c6c6f", "Hello"), ("", ""), ("61090d0a00", "a\\t\\r\\n\\0"), ("1b5b316d", "\\u{1b}[1m"),
      ("5c", "\\\\"), ("22", "\""), ("c3bc", "ü"), ("c3", "\\xc3"), ("ff41", "\\xffA"),
      ("e28041", "\\xe2\\x80A"),
      ("c080", "\\xc0\\x80"), ("eda080", "\\xed\\xa0\\x80"), ("f09f9880", "😀"), ("c285", "\\u{85}"),
      ("e280ae", "\\u{202e}"), ("e280a8", "\\u{2028}"), ("f4908080", "\\xf4\\x90\\x80\\x80"),
    ])
  func texts(_ hex: String, _ text: String) throws {
    #expect(try Self.text("text", hex) == text)
  }

  @Test(
    "CBOR, whole, with bytes left over and malformed",
    arguments: [
      ("a262726300636f6666190400", "{\"rc\": 0, \"off\": 1024}"), ("00ff", "0 + 1 byte left over: ff"),
      ("", "not CBOR at byte 0: an item needs 1 more bytes"),
      ("820102ffff", "[1, 2] + 2 bytes left over: ffff"),
      ("a1616100", "{\"a\": 0}"), ("a161611c", "not CBOR at byte 3: reserved additional information"),
    ])
  func cbor(_ hex: String, _ text: String) throws {
    #expect(try Self.text("cbor", hex) == text)
  }

  @Test("random bytes in every format give one line")
  func random() throws {
    var random = SeededRandom.announced("value formats", seed: 16)
    for name in ValueFormat.names {
      let format = try #require(ValueFormat(name: name))
      for _ in 0..<500 {
        let text = format.format(random.bytes(random.below(40)))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
      }
    }
  }
}
