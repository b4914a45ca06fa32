extension CardsLevelFile {
  /// What reads well and plays badly.
  public func findings(catalog: any CardsCatalog) -> [LevelFinding] {
    guard let level = try? level(catalog: catalog) else { return [] }
    let rules = level.rules
    if level.matches.count == 0 {
      return [
        LevelFinding(
          .error, at: .key("match"), message: "the deck has no match; change the script")
      ]
    }
    // Points that a match takes away, or does not bring, never add up to a goal.
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
