import Testing

@testable import SimHarness

/// Figures about a level among others tell two sets apart that differ in one level, and not two
/// that differ in something else.
///
/// 400 games of each level and player of fixed seeds: what is planted is found at p < 0.01, and the
/// worth of falling bubbles moves nothing.
@Suite struct PlantedOrderTests {
  typealias Board = PlantedPairs.Board

  /// A level with a row more stands out from its neighbours; they do not stand out from it, for
  /// their other neighbours are the median.
  @Test func neighbourGapsMoveOnlyWithWhatTheyMeasure() async throws {
    let plain = Board()
    let summary = try await PlantedStudyTests.summary(
      [
        plain, plain, plain, plain.with { $0.grid.append("GRBGRBG") }, plain,
        plain.with { $0.fields = #","scoring":{"fallen":25}"# }, plain,
      ], agents: ["random", "novice"], games: PlantedPairs.games)
    let trial = PlantedStudyTests.Trial(metric: "neighbour_gap", base: 1, moved: 3, other: 5)
    try PlantedStudyTests.check(trial) { level in
      summary.levels[level].metrics.first { $0.name == trial.metric }?.value
    }
  }

  /// A player's wins on a level, in eight parts of its games.
  private static func wins(_ board: Board, _ agent: String) throws -> [Int] {
    var wins = [Int](repeating: 0, count: parts)
    try PlantedPairs.forEachGame(board.json(), agent: agent) { row in
      if row.result.end == .won { wins[row.result.index * parts / PlantedPairs.games] += 1 }
    }
    return wins
  }

  private static let parts = 8
  private static let agents = ["random", "greedy"]

  /// The agreement of the two players in each part of the games, the last level being `last`.
  private static func agreements(_ others: [[[Int]]], _ last: Board) throws -> [Double] {
    let levels = others + [try agents.map { try wins(last, $0) }]
    return try (0..<parts).map { part in
      var outcomes = RaschRating.Outcomes(levels: levels.count, players: agents.count)
      for (place, players) in levels.enumerated() {
        for (player, wins) in players.enumerated() {
          outcomes.set(
            level: place, player: player, wins: wins[part], games: PlantedPairs.games / parts)
        }
      }
      return try #require(OrderAgreement.value(of: 0, outcomes))
    }
  }

  /// Shots that are lost at the walls cost chance its wins, and greed none: what was the easiest
  /// level of both is so for one of them alone.
  @Test func orderAgreementsMoveOnlyWithWhatTheyMeasure() throws {
    func board(_ shots: Int, _ fields: String = "") -> Board {
      Board().with {
        $0.shots = shots
        $0.fields = #","maxBounces":1"# + fields
      }
    }
    let others = try [5, 7, 9, 11].map { shots in
      try Self.agents.map { try Self.wins(board(shots), $0) }
    }
    let base = try Self.agreements(others, board(13))
    let moved = try Self.agreements(
      others, board(13).with { $0.fields = #","maxBounces":0"# })
    let other = try Self.agreements(others, board(13, #","scoring":{"fallen":25}"#))
    #expect(try Self.pValue(base, moved) < 0.01, "\(base) against \(moved)")
    #expect(try Self.pValue(base, other) > 0.01, "\(base) against \(other)")
  }

  /// The two-sided p-value of the parts' mean difference (paired t test).
  private static func pValue(_ before: [Double], _ after: [Double]) throws -> Double {
    let changes = zip(before, after).map { $1 - $0 }
    let count = Double(changes.count)
    let mean = changes.reduce(0, +) / count
    let squares = changes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    guard error > 0 else { return mean == 0 ? 1 : 0 }
    return Statistics.studentT(beyond: mean / error, degreesOfFreedom: count - 1)
  }
}
