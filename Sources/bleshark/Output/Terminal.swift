#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How text is laid out: colours and width.
struct TextStyle {
  /// Whether escape sequences are printed.
  let isColored: Bool
  /// Columns, nil where nothing limits them.
  let width: Int?

  /// Works the style out of the options, the environment and standard output.
  init(_ invocation: Invocation) throws {
    switch invocation.value(.color) {
    case "always": isColored = true
    case "never": isColored = false
    default:
      isColored = Self.isTerminal && Self.environment("NO_COLOR") == nil && Self.environment("TERM") != "dumb"
    }
    if let text = invocation.value(.width) {
      guard let columns = Int(text), columns >= 40 else {
        throw UsageError("--width is a number of columns, 40 at least, not '\(text)'")
      }
      width = columns
    } else {
      width = Self.isTerminal ? Self.columns : nil
    }
  }

  private static var isTerminal: Bool { isatty(1) == 1 }

  /// A variable of the environment, nil when it is not set or empty.
  static func environment(_ name: String) -> String? {
    // Unsafe: getenv gives a C string that lives as long as the environment is unchanged, which it is.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// False where the environment names a character set that is not UTF-8.
  static var isUTF8: Bool {
    let name = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG")
    guard let name = name?.lowercased() else { return true }
    return name.contains("utf-8") || name.contains("utf8")
  }

  private static var columns: Int? {
    var size = winsize()
    // Unsafe: the kernel fills the structure whose address it is given.
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return nil }
    return Int(size.ws_col)
  }

  /// The text in bold type.
  func bold(_ text: String) -> String { escape("1", text) }
  /// The text set back.
  func dim(_ text: String) -> String { escape("2", text) }
  /// The text as a warning.
  func warning(_ text: String) -> String { escape("33", text) }

  private func escape(_ code: String, _ text: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// What the program runs on.
enum Terminal {
  /// True when standard error is a terminal, so that someone watches.
  static var isErrorTerminal: Bool { isatty(2) == 1 }

  /// Processors that may be used, at least 1.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Text in lines and columns.
enum TextLayout {
  /// A space at which text is not broken.
  static let hardSpace = "\u{A0}"

  /// Breaks text at spaces so that no line is longer than `width`; later lines begin with `indent`.
  static func wrap(_ text: String, width: Int?, indent: String = "") -> String {
    guard let width else { return withPlainSpaces(text) }
    var lines: [String] = []
    var line = ""
    var gap = ""
    // An empty piece is one more space between two words, which stays unless the line ends there.
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word.isEmpty {
        gap += " "
      } else if line.isEmpty {
        line = gap + word
        gap = " "
      } else if line.count + gap.count + word.count > width {
        lines.append(line)
        line = String(word)
        gap = " "
      } else {
        line += gap + word
        gap = " "
      }
    }
    lines.append(line)
    return withPlainSpaces(lines.joined(separator: "\n\(indent)"))
  }

  // `replacing` would do, but brings a quarter of a MiB of the library for strings into memory.
  private static func withPlainSpaces(_ text: String) -> String {
    // The first byte of a hard space in UTF-8, and of few other characters.
    guard text.utf8.contains(0xC2) else { return text }
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: text.unicodeScalars.lazy.map { $0 == "\u{A0}" ? " " : $0 })
    return String(plain)
  }

  /// The text with spaces after it up to `width` columns.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// Columns a text takes; counting bytes is enough, and much faster, for ASCII.
  private static func columns(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  /// The text with spaces before it up to `width` columns.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns(text))) + text
  }
}
