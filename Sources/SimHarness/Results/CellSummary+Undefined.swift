extension CellSummary {
  /// Why no game gives a figure.
  package func reasonUndefined(_ metric: String) -> String {
    if games == uncounted {
      return games == 0 ? "no game was played" : "every game failed"
    }
    if ["one_star", "two_stars", "three_stars"].contains(metric) {
      // A cell does not know its game, so the words hold for every game.
      return "the level has no score for it; levels of Bubble Blast may have `stars`, for others"
        + " use a score such as score_p50"
    }
    if metric.hasSuffix("_on_losses") || metric.hasSuffix("_on_losses_median") {
      return "no game was lost"
    }
    if metric.hasSuffix("_on_wins") || metric.hasSuffix("_on_wins_median")
      || metric.hasPrefix("best_moves_") || metric == "attempts_per_pass"
    {
      return wins == 0 ? "no game was won" : "too few games were won"
    }
    if DerivedMetrics.lossReasons[metric] != nil {
      return "the rules do not say why a game was lost"
    }
    return "no game gives this figure"
  }
}
