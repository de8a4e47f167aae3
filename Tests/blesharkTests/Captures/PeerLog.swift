import Foundation
import TestSupport

/// What a client logged: Tests/Fixtures/captures/peer/logs/NAME.log, its lines of JSON.
struct PeerLog: Sendable, CustomStringConvertible {
  /// Something that happened to the client.
  struct Event: Decodable, Sendable {
    var ev: String
    var interval: Double?
    var mtu: Int?
    var services: Int?
    var reason: Int?
    var error: String?
    var code: Int?
    var indications: Int?
    var notifications: Int?
    var enc: Int?
    var bytes: Int?
  }

  /// The capture's name.
  var name: String
  /// What happened, in order.
  var all: [Event]

  var description: String { name }
  /// The capture.
  var file: CaptureFile { CaptureFile(path: Fixture.path("captures/peer/\(name).btsnoop")) }

  /// The logs that have such lines; those of other programs are text.
  static let all: [PeerLog] = Fixture.paths(in: Fixture.path("captures/peer/logs"), endings: [".log"])
    .compactMap { path in
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let events = text.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap { line in
        try? JSONDecoder().decode(Event.self, from: Data(line.utf8))
      }
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      return events.isEmpty ? nil : PeerLog(name: name, all: events)
    }

  /// The events of one kind.
  func events(_ kind: String) -> [Event] { all.filter { $0.ev == kind } }

  /// The codes of Error Responses that the client met.
  var errorCodes: [Int] {
    all.compactMap { event in
      event.error.flatMap { Int($0.dropFirst(2), radix: 16) } ?? (event.ev == "att error" ? event.code : nil)
    }
  }
}
