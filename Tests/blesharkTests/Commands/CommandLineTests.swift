import TestSupport
import Testing

/// What the tool does with its command line, and how it exits.
@Suite("Command line") struct CommandLineTests {
  private static let capture = Fixture.path("captures/mtu-23.btsnoop")

  /// A command line that makes no sense and the sentence it is answered with.
  struct Mistake: Sendable, CustomTestStringConvertible {
    /// The arguments, apart from the capture that follows them.
    var arguments: [String]
    /// The line on standard error, without the tool's name.
    var answer: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let mistakes = [
    Mistake(arguments: ["--colour"], answer: "unknown option --colour; did you mean --color?"),
    Mistake(arguments: ["--nonsense"], answer: "unknown option --nonsense"),
    Mistake(arguments: ["-x"], answer: "unknown option -x"),
    Mistake(arguments: ["-qx"], answer: "unknown option -x"),
    Mistake(arguments: ["--json=yes"], answer: "--json takes no value, not 'yes'"),
    Mistake(arguments: ["--color", "red"], answer: "--color is one of auto, always, never, not 'red'"),
    Mistake(arguments: ["--width", "39"], answer: "--width is a number of columns, 40 at least, not '39'"),
    Mistake(arguments: ["--width="], answer: "--width is a number of columns, 40 at least, not ''"),
    Mistake(arguments: ["--jsonl"], answer: "--jsonl is not an option of 'bleshark analyze'"),
    Mistake(arguments: ["packets", "--json"], answer: "--json is not an option of 'bleshark packets'"),
    Mistake(arguments: ["gatt", "--utc"], answer: "--utc is not an option of 'bleshark gatt'"),
    Mistake(arguments: ["why", "-q"], answer: "--quiet is not an option of 'bleshark why'"),
    Mistake(arguments: ["packets", "-v"], answer: "--verbose is not an option of 'bleshark packets'"),
    Mistake(
      arguments: ["speed", "--json", "--csv"],
      answer: "--json and --csv cannot both be printed: give one of them"),
    Mistake(
      arguments: ["packets", "-c", "1", "--connection=2"],
      answer: "--connection is given twice, as '1' and as '2': give one of them"),
    Mistake(
      arguments: ["--color", "never", "--width", "80", "--color=always"],
      answer: "--color is given twice, as 'never' and as 'always': give one of them"),
    Mistake(
      arguments: ["packets", "-c", "0"],
      answer: "--connection is a number as 'bleshark analyze' shows it, not '0'"),
    Mistake(
      arguments: ["packets", "--opcode", "teleport"],
      answer: "--opcode is a number such as 0x52 or a name such as write_cmd, not 'teleport'"),
    Mistake(
      arguments: ["packets", "--handle", "0x10000"],
      answer: "--handle is an attribute handle such as 0x002a or 42, not '0x10000'"),
    Mistake(
      arguments: ["packets", "--frames", "9-3"],
      answer: "--frames is A-B, A-, -B or A with A at most B, not '9-3'"),
    Mistake(
      arguments: ["packets", "--since", "noon"],
      answer: "--since is a number of seconds since the first frame, not 'noon'"),
    Mistake(
      arguments: ["packets", capture], answer: "one capture at a time: '\(capture)' is one too many"),
    Mistake(
      arguments: [capture],
      answer: "of two captures one has to be a host's log and the other a capture of the air"),
  ]

  @Test("a mistake is told and exits with 2", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let result = try Bleshark.run(mistake.arguments + [Self.capture])
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errorLines == ["bleshark: \(mistake.answer)", "Try 'bleshark --help'."])
  }

  @Test(
    "an option at the end without its value",
    arguments: [
      ("--width", "--width needs a value: COLUMNS"), ("--color", "--color needs one of auto, always, never"),
    ])
  func valueMissing(_ option: String, _ answer: String) throws {
    let result = try Bleshark.run(Self.capture, option)
    #expect(result.status == 2)
    #expect(result.errorLines.first == "bleshark: \(answer)")
  }

