/// The figures that take games played on from positions of a run, or played again:
/// `playtest study`.
public enum StudyMetrics {
  /// The figures of a studied game, in the order in which `study.json` keeps them: a metric is a
  /// line here, and `StudyResults.version` goes up by one.
  static let ofGames: [any StudiedMetric.Type] = [
    LegalMoves.self, DistinctOutcomes.self, DecisionShare.self, DecisionEntropy.self,
    Criticality.self, DeadTurns.self, Excitement.self, Comebacks.self,
  ]

  /// All of them; `cost_no_KIND` stands for a figure of each special of a level.
  static let all: [MetricDefinition] =
    ofGames.map { $0.definition } + [LuckShare.definition]
    + ["swap", "walls", "KIND"].map(RestrictedPlay.cost)
}
