import Testing

@testable import bleshark

/// Text in lines of a width.
@Suite("Layout of text") struct TextLayoutTests {
  @Test(
    "lines break at spaces, and runs of spaces within a line stay",
    arguments: [
      ("one two three", 9, "one two\n> three"),
      ("a  b   c", 20, "a  b   c"),
      ("opcode  handle", 14, "opcode  handle"),
      // Where a line breaks, the spaces go.
      ("opcode  handle", 13, "opcode\n> handle"),
      ("  two before", 20, "  two before"),
      ("after  ", 20, "after"),
      ("longerthanthewidth x", 5, "longerthanthewidth\n> x"),
      ("\(TextLayout.hardSpace)5\(TextLayout.hardSpace)ms x", 5, " 5 ms\n> x"),
      ("", 5, ""),
    ])
  func wrap(_ text: String, _ width: Int, _ lines: String) {
    #expect(TextLayout.wrap(text, width: width, indent: "> ") == lines)
  }

  @Test("without a width a text is one line") func noWidth() {
    #expect(TextLayout.wrap("a  b\(TextLayout.hardSpace)c", width: nil) == "a  b c")
  }
}
