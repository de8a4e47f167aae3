import Testing

@testable import ATTParser

@Suite("Names of HCI commands and events") struct HCINamesTests {
  /// Opcodes copied from the headings of Vol 4, Part E, not from the table under test.
  private static let commands: [(group: UInt16, command: UInt16, name: String)] = [
    (0x01, 0x0001, "HCI_Inquiry"),
    (0x01, 0x0005, "HCI_Create_Connection"),
    (0x01, 0x0006, "HCI_Disconnect"),
    (0x01, 0x0008, "HCI_Create_Connection_Cancel"),
    (0x01, 0x0019, "HCI_Remote_Name_Request"),
    (0x01, 0x001D, "HCI_Read_Remote_Version_Information"),
    (0x01, 0x003D, "HCI_Enhanced_Setup_Synchronous_Connection"),
    (0x02, 0x0003, "HCI_Sniff_Mode"),
    (0x02, 0x000B, "HCI_Switch_Role"),
    (0x02, 0x000D, "HCI_Write_Link_Policy_Settings"),
    (0x03, 0x0001, "HCI_Set_Event_Mask"),
    (0x03, 0x0003, "HCI_Reset"),
    (0x03, 0x0014, "HCI_Read_Local_Name"),
    (0x03, 0x001A, "HCI_Write_Scan_Enable"),
    (0x03, 0x0031, "HCI_Set_Controller_To_Host_Flow_Control"),
    (0x03, 0x0035, "HCI_Host_Number_Of_Completed_Packets"),
    (0x03, 0x0063, "HCI_Set_Event_Mask_Page_2"),
    (0x03, 0x006D, "HCI_Write_LE_Host_Support"),
    (0x03, 0x007C, "HCI_Write_Authenticated_Payload_Timeout"),
    (0x03, 0x0084, "HCI_Set_Min_Encryption_Key_Size"),
    (0x04, 0x0001, "HCI_Read_Local_Version_Information"),
    (0x04, 0x0002, "HCI_Read_Local_Supported_Commands"),
    (0x04, 0x0005, "HCI_Read_Buffer_Size"),
    (0x04, 0x0009, "HCI_Read_BD_ADDR"),
    (0x04, 0x000D, "HCI_Read_Local_Supported_Codecs [v2]"),
    (0x05, 0x0005, "HCI_Read_RSSI"),
    (0x05, 0x0008, "HCI_Read_Encryption_Key_Size"),
    (0x06, 0x0002, "HCI_Write_Loopback_Mode"),
    (0x08, 0x0001, "HCI_LE_Set_Event_Mask"),
    (0x08, 0x0002, "HCI_LE_Read_Buffer_Size"),
    (0x08, 0x0003, "HCI_LE_Read_Local_Supported_Features"),
    (0x08, 0x0005, "HCI_LE_Set_Random_Address"),
    (0x08, 0x0008, "HCI_LE_Set_Advertising_Data"),
    (0x08, 0x000A, "HCI_LE_Set_Advertising_Enable"),
    (0x08, 0x000C, "HCI_LE_Set_Scan_Enable"),
    (0x08, 0x000D, "HCI_LE_Create_Connection"),
    (0x08, 0x000E, "HCI_LE_Create_Connection_Cancel"),
    (0x08, 0x0011, "HCI_LE_Add_Device_To_Filter_Accept_List"),
    (0x08, 0x0013, "HCI_LE_Connection_Update"),
    (0x08, 0x0016, "HCI_LE_Read_Remote_Features"),
    (0x08, 0x0019, "HCI_LE_Enable_Encryption"),
    (0x08, 0x001B, "HCI_LE_Long_Term_Key_Request_Negative_Reply"),
    (0x08, 0x0022, "HCI_LE_Set_Data_Length"),
    (0x08, 0x0027, "HCI_LE_Add_Device_To_Resolving_List"),
    (0x08, 0x0032, "HCI_LE_Set_PHY"),
    (0x08, 0x0036, "HCI_LE_Set_Extended_Advertising_Parameters"),
    (0x08, 0x0039, "HCI_LE_Set_Extended_Advertising_Enable"),
    (0x08, 0x0042, "HCI_LE_Set_Extended_Scan_Enable"),
    (0x08, 0x0043, "HCI_LE_Extended_Create_Connection"),
    (0x08, 0x004E, "HCI_LE_Set_Privacy_Mode"),
    (0x08, 0x0060, "HCI_LE_Read_Buffer_Size [v2]"),
    (0x08, 0x0062, "HCI_LE_Set_CIG_Parameters"),
    (0x08, 0x006E, "HCI_LE_Setup_ISO_Data_Path"),
    (0x08, 0x0074, "HCI_LE_Set_Host_Feature"),
    (0x08, 0x007E, "HCI_LE_Subrate_Request"),
    (0x08, 0x0085, "HCI_LE_Extended_Create_Connection [v2]"),
    (0x08, 0x0086, "HCI_LE_Set_Periodic_Advertising_Parameters [v2]"),
  ]

  @Test("commands have the names of the specification", arguments: commands)
  func command(_ row: (group: UInt16, command: UInt16, name: String)) {
    #expect(CommandOpcode(rawValue: row.group << 10 | row.command).name == row.name)
  }

