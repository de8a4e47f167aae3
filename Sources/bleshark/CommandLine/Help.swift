/// The text of `--help`, made from the tables of commands and options.
enum Help {
  /// Help for one command, or for the tool when `command` is nil.
  static func text(_ command: Command?) -> String {
    guard let command else { return toolText() }
    let options = Option.table.filter { $0.applies(to: command) }
    return """
      usage: bleshark \(command.rawValue) [options] \(command.operands)

      \(TextLayout.wrap(command.explanation, width: 78))

      options
      \(rows(options.map { ($0.usage, $0.explanation) }))
      \(command == .rules ? "" : "FILE is a btsnoop, pcap, pcapng or PacketLogger capture, or - for standard input.\n")
      """
  }

  private static func toolText() -> String {
    """
    bleshark reads a Bluetooth LE capture and says what happened.

    usage: bleshark [command] [options] FILE

    commands
    \(rows(Command.allCases.map { ($0.rawValue, $0.summary) }))
    options of every command
    \(rows(Option.table.filter(\.commands.isEmpty).map { ($0.usage, $0.explanation) }))
    'bleshark COMMAND --help' lists the options of one command; 'bleshark FILE' means 'bleshark analyze FILE'.
    FILE is a btsnoop, pcap, pcapng or PacketLogger capture, or - for standard input.

    exit status: 0 nothing found, 1 findings or differences, 2 wrong usage or unreadable input

    """
  }

  private static func rows(_ rows: [(left: String, right: String)]) -> String {
    rows.map { row in
      let text = TextLayout.wrap(row.right, width: 70, indent: "        ")
      return "  \(row.left)\n        \(text)\n"
    }.joined()
  }
}
