/// The games of some cells that ended because something failed, in words.
package struct FailedGames: Sendable {
  /// Games in which something failed.
  package var failed = 0
  /// Games that were not played, because too many before them had failed.
  package var unplayed = 0
  /// What failed in the first of them.
  package var message: String?
  /// Whether it was an engine, not a script.
  package var isOfEngine = false

  /// `engine` is the name of the engine that the game is of; nil: a game of no engine.
  package init(_ cells: [CellSummary], engine: String?) {
    for cell in cells where cell.uncounted > 0 {
      unplayed += cell.unplayed
      failed += cell.uncounted - cell.unplayed
      message = message ?? cell.faultMessage
    }
    // In a game of an engine, only agents may be scripts.
    isOfEngine = engine != nil && !(message ?? "").hasPrefix("\(ScriptKind.agent.folder)/")
  }

  package var count: Int { failed + unplayed }

  /// What failed: `engine` or `script`.
  package var culprit: String { isOfEngine ? "engine" : "script" }

  /// `10 games ended because an engine failed and 23 were not played`.
  package var words: String {
    "\(ReportNumber.games(failed)) ended because \(isOfEngine ? "an" : "a") \(culprit) failed"
      + unplayedWords
  }

  /// The same in fewer words: `10 games failed and 23 were not played`.
  package var shortWords: String { "\(ReportNumber.games(failed)) failed" + unplayedWords }

  private var unplayedWords: String {
    unplayed == 0
      ? "" : " and \(ReportNumber.count(unplayed)) \(unplayed == 1 ? "was" : "were") not played"
  }

  /// The failure as it is shown: on one line, and not too long.
  package var shownMessage: String {
    SafeText.escaped(message ?? "no reason was recorded", limit: 300)
  }
}
