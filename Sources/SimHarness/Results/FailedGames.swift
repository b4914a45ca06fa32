/// The games of some cells that ended because something failed, in words.
package struct FailedGames: Sendable {
  /// Games in which something failed.
  package var failed = 0
  /// Games that were not played, because too many before them had failed.
  package var unplayed = 0
  /// What failed, and in which of them.
  package private(set) var example: (message: String, game: GameReference)?
  /// What failed: `engine` or `script`.
  package let culprit: String

  /// `engine` is the name of the engine that the game is of; nil: a game of no engine.
  package init(_ cells: [CellSummary], engine: String?) {
    for cell in cells where cell.uncounted > 0 {
      unplayed += cell.unplayed
      failed += cell.uncounted - cell.unplayed
      example = example ?? cell.shownFault
    }
    culprit = Self.culprit(of: example?.message ?? "", engine: engine)
  }

  /// What failed with a message, `engine` or `script`: in a game of an engine, too, agents may be
  /// scripts, and what they say begins with a script's file and line.
  package static func culprit(of message: String, engine: String?) -> String {
    engine == nil || message.prefixMatch(of: #/[^:]+\.lua:\d+: /#) != nil ? "script" : "engine"
  }

  package var count: Int { failed + unplayed }

  /// `10 games ended because an engine failed and 23 were not played`.
  package var words: String {
    "\(ReportNumber.games(failed)) ended because \(culprit == "engine" ? "an" : "a") \(culprit) failed"
      + unplayedWords
  }

  /// The same in fewer words: `10 games failed and 23 were not played`.
  package var shortWords: String { "\(ReportNumber.games(failed)) failed" + unplayedWords }

  private var unplayedWords: String {
    unplayed == 0
      ? "" : " and \(ReportNumber.count(unplayed)) \(unplayed == 1 ? "was" : "were") not played"
  }

  /// The failure as it is shown, on one line and not too long, and the game that it ended:
  /// `game 4 of casual on Rainbow: engine dice, at move 3: ...`.
  package var shownExample: String {
    guard let example else { return "no reason was recorded" }
    let game = example.game
    return "game \(game.index) of \(SafeText.escaped(game.agent, limit: 60)) on"
      + " \(SafeText.escaped(game.level, limit: 60)): \(Self.shown(example.message))"
  }

  /// The same without the level and player.
  package var shortExample: String {
    example.map { "game \($0.game.index): \(Self.shown($0.message))" } ?? "no reason was recorded"
  }

  private static func shown(_ message: String) -> String { SafeText.escaped(message, limit: 300) }
}
