/// Rows of text in aligned columns.
enum TextTable {
  /// Rows whose columns are as wide as their widest cell.
  static func text(_ rows: [[String]]) -> String {
    let widths = widths(rows)
    return rows.map { line($0, widths: widths) }.joined()
  }

  /// Rows whose lines have at most `width` columns; the cells of the widest columns are broken
  /// between words, and within a word only where it alone is too wide.
  static func text(_ rows: [[String]], width: Int) -> String {
    text(rows, limits: fitted(widths(rows), minimum: minWidths(rows), to: width))
  }

  /// A table of figures in `width` columns, where no word and no interval is broken; else a block
  /// for each row: its first cell, and below it the others behind their titles.
  static func fitting(_ rows: [[String]], width: Int) -> String {
    let rows = rows.map { $0.map(keepingIntervals) }
    let minimum = columns(rows) { text in text.split(separator: " ").map(\.columns).max() ?? 0 }
    guard minimum.reduce(0, +) + gap * max(0, minimum.count - 1) > width, let titles = rows.first
    else {
      let limits = fitted(widths(rows), minimum: minimum, to: width)
      return text(rows, limits: limits).replacing(joint, with: " ")
    }
    let margin = 2 + gap + (titles.dropFirst().map(\.columns).max() ?? 0)
    return rows.dropFirst().map { row in
      let details = zip(titles, row).dropFirst().filter { !$1.isEmpty }.map { title, cell in
        "  " + title + String(repeating: " ", count: margin - 2 - title.columns)
          + broken(cell, width: max(8, width - margin))
          .joined(separator: "\n" + String(repeating: " ", count: margin)) + "\n"
      }
      return wrapped(row.first ?? "", width: width) + details.joined()
    }.joined().replacing(joint, with: " ")
  }

  /// A non-breaking placeholder for a space; never printed.
  private static let joint = "\u{A0}"

  /// Both ends of an interval, such as `[0.4, 0.6]`, as one word.
  private static func keepingIntervals(_ text: String) -> String {
    text.replacing(/\[[^\s\]]+, [^\s\]]+\]/) { match in
      String(match.output).replacing(" ", with: joint)
    }
  }

  private static func text(_ rows: [[String]], limits: [Int]) -> String {
    rows.map { row in
      let cells = zip(row, limits).map { broken($0, width: $1) }
      let height = cells.map(\.count).max() ?? 0
      return (0..<height).map { place in
        line(cells.map { place < $0.count ? $0[place] : "" }, widths: limits)
      }.joined()
    }.joined()
  }

  /// A table where it fits in `width` columns; else a block for each row: its first cell, beside it
  /// the last, which says in words what the row is, and below it the others behind their titles.
  static func listing(_ rows: [[String]], width: Int) -> String {
    let natural = widths(rows)
    guard natural.reduce(0, +) + gap * (natural.count - 1) > width, let titles = rows.first,
      titles.count > 2
    else { return text(rows, width: width) }
    let margin = min(natural[0], width / 3) + gap
    return rows.dropFirst().map { row in
      let details = zip(titles, row).dropFirst().dropLast().filter { !$1.isEmpty }
        .map { "\($0): \($1)" }
      let short = details.joined(separator: "; ")
      let lines = ([row[row.count - 1]] + (short.columns <= width - margin ? [short] : details))
        .filter { !$0.isEmpty }
        .flatMap { broken($0, width: width - margin) }
      let isLong = row[0].columns + gap > margin
      return lines.enumerated().map { place, text in
        let start = place == 0 && !isLong ? row[0] : ""
        return start + String(repeating: " ", count: margin - start.columns) + text + "\n"
      }.reduce(into: isLong ? row[0] + "\n" : "") { $0 += $1 }
    }.joined()
  }

  /// A text in lines of at most 80 columns, each ended; those behind the first begin with `margin`.
  static func wrapped(_ text: String, width: Int = 80, margin: String = "") -> String {
    broken(text, width: width - margin.columns).joined(separator: "\n" + margin) + "\n"
  }

  private static let gap = 2

  private static func line(_ row: [String], widths: [Int]) -> String {
    var line = ""
    for (column, text) in row.enumerated() {
      line += text
      if column < row.count - 1 {
        line += String(repeating: " ", count: max(0, widths[column] - text.columns) + gap)
      }
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// The width of each column's widest cell.
  private static func widths(_ rows: [[String]]) -> [Int] {
    columns(rows) { $0.columns }
  }

  /// The width of each column's longest word, at most 24.
  private static func minWidths(_ rows: [[String]]) -> [Int] {
    columns(rows) { text in min(24, text.split(separator: " ").map(\.columns).max() ?? 0) }
  }

  private static func columns(_ rows: [[String]], _ size: (String) -> Int) -> [Int] {
    (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { column < $0.count ? size($0[column]) : 0 }.max() ?? 0
    }
  }

  /// Narrows the widest columns until all fit, none below its minimum width unless all have reached
  /// theirs.
  private static func fitted(_ widths: [Int], minimum: [Int], to width: Int) -> [Int] {
    var widths = widths
    var over = widths.reduce(0, +) + gap * max(0, widths.count - 1) - width
    for floor in [minimum, widths.map { _ in 8 }] {
      while over > 0,
        let widest = widths.indices.filter({ widths[$0] > floor[$0] }).max(by: {
          widths[$0] < widths[$1]
        })
      {
        widths[widest] -= 1
        over -= 1
      }
    }
    return widths
  }

  /// The lines of a text of at most `width` columns; one, which may be empty, at least.
  ///
  /// A command in backquotes is one word, so that it can be copied.
  private static func broken(_ text: String, width: Int) -> [String] {
    guard text.columns > width else { return [text] }
    var isQuoted = false
    let words = text.split { character in
      if character == "`" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }
    var lines = [""]
    for var word in words {
      if let line = lines.last, !line.isEmpty {
        if line.columns + 1 + word.columns <= width {
          lines[lines.count - 1] += " " + word
          continue
        }
        lines.append("")
      }
      while word.columns > max(1, width), word.count > 1, !word.contains(" ") {
        let start = word.prefix(columns: max(1, width))
        lines[lines.count - 1] = String(start)
        lines.append("")
        word = word[start.endIndex...]
      }
      lines[lines.count - 1] = String(word)
    }
    return lines
  }
}
