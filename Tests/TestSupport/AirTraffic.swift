/// A little traffic of the air of every kind, in every encapsulation.
public enum AirTraffic {
  /// The long-term key of the specification's sample data (Vol 6, Part C, 1), most significant byte first.
  public static let longTermKey = [UInt8](hex: "4C68384139F574D836BCF34E9DFB01BF")

  /// The sample data's LL_ENC_REQ: Rand, EDIV, SKD_C, IV_C.
  public static let encryptionRequest = [UInt8](
    hex: "03 9078563412EFCDAB 7424 1302F1E0DFCEBDAC 24ABDCBA")
  /// Its LL_ENC_RSP: SKD_P, IV_P.
  public static let encryptionResponse = [UInt8](hex: "04 7968574635241302 BEBAAFDE")
  /// Its LL_START_ENC_RSP of the central and of the peripheral, encrypted.
  public static let startResponses = (
    central: [UInt8](hex: "9FCDA7F448"), peripheral: [UInt8](hex: "A34C13A415")
  )
  /// Its data of the central and of the peripheral, encrypted.
  public static let ciphertexts = (
    central: [UInt8](hex: "7A70D66415226DF26B17839A060405596BD6564F796B5B9CE6FF32F75A6D33"),
    peripheral: [UInt8](hex: "F38881E7BD94C9C369B9A66846DD4786AA8C39CE540D0DAE3ADCDF89B96088")
  )
  /// What they say.
  public static let plaintexts = (
    central: [UInt8](hex: "1700636465666768696A6B6C6D6E6F707131323334353637383930"),
    peripheral: [UInt8](hex: "170037363534333231304142434445464748494A4B4C4D4E4F5051")
  )

  /// A capture in each encapsulation.
  public static let captures: [(name: String, bytes: [UInt8])] =
    AirEncapsulation.allCases.map {
      ("air \($0)", capture($0, pcapng: false))
    } + [("air pcapng", capture(.nordic3, pcapng: true))]

  /// Advertising, a connection, what happens on it, its encryption and its end.
  public static func capture(_ encapsulation: AirEncapsulation, pcapng: Bool) -> [UInt8] {
    var script = AirScript(encapsulation, pcapng: pcapng)
    script.advertise(0, script.peripheral + [2, 1, 6, 3, 9, 0x41, 0x42], flags: 0x60)
    script.advertise(3, script.central + script.peripheral, flags: 0xC0)
    script.advertise(4, script.peripheral + [3, 3, 0x0D, 0x18], flags: 0x40)
    // Extended: ADI and AuxPtr, then AdvA, ADI and data.
    script.advertise(7, [0x06, 0x18, 0x34, 0x12, 0x05, 0x02, 0x00])
    script.advertise(7, [0x49, 0x09] + script.peripheral + [0x34, 0x12, 2, 1, 6], channel: 5)
    script.connect()
    script.exchange((3, [0x0C, 9, 0x59, 0, 1, 0]), (3, [0x0C, 8, 0x0F, 0, 2, 0]))
    script.exchange(AirScript.l2cap(4, "0A0300"))
    script.exchange((1, []), AirScript.l2cap(4, "0B48656C6C6F"))
    // A PDU in two pieces, the second one sent twice.
    let long = PacketBuilder.l2cap(4, [0x12, 3, 0] + [UInt8](1...30))
    script.exchange((2, Array(long.prefix(27))))
    script.nextEvent()
    script.sendInVain(.central, 1, Array(long.dropFirst(27)))
    script.nextEvent()
    script.resend(.central)
    script.send(.peripheral)
    script.nextEvent(after: 3)
    script.send(.central)
    script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x13]), more: true, fate: .damaged)
    script.exchange((3, [0, 1, 1, 0, 12, 0, 0, 0, 100, 0] + UInt16(script.event + 7).bytes()))
    for _ in 0..<5 { script.exchange() }
    script.nextEvent(interval: 15_000, offset: 1_250)
    script.send(.central)
    script.send(.peripheral)
    script.exchange(
      (3, [0x14, 251, 0, 0x48, 8, 251, 0, 0x48, 8]), (3, [0x15, 27, 0, 0x48, 1, 27, 0, 0x48, 1]))
    script.exchange((3, encryptionRequest), (3, encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    script.exchange((3, startResponses.central), (3, startResponses.peripheral))
    script.exchange((2, ciphertexts.central), (2, ciphertexts.peripheral))
    script.exchange((3, [0x02, 0x13]))
    if encapsulation.linkType == 272 { script.message(0x0E) }
    return script.bytes
  }
}
