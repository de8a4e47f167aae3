/// The manual page in man(7) markup, made from the tables of commands and options.
enum ManualPage {
  /// The whole page.
  static func text() -> String {
    let commands = Command.allCases.map { command in
      let options = Option.table.filter { $0.commands.contains(command) }
      return """
        .SS bleshark \(command.rawValue) \(command.operands)
        \(escape(command.explanation))
        \(entries(options))
        """
    }
    return """
      .TH BLESHARK 1 "" "bleshark \(Tool.version)" "User Commands"
      .SH NAME
      bleshark \\- Bluetooth LE protocol analyzer
      .SH SYNOPSIS
      .B bleshark
      .RI [ command ]
      .RI [ options ]
      .I FILE
      .SH DESCRIPTION
      bleshark reads a Bluetooth LE capture (btsnoop, pcap, pcapng or Apple PacketLogger, told apart by
      content) and says what happened. The result goes to standard output, warnings to standard error.
      A FILE of \\- is standard input.
      .SH COMMANDS
      \(commands.joined(separator: "\n"))
      .SH OPTIONS OF EVERY COMMAND
      \(entries(Option.table.filter(\.commands.isEmpty)))
      .SH EXIT STATUS
      .TP
      0
      nothing found, or the same
      .TP
      1
      findings, or differences
      .TP
      2
      wrong usage, or an input that cannot be read; what could be read is still reported
      .SH ENVIRONMENT
      .TP
      NO_COLOR
      when set and not empty, text is not coloured unless \\-\\-color always asks for it
      .SH SEE ALSO
      .BR btmon (1),
      .BR tshark (1)

      """
  }

  private static func entries(_ options: [Option]) -> String {
    options.map { ".TP\n.B \(escape($0.usage))\n\(escape($0.explanation))" }.joined(separator: "\n")
  }

  private static func escape(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("-", with: "\\-").replacing("\n'", with: "\n\\&'")
  }
}
