import SimHarness

/// The high scores of the level that a person plays, in the setting that was chosen.
struct PlayScores {
  let path: String
  let level: PlayableLevel
  let setting: String
  let player: String
  /// A second person at the table; a simulated player has no high scores.
  let secondPerson: String?

  /// How many stand on the screen after a game.
  private static let shown = 8

  /// The highest score so far; nil if there is none.
  func highest() throws -> Int? {
    guard Workspace.exists(path) else { return nil }
    return try HighScores(path: path)
      .best(1, game: level.game, level: level.id, setting: setting).first?.score
  }

  /// Enters the scores of a finished game; returns a message and the table of scores.
  func record(_ played: PlayedGame) throws -> (note: String, standings: [Standing]) {
    guard played.outcome != nil, played.fault == nil else { return ("", []) }
    let scores = try HighScores(path: path)
    var note = ""
    var setNow: [String] = []
    for (name, score) in [(player, played.score), (secondPerson, played.secondScore)] {
      guard let name, let score else { continue }
      let entered = try scores.record(
        player: name, game: level.game, level: level.id, setting: setting, score: score)
      if entered.isOwnBest { setNow.append(name) }
      if name == player { note = remark(entered, score) }
    }
    let best = try scores.best(
      Self.shown, game: level.game, level: level.id, setting: setting)
    return (
      note,
      best.map { Standing(player: $0.player, score: $0.score, isNew: setNow.contains($0.player)) }
    )
  }

  private func remark(_ entered: HighScores.Recorded, _ score: Int) -> String {
    if entered.passesHighest, let before = entered.highestBefore {
      return "; \(HighScores.passedEvent): \(score), before \(before)"
    }
    guard entered.isOwnBest else { return "" }
    return entered.highestBefore == nil
      ? "; the first score of this level" : "; a personal best for \(SafeText.escaped(player))"
  }
}
