import Foundation
import Testing

/// The document of `why --json` as a script would read it.
struct WhyReading: Decodable {
  /// A stretch of the image.
  struct Hole: Decodable, Equatable {
    var offset: Int
    var length: Int
  }

  /// Why a transfer ended as it did.
  struct Cause: Decodable {
    var rule: String
    var confidence: String
    var text: String
    var frames: [Int]
  }

  /// A transfer.
  struct Transfer: Decodable {
    var id: Int
    var `protocol`: String
    var connections: [Int]
    var outcome: String
    var step: String
    var declaredBytes: Int?
    var deliveredBytes: Int
    var uniqueBytes: Int
    var confirmedBytes: Int?
    var chunks: Int
    var holes: [Hole]
    var resumedFrom: Int?
    var notes: [String]
    var cause: Cause?
    var also: [Cause]
    var remarks: [String]
    var limits: [String]
    var frames: [Int]
  }

  var transfers: [Transfer]

  /// Runs `why` on a capture.
  init(_ path: String, options: [String] = []) throws {
    try self.init(of: Bleshark.run(["why", "--json"] + options + [path]))
  }

  /// Reads what `why --json` printed.
  init(of result: ProgramResult) throws {
    try #require(result.status < 2, "\(result.errors)")
    self = try AnalysisReading.decoder.decode(Self.self, from: Data(result.output))
    // The exit status is what a script in CI looks at.
    #expect((result.status == 1) == transfers.contains { $0.outcome == "failed" })
  }
}

/// The document of `extract --json` as a script would read it.
struct ExtractReading: Decodable {
  /// A check that was announced.
  struct Check: Decodable {
    var kind: String
    var value: String
    var agrees: Bool?
  }

  /// An image.
  struct Image: Decodable {
    var transfer: Int
    var bytes: Int
    var padding: Int
    var holes: [WhyReading.Hole]
    var checks: [Check]
  }

  var images: [Image]
  /// The bytes of the first image.
  var first: [UInt8] = []

  private enum CodingKeys: CodingKey { case images }

  /// Runs `extract` on a capture.
  init(_ path: String, options: [String] = []) throws {
    let folder = try TemporaryFolder()
    let result = try Bleshark.run(["extract", "--json", "-o", folder.file("image")] + options + [path])
    try #require(result.status < 2, "\(result.errors)")
    self = try AnalysisReading.decoder.decode(Self.self, from: Data(result.output))
    let name = images.count == 1 ? "image" : "image.1"
    first = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }
}
