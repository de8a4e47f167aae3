import ATTParser
import Analyzer
import TestSupport
import Testing

/// A value of a characteristic or descriptor and what it says.
struct ValueSample: Sendable, CustomTestStringConvertible {
  let number: UInt16
  let hex: String
  let text: String?

  init(_ number: UInt16, _ hex: String, _ text: String?) {
    (self.number, self.hex, self.text) = (number, hex, text)
  }

  var bytes: [UInt8] { [UInt8](hex: hex) }
  var decoded: String? { CharacteristicValue.text(BluetoothUUID(number), bytes) }
  var testDescription: String { "\(String(number, radix: 16)) \(hex)" }

  /// Expects the text, and none when a byte is missing or too many.
  func expectFixedLength(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(decoded == text, sourceLocation: sourceLocation)
    for count in 0..<bytes.count {
      let part = Array(bytes.prefix(count))
      #expect(
        CharacteristicValue.text(BluetoothUUID(number), part) == nil, "\(part.hex)",
        sourceLocation: sourceLocation)
    }
    let longer = bytes + [0]
    #expect(
      CharacteristicValue.text(BluetoothUUID(number), longer) == nil, "\(longer.hex)",
      sourceLocation: sourceLocation)
  }
}
