import SimHarness

extension TunePlan {
  /// Why games of a level do not give a figure, and what to do about it.
  func reasonUnmeasured(
    _ figure: TuneFigure, _ games: ArraySlice<TrialGame>, of level: PlayableLevel
  ) -> String {
    switch figure.kind {
    case .passRate where !level.hasGoal:
      return "the level has no goal, so it has no pass rate; "
        + goalAdvice(levels[figure.level], games)
        + "aim at score(\(SafeText.escaped(pool.players[figure.player].name, limit: 60)))"
    case .cell(let cell):
      return cell.summary(games, of: level).reasonUndefined(cell.metric)
        + "; aim at another figure, or use more games"
    default: return "no game gives this figure; aim at another one, or use more games"
    }
  }

  /// How the level is given a goal, if a score can be one: about what the games scored.
  private func goalAdvice(
    _ variants: LevelVariants, _ games: ArraySlice<TrialGame>
  ) -> String {
    let field = "goal.score"
    let sum = games.reduce(0) { Saturating.sum($0, $1.score) }
    let score = max(1, sum / max(1, games.count))
    guard let given = try? variants.variant([LevelEdit(field, to: .int(score))]),
      given.level.hasGoal
    else { return "" }
    let file = variants.file.path
    return file.hasPrefix("builtin:") || file.hasPrefix("import:")
      ? "set \(field) in a copy of it, or "
      : "set one, such as `playtest level edit \(ShellText.path(file)) set \(field)=\(score)`, or "
  }
}
