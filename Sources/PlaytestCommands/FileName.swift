import SimHarness

/// Names for files and folders, from titles that users wrote.
enum FileName {
  /// The maximum length in bytes, which leaves room for numbers and endings.
  private static let longest = 80
  /// Hexadecimal digits of the hash of a title that has characters outside ASCII.
  private static let hashDigits = 8

  /// A title with `-` in place of every character that is not a letter or digit of ASCII, `-`, `_`
  /// or `.`.
  ///
  /// Where characters outside ASCII are lost, the hash of the title follows, so that titles in other
  /// scripts do not share a folder.
  static func safe(_ title: String, otherwise: String = "level") -> String {
    var safe = String(
      title.map { character -> Character in
        character.isASCII
          && (character.isLetter || character.isNumber || "-_.".contains(character))
          ? character : "-"
      }.drop { $0 == "." || $0 == "-" })
    guard title.allSatisfy(\.isASCII) else {
      safe = String(safe.prefix(longest - hashDigits - 1))
      while safe.hasSuffix("-") { safe.removeLast() }
      return (safe.isEmpty ? otherwise : safe) + "-"
        + StableDigest.hex(of: title).prefix(hashDigits)
    }
    safe = String(safe.prefix(longest))
    return safe.isEmpty ? otherwise : safe
  }
}
