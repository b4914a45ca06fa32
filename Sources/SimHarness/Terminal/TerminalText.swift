/// Text for the side of a screen.
enum TerminalText {
  /// A text in lines of at most `width` characters, broken between words.
  static func wrapped(_ text: String, width: Int) -> [String] {
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

  /// What happened and the points that it brought: words that do not fit are left out, the points
  /// never.
  static func message(_ text: String, gain: Int, width: Int) -> String {
    let points = gain == 0 ? "" : gain > 0 ? "+\(gain)" : "\(gain)"
    if text.isEmpty { return points }
    if points.isEmpty { return text }
    // Room for what may follow, such as how the game ended.
    let room = max(width - points.count - 10, 20)
    if text.count <= room { return "\(text): \(points)" }
    return "\(text.prefix(room)) ...: \(points)"
  }
}
