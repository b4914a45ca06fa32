/// How evenly the outcomes of a turn are worth playing.
enum DecisionEntropy: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "decision_entropy", unit: "share",
    "how close the outcomes of a turn are in value: the entropy of softmax(value / 0.1), "
      + "1 if all are worth the same")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean(\.entropy)
  }
}

extension StudiedTurn {
  /// How far apart values are that are chosen e times as often.
  private static let temperature = 0.1

  /// The Shannon entropy of softmax(value / 0.1) over log of the count; 1 where all moves bring
  /// the same, nil without a choice of moves.
  ///
  /// Source: docs/numbers.md, "Decisions, luck, restrictions".
  var entropy: Double? {
    guard isDecision, let most = values.max() else { return isChoice ? 1 : nil }
    let weights = values.map { DeterministicMath.exp(($0 - most) / Self.temperature) }
    let total = weights.reduce(0, +)
    let sum = weights.reduce(0.0) { sum, weight in
      let share = weight / total
      return share > 0 ? sum - share * DeterministicMath.log(share) : sum
    }
    return sum / DeterministicMath.log(Double(values.count))
  }
}
