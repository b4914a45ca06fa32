import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

@Suite struct StudyTests {
  @Test func entropyIsOneWhereAllIsWorthTheSame() throws {
    let even = StudiedTurn(moves: 5, values: [0.5, 0.5, 0.5], chance: nil)
    #expect(abs(try #require(even.entropy) - 1) < 1e-12)
    #expect(even.criticality == 0)
    #expect(even.isDead)
    let clear = StudiedTurn(moves: 5, values: [1, 0, 0], chance: nil)
    // Weights 1, e^-10, e^-10.
    #expect(try #require(clear.entropy) < 0.001)
    #expect(clear.criticality == 1)
    #expect(!clear.isDead)
    #expect(StudiedTurn(moves: 1, values: [1], chance: nil).entropy == nil)
  }

  /// Two values 0.1 apart: weights 1 and 1/e.
  @Test func entropyFollowsItsDefinition() throws {
    let turn = StudiedTurn(moves: 2, values: [0.4, 0.3], chance: nil)
    let p = 0.731_058_578_630_004_9
    let expected =
      -(p * -0.313_261_687_518_222_86 + (1 - p) * -1.313_261_687_518_222_9)
      / 0.693_147_180_559_945_3
    #expect(abs(try #require(turn.entropy) - expected) < 1e-12)
  }

  @Test func excitementIsHowFarTheChanceGoes() throws {
    let turns = [0.5, 0.1, 0.6].map { StudiedTurn(moves: 1, values: [0, 1], chance: $0) }
    let won = StudiedGame(turns, isWon: true)
    let lost = StudiedGame(turns, isWon: false)
    let place = try #require(StudyMetrics.ofGames.firstIndex { $0.definition.name == "excitement" })
    #expect(won.values[place] == MetricDefinition.fixed(0.4 + 0.5 + 0.4))
    #expect(lost.values[place] == MetricDefinition.fixed(0.4 + 0.5 + 0.6))
    #expect(won.values[place + 1] == 1)
    #expect(lost.values[place + 1] == nil)
    #expect(StudiedGame(turns, isWon: nil).values[place] == nil)
  }

  /// Scores of a known share between indices: over 40 samples of 100 games by 4 takes the interval
  /// holds it in at least 34, and the mean is within 0.03 of it.
  @Test(arguments: [0.0, 0.5, 0.9]) func luckIsTheShareBetweenDeals(_ share: Double) throws {
    var random = SeededRandom(key: StreamKey(rawValue: 7))
    var held = 0
    var sum = 0.0
    for _ in 0..<40 {
      let scores = (0..<100).map { _ in
        let deal = share.squareRoot() * random.gaussian()
        return (0..<4).map { _ in
          Int((1000 * (deal + (1 - share).squareRoot() * random.gaussian())).rounded())
        }
      }
      let luck = try #require(LuckShare.estimate(scores: scores)).interval
      sum += luck.value
      if luck.low <= share + 0.001 && share <= luck.high { held += 1 }
    }
    #expect(abs(sum / 40 - share) < 0.03)
    #expect(held >= 34, "\(held) of 40")
  }

  @Test func aPlayerWithoutNoiseHasNoLuckShare() {
    #expect(LuckShare.estimate(scores: [[1, 1], [5, 5]]) == nil)
    #expect(LuckShare.estimate(scores: [[1, 2], [5, 5]]) != nil)
    #expect(LuckShare.estimate(scores: [[.max, 0], [.max, .max]]) != nil)
    var cell = StudyResults.Cell(level: "A", agent: "casual")
    cell.rollouts = .max
    let study = StudyResults(effort: StudyResults.Effort(), cells: [cell, cell])
    #expect(study.rollouts == Saturating.limit)
  }

  /// Of few games the bootstrap's interval is too narrow, so there is none.
  @Test func theLuckShareOfFewGamesHasNoInterval() throws {
    let scores = (0..<100).map { [$0 * 7 % 50, $0 * 7 % 50 + $0 % 3] }
    let all = try #require(LuckShare.estimate(scores: scores))
    #expect(all.interval.isKnown && all.reason == nil)
    let fewer = try #require(LuckShare.estimate(scores: Array(scores.dropLast())))
    #expect(!fewer.interval.isKnown && abs(fewer.interval.value - all.interval.value) < 0.05)
    #expect(fewer.reason == "99 games were played again; an interval needs 100")
    // Where deals make no difference, no resample has any luck: that is no certainty.
    let equal = try #require(
      LuckShare.estimate(scores: (0..<100).map { _ in [0, 10] }))
    #expect(equal.interval.value == 0 && !equal.interval.isKnown)
    #expect(
      equal.reason == "the score varies no more between deals than between repetitions of one")
  }

  @Test func resultsAreReadBackAsWritten() throws {
    var cell = StudyResults.Cell(level: "A \"B\"", agent: "casual")
    cell.rollouts = 320
    cell.games = [[1, nil, -3]]
    cell.repetitions = [[4, 5], [6, 7]]
    cell.restricted = [
      .init(name: "swap", outcomes: PairedOutcomes(both: 3, lost: 1, gained: 2, neither: 4))
    ]
    let results = StudyResults(effort: .init(), cells: [cell])
    #expect(try StudyResults(reading: Array(results.text.utf8), file: "study.json") == results)
    #expect(throws: FileIssues.self) {
      try StudyResults(reading: Array(#"{"format":"x"}"#.utf8), file: "study.json")
    }
  }

  /// 40 cells of 2 strategies by 2 executions.
  @Test func sharesOfTheGapFollowTheTwoWays() throws {
    func cell(_ agent: String, _ wins: Int) -> CellSummary {
      var cell = CellSummary(level: "L", levelHash: "", agent: agent)
      cell.wins = wins
      cell.losses = 100 - wins
      return cell
    }
    let shares = try #require(
      SkillShares([
        cell("greedy@shaky", 40), cell("greedy@steady", 50), cell("random@shaky", 10),
        cell("random@steady", 20),
      ]))
    // Rows 45 and 15, columns 25 and 35: squares 4 * 225 and 4 * 25.
    #expect(abs(shares.strategy.value - 0.9) < 1e-12)
    #expect(abs(shares.execution.value - 0.1) < 1e-12)
    #expect(shares.strategy.low < 0.9 && shares.strategy.high > 0.9)
    #expect(SkillShares([cell("greedy@shaky", 40), cell("random@steady", 20)]) == nil)
  }
}
