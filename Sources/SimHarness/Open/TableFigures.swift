/// The figures that every open two-player game has.
struct TableFigures {
  static let definitions: [MetricDefinition] = [
    .share(
      "points", "for A:B: points of A, per game: 1 for a win, 1/2 for a draw or at the move limit"),
    .rate("draw_rate", "share of the games that were a draw or reached the move limit"),
    .count("first_score", "points", "for A:B: the score of A, per game"),
    .count("second_score", "points", "for A:B: the score of B, per game"),
    .share(
      "seat_points",
      "points of the first seat (player 1); above 1/2, the first seat is an advantage"),
  ]

  /// What a game says of its players.
  private struct Values {
    let points: Int64
    let firstScore: Int
    let secondScore: Int
    let seatPoints: Int64
  }

  private var values: Values?

  mutating func reset() { values = nil }

  /// A game is over; one without moves says nothing of the players, nor who sat where.
  mutating func take(_ table: OpenTable, end: GameEnd, moves: Int) {
    guard moves > 0 else { return reset() }
    let points: Int64
    switch end {
    case .won: points = MirroredPairs.win
    case .lost: points = 0
    case .ended, .capped: points = MirroredPairs.win / 2
    case .faulted, .inconclusive: return reset()
    }
    values = Values(
      points: points, firstScore: table.score(of: table.seat),
      secondScore: table.score(of: OpenTable.other(than: table.seat)),
      seatPoints: table.seat == 1 ? points : MirroredPairs.win - points)
  }

  /// Appends the values in the order of the definitions.
  func append(to list: inout [Int64?]) {
    list.append(values?.points)
    list.append(values.map { $0.points == MirroredPairs.win / 2 ? 1 : 0 })
    list.append(values.map { Int64($0.firstScore) })
    list.append(values.map { Int64($0.secondScore) })
    list.append(values?.seatPoints)
  }
}

extension MetricDefinition {
  fileprivate static func share(_ name: String, _ summary: String) -> MetricDefinition {
    .real(name, "share", summary)
  }
}
