/// The figures that take games played on from positions of a run, or played again:
/// `playtest study`.
public enum StudyMetrics {
  /// The figures of a studied game, in the order in which `StudiedGame.values` has them.
  static let ofGames: [MetricDefinition] = [
    of("legal_moves", "moves", "moves offered, the mean over the turns looked at"),
    of("distinct_outcomes", "moves", "moves that can be told apart by what they bring, the mean"),
    of("decision_share", "share", "share of the turns with more than one distinct outcome"),
    of(
      "decision_entropy", "share",
      "how evenly the outcomes of a turn are worth playing: the entropy of softmax(value / 0.1), "
        + "1 where all are worth the same"),
    of("criticality", "value", "what the best outcome of a turn is worth above the second best"),
    of("dead_turns", "share", "share of the turns where no outcome is worth 0.01 above the median"),
    of(
      "excitement", "chances",
      "how much the chance to win goes up and down in a game: the sum of its changes"),
    MetricDefinition(
      "comebacks", unit: "share", kind: .rate,
      summary: "share of the wins in which the chance to win had been at most 0.2",
      source: .study),
  ]

  static let luck = MetricDefinition(
    "luck_share", unit: "share", kind: .real,
    summary: "share of the score's variance that lies between deals, not between takes of one deal",
    source: .study, interval: "bootstrap")

  /// What was forbidden, by the name that follows `cost_no_`; a special has its own name there.
  static func cost(_ name: String) -> MetricDefinition {
    MetricDefinition(
      "cost_no_\(name)", unit: "share", kind: .real,
      summary: "pass rate lost where there are no \(words[name] ?? name)", source: .study,
      interval: "Newcombe, paired")
  }

  private static let words = [
    "swap": "swaps", "walls": "shots off the walls", "KIND": "specials of that kind",
  ]

  /// All of them; `cost_no_KIND` stands for a figure of each special of a level.
  static let all = ofGames + [luck, cost("swap"), cost("walls"), cost("KIND")]

  private static func of(_ name: String, _ unit: String, _ summary: String) -> MetricDefinition {
    MetricDefinition(name, unit: unit, kind: .real, summary: summary, source: .study)
  }
}
