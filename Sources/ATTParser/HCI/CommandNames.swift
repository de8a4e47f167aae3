extension CommandOpcode {
  /// The name in the specification, `HCI_LE_Create_Connection`; a later version of a command ends in ` [v2]`.
  ///
  /// A command without a name is `HCI_Vendor_0xFC01` in the vendor's group, else `HCI_Command_0x1234`.
  public var name: String {
    if let name = HCINames.commands[rawValue] { return name }
    return (rawValue >> 10 == 0x3F ? "HCI_Vendor_" : "HCI_Command_") + HCINames.hex(rawValue, digits: 4)
  }
}

extension HCINames {
  /// Names of commands by opcode.
  static let commands = parse(commandLines)

  /// Vol 4, Part E, 7.1 to 7.8, with commands that earlier versions defined and those that 6.0 to 6.2 added.
  private static let commandLines = """
    0000 HCI_NOP

    0401 HCI_Inquiry
    0402 HCI_Inquiry_Cancel
    0403 HCI_Periodic_Inquiry_Mode
    0404 HCI_Exit_Periodic_Inquiry_Mode
    0405 HCI_Create_Connection
    0406 HCI_Disconnect
    0407 HCI_Add_SCO_Connection
    0408 HCI_Create_Connection_Cancel
    0409 HCI_Accept_Connection_Request
    040A HCI_Reject_Connection_Request
    040B HCI_Link_Key_Request_Reply
    040C HCI_Link_Key_Request_Negative_Reply
    040D HCI_PIN_Code_Request_Reply
    040E HCI_PIN_Code_Request_Negative_Reply
    040F HCI_Change_Connection_Packet_Type
    0411 HCI_Authentication_Requested
    0413 HCI_Set_Connection_Encryption
    0415 HCI_Change_Connection_Link_Key
    0417 HCI_Link_Key_Selection
    0419 HCI_Remote_Name_Request
    041A HCI_Remote_Name_Request_Cancel
    041B HCI_Read_Remote_Supported_Features
    041C HCI_Read_Remote_Extended_Features
    041D HCI_Read_Remote_Version_Information
    041F HCI_Read_Clock_Offset
    0420 HCI_Read_LMP_Handle
    0428 HCI_Setup_Synchronous_Connection
    0429 HCI_Accept_Synchronous_Connection_Request
    042A HCI_Reject_Synchronous_Connection_Request
    042B HCI_IO_Capability_Request_Reply
    042C HCI_User_Confirmation_Request_Reply
    042D HCI_User_Confirmation_Request_Negative_Reply
    042E HCI_User_Passkey_Request_Reply
    042F HCI_User_Passkey_Request_Negative_Reply
    0430 HCI_Remote_OOB_Data_Request_Reply
    0433 HCI_Remote_OOB_Data_Request_Negative_Reply
    0434 HCI_IO_Capability_Request_Negative_Reply
    0435 HCI_Create_Physical_Link
    0436 HCI_Accept_Physical_Link
    0437 HCI_Disconnect_Physical_Link
    0438 HCI_Create_Logical_Link
    0439 HCI_Accept_Logical_Link
    043A HCI_Disconnect_Logical_Link
    043B HCI_Logical_Link_Cancel
    043C HCI_Flow_Spec_Modify
    043D HCI_Enhanced_Setup_Synchronous_Connection
    043E HCI_Enhanced_Accept_Synchronous_Connection_Request
    043F HCI_Truncated_Page
    0440 HCI_Truncated_Page_Cancel
    0441 HCI_Set_Connectionless_Peripheral_Broadcast
    0442 HCI_Set_Connectionless_Peripheral_Broadcast_Receive
    0443 HCI_Start_Synchronization_Train
    0444 HCI_Receive_Synchronization_Train
    0445 HCI_Remote_OOB_Extended_Data_Request_Reply

    0801 HCI_Hold_Mode
    0803 HCI_Sniff_Mode
    0804 HCI_Exit_Sniff_Mode
    0805 HCI_Park_State
    0806 HCI_Exit_Park_State
    0807 HCI_QoS_Setup
    0809 HCI_Role_Discovery
    080B HCI_Switch_Role
    080C HCI_Read_Link_Policy_Settings
    080D HCI_Write_Link_Policy_Settings
    080E HCI_Read_Default_Link_Policy_Settings
    080F HCI_Write_Default_Link_Policy_Settings
    0810 HCI_Flow_Specification
    0811 HCI_Sniff_Subrating

    0C01 HCI_Set_Event_Mask
    0C03 HCI_Reset
    0C05 HCI_Set_Event_Filter
    0C08 HCI_Flush
    0C09 HCI_Read_PIN_Type
    0C0A HCI_Write_PIN_Type
    0C0B HCI_Create_New_Unit_Key
    0C0D HCI_Read_Stored_Link_Key
    0C11 HCI_Write_Stored_Link_Key
    0C12 HCI_Delete_Stored_Link_Key
    0C13 HCI_Write_Local_Name
    0C14 HCI_Read_Local_Name
    0C15 HCI_Read_Connection_Accept_Timeout
    0C16 HCI_Write_Connection_Accept_Timeout
    0C17 HCI_Read_Page_Timeout
    0C18 HCI_Write_Page_Timeout
    0C19 HCI_Read_Scan_Enable
    0C1A HCI_Write_Scan_Enable
    0C1B HCI_Read_Page_Scan_Activity
    0C1C HCI_Write_Page_Scan_Activity
    0C1D HCI_Read_Inquiry_Scan_Activity
    0C1E HCI_Write_Inquiry_Scan_Activity
    0C1F HCI_Read_Authentication_Enable
    0C20 HCI_Write_Authentication_Enable
    0C21 HCI_Read_Encryption_Mode
    0C22 HCI_Write_Encryption_Mode
    0C23 HCI_Read_Class_of_Device
    0C24 HCI_Write_Class_of_Device
    0C25 HCI_Read_Voice_Setting
    0C26 HCI_Write_Voice_Setting
    0C27 HCI_Read_Automatic_Flush_Timeout
    0C28 HCI_Write_Automatic_Flush_Timeout
    0C29 HCI_Read_Num_Broadcast_Retransmissions
    0C2A HCI_Write_Num_Broadcast_Retransmissions
    0C2B HCI_Read_Hold_Mode_Activity
    0C2C HCI_Write_Hold_Mode_Activity
    0C2D HCI_Read_Transmit_Power_Level
    0C2E HCI_Read_Synchronous_Flow_Control_Enable
    0C2F HCI_Write_Synchronous_Flow_Control_Enable
    0C31 HCI_Set_Controller_To_Host_Flow_Control
    0C33 HCI_Host_Buffer_Size
    0C35 HCI_Host_Number_Of_Completed_Packets
    0C36 HCI_Read_Link_Supervision_Timeout
    0C37 HCI_Write_Link_Supervision_Timeout
    0C38 HCI_Read_Number_Of_Supported_IAC
    0C39 HCI_Read_Current_IAC_LAP
    0C3A HCI_Write_Current_IAC_LAP
    0C3B HCI_Read_Page_Scan_Period_Mode
    0C3C HCI_Write_Page_Scan_Period_Mode
    0C3D HCI_Read_Page_Scan_Mode
    0C3E HCI_Write_Page_Scan_Mode
    0C3F HCI_Set_AFH_Host_Channel_Classification
    0C42 HCI_Read_Inquiry_Scan_Type
    0C43 HCI_Write_Inquiry_Scan_Type
    0C44 HCI_Read_Inquiry_Mode
    0C45 HCI_Write_Inquiry_Mode
    0C46 HCI_Read_Page_Scan_Type
    0C47 HCI_Write_Page_Scan_Type
    0C48 HCI_Read_AFH_Channel_Assessment_Mode
    0C49 HCI_Write_AFH_Channel_Assessment_Mode
    0C51 HCI_Read_Extended_Inquiry_Response
    0C52 HCI_Write_Extended_Inquiry_Response
    0C53 HCI_Refresh_Encryption_Key
    0C55 HCI_Read_Simple_Pairing_Mode
    0C56 HCI_Write_Simple_Pairing_Mode
    0C57 HCI_Read_Local_OOB_Data
    0C58 HCI_Read_Inquiry_Response_Transmit_Power_Level
    0C59 HCI_Write_Inquiry_Transmit_Power_Level
    0C5A HCI_Read_Default_Erroneous_Data_Reporting
    0C5B HCI_Write_Default_Erroneous_Data_Reporting
    0C5F HCI_Enhanced_Flush
    0C60 HCI_Send_Keypress_Notification
    0C61 HCI_Read_Logical_Link_Accept_Timeout
    0C62 HCI_Write_Logical_Link_Accept_Timeout
    0C63 HCI_Set_Event_Mask_Page_2
    0C64 HCI_Read_Location_Data
    0C65 HCI_Write_Location_Data
    0C66 HCI_Read_Flow_Control_Mode
    0C67 HCI_Write_Flow_Control_Mode
    0C68 HCI_Read_Enhanced_Transmit_Power_Level
    0C69 HCI_Read_Best_Effort_Flush_Timeout
    0C6A HCI_Write_Best_Effort_Flush_Timeout
    0C6B HCI_Short_Range_Mode
    0C6C HCI_Read_LE_Host_Support
    0C6D HCI_Write_LE_Host_Support
    0C6E HCI_Set_MWS_Channel_Parameters
    0C6F HCI_Set_External_Frame_Configuration
    0C70 HCI_Set_MWS_Signaling
    0C71 HCI_Set_MWS_Transport_Layer
    0C72 HCI_Set_MWS_Scan_Frequency_Table
    0C73 HCI_Set_MWS_PATTERN_Configuration
    0C74 HCI_Set_Reserved_LT_ADDR
    0C75 HCI_Delete_Reserved_LT_ADDR
    0C76 HCI_Set_Connectionless_Peripheral_Broadcast_Data
    0C77 HCI_Read_Synchronization_Train_Parameters
    0C78 HCI_Write_Synchronization_Train_Parameters
    0C79 HCI_Read_Secure_Connections_Host_Support
    0C7A HCI_Write_Secure_Connections_Host_Support
    0C7B HCI_Read_Authenticated_Payload_Timeout
    0C7C HCI_Write_Authenticated_Payload_Timeout
    0C7D HCI_Read_Local_OOB_Extended_Data
    0C7E HCI_Read_Extended_Page_Timeout
    0C7F HCI_Write_Extended_Page_Timeout
    0C80 HCI_Read_Extended_Inquiry_Length
    0C81 HCI_Write_Extended_Inquiry_Length
    0C82 HCI_Set_Ecosystem_Base_Interval
    0C83 HCI_Configure_Data_Path
    0C84 HCI_Set_Min_Encryption_Key_Size

    1001 HCI_Read_Local_Version_Information
    1002 HCI_Read_Local_Supported_Commands
    1003 HCI_Read_Local_Supported_Features
    1004 HCI_Read_Local_Extended_Features
    1005 HCI_Read_Buffer_Size
    1007 HCI_Read_Country_Code
    1009 HCI_Read_BD_ADDR
    100A HCI_Read_Data_Block_Size
    100B HCI_Read_Local_Supported_Codecs
    100C HCI_Read_Local_Simple_Pairing_Options
    100D HCI_Read_Local_Supported_Codecs [v2]
    100E HCI_Read_Local_Supported_Codec_Capabilities
    100F HCI_Read_Local_Supported_Controller_Delay

    1401 HCI_Read_Failed_Contact_Counter
    1402 HCI_Reset_Failed_Contact_Counter
    1403 HCI_Read_Link_Quality
    1405 HCI_Read_RSSI
    1406 HCI_Read_AFH_Channel_Map
    1407 HCI_Read_Clock
    1408 HCI_Read_Encryption_Key_Size
    1409 HCI_Read_Local_AMP_Info
    140A HCI_Read_Local_AMP_ASSOC
    140B HCI_Write_Remote_AMP_ASSOC
    140C HCI_Get_MWS_Transport_Layer_Configuration
    140D HCI_Set_Triggered_Clock_Capture

    1801 HCI_Read_Loopback_Mode
    1802 HCI_Write_Loopback_Mode
    1803 HCI_Enable_Implementation_Under_Test_Mode
    1804 HCI_Write_Simple_Pairing_Debug_Mode
    1807 HCI_Enable_AMP_Receiver_Reports
    1808 HCI_AMP_Test_End
    1809 HCI_AMP_Test
    180A HCI_Write_Secure_Connections_Test_Mode

    2001 HCI_LE_Set_Event_Mask
    2002 HCI_LE_Read_Buffer_Size
    2003 HCI_LE_Read_Local_Supported_Features
    2005 HCI_LE_Set_Random_Address
    2006 HCI_LE_Set_Advertising_Parameters
    2007 HCI_LE_Read_Advertising_Physical_Channel_Tx_Power
    2008 HCI_LE_Set_Advertising_Data
    2009 HCI_LE_Set_Scan_Response_Data
    200A HCI_LE_Set_Advertising_Enable
    200B HCI_LE_Set_Scan_Parameters
    200C HCI_LE_Set_Scan_Enable
    200D HCI_LE_Create_Connection
    200E HCI_LE_Create_Connection_Cancel
    200F HCI_LE_Read_Filter_Accept_List_Size
    2010 HCI_LE_Clear_Filter_Accept_List
    2011 HCI_LE_Add_Device_To_Filter_Accept_List
    2012 HCI_LE_Remove_Device_From_Filter_Accept_List
    2013 HCI_LE_Connection_Update
    2014 HCI_LE_Set_Host_Channel_Classification
    2015 HCI_LE_Read_Channel_Map
    2016 HCI_LE_Read_Remote_Features
    2017 HCI_LE_Encrypt
    2018 HCI_LE_Rand
    2019 HCI_LE_Enable_Encryption
    201A HCI_LE_Long_Term_Key_Request_Reply
    201B HCI_LE_Long_Term_Key_Request_Negative_Reply
    201C HCI_LE_Read_Supported_States
    201D HCI_LE_Receiver_Test
    201E HCI_LE_Transmitter_Test
    201F HCI_LE_Test_End
    2020 HCI_LE_Remote_Connection_Parameter_Request_Reply
    2021 HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply
    2022 HCI_LE_Set_Data_Length
    2023 HCI_LE_Read_Suggested_Default_Data_Length
    2024 HCI_LE_Write_Suggested_Default_Data_Length
    2025 HCI_LE_Read_Local_P-256_Public_Key
    2026 HCI_LE_Generate_DHKey
    2027 HCI_LE_Add_Device_To_Resolving_List
    2028 HCI_LE_Remove_Device_From_Resolving_List
    2029 HCI_LE_Clear_Resolving_List
    202A HCI_LE_Read_Resolving_List_Size
    202B HCI_LE_Read_Peer_Resolvable_Address
    202C HCI_LE_Read_Local_Resolvable_Address
    202D HCI_LE_Set_Address_Resolution_Enable
    202E HCI_LE_Set_Resolvable_Private_Address_Timeout
    202F HCI_LE_Read_Maximum_Data_Length
    2030 HCI_LE_Read_PHY
    2031 HCI_LE_Set_Default_PHY
    2032 HCI_LE_Set_PHY
    2033 HCI_LE_Receiver_Test [v2]
    2034 HCI_LE_Transmitter_Test [v2]
    2035 HCI_LE_Set_Advertising_Set_Random_Address
    2036 HCI_LE_Set_Extended_Advertising_Parameters
    2037 HCI_LE_Set_Extended_Advertising_Data
    2038 HCI_LE_Set_Extended_Scan_Response_Data
    2039 HCI_LE_Set_Extended_Advertising_Enable
    203A HCI_LE_Read_Maximum_Advertising_Data_Length
    203B HCI_LE_Read_Number_of_Supported_Advertising_Sets
    203C HCI_LE_Remove_Advertising_Set
    203D HCI_LE_Clear_Advertising_Sets
    203E HCI_LE_Set_Periodic_Advertising_Parameters
    203F HCI_LE_Set_Periodic_Advertising_Data
    2040 HCI_LE_Set_Periodic_Advertising_Enable
    2041 HCI_LE_Set_Extended_Scan_Parameters
    2042 HCI_LE_Set_Extended_Scan_Enable
    2043 HCI_LE_Extended_Create_Connection
    2044 HCI_LE_Periodic_Advertising_Create_Sync
    2045 HCI_LE_Periodic_Advertising_Create_Sync_Cancel
    2046 HCI_LE_Periodic_Advertising_Terminate_Sync
    2047 HCI_LE_Add_Device_To_Periodic_Advertiser_List
    2048 HCI_LE_Remove_Device_From_Periodic_Advertiser_List
    2049 HCI_LE_Clear_Periodic_Advertiser_List
    204A HCI_LE_Read_Periodic_Advertiser_List_Size
    204B HCI_LE_Read_Transmit_Power
    204C HCI_LE_Read_RF_Path_Compensation
    204D HCI_LE_Write_RF_Path_Compensation
    204E HCI_LE_Set_Privacy_Mode
    204F HCI_LE_Receiver_Test [v3]
    2050 HCI_LE_Transmitter_Test [v3]
    2051 HCI_LE_Set_Connectionless_CTE_Transmit_Parameters
    2052 HCI_LE_Set_Connectionless_CTE_Transmit_Enable
    2053 HCI_LE_Set_Connectionless_IQ_Sampling_Enable
    2054 HCI_LE_Set_Connection_CTE_Receive_Parameters
    2055 HCI_LE_Set_Connection_CTE_Transmit_Parameters
    2056 HCI_LE_Connection_CTE_Request_Enable
    2057 HCI_LE_Connection_CTE_Response_Enable
    2058 HCI_LE_Read_Antenna_Information
    2059 HCI_LE_Set_Periodic_Advertising_Receive_Enable
    205A HCI_LE_Periodic_Advertising_Sync_Transfer
    205B HCI_LE_Periodic_Advertising_Set_Info_Transfer
    205C HCI_LE_Set_Periodic_Advertising_Sync_Transfer_Parameters
    205D HCI_LE_Set_Default_Periodic_Advertising_Sync_Transfer_Parameters
    205E HCI_LE_Generate_DHKey [v2]
    205F HCI_LE_Modify_Sleep_Clock_Accuracy
    2060 HCI_LE_Read_Buffer_Size [v2]
    2061 HCI_LE_Read_ISO_TX_Sync
    2062 HCI_LE_Set_CIG_Parameters
    2063 HCI_LE_Set_CIG_Parameters_Test
    2064 HCI_LE_Create_CIS
    2065 HCI_LE_Remove_CIG
    2066 HCI_LE_Accept_CIS_Request
    2067 HCI_LE_Reject_CIS_Request
    2068 HCI_LE_Create_BIG
    2069 HCI_LE_Create_BIG_Test
    206A HCI_LE_Terminate_BIG
    206B HCI_LE_BIG_Create_Sync
    206C HCI_LE_BIG_Terminate_Sync
    206D HCI_LE_Request_Peer_SCA
    206E HCI_LE_Setup_ISO_Data_Path
    206F HCI_LE_Remove_ISO_Data_Path
    2070 HCI_LE_ISO_Transmit_Test
    2071 HCI_LE_ISO_Receive_Test
    2072 HCI_LE_ISO_Read_Test_Counters
    2073 HCI_LE_ISO_Test_End
    2074 HCI_LE_Set_Host_Feature
    2075 HCI_LE_Read_ISO_Link_Quality
    2076 HCI_LE_Enhanced_Read_Transmit_Power_Level
    2077 HCI_LE_Read_Remote_Transmit_Power_Level
    2078 HCI_LE_Set_Path_Loss_Reporting_Parameters
    2079 HCI_LE_Set_Path_Loss_Reporting_Enable
    207A HCI_LE_Set_Transmit_Power_Reporting_Enable
    207B HCI_LE_Transmitter_Test [v4]
    207C HCI_LE_Set_Data_Related_Address_Changes
    207D HCI_LE_Set_Default_Subrate
    207E HCI_LE_Subrate_Request
    207F HCI_LE_Set_Extended_Advertising_Parameters [v2]
    2080 HCI_LE_Set_Decision_Data
    2081 HCI_LE_Set_Decision_Instructions
    2082 HCI_LE_Set_Periodic_Advertising_Subevent_Data
    2083 HCI_LE_Set_Periodic_Advertising_Response_Data
    2084 HCI_LE_Set_Periodic_Sync_Subevent
    2085 HCI_LE_Extended_Create_Connection [v2]
    2086 HCI_LE_Set_Periodic_Advertising_Parameters [v2]
    2087 HCI_LE_Read_All_Local_Supported_Features
    2088 HCI_LE_Read_All_Remote_Features
    2089 HCI_LE_CS_Read_Local_Supported_Capabilities
    208A HCI_LE_CS_Read_Remote_Supported_Capabilities
    208B HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities
    208C HCI_LE_CS_Security_Enable
    208D HCI_LE_CS_Set_Default_Settings
    208E HCI_LE_CS_Read_Remote_FAE_Table
    208F HCI_LE_CS_Write_Cached_Remote_FAE_Table
    2090 HCI_LE_CS_Create_Config
    2091 HCI_LE_CS_Remove_Config
    2092 HCI_LE_CS_Set_Channel_Classification
    2093 HCI_LE_CS_Set_Procedure_Parameters
    2094 HCI_LE_CS_Procedure_Enable
    2095 HCI_LE_CS_Test
    2096 HCI_LE_CS_Test_End
    2097 HCI_LE_Set_Host_Feature [v2]
    2098 HCI_LE_Add_Device_To_Monitored_Advertisers_List
    2099 HCI_LE_Remove_Device_From_Monitored_Advertisers_List
    209A HCI_LE_Clear_Monitored_Advertisers_List
    209B HCI_LE_Read_Monitored_Advertisers_List_Size
    209C HCI_LE_Enable_Monitoring_Advertisers
    209D HCI_LE_Frame_Space_Update
    209E HCI_LE_Set_Resolvable_Private_Address_Timeout [v2]
    209F HCI_LE_Enable_UTP_OTA_Mode
    20A0 HCI_LE_UTP_Send
    20A1 HCI_LE_Connection_Rate_Request
    20A2 HCI_LE_Set_Default_Rate_Parameters
    20A3 HCI_LE_Read_Minimum_Supported_Connection_Interval
    20A5 HCI_LE_CS_Read_Local_Supported_Capabilities [v2]
    20A6 HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities [v2]
    """
}
