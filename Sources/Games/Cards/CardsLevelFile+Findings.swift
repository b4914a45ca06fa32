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
    // If matches score nothing or less, a score goal cannot be reached.
    if case .score(let goal) = rules.goal, rules.matched <= 0 {
      return [
        LevelFinding(
          .warning, at: .key("goal"),
          message: "a match scores no points, so a score of \(goal) cannot be reached; set"
            + " scoring.matched above 0")
      ]
    }
    return []
  }
}
