extension HCIEvent {
  /// The name in the specification, `HCI_Command_Complete`, of an LE Meta event that of its subevent.
  ///
  /// Without a name it is `HCI_Event_0x5A` or `HCI_LE_Meta_0x7F`; the vendor's event is `HCI_Vendor_Event`.
  public var name: String {
    guard code == .leMeta else {
      let number = UInt16(code.rawValue)
      return HCINames.events[number] ?? "HCI_Event_" + HCINames.hex(number, digits: 2)
    }
    return HCINames.leSubevents[UInt16(subevent)]
      ?? "HCI_LE_Meta_" + HCINames.hex(UInt16(subevent), digits: 2)
  }
}

/// Names of commands and events, parsed from text when the first is asked for.
enum HCINames {
  /// Names of events by code.
  static let events = parse(eventLines)
  /// Names of LE Meta events by subevent code.
  static let leSubevents = parse(leSubeventLines)

  /// Reads lines of a hexadecimal number, a space and a name; skips lines that are none.
  static func parse(_ lines: String) -> [UInt16: String] {
    var names: [UInt16: String] = [:]
    for line in lines.split(separator: "\n") {
      guard let space = line.firstIndex(of: " "), let number = UInt16(line[..<space], radix: 16) else {
        continue
      }
      names[number] = String(line[line.index(after: space)...])
    }
    return names
  }

