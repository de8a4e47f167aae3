/// Values in bulk over one or two connections of the air, with what happens to them on their way.
public enum AirBulkTraffic {
  /// The access address of a link that nobody opens.
  private static let stranger: UInt32 = 0x71A3_55C6

  /// A capture of some hundred packets, most of which are nothing out of the ordinary.
  public static func capture(_ encapsulation: AirEncapsulation, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var script = AirScript(encapsulation, interval: 15_000)
    script.advertise(0, script.peripheral + [2, 1, 6], flags: 0x40)
    script.connect()
    for _ in 0..<120 {
      script.rssi = Int8(-40 - random.below(40))
      event(&script, &random)
      // The address of a link that nobody opened, for an event or two.
      if random.below(40) == 0 { script.address = Self.stranger }
      if random.below(3) == 0 { script.address = 0x5065_4C11 }
    }
    return script.bytes
  }

  private static func event(_ script: inout AirScript, _ random: inout SeededRandom) {
    switch random.below(60) {
    case 0: script.exchange((3, [0, 1, 1, 0, 12, 0, 0, 0, 100, 0] + UInt16(script.event &+ 4).bytes()))
    case 1: script.exchange((3, [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F] + UInt16(script.event &+ 3).bytes()))
    case 2: script.exchange((3, [0x18, 2, 2] + UInt16(script.event &+ 3).bytes()))
    case 3: script.exchange(AirScript.l2cap(4, "0A0300"), AirScript.l2cap(4, "0B0102"))
    case 4: script.exchange((2, [9, 0, 4, 0, 0x52, 3, 0]), (2, [3, 0, 4]))
    case 5: script.exchange((1, [1, 2, 3, 4, 5, 6]))
    case 6: script.nextEvent(after: 1 + random.below(5))
    case 7: script.exchange(AirScript.l2cap(4, "5203"), AirScript.l2cap(4, "1B0900"))
    case 8: script.advertise(0, script.peripheral + [2, 1, 6], flags: 0x40)
    case 9: script.exchange((2, PacketBuilder.l2cap(5, [0x12, 1, 8, 0, 6, 0, 6, 0, 0, 0, 100, 0])))
    case 10: script.raw([0x09])
    case 11: if random.below(3) == 0 { script.connect() }
    default: values(&script, &random)
    }
  }

  /// An event of values, one after the other.
  private static func values(_ script: inout AirScript, _ random: inout SeededRandom) {
    script.nextEvent()
    for _ in 0...random.below(4) {
      send(.central, &script, &random)
      send(.peripheral, &script, &random)
    }
  }

  private static func send(
    _ side: AirScript.Side, _ script: inout AirScript, _ random: inout SeededRandom
  ) {
    let fates: [AirScript.Fate] = [.damaged, .missed, .dropped]
    let choice = random.below(24)
    let fate = choice < fates.count ? fates[choice] : .heard
    let opcode: UInt8 = side == .central ? 0x52 : 0x1B
    // Some alike, so that only their numbers tell them apart.
    let bytes = random.bytes(random.below(3) == 0 ? 4 : random.below(60))
    let value = PacketBuilder.l2cap(
      4, [opcode, UInt8(3 + random.below(2)), 0] + (random.below(4) == 0 ? [0, 0, 0, 0] : bytes))
    switch random.below(12) {
    case 0: script.resend(side, fate: fate)
    case 1: script.sendInVain(side, 2, value)
    case 2...5: script.send(side, more: random.below(2) == 0, fate: fate)
    default: script.send(side, 2, value, more: random.below(2) == 0, fate: fate)
    }
  }
}
