/// A line that a script printed, and in which game it did.
public struct PrintedLine: Sendable, Hashable {
  /// What is kept of a line's text, in Unicode scalars.
  public static let textLimit = 2000

  /// The cell of the run whose game it is.
  public var cell = 0
  public var level = ""
  public var player = ""
  /// The game's index.
  public var game = 0
  /// The move that was being chosen or played, from 1; 0 before the first.
  public var turn = 0
  /// Whether a player only imagined the move.
  public var isImagined = false
  /// The script's file, such as `bomb.lua`.
  public var script = ""
  public var text: String

  public init(script: String = "", text: String) {
    self.script = script
    self.text = text
  }

  /// The line as logs show it: `[First Steps, casual, game 12, turn 7] bomb.lua: text`.
  ///
  /// Safe to print; tabs stay tabs.
  public var description: String {
    let place = [level, player].map { SafeText.escaped($0) } + ["game \(game)", "turn \(turn)"]
    return "[\((place + (isImagined ? ["imagined"] : [])).joined(separator: ", "))] \(said)"
  }

  /// Which script printed what, for where the game is known: `bomb.lua: text`.
  public var said: String {
    "\(SafeText.escaped(script)): \(Self.safe(text))"
  }

  /// A script's text made safe to print on one line, shortened; tabs stay tabs.
  public static func safe(_ text: String) -> String {
    let cut = text.unicodeScalars.prefix(textLimit)
    let isCut = cut.endIndex < text.unicodeScalars.endIndex
    return SafeText.lines(String(cut)).replacing("\n", with: SafeText.escape("\n"))
      + (isCut ? "…" : "")
  }
}

/// Which scripts' lines are kept.
public struct PrintFilter: Sendable, Equatable {
  /// The scripts by the names of their files, without `.lua`; nil: all.
  public var scripts: Set<String>?
  /// Whether lines that are printed while a player imagines a move are kept too.
  public var keepsImagined = false

  /// Everything that scripts print in the course of a game.
  public static let all = PrintFilter()

  public init(scripts: Set<String>? = nil, keepsImagined: Bool = false) {
    self.scripts = scripts
    self.keepsImagined = keepsImagined
  }
}
