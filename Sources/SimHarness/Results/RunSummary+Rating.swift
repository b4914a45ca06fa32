extension RunSummary {
  /// Rates levels and players; nothing is rated with fewer than two players.
  ///
  /// Two players against each other are rated by `addTable` instead.
  ///
  /// The scale's zero is the level that lies in the middle for the reference player (`casual`, or
  /// else the middle player); a player passes a level with odds of e^(ability - difficulty).
  public mutating func addRatings() {
    players = []
    for index in levels.indices {
      levels[index].difficulty = nil
      levels[index].metrics = []
      levels[index].notes = []
    }
    let rated = agents.filter { agent in
      !agent.isMatch && cells.contains { $0.agent == agent.name && $0.decided > 0 }
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
        for (other, earlier) in rated.prefix(player).enumerated() {
          guard let before = table[levels[level], earlier] else { continue }
          outcomes.set(level: place, other, player, before.marks.paired(with: cell.marks))
        }
      }
    }
    let rating = RaschRating(outcomes, anchor: anchor)
    let middle = Statistics.median(rating.difficulties.map(\.value)) ?? 0
    let distanceErrors = rating.distanceErrors(outcomes)
    let abilities = rating.abilities.map(\.value)
    for (place, level) in playable.enumerated() {
      var estimate = rating.difficulties[place]
      estimate.value -= middle
      estimate.error = max(estimate.error, distanceErrors[place])
      levels[level].difficulty = estimate.interval
      let row = place * rated.count..<(place + 1) * rated.count
      levels[level].metrics.append(
        Self.discrimination(
          abilities, wins: Array(outcomes.wins[row]), games: Array(outcomes.games[row])))
    }
    addFit(of: playable, rated, rating, outcomes)
    players = rated.indices.map { player in
      PlayerRating(
        agent: rated[player].name, ability: rating.abilityOnMiddle(of: player).interval,
        orderAgreement: OrderAgreement.value(of: player, outcomes))
    }
  }
}

extension RunSummary {
  /// How steeply a level's pass rate rises, with an interval where the games say it.
  static func discrimination(
    _ abilities: [Double], wins: [Int], games: [Int]
  ) -> MetricSummary {
    let slope = Discrimination.slope(abilities: abilities, wins: wins, games: games)
    guard let slope, !Discrimination.isKnown(wins: wins, games: games) else {
      return MetricSummary(Discrimination.definition, value: slope?.interval)
    }
    var figure = MetricSummary(Discrimination.definition, value: .unknown(slope.value))
    figure.reason = Discrimination.reason
    return figure
  }

  /// The error allowed in a run whose levels all follow Rasch's model.
  private static var misfitLimit: Double { 0.05 }

  /// Adds how well Rasch's model fits each level, and a note if the misfit is significant.
  private mutating func addFit(
    of playable: [Int], _ rated: [AgentSummary], _ rating: RaschRating,
    _ outcomes: RaschRating.Outcomes
  ) {
    let fits = playable.indices.map { RaschFit(level: $0, of: rating, outcomes) }
    let pValues = Statistics.holm(fits.compactMap { $0?.pValue })
    var tested = 0
    for (place, level) in playable.enumerated() {
      let fit = fits[place]
      var figure = MetricSummary(
        RaschFit.definition, value: fit.map { .unknown($0.meanSquare) })
      figure.reason = RaschFit.reason
      levels[level].metrics.append(figure)
      guard let fit else { continue }
      defer { tested += 1 }
      guard pValues[tested] < Self.misfitLimit else { continue }
      let cell = place * outcomes.players + fit.farthest
      let rate = Double(outcomes.wins[cell]) / Double(outcomes.games[cell])
      levels[level].notes.append(
        "Rasch's model does not fit this level, so its difficulty is not reliable: "
          + "\(SafeText.escaped(rated[fit.farthest].name)) passed \(ReportNumber.percent(rate)) "
          + "but \(ReportNumber.percent(fit.expected)) was expected.")
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
