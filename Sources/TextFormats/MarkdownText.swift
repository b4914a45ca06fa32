/// User text made safe for Markdown as GitHub reads it.
package enum MarkdownText {
  /// The text as plain words, escaped so that it makes no emphasis, link, code, table cell or
  /// markup.
  package static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in SafeText.escaped(text, limit: HTMLText.limit).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "$":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "/" where previous == ":":
        // Addresses become links without any brackets.
        result += "\\/"
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }

  /// A block of code; its fence is longer than any within.
  package static func code(_ lines: [String]) -> String {
    var longest = 2
    for line in lines {
      var run = 0
      for scalar in line.unicodeScalars {
        run = scalar == "`" ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    return ([fence] + lines + [fence]).joined(separator: "\n") + "\n"
  }
}
