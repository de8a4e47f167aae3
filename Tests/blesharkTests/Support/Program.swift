import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for one test's files, removed with everything in it.
struct TemporaryFolder: ~Copyable {
  /// Where it is.
  let path: String

  /// Makes a new one.
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bleshark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}

/// What a program printed and how it ended.
struct ProgramResult: Sendable {
  /// Standard output.
  var output: [UInt8]
  /// Standard error.
  var errors: String
  /// The exit status; of a program that a signal ended, the signal's number with a minus sign.
  var status: Int32

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard output line by line.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
  /// Standard error line by line.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// A program that took longer than it may.
struct ProgramTimedOut: Error, CustomStringConvertible {
  /// Which program, and how long it was given.
  let description: String
}

/// A program that the system could not start.
struct ProgramFailedToStart: Error, CustomStringConvertible {
  /// Which program, and why.
  let description: String
}

/// Runs programs of the system.
enum Program {
  /// Runs a program to its end.
  ///
  /// What it prints goes to files, so that nothing waits for a reader and no open pipe outlives it.
  ///
  /// - Parameters:
  ///   - environment: variables to set beside those of the test, of which `NO_COLOR` is taken away.
  ///   - timeLimit: seconds after which it is killed.
  /// - Throws: ``ProgramTimedOut``, or an error of the operating system.
  static func run(
    _ path: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    folder: String? = nil, timeLimit: Double = 60
  ) throws -> ProgramResult {
    let files = try TemporaryFolder()
    _ = try files.write("in", input)
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    for (name, value) in environment { variables[name] = value }
    // No standard call starts a program in a folder; a shell does.
    let words = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let process = try spawn(words + [path] + arguments, variables.map { "\($0)=\($1)" }, files.path)
    guard let status = wait(process, timeLimit) else {
      throw ProgramTimedOut(
        description: "\(path) \(arguments.joined(separator: " ")) took more than \(timeLimit) s")
    }
    return ProgramResult(
      output: [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.file("out")))),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: files.file("err"))), as: UTF8.self),
      status: status)
  }

  /// Starts a program whose standard streams are files in `files`.
  ///
  /// Foundation's Process crashes now and then when several threads use it at once, as tests do.
  private static func spawn(
    _ words: [String], _ environment: [String], _ files: String
  ) throws -> pid_t {
    // Unsafe throughout: structures and C strings are passed by address, and all outlive the calls.
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "\(files)/in", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "\(files)/out", O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "\(files)/err", O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A program of a shell has the default action for SIGPIPE, whatever the tests have.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // Nor are signals held back, as they are in the threads that tests run in.
    var held = sigset_t()
    unsafe sigemptyset(&held)
    unsafe posix_spawnattr_setsigmask(&attributes, &held)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var argumentList = unsafe words.map { unsafe strdup($0) } + [nil]
    var environmentList = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argumentList + environmentList).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process, words[0], &actions, &attributes, &argumentList, &environmentList)
    guard error == 0 else {
      throw ProgramFailedToStart(description: "\(words[0]): \(unsafe String(cString: strerror(error)))")
    }
    return process
  }

  /// Waits for a program that was started here and returns how it ended, nil when it had to be killed.
  private static func wait(_ process: pid_t, _ timeLimit: Double) -> Int32? {
    let deadline = Date(timeIntervalSinceNow: timeLimit)
    var pause: UInt32 = 500
    var status: Int32 = 0
    var isKilled = false
    // Unsafe: the status is filled in through its address.
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      if !isKilled, Date() > deadline {
        isKilled = true
        _ = kill(process, SIGKILL)
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    if isKilled { return nil }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  /// The path of a program of the system, nil when it is not installed.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// Runs the built tool.
enum Bleshark {
  /// Where it was built: beside the tests.
  static let path: String = {
    #if os(macOS)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? ""
    #else
    let tests = ProcessInfo.processInfo.arguments[0]
    #endif
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "bleshark").path
  }()

  /// Runs it with arguments.
  static func run(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:], folder: String? = nil
  ) throws -> ProgramResult {
    try run(arguments, input: input, environment: environment, folder: folder)
  }

  /// Runs it with a list of arguments.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], folder: String? = nil
  ) throws -> ProgramResult {
    try Program.run(path, arguments, input: input, environment: environment, folder: folder)
  }
}
