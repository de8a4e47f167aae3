/// Services and characteristics of vendors' firmware updates and serial links, in the form of
/// `AssignedNumbersTable`, whose names for the same UUIDs they replace.
enum VendorUUIDs {
  /// Services by UUID.
  static let services = """
    fe59 Nordic Secure DFU Service
    8e400001-f315-4f60-9fb8-838830daea50 Nordic Experimental Buttonless DFU Service
    00001530-1212-efde-1523-785feabcd123 Nordic Legacy DFU Service
    6e400001-b5a3-f393-e0a9-e50e24dcca9e Nordic UART Service
    8d53dc1d-1db7-4cd3-868b-8a527460aa84 SMP Service
    8018 Espressif OTA Service
    1775244d-6b43-439b-877c-060f2d9bed07 Espressif OTA over Protocomm Service
    d6f1d96d-594c-4c53-b1c6-144a1dfde6d8 esp32_ble_ota Service
    d6f1d96d-594c-4c53-b1c6-244a1dfde6d8 esp32_ble_ota Service
    fb1e4001-54ae-4a28-9f74-dfccb248601d ESP32 BLE OTA Service (fbiego)
    dac890c2-35a1-11ef-aba0-9b95565f4ffb ArduinoBleOTA Service
    15c155ca-36c5-11ed-adc0-9741d6a72f04 ArduinoBleOTA Service (old)
    f000ffc0-0451-4000-b000-000000000000 TI OAD Service
    f000ffd0-0451-4000-b000-000000000000 TI OAD Reset Service
    1d14d6ee-fd63-4fa1-bfa4-8f47b42119f0 Silicon Labs OTA Service
    fef5 Dialog SUOTA Service
    0000fe20-cc7a-482a-984a-7f2ed5b3e58f STM32WB OTA Service
    8a97f7c0-8506-11e3-baa7-0800200c9a66 BlueNRG OTA Service
    00010203-0405-0607-0809-0a0b0c0d1912 Telink OTA Service
    1f10 pvvx Command Service
    00001530-0000-3512-2118-0009af100700 Huami Firmware Service
    00006287-3c17-d293-8e48-14fe2e4da212 Realtek DFU Service
    0000d0ff-3c17-d293-8e48-14fe2e4da212 Realtek OTA Service
    ae5d1e47-5c13-43a0-8635-82ad38a1381f WICED Firmware Upgrade Service
    c7261110-f425-447a-a1bd-9d7246768bd8 WICED Secure Firmware Upgrade Service
    00060000-f8ce-11e4-abf4-0002a5d5c51b Cypress Bootloader Service
    01ff5550-ba5e-f4ee-5ca1-eb1e5e4b1ce0 NXP OTAP Service
    00001100-d102-11e1-9b23-00025b00a5a5 GAIA Service
    5052494d-2dab-0341-6972-6f6861424c45 Airoha RACE Service
    a6ed0401-d344-460a-8075-b9e8ec90d71b Goodix OTA Service
    4d434850-253d-46b3-9923-e61b8e8215d7 Microchip OTAU Service
    """