  @Test("no capture at all") func noCapture() throws {
    let result = try Bleshark.run()
    #expect(result.status == 2)
    #expect(
      result.errorLines.first
        == "bleshark: no capture given: bleshark analyze FILE, or - for standard input")
  }

  @Test("a capture alone is analysed") func defaultCommand() throws {
    let named = try Bleshark.run("analyze", Self.capture)
    let unnamed = try Bleshark.run(Self.capture)
    #expect(named.status == 0)
    #expect(named.errors == "")
    #expect(named.text == unnamed.text)
    #expect(named.text.contains("Connection 1"))
  }

  @Test("options may follow the capture, and -- ends them") func order() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("-v", try Fixture.bytes(atPath: Self.capture))
    let result = try Bleshark.run("analyze", "--json", "--", "-v", folder: folder.path)
    #expect(try AnalysisReading(of: result).capture.path == "-v")
    let after = try Bleshark.run("analyze", Self.capture, "--json")
    #expect(try AnalysisReading(of: after).connections.count == 1)
  }

  @Test("the same twice is once, and of a list each counts") func repeated() throws {
    let once = try Bleshark.run(["packets", "-c", "1", "-l", "att", Self.capture])
    let twice = try Bleshark.run(["packets", "-c", "1", "-l", "att", "-c1", "-l", "att", Self.capture])
    #expect(twice.status == 0)
    #expect(twice.text == once.text)
    let both = try Bleshark.run(["packets", "-c", "1", "-l", "att", "-l", "event", Self.capture])
    #expect(both.text.split(separator: "\n").count > once.text.split(separator: "\n").count)
  }

  @Test("help says of lists, and of nothing else, that they may be repeated") func lists() throws {
    let help = try Bleshark.run(["packets", "--help"]).text.split(separator: "\n").joined(separator: " ")
    let entries = help.split(separator: " -").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(entries.contains { $0.hasPrefix("-layer") && $0.contains("may be given several times") })
    #expect(entries.contains { $0.hasPrefix("-connection") && !$0.contains("several times") })
  }

  @Test("standard input") func standardInput() throws {
    let bytes = try Fixture.bytes(atPath: Self.capture)
    let result = try Bleshark.run("analyze", "--json", "-", input: bytes)
    #expect(try AnalysisReading(of: result).capture.path == "-")
    let packets = try Bleshark.run("packets", "-", input: bytes)
    #expect(packets.status == 0)
    #expect(packets.lines.count == 161)
  }

  @Test("nothing is printed when the reader of the output goes away", arguments: ["analyze -v", "packets"])
  func closedPipe(_ command: String) throws {
    let path = Fixture.path("captures/two-links.btsnoop")
    // The loop reads one line and ends; `wait` is for what the tool may still say.
    let script = "{ \"$0\" \(command) \"$1\"; echo \"status $?\" >&2; } | head -n 1"
    let result = try Program.run("/bin/sh", ["-c", script, Bleshark.path, path])
    #expect(result.lines.count == 1)
    // 141 is a shell's number for SIGPIPE; a short output fits the pipe and ends with 0.
    #expect(["status 0", "status 141"].contains(result.errorLines.joined()))
  }

  @Test("colours: asked for, forbidden, and left to the terminal") func colors() throws {
    let escape = "\u{1B}["
    #expect(try Bleshark.run("--color", "always", Self.capture).text.contains(escape))
    #expect(try !Bleshark.run("--color", "never", Self.capture).text.contains(escape))
    #expect(try !Bleshark.run(Self.capture).text.contains(escape))
    let always = try Bleshark.run("--color=always", Self.capture, environment: ["NO_COLOR": "1"])
    #expect(always.text.contains(escape))
  }

  @Test(
    "colours on a terminal obey NO_COLOR", .enabled(if: Program.find("script") != nil),
    arguments: [
      ("", true), ("1", false),
    ])
  func terminal(_ noColor: String, _ isColored: Bool) throws {
    let program = try #require(Program.find("script"))
    let command = "'\(Bleshark.path)' '\(Self.capture)'"
    let result = try Program.run(
      program, ["-qec", command, "/dev/null"], environment: ["NO_COLOR": noColor, "TERM": "xterm"])
    #expect(result.status == 0)
    #expect(result.text.contains("\u{1B}[") == isColored)
  }

  @Test("text keeps to the width", arguments: ["analyze", "packets"], [40, 60, 100])
  func width(_ command: String, _ columns: Int) throws {
    let result = try Bleshark.run(
      command, "--width", "\(columns)", Fixture.path("captures/link-loss.btsnoop"))
    #expect(result.status == 0)
    let tooLong = result.lines.filter { $0.count > columns }
    if command == "packets" { #expect(tooLong.isEmpty) }
    // Tables of an analysis have columns of their own; its sentences and lists are wrapped.
    for line in tooLong { #expect(!line.contains("! ") && !line.contains("ATT   ")) }
  }

  @Test("no line ends in blanks", arguments: ExpectedCapture.all) func trailingBlanks(
    _ capture: ExpectedCapture
  )
    throws
  {
    for command in ["analyze", "packets"] {
      let lines = try Bleshark.run(command, "-v", capture.file.path).text.split(separator: "\n")
      #expect(lines.first { $0.last == " " } == nil)
    }
  }

  @Test("times as dates") func utc() throws {
    let analysis = try Bleshark.run("--utc", Self.capture)
    #expect(analysis.text.contains("opened       frame 39 at 2026-01-05T09:00:00."))
    let packets = try Bleshark.run("packets", "--utc", Self.capture)
    #expect(packets.lines.allSatisfy { $0.contains("  2026-01-05T09:00:0") })
  }

  @Test("-q leaves remarks out, -v shortens no list") func quietAndVerbose() throws {
    let path = Fixture.path("captures/peer/btvirt-l2cap-swift.btmon.btsnoop")
    #expect(try Bleshark.run(path).text.contains("Capture quality"))
    #expect(try !Bleshark.run("-q", path).text.contains("Capture quality"))
    let errors = Fixture.path("captures/att-errors.btsnoop")
    let short = try Bleshark.run(errors)
    let long = try Bleshark.run("-v", errors)
    #expect(short.text.contains("shown with --verbose"))
    #expect(!long.text.contains("shown with --verbose"))
    #expect(long.lines.count > short.lines.count)
    #expect(try Bleshark.run("-qv", errors).text == Bleshark.run("-v", "-q", errors).text)
  }

  @Test("help, version, completions and manual page") func selfDescription() throws {
    let help = try Bleshark.run("--help")
    #expect(help.status == 0)
    #expect(help.text.contains("usage: bleshark [command] [options] FILE"))
    let packets = try Bleshark.run("packets", "--help")
    #expect(packets.text.contains("--frames A-B"))
    let analyze = try Bleshark.run("analyze", "-h")
    #expect(analyze.text.contains("--json") && !analyze.text.contains("--frames"))
    let version = try Bleshark.run("--version")
    #expect(version.text.hasPrefix("bleshark ") && version.lines.count == 1)
    let manual = try Bleshark.run("--man")
    #expect(manual.text.hasPrefix(".TH BLESHARK 1"))
    for result in [help, packets, analyze, version, manual] {
      #expect(result.status == 0)
      #expect(result.errors == "")
    }
    for result in [help, packets, analyze] { #expect(result.lines.allSatisfy { $0.count <= 110 }) }
  }

  @Test("completion scripts name every option", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let result = try Bleshark.run("--completions", shell)
    #expect(result.status == 0)
    let help = try Bleshark.run("packets", "--help").text + Bleshark.run("analyze", "--help").text
    for word in Set(help.split { " \n,".contains($0) }.filter { $0.hasPrefix("--") && $0.count > 2 }) {
      #expect(result.text.contains(shell == "fish" ? "-l \(word.dropFirst(2))" : String(word)), "\(word)")
    }
    guard shell != "fish", let program = Program.find(shell) else { return }
    let folder = try TemporaryFolder()
    let script = try folder.write("completions", result.output)
    let check = try Program.run(program, ["-n", script])
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test("the manual page is well-formed", .enabled(if: Program.find("man") != nil)) func manualPage() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("bleshark.1", Bleshark.run("--man").output)
    let program = try #require(Program.find("man"))
    let result = try Program.run(program, ["--warnings", "-l", page], environment: ["MANWIDTH": "80"])
    #expect(result.status == 0)
    // A list of choices is one long word, which no width of a terminal can break.
    #expect(result.errorLines.filter { !$0.contains("can't break line") } == [])
    #expect(result.text.contains("--completions"))
  }
}
