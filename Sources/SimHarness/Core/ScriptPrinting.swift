/// Receives the lines that a worker's scripts print, assigns them to games and limits how many are
/// kept.
///
/// The runner says which turn is played; nothing here reaches a result.
public final class ScriptPrinting {
  /// Lines that are kept per game.
  public static let maxLines = 200

  private let sink: (PrintedLine) -> Void
  private let filter: PrintFilter
  /// What the limit holds for, as in `more than 200 lines in this game`.
  private let span: String
  /// Whether everything is handed on as it was printed.
  private let isRaw: Bool
  private var lineCount = 0

  /// The cell of the games to come, with its level and player.
  public var cell = 0
  public var level = ""
  public var player = ""
  public var game = 0
  /// The move that is being chosen or played, from 1.
  public var turn = 0
  /// Whether a player is choosing: what the game's scripts print meanwhile, they print in games
  /// that the player imagines.
  public var isChoosing = false

  /// Hands on the lines of games, those that the filter keeps.
  ///
  /// `span` says in words what the limit holds for.
  public init(
    _ filter: PrintFilter = .all, limitedTo span: String = "in this game",
    sink: @escaping (PrintedLine) -> Void
  ) {
    self.sink = sink
    self.filter = filter
    self.span = span
    isRaw = false
  }

  /// Hands on everything that is printed, as it is.
  public init(everything sink: @escaping (String) -> Void) {
    self.sink = { sink($0.text) }
    filter = .all
    span = ""
    isRaw = true
  }

  /// The line that replaces those beyond the limit.
  static func more(_ span: String) -> String {
    "(more than \(maxLines) lines \(span); the rest is left out)"
  }

  /// A new game begins.
  func beginGame() {
    lineCount = 0
    turn = 0
    isChoosing = false
  }

  /// Takes what a script of this file printed, line by line.
  fileprivate func add(_ text: String, from file: String, isPlayer: Bool) {
    if isRaw { return sink(PrintedLine(text: text)) }
    let isImagined = isChoosing && !isPlayer
    guard lineCount <= Self.maxLines, !isImagined || filter.keepsImagined, filter.keeps(file)
    else { return }
    // Text beyond the limit is not split into lines.
    let rest = Self.maxLines + 1 - lineCount
    for part in text.split(separator: "\n", maxSplits: rest, omittingEmptySubsequences: false) {
      if lineCount > Self.maxLines { return }
      lineCount += 1
      let isOver = lineCount > Self.maxLines
      var line = PrintedLine(script: file, text: isOver ? Self.more(span) : String(part))
      line.cell = cell
      line.level = level
      line.player = player
      line.game = game
      line.turn = turn
      line.isImagined = isImagined
      sink(line)
    }
  }
}

/// Takes the lines of one script.
package final class ScriptPrinter {
  private let printing: ScriptPrinting
  private let file: String
  private let isPlayer: Bool

  /// `isPlayer`: the script is a player's, not the level's.
  package init(_ printing: ScriptPrinting, script: String = "", isPlayer: Bool = false) {
    self.printing = printing
    self.isPlayer = isPlayer
    file = ScriptName.file(of: script)
  }

  package func print(_ text: String) { printing.add(text, from: file, isPlayer: isPlayer) }
}
