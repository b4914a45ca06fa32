import SimHarness

/// Frozen-Bubble's level text.
///
/// Ten lines per level, 8 then 7 tokens alternately, levels separated by empty lines. Source:
/// docs/rules.md, "Ruleset `frozen-bubble`".
public enum FrozenBubbleText {
  /// Where Debian's package frozen-bubble-data puts its levels.
  public static let installedPath = LevelImport.frozenBubblePath
  /// Lines of a level.
  static let rows = 10
  /// Tokens of a long line.
  static let columns = 8

  /// The colours of the tokens 0 to 7.
  static let colours: [BubbleColour] = [
    .blue, .red, .green, .orange, .yellow, .purple, .cyan, .white,
  ]

  // MARK: Reading

  /// The levels of a text, named `Frozen-Bubble 1` and so on.
  /// - Throws: Everything wrong with the text, by line.
  public static func levels(
    _ bytes: [UInt8], file: String
  ) throws(FileIssues) -> [BubbleLevelFile] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let issue = FileIssue(
        line: 1, path: "", message: "the text is not UTF-8; this is not a Frozen-Bubble level file")
      throw FileIssues(file: file, issues: [issue])
    }
    var reader = FrozenBubbleReader()
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() { reader.read(line, number: index + 1) }
    reader.endLevel()
    if reader.levels.isEmpty && reader.issues.isEmpty {
      reader.issues.append(
        FileIssue(
          line: 1, path: "",
          message: "the file has no levels; a level is ten lines of 8 and 7 tokens in turn"))
    }
    guard reader.issues.isEmpty else { throw FileIssues(file: file, issues: reader.issues) }
    return reader.levels
  }

  // MARK: Writing

  /// The levels as text.
  ///
  /// Only bubbles are written; `fieldsLeftOut(of:)` says what else a level has.
  /// - Throws: Why a level's bubbles do not fit the format.
  public static func text(
    of levels: [BubbleLevelFile]
  ) throws(FrozenBubbleTextError) -> String {
    var texts: [String] = []
    for level in levels { texts.append(try text(of: level)) }
    return texts.joined(separator: "\n")
  }

  private static func text(of level: BubbleLevelFile) throws(FrozenBubbleTextError) -> String {
    guard level.rules.columns == columns else {
      throw .columns(level: level.name, found: level.rules.columns)
    }
    var tokens = (0..<rows).map { row in
      [String](repeating: "-", count: HexGrid.width(ofRow: row, columns: columns))
    }
    for (cell, token) in level.bubbles.sorted(by: { $0.key < $1.key }) {
      guard cell.row < rows else { throw .row(level: level.name, row: cell.row) }
      guard case .colour(let colour) = token, let number = colours.firstIndex(of: colour) else {
        throw .special(level: level.name, kind: token.name, cell: cell)
      }
      tokens[cell.row][cell.column] = String(number)
    }
    let lines = tokens.enumerated().map { row, line in
      (HexGrid.isShort(row) ? "  " : "") + line.joined(separator: "   ")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The fields of a level that the text has no place for, such as `shots`.
  public static func fieldsLeftOut(of level: BubbleLevelFile) -> [String] {
    guard case .object(let members) = level.tree else { return [] }
    let kept = ["format", "version", "game", "name", "ruleset", "columns", "legend", "grid"]
    return members.map(\.key).filter { !kept.contains($0) }
  }
}

/// Collects the lines of one level after another.
private struct FrozenBubbleReader {
  var levels: [BubbleLevelFile] = []
  var issues: [FileIssue] = []
  private var lines: [[Substring]] = []
  private var firstLine = 1
  /// Levels begun, also those that are wrong.
  private var count = 0

  mutating func read(_ line: Substring, number: Int) {
    let tokens = line.split { $0 == " " || $0 == "\t" }
    guard !tokens.isEmpty else { return endLevel() }
    if lines.isEmpty { firstLine = number }
    let row = lines.count
    lines.append(tokens)
    guard row < FrozenBubbleText.rows else { return }
    let width = HexGrid.width(ofRow: row, columns: FrozenBubbleText.columns)
    if tokens.count != width {
      report(number, "line \(row + 1) of a level has \(width) tokens, found \(tokens.count)")
    }
    for token in tokens where token != "-" && colour(token) == nil {
      let text = SafeText.named(String(token))
      report(number, "unknown token \(text); write a digit from 0 to 7 or -")
      break
    }
  }

  mutating func endLevel() {
    guard !lines.isEmpty else { return }
    count += 1
    if lines.count != FrozenBubbleText.rows {
      report(
        firstLine,
        "level \(count) has \(lines.count) lines; write \(FrozenBubbleText.rows) lines per level,"
          + " with an empty line between levels")
    }
    var level = BubbleLevelFile(name: "Frozen-Bubble \(count)", rules: .frozenBubble)
    for (row, tokens) in lines.enumerated() {
      for (column, token) in tokens.enumerated() {
        let cell = Cell(row: row, column: column)
        guard let colour = colour(token), level.contains(cell) else { continue }
        level[cell] = .colour(colour)
      }
    }
    levels.append(level)
    lines = []
  }

  private func colour(_ token: Substring) -> BubbleColour? {
    guard token.utf8.count == 1, let number = Int(token) else { return nil }
    return number < FrozenBubbleText.colours.count ? FrozenBubbleText.colours[number] : nil
  }

  private mutating func report(_ line: Int, _ message: String) {
    issues.append(FileIssue(line: line, path: "", message: message))
  }
}

/// Why a level cannot be written as Frozen-Bubble's text.
public enum FrozenBubbleTextError: Error, Hashable, Sendable, CustomStringConvertible {
  case columns(level: String, found: Int)
  case row(level: String, row: Int)
  case special(level: String, kind: String, cell: Cell)

  public var description: String {
    switch self {
    case .columns(let level, let found):
      "\(SafeText.named(level)) has \(found) columns, but Frozen-Bubble's format has 8; "
        + "set columns to 8"
    case .row(let level, let row):
      "\(SafeText.named(level)) has a bubble in row \(row), but Frozen-Bubble's format has rows "
        + "0 to 9; erase the bubble"
    case .special(let level, let kind, let cell):
      "\(SafeText.named(level)) has the special \(SafeText.named(kind)) in row \(cell.row), column "
        + "\(cell.column), but Frozen-Bubble's format has plain colours only; replace it"
    }
  }
}
