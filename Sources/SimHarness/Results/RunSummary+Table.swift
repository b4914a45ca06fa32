extension RunSummary {
  /// Rates the players of a two-player game against each other; nothing where no two played.
  mutating func addTable() {
    table = nil
    var names: [String] = []
    func place(of name: String) -> Int {
      if let known = names.firstIndex(of: name) { return known }
      names.append(name)
      return names.count - 1
    }
    let cells = CellTable(cells)
    var contests: [SeatRating.Contest] = []
    var matches: [TableSummary.Match] = []
    var seats: [TableSummary.Seat] = []
    for level in levels {
      var all = MirroredPairs()
      var played: [[String]] = []
      for agent in agents {
        let pair = TableNames.names(in: agent.name)
        guard agent.isMatch, let pairs = cells[level, agent]?.pairs, let points = pairs.points
        else { continue }
        matches.append(
          TableSummary.Match(
            level: level.name, agent: agent.name, pairs: pairs.count, points: points))
        // `B:A` are the games of `A:B` once more.
        guard !played.contains([pair[1], pair[0]]) else { continue }
        played.append(pair)
        contests.append(
          SeatRating.Contest(first: place(of: pair[0]), second: place(of: pair[1]), pairs: pairs))
        all.add(pairs)
      }
      if let points = all.firstSeatPoints {
        seats.append(TableSummary.Seat(level: level.name, pairs: all.count, points: points))
      }
    }
    guard !contests.isEmpty else { return }
    let rating = SeatRating(contests, players: names.count)
    let players = names.indices.map { player in
      TableSummary.Player(
        name: names[player], rating: rating.strengths[player].inPoints,
        pairs: contests.reduce(0) { sum, contest in
          let isIn = (contest.first == player) != (contest.second == player)
          return isIn ? sum + contest.pairs.count : sum
        })
    }
    table = TableSummary(
      players: players.filter { $0.pairs > 0 }.sorted {
        ($1.rating.value, $0.name) < ($0.rating.value, $1.name)
      },
      firstSeat: rating.firstSeat.inPoints, seats: seats, matches: matches)
  }
}

extension RaschRating.Estimate {
  /// In Elo points, with its interval.
  fileprivate var inPoints: Interval {
    let scale = SeatRating.pointsPerLogit
    return RaschRating.Estimate(value: value * scale, error: error * scale).interval
  }
}
