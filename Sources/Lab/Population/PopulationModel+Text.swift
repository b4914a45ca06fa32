import SimHarness

extension PopulationModel {
  /// The players' progress for other programs: one row per level, and the names of those that are
  /// not rated.
  public func json(levels names: [String], unrated: [String], traits: Traits) -> String {
    let rows = zip(names, levels).map { name, level -> JSONTree in
      func number(_ value: Double?) -> JSONTree {
        value.flatMap { $0.isFinite ? .double($0) : nil } ?? .null
      }
      return [
        "level": .string(name), "started": number(level.started), "passed": number(level.passed),
        "gaveUp": number(level.gaveUp), "bored": number(level.bored),
        "survivors": number(level.survivors), "attempts": number(level.attempts),
        "churn": number(level.churn),
      ]
    }
    return JSONWriter.pretty([
      "format": "playtest-population", "version": 1, "players": .int(traits.players),
      "skillMean": .double(traits.skillMean), "skillDeviation": .double(traits.skillDeviation),
      "givingUp": .double(traits.givingUp), "boredom": .double(traits.boredom),
      "levels": .array(rows), "unrated": .array(unrated.map { .string($0) }),
    ])
  }

  /// The same as rows of text under their titles.
  public func rows(levels names: [String]) -> [[String]] {
    [["#", "level", "began", "attempts", "gave up", "bored", "churn", "still playing"]]
      + zip(names, levels).enumerated().map { place, entry in
        let (name, level) = entry
        return [
          "\(place + 1)", SafeText.escaped(name, limit: 30), ReportNumber.percent(level.started),
          level.attempts.map(ReportNumber.short) ?? ReportNumber.missing,
          ReportNumber.percent(level.gaveUp), ReportNumber.percent(level.bored),
          level.churn.map(ReportNumber.percent) ?? ReportNumber.missing,
          ReportNumber.percent(level.survivors),
        ]
      }
  }
}
