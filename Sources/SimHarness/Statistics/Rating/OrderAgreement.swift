/// Whether a player agrees with the others about the levels' difficulty.
enum OrderAgreement {
  static let definition = MetricDefinition.acrossPlayers(
    "order_agreement", unit: "correlation", interval: "none",
    "mean Spearman correlation of a player's pass rates over the levels with the other players'")

  /// The mean of a player's rank correlations with the others, over levels that both played; nil
  /// if no pair has two levels that differ.
  static func value(of player: Int, _ outcomes: RaschRating.Outcomes) -> Double? {
    func rate(_ level: Int, _ player: Int) -> Double? {
      let place = level * outcomes.players + player
      guard outcomes.games[place] > 0 else { return nil }
      return Double(outcomes.wins[place]) / Double(outcomes.games[place])
    }
    let correlations = (0..<outcomes.players).compactMap { other -> Double? in
      guard other != player else { return nil }
      let shared = (0..<outcomes.levels).filter {
        rate($0, player) != nil && rate($0, other) != nil
      }
      return Statistics.spearman(
        shared.compactMap { rate($0, player) }, shared.compactMap { rate($0, other) })
    }
    return correlations.isEmpty
      ? nil : correlations.reduce(0, +) / Double(correlations.count)
  }
}
