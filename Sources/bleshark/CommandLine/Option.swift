import Analyzer

/// Names the options in code.
enum OptionName: CaseIterable {
  // ``Option/table`` says what each does.
  case json, jsonLines, color, width, utc, quiet, verbose
  case connection, layer, opcode, attributeHandle, frames, since, until
  case longTermKey, passkey
  case gatt, otaProfile, image, save, output, compare, transfer, svg, stall
  case slow, unanswered, errors, attribute, summary, format, gaps, csv
  case only, ignore, failOn, markdown
  case transport, role, device, planOutput, planInput, timing, allowWrites, allowWrite, allowOTA, keepGoing,
    recut
  case connectTimeout, record, junit, dropNotification, delay, injectedError, disconnectOffset
  case baseline, expect, mask, tolerance, strict, jobs, sarif
  case help, version, completions, manual
}

/// One command-line option: the row that parser, help, completions and manual page are made from.
struct Option {
  /// What follows an option's name.
  enum Argument {
    /// Nothing.
    case none
    /// A value, named so in help.
    case value(String)
    /// Any number of values, each after an option of its own.
    case values(String)
    /// One of a few words.
    case choice([String])
    /// Any number of a few words, each after an option of its own.
    case choices([String])
  }

  /// Which option.
  let name: OptionName
  /// The long form without its dashes.
  let long: String
  /// The one-letter form, if it has one.
  let short: Character?
  /// What follows.
  let argument: Argument
  /// One sentence without a full stop.
  let help: String
  /// The commands that take it; empty for all.
  let commands: [Command]

  /// Makes a row of the table.
  init(
    _ name: OptionName, _ long: String, _ short: Character? = nil, _ argument: Argument = .none,
    _ help: String, for commands: [Command] = []
  ) {
    self.name = name
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
    self.commands = commands
  }

