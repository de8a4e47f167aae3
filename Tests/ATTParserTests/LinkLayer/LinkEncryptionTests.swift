import TestSupport
import Testing

@testable import ATTParser

@Suite("Encrypted connections of the air")
struct LinkEncryptionTests {
  private static let keys = DecryptionKeys(longTermKeys: [AirTraffic.longTermKey])

  private func frames(_ bytes: [UInt8], _ keys: DecryptionKeys) throws -> [(
    frame: DecodedFrame, plaintext: [UInt8]
  )] {
    var reader = try CaptureReader(CaptureStream(bytes: bytes), keys: keys)
    var frames: [(frame: DecodedFrame, plaintext: [UInt8])] = []
    while let frame = reader.next() { frames.append((frame, reader.copyBytes(of: frame.air.plaintext))) }
    return frames
  }

  /// The sample session: its start, then data both ways.
  private func session(_ format: AirEncapsulation, _ body: (inout AirScript) -> Void) -> [UInt8] {
    var script = AirScript(format)
    script.connect()
    script.exchange((3, AirTraffic.encryptionRequest), (3, AirTraffic.encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    script.exchange((3, AirTraffic.startResponses.central), (3, AirTraffic.startResponses.peripheral))
    body(&script)
    return script.bytes
  }

  // MARK: The specification's sample data

  @Test("the session key and the packets of Vol 6, Part C, 1")
  func sampleData() throws {
    var encryption = LinkEncryption()
    encryption.request(
      random: 0xABCD_EF12_3456_7890, diversifier: 0x2474, skd: 0xACBD_CEDF_E0F1_0213, iv: 0xBADC_AB24)
    encryption.respond(skd: 0x0213_2435_4657_6879, iv: 0xDEAF_BABE)
    let longTerm = try #require(Key128(AirTraffic.longTermKey))
    let key = try #require(encryption.sessionKey(longTerm))
    #expect(key.bytes.hex == "99ad1b5226a37e3e058e3b8e27c2c666")
    let packets: [(header: UInt8, counter: UInt64, isCentral: Bool, cipher: [UInt8], plain: [UInt8])] = [
      (0x0F, 0, true, AirTraffic.startResponses.central, [0x06]),
      (0x07, 0, false, AirTraffic.startResponses.peripheral, [0x06]),
      (0x0E, 1, true, AirTraffic.ciphertexts.central, AirTraffic.plaintexts.central),
      (0x06, 1, false, AirTraffic.ciphertexts.peripheral, AirTraffic.plaintexts.peripheral),
    ]
    var cipher = LinkCipher()
    for packet in packets {
      let isGood = cipher.decrypt(
        unsafe packet.cipher.span.bytes, header: packet.header, counter: packet.counter,
        isCentral: packet.isCentral, key: key, vector: encryption.vector)
      #expect(isGood)
      let found = (0..<cipher.bytes.byteCount).map { cipher.bytes.u8($0) }
      #expect(found == packet.plain)
      let isBad = cipher.decrypt(
        unsafe packet.cipher.span.bytes, header: packet.header, counter: packet.counter + 1,
        isCentral: packet.isCentral, key: key, vector: encryption.vector)
      #expect(!isBad)
      let left = cipher.bytes.byteCount
      #expect(left == 0)
    }
    let isEmptyGood = cipher.decrypt(RawSpan(), header: 0, counter: 0, isCentral: true, key: key, vector: 0)
    #expect(!isEmptyGood)
  }

  @Test("the confirm value and the short-term key of Vol 3, Part H, 2.2.3 and 2.2.4")
  func pairingMath() {
    let zero = [UInt8](repeating: 0, count: 16)
    let parties = AirLink.Parties(
      central: DeviceAddress(0xA1A2_A3A4_A5A6), centralType: .randomDevice,
      peripheral: DeviceAddress(0xB1B2_B3B4_B5B6), peripheralType: .publicDevice)
    let confirm = PairingMath.confirm(
      temporaryKey: zero, random: [UInt8](hex: "5783D52156AD6F0E6388274EC6702EE0").reversed(),
      request: [UInt8](hex: "07071000000101").reversed(), response: [UInt8](hex: "05000800000302").reversed(),
      parties)
    #expect(confirm.map { Array($0.reversed()).hex } == "1e1e3fef878988ead2a74dc5bef13b86")
    let key = PairingMath.shortTermKey(
      temporaryKey: zero, central: [UInt8](hex: "010203040506070899AABBCCDDEEFF00").reversed(),
      peripheral: [UInt8](hex: "000F0E0D0C0B0A091122334455667788").reversed())
    #expect(key?.bytes.hex == "9a1fe1f0e8b0f49b5b4216ae796da062")
    #expect(PairingMath.temporaryKey(461_140).hex == "00000000000000000000000000070954")
  }

  // MARK: Sessions

  @Test("without a key nothing is made of ciphertext", arguments: AirEncapsulation.allCases)
  func noKey(_ format: AirEncapsulation) throws {
    let bytes = session(format) { script in
      script.exchange((2, AirTraffic.ciphertexts.central), (2, AirTraffic.ciphertexts.peripheral))
      script.exchange((3, [0x01, 2, 3, 4, 5, 6, 7, 8]), (1, [9, 8, 7, 6, 5, 4]))
    }
    let frames = try frames(bytes, DecryptionKeys()).map(\.frame)
    let first = try #require(frames.firstIndex { $0.air.notes.contains(.startsEncryption) })
    #expect(frames[first].record.number == 6)
    for frame in frames[first...] {
      #expect(frame.kind == .linkLayer)
      #expect(frame.air.notes.contains(.isCiphertext))
      #expect(frame.problem == nil)
      #expect(!frame.air.notes.contains(.noKeyFits))
    }
  }

  @Test("with the key everything is decrypted and the MIC is checked", arguments: AirEncapsulation.allCases)
  func key(_ format: AirEncapsulation) throws {
    let bytes = session(format) { script in
      script.exchange((2, AirTraffic.ciphertexts.central), (2, AirTraffic.ciphertexts.peripheral))
      script.exchange((2, [1, 2, 3, 4, 5, 6, 7, 8]))
    }
    let frames = try frames(bytes, Self.keys)
    #expect(frames.map(\.frame.kind).dropFirst(5).prefix(2) == [.linkControl, .linkControl])
    #expect(frames[5].frame.air.control.opcode.name == "LL_START_ENC_RSP")
    #expect(frames[7].plaintext == AirTraffic.plaintexts.central)
    #expect(frames[8].plaintext == AirTraffic.plaintexts.peripheral)
    #expect(frames[7].frame.l2cap?.channelID.rawValue == 0x6463)
    // What the last one says is not ciphertext of this session.
    #expect(frames[9].frame.air.notes.isSuperset(of: [.isCiphertext, .isMICBad]))
    #expect(frames[9].frame.kind == .linkLayer)
  }

  @Test("PDUs that the sniffer missed are counted by the packet counter")
  func missed() throws {
    let bytes = session(.nordic3) { script in
      // The sample's first data PDU has packet counter 1: heard twice, it cannot be decrypted as number 2.
      script.exchange((2, AirTraffic.ciphertexts.central))
    }
    var script = AirScript(.nordic3)
    script.connect()
    script.exchange((3, AirTraffic.encryptionRequest), (3, AirTraffic.encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    script.nextEvent()
    script.send(.central, 3, AirTraffic.startResponses.central, fate: .missed)
    script.send(.peripheral, 3, AirTraffic.startResponses.peripheral)
    script.exchange((2, AirTraffic.ciphertexts.central))
    let found = try frames(script.bytes, Self.keys).map(\.frame)
    let decrypted = found.filter { $0.air.notes.contains(.isDecrypted) }
    #expect(decrypted.map(\.air.missed) == [0, 1])
    #expect(try frames(bytes, Self.keys).map(\.frame.air.missed).max() == 0)
  }

  @Test("a wrong key is said not to fit, a right one beside it is found")
  func wrongKey() throws {
    let bytes = session(.nordic3) { script in
      script.exchange((2, AirTraffic.ciphertexts.central), (2, AirTraffic.ciphertexts.peripheral))
    }
    let wrong = [UInt8](repeating: 7, count: 16)
    let lost = try frames(bytes, DecryptionKeys(longTermKeys: [wrong])).map(\.frame)
    #expect(lost.contains { $0.air.notes.contains(.noKeyFits) })
    #expect(!lost.contains { $0.air.notes.contains(.isDecrypted) })
    let found = try frames(bytes, DecryptionKeys(longTermKeys: [wrong, AirTraffic.longTermKey])).map(\.frame)
    #expect(found.count { $0.air.notes.contains(.isDecrypted) } == 4)
    #expect(!found.contains { $0.air.notes.contains(.noKeyFits) })
  }

  @Test("a start whose LL_START_ENC_REQ was missed is a start, one that was refused is none")
  func starts() throws {
    var script = AirScript(.nordic3)
    script.connect()
    script.exchange((3, AirTraffic.encryptionRequest), (3, AirTraffic.encryptionResponse))
    script.exchange((3, AirTraffic.startResponses.central), (3, AirTraffic.startResponses.peripheral))
    let frames = try frames(script.bytes, Self.keys).map(\.frame)
    #expect(frames.count { $0.air.notes.contains(.isDecrypted) } == 2)
    var refused = AirScript(.nordic3)
    refused.connect()
    refused.exchange((3, AirTraffic.encryptionRequest), (3, [0x0D, 0x06]))
    refused.exchange(AirScript.l2cap(4, "0A0300"))
    #expect(try self.frames(refused.bytes, DecryptionKeys()).map(\.frame.kind).contains(.att))
  }

  @Test("a capture that its writer decrypted is read as it is, but for what kept its CRC")
  func decryptedByWriter() throws {
    var script = AirScript(.plain)
    script.connect()
    script.exchange((3, AirTraffic.encryptionRequest), (3, AirTraffic.encryptionResponse))
    script.exchange((1, []), (3, [0x05]))
    script.nextEvent()
    // A CRC of 0 shows that the packet was changed.
    let plain = AirBuilder.data(3, sn: 0, nesn: 0, [0x06])
    script.raw(script.address.bytes() + plain + [0, 0, 0])
    let att = AirBuilder.data(2, sn: 1, nesn: 0, PacketBuilder.l2cap(4, [0x0A, 3, 0]))
    script.raw(script.address.bytes() + att + [0, 0, 0])
    let secret = AirBuilder.data(2, sn: 0, nesn: 0, [3, 0, 4, 0, 0x0A, 3, 0, 1, 2])
    script.raw(AirBuilder.packet(script.address, secret, crcInit: script.crcInit))
    let frames = try frames(script.bytes, DecryptionKeys()).map(\.frame)
    #expect(frames.suffix(3).map(\.kind) == [.linkControl, .att, .linkLayer])
    #expect(frames.last?.air.notes.contains(.isCiphertext) == true)
  }

  @Test("the nRF Sniffer's own decryption is used when its MIC fits, with the MIC behind it or not")
  func sniffersDecryption() throws {
    let pdu = PacketBuilder.l2cap(4, [0x0A, 3, 0])
    for tail in [[], [1, 2, 3, 4]] as [[UInt8]] {
      var script = AirScript(.nordic3)
      script.nextEvent()
      script.send(.central, 2, pdu + tail, micStatus: true)
      script.send(.peripheral, 2, PacketBuilder.l2cap(4, [0x0B, 9]) + tail, micStatus: false)
      let frames = try frames(script.bytes, DecryptionKeys()).map(\.frame)
      #expect(frames.map(\.kind) == [.att, .linkLayer])
      #expect(frames[0].problem == nil)
      #expect(frames[1].air.notes.contains(.isCiphertext))
    }
  }

  @Test("encryption that is paused begins again") func pause() throws {
    let bytes = session(.nordic3) { script in
      script.exchange((3, [0x0B]))
      script.exchange(AirScript.l2cap(4, "0A0300"))
    }
    let frames = try frames(bytes, Self.keys).map(\.frame)
    #expect(frames.contains { $0.air.notes.contains(.endsEncryption) })
    #expect(frames.dropLast().last?.kind == .att)
  }

  @Test("keys of another length are left out") func lengths() {
    #expect(DecryptionKeys(longTermKeys: [[1, 2, 3], AirTraffic.longTermKey]).longTermKeys.count == 1)
    #expect(Key128([1]) == nil)
    #expect(Key128(AirTraffic.longTermKey)?.bytes == AirTraffic.longTermKey)
  }
}
