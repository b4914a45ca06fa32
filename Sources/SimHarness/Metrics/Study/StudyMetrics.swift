/// The figures that take games played on from positions of a run, or played again:
/// `playtest study`.
public enum StudyMetrics {
  /// The figures of a studied game, in the order in which `study.json` keeps them: a metric is a
  /// row here, and `StudyResults.version` goes up by one.
  static let ofGames: [StudiedMetric] = [
    .mean("legal_moves", unit: "moves", "mean number of moves offered, over the turns studied") {
      Double($0.moves)
    },
    .mean(
      "distinct_outcomes", unit: "outcomes",
      "different outcomes per turn: moves count as one if the same imagined games end alike after "
        + "them (won or not in a level with a goal, otherwise with the same score)"
    ) { Double($0.values.count) },
    .mean(
      "decision_share", unit: "share",
      "share of the turns with a real choice: with moves that have different outcomes"
    ) { $0.isDecision ? 1 : 0 },
    .mean(
      "decision_entropy", unit: "share",
      "how close the outcomes of a turn are in value: the entropy of softmax(value / 0.1), "
        + "1 if all are worth the same"
    ) { $0.entropy },
    .mean(
      "criticality", unit: "value",
      "value of the best outcome of a turn minus that of the second best; 0 if all outcomes are "
        + "worth the same"
    ) { $0.criticality },
    .mean(
      "dead_turns", unit: "share",
      "share of the turns where no outcome is worth at least 0.01 more than the median"
    ) { $0.isDead ? 1 : 0 },
    StudiedMetric(
      "excitement", unit: "chances", about: .shape,
      "how much the probability of winning goes up and down in a game: the sum of its changes"
    ) { $0.excitement },
    StudiedMetric(
      "comebacks", unit: "share", kind: .rate, about: .shape,
      "share of the wins in which the probability of winning was once at most 0.2"
    ) { $0.isComeback.map { $0 ? 1 : 0 } },
  ]

  /// All of them; `cost_no_KIND` stands for a figure of each special of a level.
  static let all: [MetricDefinition] =
    ofGames.map(\.definition) + [LuckShare.definition]
    + ["swap", "walls", "KIND"].map(RestrictedPlay.cost)
}