  /// Characteristics by UUID.
  static let characteristics = """
    8ec90001-f315-4f60-9fb8-838830daea50 Nordic DFU Control Point
    8ec90002-f315-4f60-9fb8-838830daea50 Nordic DFU Packet
    8ec90003-f315-4f60-9fb8-838830daea50 Nordic Buttonless DFU Without Bonds
    8ec90004-f315-4f60-9fb8-838830daea50 Nordic Buttonless DFU With Bonds
    8e400001-f315-4f60-9fb8-838830daea50 Nordic Experimental Buttonless DFU
    00001531-1212-efde-1523-785feabcd123 Nordic Legacy DFU Control Point
    00001532-1212-efde-1523-785feabcd123 Nordic Legacy DFU Packet
    00001533-1212-efde-1523-785feabcd123 Nordic Legacy DFU Status Report
    00001534-1212-efde-1523-785feabcd123 Nordic Legacy DFU Version
    6e400002-b5a3-f393-e0a9-e50e24dcca9e Nordic UART RX
    6e400003-b5a3-f393-e0a9-e50e24dcca9e Nordic UART TX
    da2e7828-fbce-4e01-ae9e-261174997c48 SMP Characteristic
    8020 Espressif OTA Firmware
    8021 Espressif OTA Progress
    8022 Espressif OTA Command
    8023 Espressif OTA Customer
    7ad671aa-21c0-46a4-b722-270e3ae3d830 esp32_ble_ota Control
    23408888-1f40-4cd8-9b89-ca8d45f8a5b0 esp32_ble_ota Data
    fb1e4002-54ae-4a28-9f74-dfccb248601d ESP32 BLE OTA RX (fbiego)
    fb1e4003-54ae-4a28-9f74-dfccb248601d ESP32 BLE OTA TX (fbiego)
    dac89266-35a1-11ef-aba2-0f0127bce478 ArduinoBleOTA RX
    dac89194-35a1-11ef-aba1-b37714ad9a54 ArduinoBleOTA TX
    dac89338-35a1-11ef-aba3-8746a2fdea8c ArduinoBleOTA Manufacturer Name
    dac89414-35a1-11ef-aba4-7fa301ad5c49 ArduinoBleOTA Hardware Name
    dac894e6-35a1-11ef-aba5-0fcd13588409 ArduinoBleOTA Hardware Version
    dac895b8-35a1-11ef-aba6-63ebb073a878 ArduinoBleOTA Software Name
    dac89694-35a1-11ef-aba7-bf64db99d724 ArduinoBleOTA Software Version
    15c1564c-36c5-11ed-adc1-a3d6cf5cc2a4 ArduinoBleOTA RX (old)
    15c156e2-36c5-11ed-adc2-7396d4fd413a ArduinoBleOTA TX (old)
    f000ffc1-0451-4000-b000-000000000000 TI OAD Image Identify
    f000ffc2-0451-4000-b000-000000000000 TI OAD Image Block
    f000ffc3-0451-4000-b000-000000000000 TI OAD Image Count
    f000ffc4-0451-4000-b000-000000000000 TI OAD Image Status
    f000ffc5-0451-4000-b000-000000000000 TI OAD Extended Control
    f000ffd1-0451-4000-b000-000000000000 TI OAD Reset
    f7bf3564-fb6d-4e53-88a4-5e37e0326063 Silicon Labs OTA Control
    984227f3-34fc-4045-a5d0-2c581f81a153 Silicon Labs OTA Data
    4f4a2368-8cca-451e-bfff-cf0e2ee23e9f Silicon Labs AppLoader Version
    4cc07bcf-0868-4b32-9dad-ba4cc41e5316 Silicon Labs OTA Version
    25f05c0a-e917-46e9-b2a5-aa2be1245afe Silicon Labs Bootloader Version
    0d77cc11-4ac1-49f2-bfa9-cd96ac7a92f8 Silicon Labs Application Version
    8082caa8-41a6-4021-91c6-56f9b954cc34 Dialog SUOTA Memory Device
    724249f0-5ec3-4b5f-8804-42345af08651 Dialog SUOTA GPIO Map
    6c53db25-47a1-45fe-a022-7c92fb334fd4 Dialog SUOTA Memory Information
    9d84b9a3-000c-49d8-9183-855b673fda31 Dialog SUOTA Patch Length
    457871e8-d516-4ca1-9116-57d0b17b9cb2 Dialog SUOTA Patch Data
    5f78df94-798c-46f5-990a-b3eb6a065c88 Dialog SUOTA Service Status
    64b4e8b5-0de5-401b-a21d-acc8db3b913a Dialog SUOTA Version
    42c3dfdd-77be-4d9c-8454-8f875267fb3b Dialog SUOTA Patch Data Size
    b7de1eea-823d-43bb-a3af-c4903dfce23c Dialog SUOTA MTU
    0000fe22-8e22-4541-9d4c-21edae82ed19 STM32WB OTA Base Address
    0000fe23-8e22-4541-9d4c-21edae82ed19 STM32WB OTA Confirmation
    0000fe24-8e22-4541-9d4c-21edae82ed19 STM32WB OTA Raw Data
    0000fe11-8e22-4541-9d4c-21edae82ed19 STM32WB Reboot Request
    122e8cc0-8508-11e3-baa7-0800200c9a66 BlueNRG OTA Image
    210f99f0-8508-11e3-baa7-0800200c9a66 BlueNRG OTA New Image
    2691aa80-8508-11e3-baa7-0800200c9a66 BlueNRG OTA Image Content
    2bdc5760-8508-11e3-baa7-0800200c9a66 BlueNRG OTA Expected Sequence
    00010203-0405-0607-0809-0a0b0c0d2b12 Telink OTA Data
    1f1f pvvx Command
    00001531-0000-3512-2118-0009af100700 Huami Firmware Control
    00001532-0000-3512-2118-0009af100700 Huami Firmware Data
    00006387-3c17-d293-8e48-14fe2e4da212 Realtek DFU Data
    00006487-3c17-d293-8e48-14fe2e4da212 Realtek DFU Control Point
    a3dd50bf-f7a7-4e99-838e-570a086c661b WICED Firmware Upgrade Control Point
    a2e86c7a-d961-4091-b74f-2409e72efe26 WICED Firmware Upgrade Data
    a47f7608-2e2d-47eb-91e9-75d4edc4de4b WICED Firmware Upgrade Application Information
    00060001-f8ce-11e4-abf4-0002a5d5c51b Cypress Bootloader Command
    01ff5551-ba5e-f4ee-5ca1-eb1e5e4b1ce0 NXP OTAP Control Point
    01ff5552-ba5e-f4ee-5ca1-eb1e5e4b1ce0 NXP OTAP Data
    00001101-d102-11e1-9b23-00025b00a5a5 GAIA Command
    00001102-d102-11e1-9b23-00025b00a5a5 GAIA Response
    00001103-d102-11e1-9b23-00025b00a5a5 GAIA Data
    43484152-2dab-3241-6972-6f6861424c45 Airoha RACE Command
    43484152-2dab-3141-6972-6f6861424c45 Airoha RACE Notification
    a6ed0402-d344-460a-8075-b9e8ec90d71b Goodix OTA Notification
    a6ed0403-d344-460a-8075-b9e8ec90d71b Goodix OTA Write
    a6ed0404-d344-460a-8075-b9e8ec90d71b Goodix OTA Control
    4d434850-22e4-4246-af03-0c4a2f906358 Microchip OTAU Feature
    4d434850-34d9-40a6-ba7e-56f57c8cd478 Microchip OTAU Data
    4d434850-9327-45de-8882-c97f39028a76 Microchip OTAU Control Point
    """
}
