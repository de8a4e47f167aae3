import TestSupport
import Testing

@testable import ATTParser

@Suite("Security Manager commands")
struct SMPCommandTests {
  /// Decodes a Security Manager PDU on its fixed channel; its code is byte 8.
  private func decode(_ hex: String, channel: UInt16 = 6) -> DecodedFrame {
    decodeOne(.aclData, PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(channel, [UInt8](hex: hex))))
  }

  @Test(
    "all codes (Vol 3, Part H, 3.3)",
    arguments: [
      ("01 03 00 2d 10 0f 0f", "SMP_PAIRING_REQ"), ("02 03 00 2d 10 0b 0b", "SMP_PAIRING_RSP"),
      ("03 000102030405060708090a0b0c0d0e0f", "SMP_PAIRING_CONFIRM"),
      ("04 000102030405060708090a0b0c0d0e0f", "SMP_PAIRING_RANDOM"), ("05 04", "SMP_PAIRING_FAILED"),
      ("06 000102030405060708090a0b0c0d0e0f", "SMP_ENCRYPTION_INFORMATION"),
      ("07 0102 0304050607080910", "SMP_CENTRAL_IDENTIFICATION"),
      ("08 000102030405060708090a0b0c0d0e0f", "SMP_IDENTITY_INFORMATION"),
      ("09 00 060504030201", "SMP_IDENTITY_ADDRESS_INFORMATION"),
      ("0a 000102030405060708090a0b0c0d0e0f", "SMP_SIGNING_INFORMATION"), ("0b 2d", "SMP_SECURITY_REQ"),
      ("0c 00", "SMP_PAIRING_PUBLIC_KEY"), ("0d 00", "SMP_PAIRING_DHKEY_CHECK"),
      ("0e 01", "SMP_PAIRING_KEYPRESS"),
    ])
  func names(_ hex: String, _ name: String) {
    for channel: UInt16 in [6, 7] {
      let frame = decode(hex, channel: channel)
      #expect(frame.kind == .smp)
      #expect(frame.problem == nil)
      #expect(frame.smp.name == name)
      #expect(frame.smp.data == ByteRange(offset: 9, count: [UInt8](hex: hex).count - 1))
    }
  }

  @Test("pairing features, failure and security request")
  func details() {
    let features = SMPCommand.PairingFeatures(
      ioCapability: 3, oobDataFlag: 0, authenticationRequirements: 0x2D, maximumKeySize: 16)
    #expect(decode("01 03 00 2d 10 0f 0f").smp.details == .features(features))
    #expect(decode("02 03 00 2d 10 0f 0f").smp.details == .features(features))
    #expect(decode("05 08").smp.details == .failed(reason: 8))
    #expect(decode("0b 0d").smp.details == .securityRequest(authenticationRequirements: 0x0D))
    #expect(decode("08 000102030405060708090a0b0c0d0e0f").smp.details == .identityKey)
    #expect(
      decode("09 01 060504030201").smp.details
        == .identityAddress(.randomDevice, DeviceAddress(0x0102_0304_0506)))
  }

  @Test(
    "what is short or undefined",
    arguments: [
      ("", "smp.smpCode 8+0 needs(1, has: 0)"), ("00", "smp.smpCode 8+1 unknownCode(0)"),
      ("0f 00", "smp.smpCode 8+2 unknownCode(15)"), ("ff", "smp.smpCode 8+1 unknownCode(255)"),
      ("01", "smp.parameters 9+0 needs(1, has: 0)"), ("01 03 00 2d", "smp.parameters 12+0 needs(1, has: 0)"),
      ("01 03 00 2d 10 0f", "smp.parameters 13+1 needs(2, has: 1)"),
      ("05", "smp.parameters 9+0 needs(1, has: 0)"), ("0b", "smp.parameters 9+0 needs(1, has: 0)"),
      ("08 0001", "smp.parameters 9+2 needs(16, has: 2)"), ("09", "smp.parameters 9+0 needs(1, has: 0)"),
      ("09 01 0605", "smp.parameters 10+2 needs(6, has: 2)"),
    ])
  func malformed(_ hex: String, _ problem: String) {
    let frame = decode(hex)
    #expect(text(of: frame.problem) == problem)
    #expect(frame.l2cap?.channelID == .securityManager)
  }

  @Test("failure reasons (Vol 3, Part H, 3.5.5)")
  func failures() {
    #expect(SMPCommand.failureName(1) == "Passkey Entry Failed")
    #expect(SMPCommand.failureName(4) == "Confirm Value Failed")
    #expect(SMPCommand.failureName(5) == "Pairing Not Supported")
    #expect(SMPCommand.failureName(8) == "Unspecified Reason")
    #expect(SMPCommand.failureName(0x0B) == "DHKey Check Failed")
    #expect(SMPCommand.failureName(0x0F) == "Key Rejected")
    #expect(SMPCommand.failureName(0) == "Reserved reason 0")
    #expect(SMPCommand.failureName(0x40) == "Reserved reason 64")
  }
}
