/// Completion scripts for shells, made from the tables of commands and options.
enum Completions {
  /// The script for `bash`, `zsh` or `fish`.
  static func script(for shell: String) -> String {
    switch shell {
    case "fish": fish()
    case "zsh": "#compdef bleshark\nautoload -U +X bashcompinit && bashcompinit\n" + bash()
    default: bash()
    }
  }

  private static func bash() -> String {
    let commands = Command.allCases.map(\.rawValue).joined(separator: " ")
    let options = Option.table.map { "--\($0.long)" }.joined(separator: " ")
    let choices = Option.table.compactMap { option -> String? in
      guard let words = option.words else { return nil }
      return """
            --\(option.long)) COMPREPLY=($(compgen -W "\(words.joined(separator: " "))" -- "$word")); return ;;
        """
    }
    return """
      _bleshark() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        case "$before" in
      \(choices.joined(separator: "\n"))
        esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "\(options)" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word"))
             [ "$COMP_CWORD" = 1 ] && COMPREPLY+=($(compgen -W "\(commands)" -- "$word")) ;;
        esac
      }
      complete -o filenames -F _bleshark bleshark

      """
  }

  private static func fish() -> String {
    let commands = Command.allCases.map {
      "complete -c bleshark -n __fish_use_subcommand -a \($0.rawValue) -d '\($0.summary)'"
    }
    let options = Option.table.map { option in
      var line = "complete -c bleshark -l \(option.long)"
      if let short = option.short { line += " -s \(short)" }
      switch option.argument {
      case .none: break
      case .value, .values: line += " -x"
      case .choice(let words), .choices(let words): line += " -x -a '\(words.joined(separator: " "))'"
      }
      return line + " -d '\(option.help.replacing("'", with: "\\'"))'"
    }
    return (commands + options).joined(separator: "\n") + "\n"
  }
}
