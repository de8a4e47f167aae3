import ATTParser
import TestSupport
import Testing

/// The decoding of packets as they happen.
@Suite("Decoding live packets")
struct PacketDecoderTests {
  @Test("an ATT PDU in fragments is put together", arguments: 1...12)
  func fragments(size: Int) {
    // Handle 0x0040; an L2CAP PDU of 9 bytes on channel 4: a notification of handle 0x0003.
    let pdu: [UInt8] = [9, 0, 4, 0, 0x1B, 3, 0, 1, 2, 3, 4, 5, 6]
    var decoder = PacketDecoder()
    var attributes: [[UInt8]] = []
    for start in stride(from: 0, to: pdu.count, by: size) {
      let part = Array(pdu[start..<min(pdu.count, start + size)])
      let packet: [UInt8] = [2, 0x40, start == 0 ? 0x20 : 0x10, UInt8(part.count), 0] + part
      decoder.decode(packet, direction: .received, at: Timestamp(nanoseconds: Int64(start)))
      #expect(decoder.frame.problem == nil)
      #expect(decoder.frame.connectionHandle == ConnectionHandle(rawValue: 0x0040))
      if case .att(let att) = decoder.frame.payload { attributes.append(decoder.copyBytes(of: att.range)) }
    }
    #expect(attributes == [[0x1B, 3, 0, 1, 2, 3, 4, 5, 6]])
  }

  @Test("what the commands return that a host begins with")
  func returned() {
    let cases: [([UInt8], HCIEvent.ReturnParameters)] = [
      ([0x02, 0x20, 0, 0xFB, 0, 8], .leBufferSize(dataLength: 251, packets: 8)),
      ([0x05, 0x10, 0, 0xFD, 3, 64, 8, 0, 4, 0], .bufferSize(dataLength: 1021, packets: 8)),
      ([0x03, 0x20, 0, 0, 0x10, 0, 0, 0, 0, 0, 0x80], .features(0x8000_0000_0000_1000)),
      ([0x09, 0x10, 0, 6, 5, 4, 3, 2, 1], .address(DeviceAddress(0x0102_0304_0506))),
      // A command that failed returns nothing to be believed.
      ([0x02, 0x20, 1, 0xFB, 0, 8], .none),
    ]
    for (parameters, expected) in cases {
      var decoder = PacketDecoder()
      decoder.decode(
        [4, 0x0E, UInt8(parameters.count + 1), 1] + parameters, direction: .received,
        at: Timestamp(nanoseconds: 0))
      guard case .event(let event) = decoder.frame.packet,
        case .commandComplete(_, _, let returned) = event.details
      else {
        Issue.record("no Command Complete: \(parameters)")
        continue
      }
      #expect(returned == expected)
    }
  }

  @Test("advertising reports of one event, legacy and extended")
  func reports() {
    let first: [UInt8] = [0, 1, 6, 5, 4, 3, 2, 1, 3, 2, 1, 6, 0xC8]
    let second: [UInt8] = [4, 0, 6, 6, 6, 6, 6, 6, 0, 0x7F]
    var decoder = PacketDecoder()
    let legacy = [0x02, 0x02] + first + second
    decoder.decode(
      [4, 0x3E, UInt8(legacy.count)] + legacy, direction: .received, at: Timestamp(nanoseconds: 0))
    let reports = decoder.advertisingReports()
    #expect(reports.map(\.address.value) == [0x0102_0304_0506, 0x0606_0606_0606])
    #expect(reports.map(\.isConnectable) == [true, false])
    #expect(reports.map { decoder.copyBytes(of: $0.data) } == [[2, 1, 6], []])
    #expect(reports.map(\.rssi) == [-56, nil])

    let extended: [UInt8] =
      [
        0x0D, 1, 0x13, 0, 1, 6, 5, 4, 3, 2, 1, 1, 0, 0xFF, 0x7F, 0xC8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0xAA,
        0xBB,
      ]
    decoder.decode(
      [4, 0x3E, UInt8(extended.count)] + extended, direction: .received, at: Timestamp(nanoseconds: 0))
    #expect(decoder.advertisingReports().map { decoder.copyBytes(of: $0.data) } == [[0xAA, 0xBB]])
    #expect(decoder.advertisingReports().map(\.isConnectable) == [true])

    // A report that is longer than the event is none.
    let short: [UInt8] = [0x02, 0x01, 0, 1, 6, 5, 4, 3, 2, 1, 31, 1]
    decoder.decode(
      [4, 0x3E, UInt8(short.count)] + short, direction: .received, at: Timestamp(nanoseconds: 0))
    #expect(decoder.advertisingReports().isEmpty)
  }

  @Test("any bytes are decoded, or are a problem")
  func anything() {
    for seed in 0..<200 {
      var random = SeededRandom(seed: UInt64(seed))
      var decoder = PacketDecoder()
      for _ in 0..<100 {
        let packet = (0..<Int.random(in: 0..<40, using: &random)).map { place in
          place == 0 ? UInt8.random(in: 0..<7, using: &random) : UInt8.random(in: 0...255, using: &random)
        }
        decoder.decode(packet, direction: .received, at: Timestamp(nanoseconds: 0))
        for report in decoder.advertisingReports() { #expect(decoder.copyBytes(of: report.data).count <= 40) }
      }
      decoder.decode([], direction: .received, at: Timestamp(nanoseconds: 0))
      #expect(decoder.frame.problem != nil)
    }
  }
}
