import Testing

@testable import SimHarness

@Suite struct DerivedMetricTests {
  private func games(
    _ results: [(end: GameEnd, score: Int, moves: Int)], lossReason: String? = "shots"
  ) -> CellGames {
    var games = CellGames()
    for (index, result) in results.enumerated() {
      games.add(
        GameRow(
          result: GameResult(
            index: index, end: result.end, score: result.score, moves: result.moves, hash: 0),
          lossReason: result.end == .lost ? lossReason : nil))
    }
    return games
  }

  private func value(_ name: String, _ games: CellGames) -> Interval? {
    DerivedMetrics.summaries(of: games).first { $0.name == name }?.value
  }

  @Test func attemptsAreOneOverThePassRate() throws {
    let some = games(
      [(.won, 10, 3), (.lost, 5, 9), (.lost, 5, 9), (.capped, 5, 9)])
    let attempts = try #require(value("attempts_per_pass", some))
    let rate = try #require(Statistics.rate(successes: 1, trials: 4))
    #expect(attempts.value == 4)
    #expect(attempts.low == 1 / rate.high)
    #expect(attempts.high == 1 / rate.low)
    #expect(value("attempts_per_pass", games([(.lost, 5, 9)])) == nil)
  }

  @Test func bestRunsAreTheShortestWinsOfAllGames() throws {
    // 40 games: 5% are 2, 15% are 6.
    let wins = (1...8).map { (end: GameEnd.won, score: 0, moves: 10 * $0) }
    let some = games(wins + Array(repeating: (.lost, 0, 5), count: 32))
    #expect(try #require(value("best_moves_5", some)).value == 15)
    #expect(try #require(value("best_moves_15", some)).value == 35)
    let few = games(Array(wins.prefix(5)) + Array(repeating: (.lost, 0, 5), count: 35))
    #expect(value("best_moves_15", few) == nil)
  }

  /// Over 300 samples of 200 runs with normal moves the interval holds the true mean of the best
  /// 15% in at least 95% of them.
  @Test func theIntervalOfBestRunsHoldsWhatItSays() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    func sample(_ count: Int) -> [Int] {
      (0..<count).map { _ in Int((1000 + 200 * random.gaussian()).rounded()) }
    }
    let best = sample(200_000).sorted().prefix(30_000)
    let truth = Double(best.reduce(0, +)) / 30_000
    var held = 0
    for _ in 0..<300 {
      let interval = try #require(
        value("best_moves_15", games(sample(200).map { (.won, 0, $0) })))
      if interval.low <= truth && truth <= interval.high { held += 1 }
    }
    #expect((285...299).contains(held), "\(held) of 300")
  }

  /// Few different numbers of moves: 4.8% of the games take 7 or fewer, so the best 5% end at 8,
  /// but in nearly half of the samples they end at 7.
  @Test func theIntervalOfBestRunsHoldsWhereTheirEndIsUnsure() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 12))
    let truth = (0.014 * 6 + 0.034 * 7 + 0.002 * 8) / 0.05
    var given = 0
    var held = 0
    for _ in 0..<600 {
      let moves = (0..<200).map { _ -> Int in
        let draw = random.uniform()
        return draw < 0.014 ? 6 : draw < 0.048 ? 7 : draw < 0.12 ? 8 : 9
      }
      let interval = try #require(value("best_moves_5", games(moves.map { (.won, 0, $0) })))
      guard interval.isKnown else { continue }
      given += 1
      if interval.low <= truth && truth <= interval.high { held += 1 }
    }
    #expect(given > 500 && Double(held) >= 0.93 * Double(given), "\(held) of \(given)")
  }

  @Test func movesAndScoresAreSplitByTheEnd() throws {
    let some = games(
      [(.won, 100, 4), (.won, 200, 6), (.lost, 10, 9), (.capped, 30, 20), (.faulted, 999, 99)])
    #expect(value("moves_on_wins", some)?.value == 5)
    #expect(value("moves_on_losses", some)?.value == 14.5)
    #expect(value("score_on_wins", some)?.value == 150)
    #expect(value("score_on_losses", some)?.value == 20)
    #expect(value("capped_rate", some)?.value == 0.25)
    #expect(value("fault_rate", some)?.value == 0.2)
    #expect(value("out_of_shots_rate", some)?.value == 0.25)
    let perMove = try #require(value("score_per_move", some))
    #expect(abs(perMove.value - (25 + 200.0 / 6 + 10.0 / 9 + 1.5) / 4) < 1e-8)
  }

  @Test func starsNeedALevelWithThem() {
    var some = games([(.won, 100, 4), (.won, 200, 6), (.lost, 300, 9)])
    #expect(value("one_star", some) == nil)
    some.stars = [100, 200, 250]
    #expect(value("one_star", some)?.value == 1)
    #expect(value("two_stars", some)?.value == 2.0 / 3)
    #expect(value("three_stars", some)?.value == 1.0 / 3)
  }

  /// Imported scores may be as high as 10^15.
  @Test func largeScoresPerMoveAreRight() throws {
    let some = games([(.won, 300_000_000_000, 10), (.won, 1_000_000_000_000_000, 4)])
    #expect(try #require(value("score_per_move", some)).value == (3e10 + 2.5e14) / 2)
  }

  @Test func lossesWithoutReasonsLeaveTheirRatesUndefined() {
    let some = games([(.won, 1, 3), (.lost, 1, 3)], lossReason: nil)
    #expect(value("out_of_shots_rate", some) == nil)
    #expect(value("overflow_rate", some) == nil)
    #expect(value("out_of_shots_rate", games([(.won, 1, 3)], lossReason: nil))?.value == 0)
  }

  /// Draws leave the games in play, and are not lost.
  @Test func drawsAreNoLosses() {
    var cell = CellSummary(level: "L", levelHash: "", agent: "a")
    (cell.wins, cell.losses, cell.ended) = (4, 2, 4)
    cell.endsByMove = [(1, wins: 0, lost: 1, ended: 4), (2, wins: 4, lost: 1, ended: 0)]
    #expect(Hazard(of: cell).steps.map(\.games) == [10, 5])
    #expect(Hazard(of: cell).steps.map(\.lost) == [1, 1])
    (cell.wins, cell.losses, cell.hasGoal) = (0, 0, false)
    #expect(Hazard(of: cell).steps.isEmpty)
  }

  @Test func hazardCountsThoseStillPlaying() {
    var cell = CellSummary(level: "L", levelHash: "", agent: "a")
    (cell.wins, cell.losses) = (4, 6)
    cell.endsByMove = [(2, wins: 1, lost: 1, ended: 0), (40, wins: 3, lost: 5, ended: 0)]
    let steps = Hazard(of: cell).steps
    #expect(steps.count == 20)
    #expect(steps.first?.moves == 1...2)
    #expect(steps.first?.games == 10)
    #expect(steps.first?.rate.value == 0.1)
    #expect(steps[1].games == 8)
    #expect(steps.last?.lost == 5)
    #expect(steps.last?.rate.value == 0.625)
  }

  @Test func everyMetricHasAUnitASummaryAndAUniqueName() {
    for game in GameRegistry.bundled.games {
      let all = MetricCatalog.general + game.metrics
      #expect(Set(all.map(\.name)).count == all.count, "\(game.name)")
      #expect(all.allSatisfy { !$0.unit.isEmpty && !$0.summary.isEmpty && !$0.interval.isEmpty })
    }
    #expect(MetricCatalog.general.count >= 30)
  }
}