  /// The one table of options.
  static let table: [Option] = [
    Option(
      .connection, "connection", "c", .value("N"), "only connection N, as 'bleshark analyze' numbers them",
      for: [.analyze, .why, .packets, .gatt, .requests, .follow, .speed, .replay]),
    Option(
      .layer, "layer", "l", .choices(LayerName.allCases.map(\.rawValue)),
      "only frames whose innermost decoded layer is this", for: [.packets]),
    Option(
      .opcode, "opcode", "o", .values("OPCODE"),
      "only ATT PDUs of this opcode, a number (0x52) or a name (write_cmd)",
      for: [.packets]),
    Option(
      .attributeHandle, "handle", nil, .value("HANDLE"),
      "only ATT PDUs that carry this attribute handle, alone or in a list (0x002a or 42)", for: [.packets]),
    Option(
      .frames, "frames", "f", .value("A-B"), "only frames A to B; either end may be left out", for: [.packets]
    ),
    Option(.since, "since", nil, .value("SECONDS"), "only frames from this time on", for: [.packets]),
    Option(.until, "until", nil, .value("SECONDS"), "only frames up to this time", for: [.packets]),
    Option(
      .slow, "slow", nil, .value("TIME"), "only transactions that took at least this long (500ms, 2s)",
      for: [.requests]),
    Option(.unanswered, "unanswered", nil, .none, "only transactions without an answer", for: [.requests]),
    Option(.errors, "errors", nil, .none, "only transactions that an Error Response ended", for: [.requests]),
    Option(
      .attribute, "attribute", "a", .value("ATTRIBUTE"), "only transactions on this UUID, name or handle",
      for: [.requests]),
    Option(.summary, "summary", nil, .none, "print the summary only", for: [.requests]),
    Option(
      .format, "format", "F", .choice(ValueFormat.names), "how to show values; hex unless told otherwise",
      for: [.follow]),
    Option(
      .gaps, "gaps", nil, .value("TIME"), "mark times of at least this between values (200ms)", for: [.follow]
    ),
    Option(
      .csv, "csv", nil, .none, "print comma-separated values with a header line", for: [.follow, .speed]),
    Option(
      .gatt, "gatt", "g", .values("FILE"),
      "take attributes that the capture does not explain from FILE, a table or another capture",
      for: [
        .analyze, .why, .packets, .requests, .follow, .speed, .extract, .diff, .check, .baseline, .replay,
      ]),
    Option(
      .longTermKey, "ltk", nil, .values("HEX"),
      "decrypt encrypted connections of the air with this long-term key, 32 digits, most significant first",
      for: [
        .analyze, .why, .packets, .gatt, .requests, .follow, .speed, .extract, .diff, .check, .baseline,
        .replay,
      ]),
    Option(
      .passkey, "passkey", nil, .value("DIGITS"),
      "the passkey that was typed in for a pairing in a capture of the air, to decrypt what follows it; of replay also the one to pair with",
      for: [
        .analyze, .why, .packets, .gatt, .requests, .follow, .speed, .extract, .diff, .check, .baseline,
        .replay,
      ]),
    Option(
      .otaProfile, "ota-profile", nil, .values("FILE"),
      "look for the transfer protocol that FILE describes too (docs/ota-profiles.md)",
      for: [.analyze, .why, .speed, .extract, .diff, .check, .baseline]),
    Option(
      .image, "image", nil, .values("FILE"),
      "say which bytes of FILE (an image, Intel HEX, or a zip of images) were written and when",
      for: [.why, .extract]),
    Option(
      .save, "save", nil, .value("FILE"), "write the table of one device to FILE, for --gatt", for: [.gatt]),
    Option(
      .output, "output", "o", .value("FILE"),
      "write the image, or the baseline, to FILE; several images are numbered: FILE.1, FILE.2, …",
      for: [.extract, .baseline]),
    Option(.compare, "compare", nil, .value("FILE"), "compare the image with FILE", for: [.extract]),
    Option(
      .transfer, "transfer", "t", .value("N"), "only transfer N, as 'bleshark why' numbers them",
      for: [.why, .extract]),
    Option(.svg, "svg", nil, .value("FILE"), "draw the first transfer or stream to FILE", for: [.speed]),
    Option(
      .stall, "stall", nil, .value("TIME"),
      "gaps shorter than this are no stalls; 250ms unless told otherwise",
      for: [.speed]),
    Option(
      .transport, "to", nil, .value("TRANSPORT"),
      "the way to the device: virtual, a device in memory that answers as recorded, or one with a radio (docs/replay.md)",
      for: [.replay]),
    Option(
      .role, "as", nil, .choice(["central", "peripheral"]),
      "the part to play: connect to a device (the default), or be the captured device", for: [.replay]),
    Option(
      .device, "device", nil, .value("DEVICE"),
      "the device to connect to: its address, the name it advertises, or the UUID of a service",
      for: [.replay]),
    Option(
      .planOutput, "plan", nil, .value("FILE"), "write the plan to FILE, to be read, edited and played",
      for: [.replay]),
    Option(
      .planInput, "from", nil, .value("FILE"), "play the plan in FILE instead of a capture", for: [.replay]),
    Option(
      .timing, "timing", nil, .value("TIMING"),
      "fast, as fast as the device answers (the default); real, no step earlier than recorded; x2, twice as fast",
      for: [.replay]),
    Option(
      .allowWrites, "allow-writes", nil, .none, "play the plan, and write to the device", for: [.replay]),
    Option(
      .allowWrite, "allow-write", nil, .values("UUID"),
      "play the plan, and write to this characteristic and its descriptors alone", for: [.replay]),
    Option(
      .allowOTA, "allow-ota", nil, .none, "write to attributes that take a firmware image, or may, too",
      for: [.replay]),
    Option(
      .keepGoing, "keep-going", nil, .none, "go on after something that differs", for: [.replay]),
    Option(
      .recut, "recut", nil, .none,
      "cut writes that are too long for the ATT_MTU of this device, where the protocol's framing is known",
      for: [.replay]),
    Option(
      .connectTimeout, "connect-timeout", nil, .value("TIME"),
      "how long to wait for a link; 10s, and 60s as the peripheral, unless told otherwise", for: [.replay]),
    Option(
      .record, "record", nil, .value("FILE"), "write the run to FILE, a btsnoop capture", for: [.replay]),
    Option(
      .dropNotification, "drop-notification", nil, .value("N"),
      "inject a fault: lose the N-th notification or indication", for: [.replay]),
    Option(
      .delay, "delay", nil, .value("TIME"), "inject a fault: hold each PDU back for this long", for: [.replay]
    ),
    Option(
      .injectedError, "error", nil, .value("ATT:CODE@ATTRIBUTE"),
      "inject a fault: answer each request on an attribute with an error (ATT:0x0e@2a37)", for: [.replay]),
    Option(
      .disconnectOffset, "disconnect-at-offset", nil, .value("BYTES"),
      "inject a fault: end the link after so many bytes of the image", for: [.replay]),
    Option(
      .only, "only", nil, .values("RULE"),
      "only findings of this rule, group (att) or beginning (att.mtu-*), or differences of this kind",
      for: [.analyze, .diff, .check]),
    Option(
      .ignore, "ignore", nil, .values("RULE"),
      "leave out findings of this rule, group or beginning, or differences of this kind",
      for: [.analyze, .diff, .check]),
    Option(
      .failOn, "fail-on", nil, .choice(Severity.allCases.reversed().map(\.rawValue) + ["never"]),
      "exit with 1 for findings of this severity or a higher one; error unless told otherwise, and with a baseline or expectations never",
      for: [.analyze, .check]),
    Option(
      .baseline, "baseline", "b", .values("FILE"),
      "compare with what 'bleshark baseline' wrote to FILE", for: [.check]),
    Option(
      .expect, "expect", "e", .values("FILE"),
      "check the expectations in FILE (docs/regression.md)", for: [.check]),
    Option(
      .mask, "mask", "m", .values("ATTRIBUTE[:BYTES]"),
      "values of this attribute, or these bytes of them (2a37:1,4-7), do not matter",
      for: [.diff, .baseline]),
    Option(
      .tolerance, "tolerance", nil, .values("NAME=NUMBER"),
      "how much may differ: latency=0.3, interval=0.25, rate=0.3, phase=1, count=2",
      for: [.diff, .check, .baseline]),
    Option(
      .strict, "strict", nil, .none, "what is only noted makes captures differ, too", for: [.diff, .check]),
    Option(
      .jobs, "jobs", "j", .value("N"),
      "read N captures at the same time; as many as there are processors unless told otherwise",
      for: [.check]),
    Option(
      .junit, "junit", nil, .value("FILE"), "write JUnit XML to FILE, for CI",
      for: [.analyze, .diff, .check, .replay]),
    Option(
      .sarif, "sarif", nil, .value("FILE"), "write SARIF 2.1.0 to FILE, for code scanning",
      for: [.analyze, .diff, .check]),
    Option(
      .markdown, "markdown", nil, .none,
      "print Markdown: of rules all about them, as docs/diagnostics.md has it; of captures what failed",
      for: [.rules, .diff, .check]),
    Option(
      .json, "json", nil, .none, "print one JSON document (docs/json.md)",
      for: [.analyze, .why, .gatt, .speed, .extract, .diff, .check, .replay, .rules]),
    Option(
      .jsonLines, "jsonl", nil, .none, "print one JSON object a line (docs/json.md)",
      for: [.packets, .requests, .follow, .check]),
    Option(
      .color, "color", nil, .choice(["auto", "always", "never"]),
      "colour the text; auto means on a terminal and without NO_COLOR"),
    Option(.width, "width", nil, .value("COLUMNS"), "lay text out for this width, 40 at least"),
    Option(
      .utc, "utc", nil, .none, "print times as UTC dates instead of seconds since the first frame",
      for: [.analyze, .why, .packets, .requests, .follow, .speed]),
    Option(
      .quiet, "quiet", "q", .none, "leave out the capture quality, and what is not the result",
      for: [.analyze, .diff, .check, .baseline]),
    Option(
      .verbose, "verbose", "v", .none, "leave nothing out of lists that are cut short otherwise",
      for: [.analyze, .why, .speed, .extract, .diff, .check, .replay]),
    Option(.help, "help", "h", .none, "print this help"),
    Option(.version, "version", "V", .none, "print the version"),
    Option(
      .completions, "completions", nil, .choice(["bash", "zsh", "fish"]),
      "print a completion script for a shell"),
    Option(.manual, "man", nil, .none, "print the manual page, in man(7) markup"),
  ]

  /// True when `command` takes the option.
  func applies(to command: Command) -> Bool { commands.isEmpty || commands.contains(command) }

  /// `-q, --quiet` or `--width COLUMNS`.
  var usage: String {
    let long = "--\(self.long)"
    let names = short.map { "-\($0), \(long)" } ?? long
    switch argument {
    case .none: return names
    case .value(let placeholder), .values(let placeholder): return "\(names) \(placeholder)"
    case .choice(let words), .choices(let words): return "\(names) \(words.joined(separator: "|"))"
    }
  }

  /// True when it may be given several times, and each value counts.
  var isList: Bool {
    switch argument {
    case .values, .choices: true
    case .none, .value, .choice: false
    }
  }

  /// The words that it takes, if it takes only those.
  var words: [String]? {
    switch argument {
    case .choice(let words), .choices(let words): words
    case .none, .value, .values: nil
    }
  }

  /// What help and the manual say of it.
  var explanation: String { isList ? help + "; may be given several times" : help }
}
