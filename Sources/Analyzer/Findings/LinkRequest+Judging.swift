import ATTParser

extension LinkRequest {
  /// What is asked for, in a few words.
  var name: String {
    switch what {
    case .parameters(let wanted):
      "interval \(FindingContext.milliseconds(Double(wanted.minInterval) * 1.25)) to \(FindingContext.milliseconds(Double(wanted.maxInterval) * 1.25)), latency \(wanted.latency), timeout \(Int(wanted.supervisionTimeout) * 10) ms"
    case .dataLength(let octets): "packets of \(octets) octets"
    case .phy(let tx, let rx): "PHYs \(tx) for sending and \(rx) for receiving (bit masks)"
    }
  }

  /// The error with which it was refused; nil when it was not, or by an L2CAP response.
  var refusal: ErrorCode? {
    if case .refused(let code) = outcome { return code }
    return nil
  }

  /// True when it was refused.
  var isRefused: Bool {
    if case .refused = outcome { return true }
    return false
  }

  /// True for refusals because two procedures met, or an instant had passed.
  var isCollision: Bool { refusal.map { [0x23, 0x28, 0x2A].contains($0.rawValue) } ?? false }
}

extension RequestedParameters {
  /// Which of Apple's limits for accessories they break, in a few words each
  /// (Accessory Design Guidelines for Apple Devices, Bluetooth, Connection Parameters).
  var brokenAccessoryLimits: [String] {
    var list: [String] = []
    let least = Double(minInterval) * 1.25
    let most = Double(maxInterval) * 1.25
    if least < 15 { list.append("a least interval of \(FindingContext.milliseconds(least)) is below 15 ms") }
    if minInterval % 12 != 0 {
      list.append("a least interval of \(FindingContext.milliseconds(least)) is no multiple of 15 ms")
    }
    if most < least + 15, !(least == 15 && most == 15) {
      list.append("the greatest interval is not 15 ms above the least, nor are both 15 ms")
    }
    if latency > 30 { list.append("a latency of \(latency) is above 30") }
    let timeout = Int(supervisionTimeout) * 10
    if timeout < 2000 || timeout > 6000 { list.append("a timeout of \(timeout) ms is not from 2 to 6 s") }
    if most * (Double(latency) + 1) > 2000 { list.append("interval × (latency + 1) is above 2 s") }
    if most * (Double(latency) + 1) * 3 >= Double(timeout) {
      list.append("interval × (latency + 1) × 3 is not below the timeout")
    }
    return list
  }
}
