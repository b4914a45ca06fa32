/// How able a player of a run is.
public struct PlayerRating: Sendable, Equatable {
  public var agent: String
  /// The logit of its pass rate on the level that lies in the middle, with its 95% interval.
  ///
  /// It is on the scale of the levels' difficulties.
  public var ability: Interval
  /// Spearman's correlation of its pass rates over the levels with the other players', the mean
  /// over these; nil where no pair has two levels that differ.
  public var orderAgreement: Double?
}

extension RunSummary {
  /// Rates levels and players anew; nothing is rated with fewer than two players.
  ///
  /// The scale's zero is the level that lies in the middle for the reference player (`casual`, or
  /// else the middle player); a player passes a level with odds of e^(ability - difficulty).
  public mutating func addRatings() {
    players = []
    for index in levels.indices {
      levels[index].difficulty = nil
      levels[index].metrics = []
    }
    let rated = agents.filter { agent in
      cells.contains { $0.agent == agent.name && $0.decided > 0 }
    }
    let reference = LevelFlags.reference(of: self)?.agent.name
    guard rated.count >= 2, let anchor = rated.firstIndex(where: { $0.name == reference }) else {
      return
    }
    let table = CellTable(cells)
    let playable = levels.indices.filter { level in
      rated.contains { (table[levels[level], $0]?.decided ?? 0) > 0 }
    }
    var outcomes = RaschRating.Outcomes(levels: playable.count, players: rated.count)
    for (place, level) in playable.enumerated() {
      for (player, agent) in rated.enumerated() {
        guard let cell = table[levels[level], agent] else { continue }
        outcomes.set(level: place, player: player, wins: cell.wins, games: cell.decided)
      }
    }
    let rating = RaschRating(outcomes, anchor: anchor)
    let middle = Statistics.median(rating.difficulties.map(\.value)) ?? 0
    let abilities = rating.abilities.map(\.value)
    for (place, level) in playable.enumerated() {
      var estimate = rating.difficulties[place]
      estimate.value -= middle
      levels[level].difficulty = estimate.interval
      let row = place * rated.count..<(place + 1) * rated.count
      let slope = Discrimination.slope(
        abilities: abilities, wins: Array(outcomes.wins[row]), games: Array(outcomes.games[row]))
      levels[level].metrics.append(
        MetricSummary(Discrimination.definition, value: slope?.interval))
    }
    players = rated.indices.map { player in
      PlayerRating(
        agent: rated[player].name, ability: rating.abilityOnMiddle(of: player).interval,
        orderAgreement: OrderAgreement.value(of: player, outcomes))
    }
  }
}

extension RaschRating.Estimate {
  /// With its 95% interval, by the normal approximation.
  var interval: Interval {
    let half = Statistics.twoSidedNormal(0.95) * error
    return Interval(value: value, low: value - half, high: value + half)
  }
}

extension Statistics {
  /// The middle value, or the mean of the two in the middle; nil without values.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
