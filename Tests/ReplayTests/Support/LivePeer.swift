/// A device of another Bluetooth stack in a process of its own: `Tests/Peers/live-device.py`.
///
/// It ends with this value, and with these tests, however they end.
final class LivePeer {
  /// True when the Python packages of the peers are installed.
  static var isThere: Bool { PeerProcess.isPossible }

  /// Where hosts attach: `tcp:127.0.0.1:PORT`, `unix:PATH`, `pty:PATH`.
  let places: [String]
  private let process: PeerProcess

  /// Starts the device with options of its command line; `FOLDER` in them stands for a folder of its own.
  init(_ arguments: String..., listen: String = "tcp:127.0.0.1:0") throws {
    process = try PeerProcess("live-device.py", ["--listen", listen] + arguments)
    places = try process.line(within: 30) { $0["ready"] != nil }["ready"] as? [String] ?? []
  }

  /// Everything it has said so far, a JSON object each.
  var lines: [[String: Any]] { process.lines }

  /// The first thing it says that `isWanted` takes.
  func line(within seconds: Double, where isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
    try process.line(within: seconds, where: isWanted)
  }
}
