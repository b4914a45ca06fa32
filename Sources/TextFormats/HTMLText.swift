/// User text made safe for HTML and SVG, in text and in quoted attributes.
package enum HTMLText {
  /// The maximum number of scalars of a user text that a report prints.
  static let limit = 2_000

  /// The text with markup escaped and control, format and bidirectional characters made visible.
  ///
  /// Scalar by scalar: a quote followed by a combining mark is one `Character` unlike a quote, but
  /// ends an attribute all the same.
  package static func escaped(_ text: String) -> String {
    markup(SafeText.escaped(text, limit: limit))
  }

  /// The same for a text of several lines, which keeps its line breaks.
  package static func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// The text isolated from the writing direction of its surroundings.
  package static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

  /// The name of a player, which a narrow column may break after `@`.
  package static func playerName(_ name: String) -> String { breaking(name, by: "<wbr>") }

  /// The same for an attribute that CSS shows, which has no elements: a space without width.
  package static func playerLabel(_ name: String) -> String { breaking(name, by: "&#8203;") }

  private static func breaking(_ name: String, by markup: String) -> String {
    escaped(name).split(separator: "@", omittingEmptySubsequences: false)
      .joined(separator: "@" + markup)
  }

  private static func markup(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "`": result += "&#96;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
