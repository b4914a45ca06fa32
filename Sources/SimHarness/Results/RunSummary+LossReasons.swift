extension RunSummary {
  /// Whether pages list a metric.
  ///
  /// A share of games that were lost for some reason is left out where the game neither has the
  /// reason nor lost a game for it: a 0 would say that it could be otherwise.
  package func isListed(_ metric: String) -> Bool {
    guard let reasons = DerivedMetrics.lossReasons[metric] else { return true }
    return reasons.contains { reason in
      lossReasons.contains(reason)
        || cells.contains { $0.lossReasons.contains { $0.reason == reason } }
    }
  }
}
