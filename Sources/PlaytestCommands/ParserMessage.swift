import SimHarness

/// The argument parser's errors, in the form of all other errors.
enum ParserMessage {
  /// The message on one line, in the program's own words, ending with where help is.
  ///
  /// - Parameters:
  ///   - text: The parser's message, or that of a command's own check.
  ///   - command: The command whose help is named, such as `playtest level edit`.
  ///   - arguments: What it takes, such as `<run-or-file>`; empty where it takes nothing.
  /// - Returns: One line without the `Error:` before it.
  static func line(
    _ text: String, of command: String, taking arguments: String? = nil
  ) -> String {
    var line = text.split(separator: "\n").joined(separator: "; ")
    if let values = text.firstMatch(of: Self.values) {
      let known = values.output.3.matches(of: /'([^']*)'/).map { String($0.output.1) }
      line = "\(values.output.2): "
      line += NearestName.complaint(about: String(values.output.1), called: "value", known: known)
    } else if let value = text.wholeMatch(
      of: /The value '(.*)' is invalid for '(--[a-z-]+) <(.*)>'(: not a decimal number)?/)
    {
      let isDecimal = value.output.4 != nil
      // One that is larger than any number of the program is whole as well.
      let isWhole = !value.output.1.isEmpty && value.output.1.allSatisfy(\.isWholeNumber)
      let most = isWhole ? " of at most \(Int.max)" : ""
      let kind =
        isDecimal
        ? "a decimal number"
        : ["n", "j", "i"].contains(value.output.3)
          ? "a whole number\(most)"
          : value.output.3 == "s" ? "a whole number from 0 to \(UInt64.max)" : "a number"
      line = "\(value.output.2) must be \(kind), not \(SafeText.named(String(value.output.1)))"
    } else if let flag = text.wholeMatch(of: /The option '(.*)' does not take any value, but .*/) {
      line = "\(flag.output.1) takes no value; leave it out"
    } else if let extra = text.wholeMatch(of: /Unexpected argument ('.*')/) {
      line = "unexpected argument \(extra.output.1); leave it out"
      if let arguments {
        line += ": \(command) takes \(arguments.isEmpty ? "options only" : arguments)"
      }
    } else if let missing = text.wholeMatch(of: /Missing expected argument '(<.*>).*'/) {
      line = "\(missing.output.1) is missing"
      if let known = words["\(command) \(missing.output.1)"] {
        line += "; name one of \(NearestName.list(known))"
      }
    } else if let missing = text.wholeMatch(of: /Missing expected argument '(--.*)'/) {
      line = "\(missing.output.1) is missing"
    } else if let missing = text.wholeMatch(of: /Missing value for '(--[a-z-]+) (<.*>)'/) {
      line = "\(missing.output.1) needs a value: \(missing.output.1) \(missing.output.2)"
    }
    line = line.replacing("'. Did you mean '", with: "'; did you mean '")
    if line.hasPrefix("Unknown option") { line = "u" + line.dropFirst() }
    return "\(line)\(line.hasSuffix("?") ? "" : ";") see \(command) --help"
  }

  /// What may be said for an argument, if that is a word of a short list; by command and argument.
  private static let words = [
    "playtest list <what>": ListCommand.Subject.allCases.map(\.rawValue),
    "playtest new <kind>": ScriptKind.allCases.map(\.rawValue),
  ]

  private static var values: Regex<(Substring, Substring, Substring, Substring)> {
    /The value '(.*)' is invalid for '(--[a-z-]+) <.*>'\. Please provide one of (.*)\./
  }
}
