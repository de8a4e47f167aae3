extension UpdateSession {
  /// The sessions of protocols that chip vendors and makers of libraries have of their own.
  static let vendors =
    espressif + fbiego + arduino + texasInstruments + gecko + suota
    + stm32wb + blueNRG + nxp + gaia + gaiaSegments + wiced + cypress + fbiegoFast + huami + olderHuami
    + companion

  private static let espressif = [
    UpdateSession("espressif-ble-ota-ok"),
    UpdateSession("espressif-ble-ota-never-sent", "chunk-missing"),
    UpdateSession("espressif-ble-ota-lost", "crc-mismatch"),
    UpdateSession("espressif-ble-ota-refused", "wrong-state"),
    UpdateSession("espressif-ble-ota-bad-check", "crc-mismatch"),
    UpdateSession("espressif-ble-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("espressif-ble-ota-att-error", "att-error"),
    UpdateSession("espressif-ble-ota-no-answer", "no-answer"),
    UpdateSession("espressif-ble-ota-stalled", "client-stopped"),
    UpdateSession("espressif-ble-ota-too-long", "value-exceeds-mtu"),
    // The device begins with sector 0 again, and the client goes on with sector 1.
    UpdateSession("espressif-ble-ota-wrong-resume", "wrong-resume"),
  ]

  private static let fbiego = [
    UpdateSession("fbiego-esp32-ok"),
    UpdateSession("fbiego-esp32-never-sent", "chunk-missing", also: ["hash-mismatch"]),
    // Nothing in the protocol tells a lost piece from a wrong image.
    UpdateSession("fbiego-esp32-lost", "hash-mismatch"),
    UpdateSession("fbiego-esp32-refused", "image-too-large"),
    UpdateSession("fbiego-esp32-bad-check", "hash-mismatch"),
    UpdateSession("fbiego-esp32-resumed", also: ["restarted-from-zero"]),
    UpdateSession("fbiego-esp32-att-error", "att-error", knowsSize: false),
    UpdateSession("fbiego-esp32-no-answer", "no-answer"),
    UpdateSession("fbiego-esp32-stalled", "client-stopped"),
    UpdateSession("fbiego-esp32-too-long", "value-exceeds-mtu"),
    // Pieces have no offset: those of a part that is not the next one go where the next one would.
    UpdateSession("fbiego-esp32-wrong-resume", "wrong-resume", also: ["hash-mismatch"], countsBytes: false),
  ]

  private static let arduino = [
    UpdateSession("arduino-ble-ota-ok"),
    UpdateSession("arduino-ble-ota-never-sent", "chunk-missing", also: ["image-too-large"]),
    UpdateSession("arduino-ble-ota-lost", "bytes-lost"),
    UpdateSession("arduino-ble-ota-refused", "wrong-state"),
    UpdateSession("arduino-ble-ota-bad-check", "hash-mismatch"),
    UpdateSession("arduino-ble-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("arduino-ble-ota-att-error", "att-error", knowsSize: false),
    UpdateSession("arduino-ble-ota-no-answer", "no-answer"),
    UpdateSession("arduino-ble-ota-stalled", "client-stopped"),
    UpdateSession("arduino-ble-ota-too-long", "value-exceeds-mtu"),
    UpdateSession("arduino-ble-ota-old-ok"),
    // Packages have no numbers, and the device waits for a full buffer.
    UpdateSession("arduino-ble-ota-old-never-sent", "client-stopped"),
    UpdateSession("arduino-ble-ota-old-lost", "no-answer"),
    UpdateSession("arduino-ble-ota-old-refused", "wrong-state"),
    UpdateSession("arduino-ble-ota-old-bad-check", "hash-mismatch"),
    UpdateSession("arduino-ble-ota-old-resumed", also: ["restarted-from-zero"]),
    UpdateSession("arduino-ble-ota-old-att-error", "att-error"),
    UpdateSession("arduino-ble-ota-old-no-answer", "no-answer"),
    UpdateSession("arduino-ble-ota-old-stalled", "client-stopped"),
    UpdateSession("arduino-ble-ota-old-too-long", "value-exceeds-mtu"),
  ]

  private static let texasInstruments = [
    UpdateSession("ti-oad-ok"),
    UpdateSession("ti-oad-never-sent", "chunk-missing"),
    // A device that lacks a block asks for nothing more.
    UpdateSession("ti-oad-lost", "no-answer"),
    UpdateSession("ti-oad-refused", "hardware-refused"),
    UpdateSession("ti-oad-bad-check", "hash-mismatch"),
    UpdateSession("ti-oad-resumed", also: ["restarted-from-zero"]),
    UpdateSession("ti-oad-att-error", "att-error", knowsSize: false),
    UpdateSession("ti-oad-no-answer", "no-answer"),
    UpdateSession("ti-oad-stalled", "client-stopped"),
    UpdateSession("ti-oad-too-long", "value-exceeds-mtu"),
    UpdateSession("ti-oad-wrong-resume", "wrong-resume"),
    UpdateSession("ti-oad-legacy-ok"),
    UpdateSession("ti-oad-legacy-never-sent", "chunk-missing"),
    UpdateSession("ti-oad-legacy-lost", "bytes-lost"),
    UpdateSession("ti-oad-legacy-refused", "version-refused"),
    // A device that has all and finds it bad says nothing, and does not restart.
    UpdateSession("ti-oad-legacy-bad-check", "hash-mismatch"),
    UpdateSession("ti-oad-legacy-resumed", also: ["restarted-from-zero"]),
    UpdateSession("ti-oad-legacy-att-error", "att-error"),
    // The client sends on a timer: a device that falls silent looks like one that lacks a block.
    UpdateSession("ti-oad-legacy-no-answer", "bytes-lost"),
    UpdateSession("ti-oad-legacy-stalled", "client-stopped"),
    UpdateSession("ti-oad-legacy-wrong-resume", "wrong-resume"),
  ]

  private static let gecko = [
    // The size stands at the end of the file.
    UpdateSession("silabs-gecko-ota-ok"),
    UpdateSession("silabs-gecko-ota-never-sent", "chunk-missing", also: ["hash-mismatch"], knowsSize: false),
    UpdateSession("silabs-gecko-ota-lost", "bytes-lost"),
    UpdateSession("silabs-gecko-ota-refused", "image-too-large"),
    UpdateSession("silabs-gecko-ota-bad-check", "hash-mismatch"),
    UpdateSession("silabs-gecko-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("silabs-gecko-ota-att-error", "wrong-state", knowsSize: false),
    // The word about the image is the response to the request that ends it.
    UpdateSession("silabs-gecko-ota-no-answer", "request-unanswered"),
    UpdateSession("silabs-gecko-ota-stalled", "client-stopped", knowsSize: false),
    UpdateSession("silabs-gecko-ota-too-long", "value-exceeds-mtu"),
    UpdateSession("silabs-gecko-ota-jumped"),
  ]

  private static let suota = [
    UpdateSession("dialog-suota-ok"),
    UpdateSession("dialog-suota-never-sent", "chunk-missing"),
    // A device that lacks a chunk of a block says nothing.
    UpdateSession("dialog-suota-lost", "no-answer"),
    UpdateSession("dialog-suota-refused", "same-image"),
    UpdateSession("dialog-suota-bad-check", "hash-mismatch"),
    UpdateSession("dialog-suota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("dialog-suota-att-error", "att-error", knowsSize: false),
    UpdateSession("dialog-suota-no-answer", "no-answer"),
    UpdateSession("dialog-suota-stalled", "client-stopped"),
    UpdateSession("dialog-suota-too-long", "value-exceeds-mtu"),
  ]

  private static let stm32wb = [
    // No size is announced.
    UpdateSession("stm32wb-ota-ok", knowsSize: false),
    UpdateSession("stm32wb-ota-refused", "slot-busy", knowsSize: false),
    UpdateSession("stm32wb-ota-resumed", also: ["restarted-from-zero"], knowsSize: false),
    UpdateSession("stm32wb-ota-att-error", "att-error", knowsSize: false),
    UpdateSession("stm32wb-ota-no-answer", "no-answer", knowsSize: false),
    UpdateSession("stm32wb-ota-stalled", "client-stopped", knowsSize: false),
    // The loader restarts whatever it has: the keyword that it then looks for has to be in what was sent.
    UpdateSession("stm32wb-ota-keyword-ok", knowsSize: false),
    UpdateSession("stm32wb-ota-keyword-never-sent", "chunk-missing", knowsSize: false),
    UpdateSession("stm32wb-ota-keyword-bad-check", "hash-mismatch", knowsSize: false),
    UpdateSession("stm32wb-ota-keyword-too-long", "value-exceeds-mtu", knowsSize: false),
  ]

  private static let blueNRG = [
    UpdateSession("bluenrg-ota-ok"),
    UpdateSession("bluenrg-ota-never-sent", also: ["chunk-missing"]),
    UpdateSession("bluenrg-ota-lost", also: ["bytes-lost"]),
    UpdateSession("bluenrg-ota-refused", "flash-failed"),
    // The client tries three times.
    UpdateSession("bluenrg-ota-bad-check", "crc-mismatch", also: ["crc-mismatch"]),
    UpdateSession("bluenrg-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("bluenrg-ota-att-error", "att-error"),
    UpdateSession("bluenrg-ota-no-answer", "no-answer"),
    UpdateSession("bluenrg-ota-stalled", "client-stopped"),
    UpdateSession("bluenrg-ota-too-long", "value-exceeds-mtu"),
    UpdateSession("bluenrg-ota-wrong-resume", "wrong-resume"),
  ]

  private static let nxp = [
    UpdateSession("nxp-otap-ok"),
    UpdateSession("nxp-otap-never-sent", "chunk-missing"),
    UpdateSession("nxp-otap-lost", "bytes-lost"),
    UpdateSession("nxp-otap-refused", "image-too-large"),
    UpdateSession("nxp-otap-bad-check", "hash-mismatch"),
    UpdateSession("nxp-otap-resumed"),
    UpdateSession("nxp-otap-att-error", "att-error"),
    UpdateSession("nxp-otap-no-answer", "no-answer"),
    UpdateSession("nxp-otap-stalled", "client-stopped"),
    // The client places its chunks elsewhere than their numbers say.
    UpdateSession("nxp-otap-too-long", "value-exceeds-mtu", countsBytes: false),
    // The device keeps whole blocks, and the client goes on two chunks into one.
    UpdateSession("nxp-otap-wrong-resume", "wrong-resume"),
  ]

  private static let gaia = [
    // The size is known when the client has marked its last bytes.
    UpdateSession("qualcomm-gaia-ok"),
    UpdateSession("qualcomm-gaia-never-sent", "chunk-missing", knowsSize: false),
    // A device that lacks part of what it asked for asks for nothing more.
    UpdateSession("qualcomm-gaia-lost", "no-answer", knowsSize: false),
    UpdateSession("qualcomm-gaia-refused", "hardware-refused", knowsSize: false),
    UpdateSession("qualcomm-gaia-bad-check", "hash-mismatch"),
    UpdateSession("qualcomm-gaia-resumed"),
    UpdateSession("qualcomm-gaia-att-error", "att-error", knowsSize: false),
    UpdateSession("qualcomm-gaia-no-answer", "no-answer", knowsSize: false),
    UpdateSession("qualcomm-gaia-stalled", "client-stopped", knowsSize: false),
    UpdateSession("qualcomm-gaia-too-long", "value-exceeds-mtu", knowsSize: false),
    // Bytes have no offset: what the client sends goes behind what is to be skipped.
    UpdateSession("qualcomm-gaia-wrong-resume", "wrong-resume", knowsSize: false, countsBytes: false),
  ]

  private static let wiced = [
    UpdateSession("wiced-ota-ok"),
    UpdateSession("wiced-ota-never-sent", "chunk-missing", also: ["hash-mismatch"]),
    UpdateSession("wiced-ota-lost", "bytes-corrupted"),
    UpdateSession("wiced-ota-refused", "image-too-large"),
    UpdateSession("wiced-ota-bad-check", "hash-mismatch"),
    UpdateSession("wiced-ota-resumed", also: ["restarted-from-zero"]),
    UpdateSession("wiced-ota-att-error", "att-error", knowsSize: false),
    UpdateSession("wiced-ota-no-answer", "no-answer"),
    UpdateSession("wiced-ota-stalled", "client-stopped"),
    // A long write, which the device refuses: what it says comes first, as of every request.
    UpdateSession("wiced-ota-too-long", "att-error", also: ["value-exceeds-mtu"]),
  ]

  private static let cypress = [
    // No size is announced.
    UpdateSession("cypress-bootloader-ok", knowsSize: false),
    UpdateSession("cypress-bootloader-never-sent", "chunk-missing", knowsSize: false),
    // A device that lacks a frame says nothing.
    UpdateSession("cypress-bootloader-lost", "no-answer", knowsSize: false),
    UpdateSession("cypress-bootloader-refused", "not-an-image", knowsSize: false),
    UpdateSession("cypress-bootloader-bad-check", "hash-mismatch", knowsSize: false),
    UpdateSession("cypress-bootloader-resumed", also: ["restarted-from-zero"], knowsSize: false),
    UpdateSession("cypress-bootloader-att-error", "att-error", knowsSize: false),
    UpdateSession("cypress-bootloader-no-answer", "no-answer", knowsSize: false),
    UpdateSession("cypress-bootloader-stalled", "client-stopped", knowsSize: false),
    // A long write, which the device's program drops.
    UpdateSession("cypress-bootloader-too-long", "value-exceeds-mtu", knowsSize: false),
  ]

  /// GAIA with its bytes over RWCP, which asks for what is missing and gets it.
  private static let gaiaSegments = [
    UpdateSession("qualcomm-gaia-rwcp-ok"),
    UpdateSession("qualcomm-gaia-rwcp-never-sent", also: ["chunk-missing", "bytes-lost"]),
    UpdateSession("qualcomm-gaia-rwcp-lost", also: ["bytes-lost"]),
    UpdateSession("qualcomm-gaia-rwcp-refused", "hardware-refused", knowsSize: false),
    UpdateSession("qualcomm-gaia-rwcp-bad-check", "hash-mismatch"),
    UpdateSession("qualcomm-gaia-rwcp-resumed"),
    UpdateSession("qualcomm-gaia-rwcp-att-error", "wrong-write-kind", knowsSize: false),
    UpdateSession("qualcomm-gaia-rwcp-no-answer", "no-answer", knowsSize: false),
    UpdateSession("qualcomm-gaia-rwcp-stalled", "client-stopped", knowsSize: false),
    UpdateSession("qualcomm-gaia-rwcp-too-long", "value-exceeds-mtu", knowsSize: false),
    UpdateSession("qualcomm-gaia-rwcp-wrong-resume", "wrong-resume", knowsSize: false, countsBytes: false),
  ]

  private static let fbiegoFast = [
    UpdateSession("fbiego-esp32-fast-ok"),
    UpdateSession("fbiego-esp32-fast-never-sent", "chunk-missing", also: ["hash-mismatch"]),
    UpdateSession("fbiego-esp32-fast-lost", "hash-mismatch"),
    UpdateSession("fbiego-esp32-fast-refused", "image-too-large"),
    UpdateSession("fbiego-esp32-fast-bad-check", "hash-mismatch"),
    UpdateSession("fbiego-esp32-fast-resumed", also: ["restarted-from-zero"]),
    UpdateSession("fbiego-esp32-fast-att-error", "att-error", knowsSize: false),
    UpdateSession("fbiego-esp32-fast-no-answer", "no-answer"),
    UpdateSession("fbiego-esp32-fast-stalled", "client-stopped"),
    UpdateSession("fbiego-esp32-fast-too-long", "value-exceeds-mtu"),
    UpdateSession(
      "fbiego-esp32-fast-wrong-resume", "wrong-resume", also: ["hash-mismatch"], countsBytes: false),
  ]

  private static let huami = [
    UpdateSession("huami-dfu-ok"),
    UpdateSession("huami-dfu-never-sent", "chunk-missing"),
    // A device that lacks a packet of a chunk does not count it.
    UpdateSession("huami-dfu-lost", "no-answer"),
    UpdateSession("huami-dfu-refused", "image-too-large"),
    UpdateSession("huami-dfu-bad-check", "hash-mismatch"),
    UpdateSession("huami-dfu-resumed", also: ["restarted-from-zero"]),
    UpdateSession("huami-dfu-att-error", "att-error", knowsSize: false),
    UpdateSession("huami-dfu-no-answer", "no-answer"),
    UpdateSession("huami-dfu-stalled", "client-stopped"),
    UpdateSession("huami-dfu-too-long", "value-exceeds-mtu"),
  ]

  private static let olderHuami = [
    UpdateSession("huami-dfu-older-ok"),
    UpdateSession("huami-dfu-older-never-sent", "chunk-missing"),
    UpdateSession("huami-dfu-older-lost", "no-answer"),
    // The battery is low.
    UpdateSession("huami-dfu-older-refused", "refused"),
    UpdateSession("huami-dfu-older-bad-check", "hash-mismatch"),
    UpdateSession("huami-dfu-older-resumed", also: ["restarted-from-zero"]),
    UpdateSession("huami-dfu-older-att-error", "att-error"),
    UpdateSession("huami-dfu-older-no-answer", "no-answer"),
    UpdateSession("huami-dfu-older-stalled", "client-stopped"),
    UpdateSession("huami-dfu-older-too-long", "value-exceeds-mtu"),
  ]

  /// The flow of a companion app, through the profile that the documentation has for it.
  private static let companion = [
    UpdateSession("esp32-companion-ok"),
    UpdateSession("esp32-companion-new-version"),
    UpdateSession("esp32-companion-never-sent", "chunk-missing"),
    // A device that lacks a chunk of sixteen does not count it.
    UpdateSession("esp32-companion-lost", "no-answer"),
    UpdateSession("esp32-companion-refused", "image-too-large"),
    UpdateSession("esp32-companion-bad-check", "hash-mismatch"),
    UpdateSession("esp32-companion-resumed"),
    // Chunks have no offset: what the client sends goes behind what the device has.
    UpdateSession("esp32-companion-wrong-resume", "wrong-resume", countsBytes: false),
    UpdateSession("esp32-companion-att-error", "att-error"),
    UpdateSession("esp32-companion-no-answer", "no-answer"),
    UpdateSession("esp32-companion-stalled", "client-stopped"),
    UpdateSession("esp32-companion-too-long", "value-exceeds-mtu"),
  ]
}
