import SimHarness

extension CardsLevelFile: LeveredLevel {
  /// The levers of a level of a card game.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    // A script that cannot be read was refused when the level was made ready.
    guard let script = (try? variants.library.cardGame(named: script)).map(limited) else {
      return []
    }
    let rules = rules(of: script)
    var levers: [LevelLever] = [
      .number(
        "deal", ("card dealt", "cards dealt"), now: rules.deal,
        in: 1...max(1, min(128, script.cards.count)))
    ]
    if rules.draw > 0 {
      levers.append(
        .number(
          "rules.draw", ("card on request", "cards on request"), now: rules.draw, in: 1...128))
    }
    if case .score(let score) = rules.goal {
      levers.append(
        .scaled("goal.score", "goal", now: Double(score), in: 1...1e9, percent: 5, isWhole: true))
    }
    return levers
  }
}