  @Test(
    "the opcodes that the decoder knows by name have that name",
    arguments: [
      (CommandOpcode.disconnect, "HCI_Disconnect"), (.createConnection, "HCI_Create_Connection"),
      (.reset, "HCI_Reset"), (.readBDADDR, "HCI_Read_BD_ADDR"),
      (.leSetScanParameters, "HCI_LE_Set_Scan_Parameters"), (.leConnectionUpdate, "HCI_LE_Connection_Update"),
      (.leSetExtendedScanParameters, "HCI_LE_Set_Extended_Scan_Parameters"),
      (.leExtendedCreateConnection, "HCI_LE_Extended_Create_Connection"),
    ])
  func known(_ opcode: CommandOpcode, _ name: String) {
    #expect(opcode.name == name)
  }

  @Test("a command without a name has its number for one")
  func unknownCommand() {
    #expect(CommandOpcode(rawValue: 0x1234).name == "HCI_Command_0x1234")
    #expect(CommandOpcode(rawValue: 0x00AB).name == "HCI_Command_0x00AB")
    #expect(CommandOpcode(rawValue: 0xFBFF).name == "HCI_Command_0xFBFF")
    #expect(CommandOpcode(rawValue: 0xFC01).name == "HCI_Vendor_0xFC01")
    #expect(CommandOpcode(rawValue: 0xFFFF).name == "HCI_Vendor_0xFFFF")
  }

  @Test(
    "events have the names of the specification",
    arguments: [
      (0x01, "HCI_Inquiry_Complete"), (0x03, "HCI_Connection_Complete"), (0x05, "HCI_Disconnection_Complete"),
      (0x08, "HCI_Encryption_Change"), (0x0C, "HCI_Read_Remote_Version_Information_Complete"),
      (0x0E, "HCI_Command_Complete"), (0x0F, "HCI_Command_Status"), (0x10, "HCI_Hardware_Error"),
      (0x13, "HCI_Number_Of_Completed_Packets"), (0x1A, "HCI_Data_Buffer_Overflow"),
      (0x22, "HCI_Inquiry_Result_with_RSSI"), (0x2F, "HCI_Extended_Inquiry_Result"),
      (0x30, "HCI_Encryption_Key_Refresh_Complete"),
      (0x3D, "HCI_Remote_Host_Supported_Features_Notification"),
      (0x57, "HCI_Authenticated_Payload_Timeout_Expired"), (0x59, "HCI_Encryption_Change [v2]"),
      (0xFF, "HCI_Vendor_Event"), (0x00, "HCI_Event_0x00"), (0x5A, "HCI_Event_0x5A"),
      (0xFE, "HCI_Event_0xFE"),
    ] as [(UInt8, String)])
  func event(_ code: UInt8, _ name: String) {
    #expect(Self.event(code).name == name)
  }

  @Test(
    "LE Meta events have the names of their subevents",
    arguments: [
      (0x01, "HCI_LE_Connection_Complete"), (0x02, "HCI_LE_Advertising_Report"),
      (0x03, "HCI_LE_Connection_Update_Complete"), (0x04, "HCI_LE_Read_Remote_Features_Complete"),
      (0x05, "HCI_LE_Long_Term_Key_Request"), (0x06, "HCI_LE_Remote_Connection_Parameter_Request"),
      (0x07, "HCI_LE_Data_Length_Change"), (0x0A, "HCI_LE_Enhanced_Connection_Complete"),
      (0x0C, "HCI_LE_PHY_Update_Complete"), (0x0D, "HCI_LE_Extended_Advertising_Report"),
      (0x12, "HCI_LE_Advertising_Set_Terminated"), (0x14, "HCI_LE_Channel_Selection_Algorithm"),
      (0x19, "HCI_LE_CIS_Established"), (0x23, "HCI_LE_Subrate_Change"),
      (0x29, "HCI_LE_Enhanced_Connection_Complete [v2]"), (0x2A, "HCI_LE_CIS_Established [v2]"),
      (0x00, "HCI_LE_Meta_0x00"), (0x7F, "HCI_LE_Meta_0x7F"), (0xFF, "HCI_LE_Meta_0xFF"),
    ] as [(UInt8, String)])
  func subevent(_ code: UInt8, _ name: String) {
    #expect(Self.event(0x3E, subevent: code).name == name)
  }

  @Test("no table has a name twice or a name in another form")
  func tables() throws {
    let form = try Regex("HCI(_[A-Za-z0-9-]+)+( \\[v[2-4]\\])?")
    for (table, count) in [(HCINames.commands, 374), (HCINames.events, 78), (HCINames.leSubevents, 56)] {
      #expect(table.count == count)
      #expect(Set(table.values).count == count)
      #expect(table.values.filter { $0.wholeMatch(of: form) == nil } == [])
    }
    #expect(HCINames.leSubevents.values.filter { !$0.hasPrefix("HCI_LE_") } == [])
    #expect(HCINames.commands.filter { ($0.key >> 10 == 0x08) != $0.value.hasPrefix("HCI_LE_") } == [:])
  }

  private static func event(_ code: UInt8, subevent: UInt8 = 0) -> HCIEvent {
    HCIEvent(
      code: EventCode(rawValue: code), subevent: subevent, details: .none,
      parameters: ByteRange(offset: 0, count: 0))
  }
}
