import Testing

@testable import Reporting
@testable import SimHarness

/// Where Rasch's model does not tell how often players pass a level.
@Suite struct RaschFitTests {
  /// Values of R's pchisq(x, df, lower.tail = FALSE).
  @Test(arguments: [
    (3.841458820694124, 1.0, 0.05), (5.991464547107979, 2, 0.05), (10, 2, 0.006737946999085467),
    (0, 3, 1), (2, 4, 0.7357588823428847), (30, 4, 4.894437128029217e-06),
  ])
  func chiSquareIsRight(_ x: Double, _ freedom: Double, _ expected: Double) {
    let found = Statistics.chiSquare(beyond: x, degreesOfFreedom: freedom)
    #expect((found - expected).magnitude <= 1e-11 * expected, "\(found)")
  }

  /// Both halves of the computation agree where they meet.
  @Test func chiSquareIsSmooth() {
    for freedom in [0.3, 1, 2.5, 7, 40] {
      let edge = freedom + 2
      let below = Statistics.chiSquare(beyond: edge.nextDown, degreesOfFreedom: freedom)
      let above = Statistics.chiSquare(beyond: edge, degreesOfFreedom: freedom)
      #expect((below - above).magnitude < 1e-12, "\(freedom): \(below) \(above)")
    }
  }

  private static let players = [-2.0, -0.5, 0.8, 2.5]
  private static let levels = (0..<10).map { -3 + 0.6 * Double($0) }

  /// Games by the model, except for level 4, whose pass rates are turned round by `twist`.
  private func outcomes(seed: UInt64, games: Int, twist: Double = 1) -> RaschRating.Outcomes {
    var random = SeededRandom(key: StreamKey(rawValue: seed))
    var outcomes = RaschRating.Outcomes(
      levels: Self.levels.count, players: Self.players.count)
    for (level, difficulty) in Self.levels.enumerated() {
      for (player, ability) in Self.players.enumerated() {
        let slope = level == 4 ? twist : 1
        let rate = RaschRating.logistic(slope * ability - difficulty)
        let wins = (0..<games).count { _ in random.uniform() < rate }
        outcomes.set(level: level, player: player, wins: wins, games: games)
      }
    }
    return outcomes
  }

  private func misfits(_ outcomes: RaschRating.Outcomes) -> [Int] {
    let rating = RaschRating(outcomes, anchor: 1)
    let fits = (0..<outcomes.levels).compactMap { RaschFit(level: $0, of: rating, outcomes) }
    let pValues = Statistics.holm(fits.map(\.pValue))
    return pValues.indices.filter { pValues[$0] < 0.05 }
  }

  /// 200 runs by the model: as few as one in 20 may have a level that seems not to fit.
  @Test(arguments: [20, 200])
  func levelsThatFollowTheModelFit(_ games: Int) {
    let wrong = (0..<200).count {
      !misfits(outcomes(seed: UInt64(1000 + $0), games: games)).isEmpty
    }
    // 10 are expected at most; 3 standard deviations more.
    #expect(wrong <= 19, "\(wrong)")
  }

  @Test func aLevelThatReversesTheOrderIsFound() {
    for seed in 0..<20 {
      #expect(misfits(outcomes(seed: UInt64(seed), games: 200, twist: -0.5)).contains(4))
    }
  }

  @Test func theMeanSquareIsAboutOneWithoutMisfit() throws {
    var sum = 0.0
    for seed in 0..<50 {
      let outcomes = outcomes(seed: UInt64(seed), games: 200)
      let rating = RaschRating(outcomes, anchor: 1)
      for level in 0..<outcomes.levels {
        sum += try #require(RaschFit(level: level, of: rating, outcomes)).meanSquare
      }
    }
    #expect((sum / 500 - 1).magnitude < 0.1, "\(sum / 500)")
  }

  @Test func aNoteNamesThePlayerThatIsFarthestOff() throws {
    let rates = [
      ("A", [5, 20, 60]), ("B", [30, 70, 95]), ("C", [10, 45, 85]), ("D", [90, 45, 5]),
    ]
    var run = ReportFixture.run(
      rates.flatMap { level, wins in
        zip(["novice", "casual", "skilled"], wins).map {
          ReportFixture.cell(level, $0, wins: $1, of: 100)
        }
      })
    run.addRatings()
    let note = try #require(run.levels[3].notes.first)
    #expect(note.hasPrefix("Rasch's model does not fit this level"))
    #expect(note.contains("skilled passed 5%") || note.contains("novice passed 90%"))
    #expect(run.levels[3].metrics.contains { $0.name == "rasch_misfit" })
    for page in [
      SummaryJSON.render(run), MarkdownReport.render(run, runPath: "r"),
      HTMLReport.render(run, runPath: "r"),
    ] { #expect(page.contains("model does not fit this level")) }
  }

  @Test func oneLevelOrPlayerFitsAlways() {
    var outcomes = RaschRating.Outcomes(levels: 1, players: 2)
    outcomes.set(level: 0, player: 0, wins: 1, games: 9)
    outcomes.set(level: 0, player: 1, wins: 8, games: 9)
    let rating = RaschRating(outcomes, anchor: 0)
    #expect(RaschFit(level: 0, of: rating, outcomes) == nil)
  }
}
