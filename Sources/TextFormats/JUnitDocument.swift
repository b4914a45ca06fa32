/// Results as JUnit XML, the form that continuous integration servers read.
///
/// Without times, so that the same results give the same bytes.
package struct JUnitDocument {
  /// The result of a test.
  package enum Outcome {
    case passed
    /// The message, and lines with more.
    case failed(String, details: [String])
    case error(String)
    case skipped(String)
  }

  package struct Test {
    /// What is tested, such as a level.
    var group: String
    var name: String
    var outcome: Outcome

    package init(group: String, name: String, outcome: Outcome) {
      self.group = group
      self.name = name
      self.outcome = outcome
    }
  }

  var name: String
  var tests: [Test]

  package init(name: String, tests: [Test]) {
    self.name = name
    self.tests = tests
  }

  package func render() -> String {
    let failures = tests.count { if case .failed = $0.outcome { true } else { false } }
    let errors = tests.count { if case .error = $0.outcome { true } else { false } }
    let skipped = tests.count { if case .skipped = $0.outcome { true } else { false } }
    let counts = "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\(Self.attribute(name)) \(counts) skipped=\"\(skipped)\">\n"
    for test in tests { text += Self.element(test) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private static func element(_ test: Test) -> String {
    let head = "    <testcase classname=\(attribute(test.group)) name=\(attribute(test.name))"
    switch test.outcome {
    case .passed: return head + "/>\n"
    case .failed(let message, let details):
      let lines = details.map { escaped($0) + "\n" }.joined()
      return head + ">\n      <failure message=\(attribute(message))>\(lines)</failure>\n"
        + "    </testcase>\n"
    case .error(let message):
      return head + ">\n      <error message=\(attribute(message))/>\n    </testcase>\n"
    case .skipped(let message):
      return head + ">\n      <skipped message=\(attribute(message))/>\n    </testcase>\n"
    }
  }

  private static func attribute(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// User text as XML, without markup or characters that XML forbids.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in SafeText.escaped(text, limit: HTMLText.limit).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += SafeText.escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
