/// JUnit XML, as CI systems read it: suites of tests with what became of them.
struct JUnitXML {
  /// What became of a test.
  enum Outcome {
    /// As it should be.
    case passed
    /// Not as it should be: in short, of which kind, and at length.
    case failed(message: String, type: String, text: String)
    /// It could not be tried.
    case broken(message: String, type: String)
    /// It was left out, and why.
    case skipped(message: String)
  }

  /// A test.
  struct Test {
    /// Its name.
    var name: String
    /// How long it took, in seconds with six decimals; nil when that means nothing.
    var time: String?
    /// What became of it.
    var outcome: Outcome
  }

  /// Tests that belong together.
  struct Suite {
    /// Their name.
    var name: String
    /// The tests.
    var tests: [Test]

    fileprivate func count(_ isCounted: (Outcome) -> Bool) -> Int { tests.count { isCounted($0.outcome) } }
    fileprivate var failures: Int { count { if case .failed = $0 { true } else { false } } }
    fileprivate var errors: Int { count { if case .broken = $0 { true } else { false } } }
    fileprivate var skipped: Int { count { if case .skipped = $0 { true } else { false } } }
  }

  /// The name of it all.
  var name: String
  /// The suites.
  var suites: [Suite]

  /// The whole document.
  var text: String {
    let tests = suites.reduce(0) { $0 + $1.tests.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let errors = suites.reduce(0) { $0 + $1.errors }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(Self.escaped(name))" tests="\(tests)" failures="\(failures)" errors="\(errors)">
      \(suites.map(text).joined())</testsuites>

      """
  }

  private func text(_ suite: Suite) -> String {
    let name = Self.escaped(suite.name)
    return """
        <testsuite name="\(name)" tests="\(suite.tests.count)" failures="\(suite.failures)" errors="\(suite.errors)" skipped="\(suite.skipped)">
      \(suite.tests.map { text($0, name) }.joined())  </testsuite>

      """
  }

  private func text(_ test: Test, _ suite: String) -> String {
    let time = test.time.map { " time=\"\($0)\"" } ?? ""
    let head = "    <testcase name=\"\(Self.escaped(test.name))\" classname=\"\(suite)\"\(time)>"
    let body: String
    switch test.outcome {
    case .passed: return "\(head)</testcase>\n"
    case .failed(let message, let type, let text):
      body =
        "<failure message=\"\(Self.escaped(message))\" type=\"\(Self.escaped(type))\">\(Self.escaped(text))</failure>"
    case .broken(let message, let type):
      body = "<error message=\"\(Self.escaped(message))\" type=\"\(Self.escaped(type))\"></error>"
    case .skipped(let message): body = "<skipped message=\"\(Self.escaped(message))\"></skipped>"
    }
    return "\(head)\n      \(body)\n    </testcase>\n"
  }

  /// Text for XML 1.0, which has no way to write most control characters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case let other where other.value < 0x20 || other.value == 0xFFFE || other.value == 0xFFFF: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