  /// `0x` and at least `digits` upper-case hexadecimal digits.
  static func hex(_ value: UInt16, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Vol 4, Part E, 7.7, with events that earlier versions defined.
  private static let eventLines = """
    01 HCI_Inquiry_Complete
    02 HCI_Inquiry_Result
    03 HCI_Connection_Complete
    04 HCI_Connection_Request
    05 HCI_Disconnection_Complete
    06 HCI_Authentication_Complete
    07 HCI_Remote_Name_Request_Complete
    08 HCI_Encryption_Change
    09 HCI_Change_Connection_Link_Key_Complete
    0A HCI_Link_Key_Type_Changed
    0B HCI_Read_Remote_Supported_Features_Complete
    0C HCI_Read_Remote_Version_Information_Complete
    0D HCI_QoS_Setup_Complete
    0E HCI_Command_Complete
    0F HCI_Command_Status
    10 HCI_Hardware_Error
    11 HCI_Flush_Occurred
    12 HCI_Role_Change
    13 HCI_Number_Of_Completed_Packets
    14 HCI_Mode_Change
    15 HCI_Return_Link_Keys
    16 HCI_PIN_Code_Request
    17 HCI_Link_Key_Request
    18 HCI_Link_Key_Notification
    19 HCI_Loopback_Command
    1A HCI_Data_Buffer_Overflow
    1B HCI_Max_Slots_Change
    1C HCI_Read_Clock_Offset_Complete
    1D HCI_Connection_Packet_Type_Changed
    1E HCI_QoS_Violation
    1F HCI_Page_Scan_Mode_Change
    20 HCI_Page_Scan_Repetition_Mode_Change
    21 HCI_Flow_Specification_Complete
    22 HCI_Inquiry_Result_with_RSSI
    23 HCI_Read_Remote_Extended_Features_Complete
    2C HCI_Synchronous_Connection_Complete
    2D HCI_Synchronous_Connection_Changed
    2E HCI_Sniff_Subrating
    2F HCI_Extended_Inquiry_Result
    30 HCI_Encryption_Key_Refresh_Complete
    31 HCI_IO_Capability_Request
    32 HCI_IO_Capability_Response
    33 HCI_User_Confirmation_Request
    34 HCI_User_Passkey_Request
    35 HCI_Remote_OOB_Data_Request
    36 HCI_Simple_Pairing_Complete
    38 HCI_Link_Supervision_Timeout_Changed
    39 HCI_Enhanced_Flush_Complete
    3B HCI_User_Passkey_Notification
    3C HCI_Keypress_Notification
    3D HCI_Remote_Host_Supported_Features_Notification
    40 HCI_Physical_Link_Complete
    41 HCI_Channel_Selected
    42 HCI_Disconnection_Physical_Link_Complete
    43 HCI_Physical_Link_Loss_Early_Warning
    44 HCI_Physical_Link_Recovery
    45 HCI_Logical_Link_Complete
    46 HCI_Disconnection_Logical_Link_Complete
    47 HCI_Flow_Spec_Modify_Complete
    48 HCI_Number_Of_Completed_Data_Blocks
    49 HCI_AMP_Start_Test
    4A HCI_AMP_Test_End
    4B HCI_AMP_Receiver_Report
    4C HCI_Short_Range_Mode_Change_Complete
    4D HCI_AMP_Status_Change
    4E HCI_Triggered_Clock_Capture
    4F HCI_Synchronization_Train_Complete
    50 HCI_Synchronization_Train_Received
    51 HCI_Connectionless_Peripheral_Broadcast_Receive
    52 HCI_Connectionless_Peripheral_Broadcast_Timeout
    53 HCI_Truncated_Page_Complete
    54 HCI_Peripheral_Page_Response_Timeout
    55 HCI_Connectionless_Peripheral_Broadcast_Channel_Map_Change
    56 HCI_Inquiry_Response_Notification
    57 HCI_Authenticated_Payload_Timeout_Expired
    58 HCI_SAM_Status_Change
    59 HCI_Encryption_Change [v2]
    FF HCI_Vendor_Event
    """

  /// Vol 4, Part E, 7.7.65, with the subevents that 6.0 to 6.2 added.
  private static let leSubeventLines = """
    01 HCI_LE_Connection_Complete
    02 HCI_LE_Advertising_Report
    03 HCI_LE_Connection_Update_Complete
    04 HCI_LE_Read_Remote_Features_Complete
    05 HCI_LE_Long_Term_Key_Request
    06 HCI_LE_Remote_Connection_Parameter_Request
    07 HCI_LE_Data_Length_Change
    08 HCI_LE_Read_Local_P-256_Public_Key_Complete
    09 HCI_LE_Generate_DHKey_Complete
    0A HCI_LE_Enhanced_Connection_Complete
    0B HCI_LE_Directed_Advertising_Report
    0C HCI_LE_PHY_Update_Complete
    0D HCI_LE_Extended_Advertising_Report
    0E HCI_LE_Periodic_Advertising_Sync_Established
    0F HCI_LE_Periodic_Advertising_Report
    10 HCI_LE_Periodic_Advertising_Sync_Lost
    11 HCI_LE_Scan_Timeout
    12 HCI_LE_Advertising_Set_Terminated
    13 HCI_LE_Scan_Request_Received
    14 HCI_LE_Channel_Selection_Algorithm
    15 HCI_LE_Connectionless_IQ_Report
    16 HCI_LE_Connection_IQ_Report
    17 HCI_LE_CTE_Request_Failed
    18 HCI_LE_Periodic_Advertising_Sync_Transfer_Received
    19 HCI_LE_CIS_Established
    1A HCI_LE_CIS_Request
    1B HCI_LE_Create_BIG_Complete
    1C HCI_LE_Terminate_BIG_Complete
    1D HCI_LE_BIG_Sync_Established
    1E HCI_LE_BIG_Sync_Lost
    1F HCI_LE_Request_Peer_SCA_Complete
    20 HCI_LE_Path_Loss_Threshold
    21 HCI_LE_Transmit_Power_Reporting
    22 HCI_LE_BIGInfo_Advertising_Report
    23 HCI_LE_Subrate_Change
    24 HCI_LE_Periodic_Advertising_Sync_Established [v2]
    25 HCI_LE_Periodic_Advertising_Report [v2]
    26 HCI_LE_Periodic_Advertising_Sync_Transfer_Received [v2]
    27 HCI_LE_Periodic_Advertising_Subevent_Data_Request
    28 HCI_LE_Periodic_Advertising_Response_Report
    29 HCI_LE_Enhanced_Connection_Complete [v2]
    2A HCI_LE_CIS_Established [v2]
    2B HCI_LE_Read_All_Remote_Features_Complete
    2C HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete
    2D HCI_LE_CS_Read_Remote_FAE_Table_Complete
    2E HCI_LE_CS_Security_Enable_Complete
    2F HCI_LE_CS_Config_Complete
    30 HCI_LE_CS_Procedure_Enable_Complete
    31 HCI_LE_CS_Subevent_Result
    32 HCI_LE_CS_Subevent_Result_Continue
    33 HCI_LE_CS_Test_End_Complete
    34 HCI_LE_Monitored_Advertisers_Report
    35 HCI_LE_Frame_Space_Update_Complete
    36 HCI_LE_UTP_Receive
    37 HCI_LE_Connection_Rate_Change
    38 HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete [v2]
    """
}
