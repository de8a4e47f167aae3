import Testing

@testable import ATTParser

@Suite("Integers as they are sent")
struct LittleEndianBytesTests {
  @Test("the least significant byte comes first")
  func order() {
    #expect(UInt8(0xA1).littleEndianBytes == [0xA1])
    #expect(UInt16(0xA1B2).littleEndianBytes == [0xB2, 0xA1])
    #expect(Int32(-2).littleEndianBytes == [0xFE, 0xFF, 0xFF, 0xFF])
    #expect(UInt64(0x0102_0304_0506_0708).littleEndianBytes == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(DeviceAddress(0xF0F1_F2F3_F4F5).littleEndianBytes == [0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 0xF0])
    #expect(AttributeHandle(rawValue: 0x0042).littleEndianBytes == [0x42, 0])
  }

  @Test("addresses are random by the lowest bit of their type")
  func randomAddresses() {
    #expect(AddressType.randomDevice.isRandom && AddressType.randomIdentity.isRandom)
    #expect(!AddressType.publicDevice.isRandom && !AddressType.publicIdentity.isRandom)
  }
}
