/// Text for the side of a screen.
package enum TerminalText {
  /// A text in lines of at most `width` characters, broken between words.
  package static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// A text of at most `width` characters, cut between words if it is longer.
  static func cut(_ text: String, to width: Int, _ glyphs: Glyphs) -> String {
    guard text.count > width else { return text }
    let end = glyphs.isUnicode ? "…" : "..."
    guard width > end.count else { return "" }
    let room = width - end.count
    let first = wrapped(text, width: room).first ?? ""
    return first.prefix(room) + end
  }
}
