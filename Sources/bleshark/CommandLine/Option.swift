import Analyzer

/// The commands; each is a view on one analysis of a capture.
enum Command: String, CaseIterable {
  case analyze, why, packets, gatt, requests, follow, speed, extract, diff, check, baseline, replay, rules

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .analyze: "what the capture holds: quality, connections, parameters, MTU, streams, errors"
    case .why: "why the update (or the connection) failed: verdict, cause, evidence, what to try"
    case .packets: "one line a frame, with Wireshark's frame numbers"
    case .gatt: "the attribute table of each device, learned from the capture"
    case .requests: "every ATT transaction with its answer and latency"
    case .follow: "one attribute as a stream: values, gaps, subscriptions"
    case .speed: "how fast, what limited it, who was waited for; ceiling of the link, stalls"
    case .extract: "the image that was transferred, with its holes and checks"
    case .replay: "play the session against a device, or be the device, and compare what comes back"
    case .diff: "what is otherwise in a capture than in a good one, by what it means"
    case .check: "whether captures are as a baseline or expectations say, for CI"
    case .baseline: "what good captures have in common, for 'bleshark check'"
    case .rules: "what bleshark finds wrong with captures: every rule, why it matters, what to do"
    }
  }

  /// What the command takes beside options.
  var operands: String {
    switch self {
    case .analyze: "FILE [AIR]"
    case .why, .packets, .requests, .extract: "FILE"
    case .gatt, .baseline: "FILE…"
    case .diff: "GOLDEN… NEW"
    case .check: "FILE…|FOLDER…"
    case .speed: "FILE [FILE]"
    case .follow: "FILE ATTRIBUTE"
    case .replay: "[FILE]"
    case .rules: "[RULE…]"
    }
  }

  /// What the command tells and how, for its own help and the manual page.
  var explanation: String {
    switch self {
    case .analyze:
      """
      Reads a capture and prints what it holds: how complete it is, every connection instance with its \
      opening, end, parameters, PHY, data length, ATT_MTU and encryption, its ATT PDUs by kind, errors and \
      streams of values; and findings: what broke a rule of the protocol, why connections ended, what is \
      likely to make trouble, each with what to do about it ('bleshark rules' has all of them). 'bleshark \
      FILE' is the same. Statements cite Wireshark's frame numbers. Exit status 1 for findings of severity \
      error; --fail-on names another one. \
      With a host's log and a sniffer's capture of one session, both are read, their clocks aligned by the \
      PDUs in both, and what is in one alone is listed: not sent by the host, not heard on the air, not \
      acknowledged, not delivered.
      """
    case .why:
      """
      Finds the transfers of images in a capture, over as many connections as each took, and says what came \
      of each: how far it got, the cause with the frames that show it and how sure it is, what else went \
      wrong, what it was not, what the capture cannot tell, and what to try. Exit status 1 when one failed. \
      Without a transfer it says how connections failed.
      """
    case .packets:
      """
      Prints a line for every frame: number, seconds since the first frame, direction, connection, layer, \
      name and fields. A PDU that came in fragments is shown on its last fragment's frame, as Wireshark \
      does. Filters are combined: a frame is shown when it passes all of them.
      """
    case .gatt:
      """
      Prints the services, characteristics and descriptors of each device, with the values that were read \
      and the subscriptions made, as far as discovery in the captures tells. Several captures of one device \
      add up. Handles that are used and not explained are listed; what only the traffic suggests is marked \
      as inferred. --save writes the table of one device for --gatt of the other commands.
      """
    case .requests:
      """
      Prints a line for every request and indication: when, on which bearer, what came of it and after how \
      long; then a summary by kind and attribute. Unanswered transactions are printed when it is certain \
      that no answer comes: at the next request on the bearer, or at the end of the connection or capture.
      """
    case .follow:
      """
      Prints every value of one attribute as it is read, written, notified or indicated, with the time since \
      the one before, and in place the writes that turn notifications and indications on or off. ATTRIBUTE \
      is a UUID (2a37), a name (heart rate measurement) or a handle (0x002a). At the end it says whether \
      the values count, and where the count skips or repeats.
      """
    case .speed:
      """
      Measures every transfer, or the largest streams of values: rate over time, the most that the link lets \
      through with its PHY, data length, ATT_MTU and interval, and what the sender waited for in every \
      millisecond; stalls with what they were. Two captures are compared side by side.
      """
    case .extract:
      """
      Writes the image that a capture shows being transferred: what was sent again replaces what was sent \
      before, and what was never sent is filled with 0xFF and listed. The checks that were announced are \
      computed over it. --compare shows where it differs from a file. Several images are numbered.
      """
    case .replay:
      """
      Makes a plan of a captured session: what to send, in which order, and what has to come back. Without \
      --allow-writes it prints the plan and sends nothing. With it, the plan is played against the device that \
      --to and --device name, and each answer and notification is compared with the recording; attributes are \
      found by their UUIDs, never by the captured handles. Attributes that take firmware need --allow-ota, too. \
      --as peripheral plays the captured device, for an app to connect to. Exit status 0 when everything was as \
      recorded, 1 when something differs, 2 when the device was not reached.
      """
    case .diff:
      """
      Compares the last capture with the good ones before it by what they mean: connections by device, \
      attributes by UUID, requests and values in their order, settings of the link, times, transfers and \
      findings. Handles, frame numbers and times that differ as they do in every run are no differences; \
      with several good captures, neither is what differs among them. The first difference that matters \
      comes first. Exit status 1 when captures differ.
      """
    case .check:
      """
      Checks captures, or all captures in folders: against what good runs have in common (--baseline), and \
      whether expectations hold (--expect); without either, for findings of severity error. Several are read \
      at the same time. A capture that cannot be read is reported and the rest goes on. Exit status 2 when \
      one could not be read, else 1 when one failed. Where GITHUB_ACTIONS is true, failures are annotated, \
      and the summary of the run is added to.
      """
    case .baseline:
      """
      Writes what good captures of the same session have in common to a JSON file for 'bleshark check \
      --baseline': what differs among them is left open. The file can be changed by hand \
      (docs/regression.md).
      """
    case .rules:
      """
      Lists the rules by which findings are made, with their severities. With RULE, the name of a rule, a \
      group (att) or a beginning (att.mtu-*), it tells of each when it is found, why it matters, which \
      frames it cites, what to do and where that is written.
      """
    }
  }
}

