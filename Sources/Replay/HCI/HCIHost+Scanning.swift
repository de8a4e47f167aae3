import ATTParser

extension HCIHost {
  /// LE features (Vol 6, Part B, 4.6) that commands of this host need.
  private static let extendedAdvertisingFeature: UInt64 = 1 << 12
  /// 30 ms in steps of 0.625 ms: the window is the whole interval, so nothing is missed.
  private static let scanInterval: UInt16 = 0x30

  /// The controller has the extended commands.
  var usesExtendedCommands: Bool { features & Self.extendedAdvertisingFeature != 0 }

  /// Listens for a device until it is heard.
  ///
  /// - Throws: ``ReplayError`` when it was not by `deadline`.
  func find(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> FoundDevice {
    search = DeviceSearch(target)
    found = nil
    try setScanning(true)
    let isFound = try wait(until: deadline) { found != nil }
    try setScanning(false)
    let heard = search?.count ?? 0
    search = nil
    guard isFound, let found else {
      let others = heard == 0 ? "no device is heard at all" : "\(heard) others are heard"
      throw ReplayError(
        .link, target.inWords, "is not found: \(others)",
        advice: "is it on, near, advertising, and not connected to something else?")
    }
    return found
  }

  /// Looks through the reports of the packet decoded last.
  func noteReports() {
    guard search != nil else { return }
    for report in decoder.advertisingReports() {
      if let device = search?.note(report, decoder.copyBytes(of: report.data)), found == nil {
        found = device
      }
    }
  }

  private func setScanning(_ isOn: Bool) throws(ReplayError) {
    if usesExtendedCommands {
      if isOn {
        try require(
          HCICommandPacket(.leSetExtendedScanParameters) {
            $0.u8(ownAddress.type.rawValue)
            $0.u8(0)
            // LE 1M, active.
            $0.u8(1)
            $0.u8(1)
            $0.u16(Self.scanInterval)
            $0.u16(Self.scanInterval)
          })
      }
      // Enable, no filter of duplicates, for ever, one period.
      let enable = HCICommandPacket(.leSetExtendedScanEnable) { $0.raw([isOn ? 1 : 0, 0, 0, 0, 0, 0]) }
      if isOn { try require(enable) } else { _ = try perform(enable) }
      return
    }
    if isOn {
      try require(
        HCICommandPacket(.leSetScanParameters) {
          $0.u8(1)
          $0.u16(Self.scanInterval)
          $0.u16(Self.scanInterval)
          $0.u8(ownAddress.type.rawValue)
          $0.u8(0)
        })
    }
    let enable = HCICommandPacket(.leSetScanEnable) { $0.raw([isOn ? 1 : 0, 0]) }
    if isOn { try require(enable) } else { _ = try perform(enable) }
  }
}
