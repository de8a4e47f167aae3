import Testing

@testable import ATTParser

@Suite("HCI numbers and names")
struct HCINumbersTests {
  @Test(
    "error codes (Vol 1, Part F, 1.3)",
    arguments: [
      (0x00, "Success"), (0x01, "Unknown HCI Command"), (0x02, "Unknown Connection Identifier"),
      (0x05, "Authentication Failure"), (0x06, "PIN or Key Missing"), (0x08, "Connection Timeout"),
      (0x0C, "Command Disallowed"), (0x13, "Remote User Terminated Connection"),
      (0x16, "Connection Terminated By Local Host"), (0x1A, "Unsupported Remote Feature"),
      (0x1F, "Unspecified Error"), (0x22, "LMP Response Timeout / LL Response Timeout"),
      (0x28, "Instant Passed"), (0x2A, "Different Transaction Collision"), (0x2B, "Reserved error 43"),
      (0x2C, "QoS Unacceptable Parameter"), (0x2F, "Insufficient Security"),
      (0x30, "Parameter Out Of Mandatory Range"), (0x31, "Reserved error 49"), (0x32, "Role Switch Pending"),
      (0x33, "Reserved error 51"), (0x34, "Reserved Slot Violation"), (0x3A, "Controller Busy"),
      (0x3B, "Unacceptable Connection Parameters"), (0x3C, "Advertising Timeout"),
      (0x3D, "Connection Terminated due to MIC Failure"),
      (0x3E, "Connection Failed to be Established / Synchronization Timeout"),
      (0x42, "Unknown Advertising Identifier"), (0x43, "Limit Reached"),
      (0x44, "Operation Cancelled by Host"), (0x45, "Packet Too Long"), (0xFF, "Reserved error 255"),
    ] as [(UInt8, String)])
  func errorNames(_ code: UInt8, _ name: String) {
    #expect(ErrorCode(rawValue: code).name == name)
  }

  @Test("a connection handle has 12 bits, and 0x0EFF is the highest that is assigned")
  func handles() {
    #expect(ConnectionHandle(rawValue: 0x2040).rawValue == 0x0040)
    #expect(ConnectionHandle(rawValue: 0x0EFF).isAssignable)
    #expect(!ConnectionHandle(rawValue: 0x0F00).isAssignable)
  }

  @Test("commands and events are named as the specification names them, others by number")
  func commandAndEventNames() {
    let commands: [(UInt16, String)] = [
      (0x0406, "HCI_Disconnect"), (0x0C03, "HCI_Reset"), (0x1009, "HCI_Read_BD_ADDR"),
      (0x2002, "HCI_LE_Read_Buffer_Size"), (0x200D, "HCI_LE_Create_Connection"), (0x2032, "HCI_LE_Set_PHY"),
      (0x2043, "HCI_LE_Extended_Create_Connection"), (0xFC01, "HCI_Vendor_0xFC01"),
      (0x0BFF, "HCI_Command_0x0BFF"),
    ]
    for (opcode, name) in commands {
      let found = CommandOpcode(rawValue: opcode).name
      #expect(found == name || found.hasPrefix(name + " ["))
    }
    let events: [(UInt8, UInt8, String)] = [
      (0x05, 0, "HCI_Disconnection_Complete"), (0x0E, 0, "HCI_Command_Complete"),
      (0x13, 0, "HCI_Number_Of_Completed_Packets"), (0x3E, 0x01, "HCI_LE_Connection_Complete"),
      (0x3E, 0x07, "HCI_LE_Data_Length_Change"), (0x3E, 0x7F, "HCI_LE_Meta_0x7F"),
      (0xF0, 0, "HCI_Event_0xF0"),
    ]
    for (code, subevent, name) in events {
      let event = HCIEvent(
        code: EventCode(rawValue: code), subevent: subevent, details: .none, parameters: .empty)
      #expect(event.name == name)
    }
  }
}
