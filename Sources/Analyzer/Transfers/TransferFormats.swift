extension TransferFormat {
  /// The protocols that are recognized.
  ///
  /// A new one is a file in `Protocols` and a line here. Where discovery is missing, they are tried in this order: those whose messages are the least like anything
  /// else go first.
  static let all: [TransferFormat] = [
    NordicSecureDFU.format,
    NordicButtonless.format,
    MCUmgr.format,
    NordicLegacyDFU.format,
    HuamiDFU.format,
    TelinkOTA.format,
    EspressifOTA.format,
    CypressBootloader.format,
    GAIAUpgrade.format,
    GeckoOTA.format,
    BlueNRGOTA.format,
    FbiegoOTA.format,
    NXPOTAP.format,
    ArduinoBleOTA.format,
    TexasInstrumentsOAD.format,
    DialogSUOTA.format,
    STM32WBOTA.format,
    WICEDOTA.format,
  ]
}
