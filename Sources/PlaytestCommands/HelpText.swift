/// The help of a command, as the argument parser lays it out, put right.
enum HelpText {
  /// Breaks the line of usage, and sets the full stop behind the default.
  ///
  /// So `Workers. (default: 2)` becomes `Workers (default: 2).`
  static func wrapped(_ text: String, width: Int) -> String {
    guard text.contains("USAGE: ") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("USAGE: ") ? usage(String(line), width: width) : String(line)
    }
    return lines.joined(separator: "\n")
      .replacing(/\.(\s+)\((values|default):(\s[^)]*)\)/) { match in
        "\(match.output.1)(\(match.output.2):\(match.output.3))."
      }
  }

  /// Breaks between options, not within them.
  private static func usage(_ line: String, width: Int) -> String {
    var lines: [String] = []
    var depth = 0
    var part = ""
    func finish() {
      guard !part.isEmpty else { return }
      if let last = lines.last, last.count + 1 + part.count <= width {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(lines.isEmpty ? part : "       " + part)
      }
      part = ""
    }
    for character in line {
      if character == "[" || character == "<" { depth += 1 }
      if character == "]" || character == ">" { depth -= 1 }
      if character == " ", depth == 0 { finish() } else { part.append(character) }
    }
    finish()
    return lines.joined(separator: "\n")
  }
}
