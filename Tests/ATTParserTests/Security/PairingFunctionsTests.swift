import ATTParser
import TestSupport
import Testing

/// Pairing functions against the sample data of the specification (Vol 3, Part H, appendix D) and of RFC 4493.
@Suite("Pairing functions")
struct PairingFunctionsTests {
  /// Bytes of a number as the specification writes it, in the order they are sent.
  private func sent(_ text: String) -> [UInt8] { Array(bytes(text).reversed()) }

  private func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
    }
  }

  @Test("AES-CMAC: the examples of RFC 4493, which are those of D.1")
  func cmac() {
    let key = bytes("2b7e1516 28aed2a6 abf71588 09cf4f3c")
    let message = bytes(
      """
      6bc1bee2 2e409f96 e93d7e11 7393172a ae2d8a57 1e03ac9c 9eb76fac 45af8e51
      30c81c46 a35ce411 e5fbc119 1a0a52ef f69f2445 df4f9b17 ad2b417b e66c3710
      """)
    for (count, expected) in [
      (0, "bb1d6929 e9593728 7fa37d12 9b756746"), (16, "070a16b4 6b4d4144 f79bdd9d d04a287c"),
      (40, "dfa66747 de9ae630 30ca3261 1497c827"), (64, "51f0bebf 7e3b9d92 fc497417 79363cfe"),
    ] {
      #expect(KeyAgreement.cmac(Array(message.prefix(count)), key: key) == bytes(expected))
    }
    #expect(KeyAgreement.cmac([], key: [1, 2, 3]) == nil)
  }

  /// Public keys' x of D.2.
  private let u = "20b003d2 f297be2c 5e2c83a7 e9f9a5b9 eff49111 acf4fddb cc030148 0e359de6"
  private let v = "55188b3d 32f6bb9a 900afcfb eed4e72a 59cb9ac2 f19d7cfb 6b4fdd49 f47fc5fd"

  @Test("f4 (D.2)")
  func f4() {
    let confirm = PairingFunctions.confirm(
      sent(u), sent(v), random: sent("d5cb8454 d177733e ffffb2ec 712baeab"), 0)
    #expect(confirm == sent("f2c916f1 07a9bd1c f1eda1be a974872d"))
  }

  private let shared = "ec0234a3 57c8ad05 341010a6 0a397d9b 99796b13 b4f866f1 868d34f3 73bfa698"
  private let n1 = "d5cb8454 d177733e ffffb2ec 712baeab"
  private let n2 = "a6e8e7cc 25a75f6e 216583f7 ff3dc4cf"
  private let a1 = PairingFunctions.Party(DeviceAddress(0x5612_3737_BFCE), isRandom: false)
  private let a2 = PairingFunctions.Party(DeviceAddress(0xA713_702D_CFC1), isRandom: false)

  @Test("f5 (D.3)")
  func f5() {
    let keys = PairingFunctions.keys(sent(shared), sent(n1), sent(n2), a1, a2)
    #expect(keys?.mac == sent("2965f176 a1084a02 fd3f6a20 ce636e20"))
    #expect(keys?.longTerm == sent("69867911 69d7cd23 980522b5 94750a38"))
  }

  @Test("f6 (D.4)")
  func f6() {
    // The sample's R is no passkey: it is put in as its lowest 32 bits would be, so the function is checked with
    // the parts that a pairing has, and with the sample through AES-CMAC itself.
    let message =
      bytes(n1) + bytes(n2) + bytes("12a3343b b453bb54 08da42d2 0c2d0fc8") + bytes("010102")
      + bytes("00561237 37bfce") + bytes("00a71370 2dcfc1")
    #expect(
      KeyAgreement.cmac(message, key: bytes("2965f176 a1084a02 fd3f6a20 ce636e20"))
        == bytes("e3c47398 9cd0e8c5 d26c0b09 da958f61"))
    let zero =
      bytes(n1) + bytes(n2) + [UInt8](repeating: 0, count: 12) + bytes("000102ff") + bytes("010102")
      + bytes("00561237 37bfce") + bytes("00a71370 2dcfc1")
    #expect(
      PairingFunctions.check(
        mac: sent("2965f176 a1084a02 fd3f6a20 ce636e20"), sent(n1), sent(n2), passkey: 0x0001_02FF,
        features: sent("010102"), a1, a2)
        == KeyAgreement.cmac(zero, key: bytes("2965f176 a1084a02 fd3f6a20 ce636e20"))?.reversed())
  }

  @Test("P-256: the sample keys of Vol 2, Part G, 7.1.2.1")
  func keyAgreement() {
    let privateA = bytes("3f49f6d4 a3c55f38 74c9b3e3 d2103f50 4aff607b eb40b799 5899b8a6 cd3c1abd")
    let publicA = bytes(
      """
      20b003d2 f297be2c 5e2c83a7 e9f9a5b9 eff49111 acf4fddb cc030148 0e359de6
      dc809c49 652aeb6d 63329abf 5a52155c 766345c2 8fed3024 741c8ed0 1589d28b
      """)
    let privateB = bytes("55188b3d 32f6bb9a 900afcfb eed4e72a 59cb9ac2 f19d7cfb 6b4fdd49 f47fc5fd")
    let publicB = bytes(
      """
      1ea1f0f0 1faf1d96 09592284 f19e4c00 47b58afd 8615a69f 559077b2 2faaa190
      4c55f33e 429dad37 7356703a 9ab85160 472d1130 e28e3676 5f89aff9 15b1214a
      """)
    #expect(KeyAgreement.publicKey(of: privateA) == publicA)
    #expect(KeyAgreement.publicKey(of: privateB) == publicB)
    #expect(KeyAgreement.sharedKey(privateA, publicB) == bytes(shared))
    #expect(KeyAgreement.sharedKey(privateB, publicA) == bytes(shared))
  }

  @Test("keys that are none are refused")
  func invalid() {
    let order = bytes("ffffffff 00000000 ffffffff ffffffff bce6faad a7179e84 f3b9cac2 fc632551")
    #expect(KeyAgreement.publicKey(of: order) == nil)
    #expect(KeyAgreement.publicKey(of: [UInt8](repeating: 0, count: 32)) == nil)
    // Not on the curve, as in the attack with invalid curves; and nothing at all.
    let one = [UInt8](repeating: 0, count: 31) + [1]
    #expect(KeyAgreement.sharedKey(one, one + one) == nil)
    #expect(KeyAgreement.sharedKey(one, [UInt8](repeating: 0, count: 64)) == nil)
    #expect(KeyAgreement.sharedKey(one, one) == nil)
  }
}
