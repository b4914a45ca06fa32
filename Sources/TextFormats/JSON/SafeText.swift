/// Text of a user made safe to print on one line of a terminal or a log.
public enum SafeText {
  /// The scalars that `quoted` and `named` keep of a text.
  public static let defaultLimit = 60

  /// The text with all invisible and control characters written as `\u{..}`, shortened with `…`.
  ///
  /// That is control characters (terminal escapes among them), format characters (bidirectional
  /// controls among them) and line and paragraph separators. Escaping twice changes nothing.
  public static func escaped(_ text: String, limit: Int = defaultLimit) -> String {
    escaped(text, limit: limit, alsoEscaping: [])
  }

  /// The text in double quotes, for values; quotes and backslashes inside get a backslash.
  public static func quoted(_ text: String, limit: Int = defaultLimit) -> String {
    "\"" + escaped(text, limit: limit, alsoEscaping: ["\"", "\\"]) + "\""
  }

  /// The text in single quotes, for names; quotes and backslashes inside get a backslash.
  public static func named(_ text: String, limit: Int = defaultLimit) -> String {
    "'" + escaped(text, limit: limit, alsoEscaping: ["'", "\\"]) + "'"
  }

  /// The scalar as `\u{..}`.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  private static func escaped(
    _ text: String, limit: Int, alsoEscaping special: Set<Unicode.Scalar>
  ) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return result + "…" }
      count += 1
      if special.contains(scalar) {
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      } else if isUnsafe(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text of several lines as it may go to a terminal: line breaks, tabs and the scalars of
  /// `keeping` stay, all other invisible and control characters are written as `\u{..}`.
  public static func lines(_ text: String, keeping: Unicode.Scalar? = nil) -> String {
    func isFine(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\n" || scalar == "\t" || scalar == keeping || !isUnsafe(scalar)
    }
    if text.unicodeScalars.allSatisfy(isFine) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isFine(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
    }
    return result
  }

  /// Whether a scalar is invisible or a control character: control and format characters,
  /// separators of lines and paragraphs.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
