/// What was played, in the words that all formats share.
///
/// User text in it is not escaped.
package struct ReportFacts {
  package let title: String
  /// What was played, by whom, how often, with which seed.
  package let sentence: String
  /// How much is missing; nil for a whole run.
  package let partialWarning: String?
  /// The text shown if there are no problems.
  package let praise: String
  package let games: Int
  package let flaggedLevels: Int

  package init(_ summary: RunSummary) {
    title = summary.title.isEmpty ? "Playtest of \(summary.game)" : summary.title
    games = summary.cells.reduce(0) { $0 + $1.games }
    flaggedLevels = summary.levels.filter { !$0.flags.isEmpty }.count
    sentence =
      Self.imported(summary, games: games)
      ?? "\(summary.game): \(ReportNumber.plural(summary.levels.count, "level")) played by "
      + "\(ReportNumber.plural(summary.agents.count, "simulated player")), "
      + "\(Self.each(summary)) each, \(ReportNumber.games(games)) in all, "
      + "seed \(summary.seed)."
    let cells = summary.levels.count * summary.agents.count
    let (asked, overflow) = cells.multipliedReportingOverflow(by: summary.gamesPerCell)
    let missing = overflow || summary.precision != nil ? 0 : max(0, asked - games)
    partialWarning =
      summary.isPartial
      ? "The run was interrupted: "
        + (missing > 0
          ? "\(ReportNumber.count(missing)) of \(ReportNumber.games(asked)) were not played"
          : "some games were not played")
        + ". The intervals are correct for the games that were played; "
        + "run it again with --resume to play the rest."
      : nil
    praise =
      summary.levels.isEmpty || games == 0
      ? "No games were played." : "No level was flagged."
  }

  /// What was imported; nil for a run that was played.
  private static func imported(_ summary: RunSummary, games: Int) -> String? {
    summary.imported.map { results in
      "\(summary.game): \(ReportNumber.plural(summary.levels.count, "level")) and "
        + "\(ReportNumber.plural(summary.agents.count, "player")), \(ReportNumber.games(games)) "
        + "imported from \(SafeText.quoted(results.file))."
    }
  }

  /// How many games each level and player has.
  static func each(_ summary: RunSummary) -> String {
    guard let precision = summary.precision else {
      return ReportNumber.games(summary.gamesPerCell)
    }
    return
      "as many games as needed to know the pass rate to"
      + " ±\(ReportNumber.limit(precision.halfWidth)),"
      + " at most \(ReportNumber.count(summary.gamesPerCell))"
  }
}