/// Names the options in code.
enum OptionName: CaseIterable {
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
    /// One of a few words.
    case choice([String])
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
      .layer, "layer", "l", .choice(LayerName.allCases.map(\.rawValue)),
      "only frames whose innermost decoded layer is this; may be given several times", for: [.packets]),
    Option(
      .opcode, "opcode", "o", .value("OPCODE"),
      "only ATT PDUs of this opcode, a number (0x52) or a name (write_cmd); may be given several times",
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
      .gatt, "gatt", "g", .value("FILE"),
      "take attributes that the capture does not explain from FILE, a table or another capture; repeatable",
      for: [
        .analyze, .why, .packets, .requests, .follow, .speed, .extract, .diff, .check, .baseline, .replay,
      ]),
    Option(
      .longTermKey, "ltk", nil, .value("HEX"),
      "decrypt encrypted connections of the air with this long-term key, 32 digits, most significant first; repeatable",
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
      .otaProfile, "ota-profile", nil, .value("FILE"),
      "look for the transfer protocol that FILE describes too (docs/ota-profiles.md); repeatable",
      for: [.analyze, .why, .speed, .extract, .diff, .check, .baseline]),
    Option(
      .image, "image", nil, .value("FILE"),
      "say which bytes of FILE (an image, Intel HEX, or a zip of images) were written and when; repeatable",
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
      .allowWrite, "allow-write", nil, .value("UUID"),
      "play the plan, and write to this characteristic and its descriptors alone; repeatable", for: [.replay]),
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
      .only, "only", nil, .value("RULE"),
      "only findings of this rule, group (att) or beginning (att.mtu-*), or differences of this kind; may be given several times",
      for: [.analyze, .diff, .check]),
    Option(
      .ignore, "ignore", nil, .value("RULE"),
      "leave out findings of this rule, group or beginning, or differences of this kind; may be given several times",
      for: [.analyze, .diff, .check]),
    Option(
      .failOn, "fail-on", nil, .choice(Severity.allCases.reversed().map(\.rawValue) + ["never"]),
      "exit with 1 for findings of this severity or a higher one; error unless told otherwise, and with a baseline or expectations never",
      for: [.analyze, .check]),
    Option(
      .baseline, "baseline", "b", .value("FILE"),
      "compare with what 'bleshark baseline' wrote to FILE; repeatable", for: [.check]),
    Option(
      .expect, "expect", "e", .value("FILE"),
      "check the expectations in FILE (docs/regression.md); repeatable", for: [.check]),
    Option(
      .mask, "mask", "m", .value("ATTRIBUTE[:BYTES]"),
      "values of this attribute, or these bytes of them (2a37:1,4-7), do not matter; repeatable",
      for: [.diff, .baseline]),
    Option(
      .tolerance, "tolerance", nil, .value("NAME=NUMBER"),
      "how much may differ: latency=0.3, interval=0.25, rate=0.3, phase=1, count=2; repeatable",
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
    case .value(let placeholder): return "\(names) \(placeholder)"
    case .choice(let words): return "\(names) \(words.joined(separator: "|"))"
    }
  }
}
