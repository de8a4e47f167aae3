import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One of the scripts of Tests/Peers in a process of its own, which prints a JSON object a line.
///
/// It ends with this value, and with these tests, however they end.
final class PeerProcess {
  /// A peer that did not do what the test waits for.
  struct Failure: Error, CustomStringConvertible {
    /// What, and what it printed.
    let description: String
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private static let python = "\(root)/.build/peers-venv/bin/python"

  /// True when the Python packages of the peers are installed; says so when they are not.
  static let isPossible: Bool = {
    let isInstalled = FileManager.default.fileExists(atPath: "\(root)/.build/peers-venv/installed.txt")
    if !isInstalled { print("SKIPPED: live peers; run Scripts/install-peers to install their packages") }
    return isInstalled
  }()

  /// A folder for sockets, links and output, removed with this value.
  let folder: String
  private var process: pid_t = 0
  private var input: Int32 = -1

  /// Starts a script with arguments; `FOLDER` in them stands for ``folder``.
  convenience init(_ script: String, _ arguments: String...) throws { try self.init(script, arguments) }

  /// Starts a script with a list of arguments.
  init(_ script: String, _ arguments: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bleshark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let words = [Self.python, "\(Self.root)/Tests/Peers/\(script)"] + arguments
    try start(words.map { $0.replacingOccurrences(of: "FOLDER", with: folder) })
  }

  deinit {
    close(input)
    // Unsafe: the status is filled in through its address.
    var status: Int32 = 0
    for attempt in 0..<200 where unsafe waitpid(process, &status, WNOHANG) == 0 {
      if attempt == 100 { _ = kill(process, SIGKILL) }
      usleep(20_000)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Everything it has said so far, a JSON object each.
  var lines: [[String: Any]] {
    let text = (try? String(contentsOfFile: "\(folder)/out", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// The first thing it says that `isWanted` takes.
  func line(within seconds: Double, where isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if let line = lines.first(where: isWanted) { return line }
      usleep(10_000)
    }
    let errors = (try? String(contentsOfFile: "\(folder)/err", encoding: .utf8)) ?? ""
    throw Failure(description: "the peer did not say it in \(seconds) s, but \(lines)\n\(errors)")
  }

  private func start(_ words: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // Unsafe throughout: structures and C strings are passed by address, and all outlive the calls.
    guard unsafe pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    input = ends[1]
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "\(folder)/out", O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "\(folder)/err", O_WRONLY | O_CREAT, 0o600)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let error = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    close(ends[0])
    guard error == 0 else { throw Failure(description: "\(words[0]) cannot be started: \(error)") }
  }
}
