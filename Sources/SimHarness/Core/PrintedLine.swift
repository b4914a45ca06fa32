/// A line that a script printed, and in which game it did, or while which level was loaded.
public struct PrintedLine: Sendable, Hashable {
  /// What is kept of a line's text, in Unicode scalars.
  public static let textLimit = 2000

  /// The cell of the run whose game it is; of a level that was loaded its first one.
  public var cell = 0
  public var level = ""
  public var player = ""
  /// The game's index; of a generator's line the number of the candidate.
  public var game = 0
  /// The move that was being chosen or played, from 1; 0 before the first.
  public var turn = 0
  /// Whether a player only imagined the move.
  public var isImagined = false
  /// Whether the level was being loaded: there was no game and no player yet.
  public var isLoading = false
  /// The script's file, such as `bomb.lua`.
  public var script = ""
  public var text: String

  public init(script: String = "", text: String) {
    self.script = script
    self.text = text
  }

  /// The lines that a level's script printed while the level was loaded: at most
  /// `ScriptPrinting.maxLines`, and one that says that there were more.
  package static func loading(
    _ texts: [String], level: String, script: String
  ) -> [PrintedLine] {
    texts.prefix(ScriptPrinting.maxLines + 1).enumerated().map { place, text in
      var line = PrintedLine(
        script: ScriptName.file(of: script),
        text: place < ScriptPrinting.maxLines ? text : ScriptPrinting.more(LoadingPrints.span))
      line.level = level
      line.isLoading = true
      return line
    }
  }

  /// The line as logs show it: `[First Steps, casual, game 12, turn 7] bomb.lua: text`, or
  /// `[Tens, loading] tens.lua: text`.
  ///
  /// Safe to print; tabs stay tabs.
  public var description: String {
    var place = [SafeText.escaped(level)]
    if isLoading {
      place.append("loading")
    } else {
      place += [SafeText.escaped(player), "game \(game)", "turn \(turn)"]
    }
    if isImagined { place.append("imagined") }
    return "[\(place.joined(separator: ", "))] \(said)"
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

  /// Whether the lines of a script's file are kept.
  func keeps(_ file: String) -> Bool { scripts?.contains(ScriptName.stem(of: file)) ?? true }
}
