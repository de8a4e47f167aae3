/// An image that writes are compared with, out of a file of the user's.
public struct ReferenceImage: Sendable {
  /// Bytes that are looked for.
  public static let limit = 64 << 20

  /// The file's name, with its part of that: `fw.zip: app.bin`, `fw.hex at 0x26000`.
  public let name: String
  /// Its bytes.
  public let bytes: [UInt8]

  /// Names an image.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
