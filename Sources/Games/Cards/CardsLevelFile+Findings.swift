import SimHarness

extension CardsLevelFile {
  /// What is valid but plays badly.
  public func findings(catalog: any CardsCatalog) -> [LevelFinding] {
    guard let level = try? level(catalog: catalog) else { return [] }
    let rules = level.rules
    if level.matches.count == 0 {
      return [
        LevelFinding(
          .error, at: .key("match"), message: "the deck has no match; change the script")
      ]
    }
    if rules.deal < rules.match && rules.draw == 0 {
      return [
        LevelFinding(
          .error, at: .key("deal"),
          message: "\(ReportNumber.plain(rules.deal, "card")) on the table cannot match, as a match"
            + " takes \(rules.match); set deal to at least \(rules.match)")
      ]
    }
    return unreachableGoals(rules, deck: level.game.cards.count) + unusedPoints(rules)
  }

  /// Goals that no game reaches.
  private func unreachableGoals(_ rules: CardsRules, deck: Int) -> [LevelFinding] {
    switch rules.goal {
    case .none: return []
    case .score(let goal):
      // If matches score nothing or less, a score goal cannot be reached.
      guard rules.matched <= 0 else { return [] }
      return [
        LevelFinding(
          .warning, at: .key("goal"),
          message: "a match scores no points, so a score of \(goal) cannot be reached; set"
            + " scoring.matched above 0")
      ]
    case .clear:
      // Without requests and refills, what was dealt first is all that there is.
      let isDealtOnce = rules.draw == 0 && !rules.refill
      let cards = isDealtOnce ? rules.deal : deck
      let rest = cards % rules.match
      guard rest != 0 else { return [] }
      let advice =
        isDealtOnce
        ? "set deal to a multiple of \(rules.match)" : "use a deck of a multiple of \(rules.match)"
      return [
        LevelFinding(
          .warning, at: .key(isDealtOnce ? "deal" : "goal"),
          message: "matches of \(rules.match) cards never clear \(cards) cards, so the goal"
            + " \"clear\" cannot be reached; \(advice)")
      ]
    }
  }

  /// Points for what never happens.
  private func unusedPoints(_ rules: CardsRules) -> [LevelFinding] {
    func finding(_ name: String, _ reason: String, _ advice: String) -> LevelFinding? {
      guard numbers[name] != nil else { return nil }
      return LevelFinding(
        .warning, at: .key("scoring"), .key(name),
        message: "\(reason), so scoring.\(name) has no effect; \(advice)")
    }
    var findings: [LevelFinding?] = []
    if !rules.isFaceDown {
      findings.append(finding("chosen", "cards lie face up and are not turned", "remove it"))
    }
    if rules.draw == 0 {
      findings.append(
        finding("dealt", "no cards are dealt on request", "remove it or set rules.draw above 0"))
    }
    return findings.compactMap(\.self)
  }
}
