import Testing

@testable import SimHarness

@Suite struct RaschRatingTests {
  private static func outcomes(
    _ wins: [[Int]], games: Int
  ) -> RaschRating.Outcomes {
    var outcomes = RaschRating.Outcomes(levels: wins.count, players: wins[0].count)
    for (level, row) in wins.enumerated() {
      for (player, count) in row.enumerated() {
        outcomes.set(level: level, player: player, wins: count, games: games)
      }
    }
    return outcomes
  }

  /// The errors of difficulties against what 1,500 samples make of them: levels that do not follow
  /// the model, and players whose fates hang together.
  @Test func distancesErrAsSamplesDo() {
    // Rates of three players on five levels, far enough apart that the third stays in the middle.
    let rates = [
      [0.80, 0.90, 0.97], [0.62, 0.85, 0.90], [0.40, 0.60, 0.88], [0.15, 0.45, 0.60],
      [0.08, 0.12, 0.55],
    ]
    let games = 200
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    var sums = [Double](repeating: 0, count: 5)
    var squares = sums
    var variances = sums
    var modelVariances = sums
    let samples = 1500
    for _ in 0..<samples {
      var marks = [OutcomeMarks](repeating: OutcomeMarks(), count: 15)
      var outcomes = RaschRating.Outcomes(levels: 5, players: 3)
      for level in 0..<5 {
        var wins = [0, 0, 0]
        for game in 0..<games {
          let deal = random.uniform()
          let isShared = random.uniform() < 0.6
          for player in 0..<3 {
            let isPassed = (isShared ? deal : random.uniform()) < rates[level][player]
            if isPassed { wins[player] += 1 }
            marks[level * 3 + player].add(
              GameResult(
                index: game, end: isPassed ? .won : .lost, score: 0, moves: 1, hash: 0, fault: nil),
              isForTwo: false)
          }
        }
        for player in 0..<3 {
          outcomes.set(level: level, player: player, wins: wins[player], games: games)
          for other in 0..<player {
            outcomes.set(
              level: level, other, player,
              marks[level * 3 + other].paired(with: marks[level * 3 + player]))
          }
        }
      }
      let rating = RaschRating(outcomes, anchor: 1)
      #expect(rating.middle == [2])
      let errors = rating.distanceErrors(outcomes)
      for level in 0..<5 {
        let value = rating.difficulties[level].value
        let distance = level == 2 ? value : value - rating.difficulties[2].value
        sums[level] += distance
        squares[level] += distance * distance
        variances[level] += errors[level] * errors[level] / Double(samples)
        modelVariances[level] +=
          rating.difficulties[level].error * rating.difficulties[level].error / Double(samples)
      }
    }
    for level in 0..<5 {
      let mean = sums[level] / Double(samples)
      let variance = squares[level] / Double(samples) - mean * mean
      #expect(
        (0.9...1.15).contains(variances[level] / variance),
        "level \(level): \(variances[level]), samples \(variance), model \(modelVariances[level])")
    }
  }

  /// The posterior's mode and curvature as slow as can be: one coordinate after another by thirds,
  /// then the inverse of a matrix of finite differences by elimination.
  private struct Slow {
    let outcomes: RaschRating.Outcomes
    let anchor: Int
    var ratings: [Double]

    /// Levels first, then players.
    init(_ outcomes: RaschRating.Outcomes, anchor: Int) {
      self.outcomes = outcomes
      self.anchor = anchor
      ratings = [Double](repeating: 0, count: outcomes.levels + outcomes.players)
      for _ in 0..<300 {
        for index in ratings.indices where index != outcomes.levels + anchor {
          var (low, high) = (-20.0, 20.0)
          for _ in 0..<80 {
            let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
            if value(index, left) < value(index, right) { low = left } else { high = right }
          }
          ratings[index] = (low + high) / 2
        }
      }
    }

    private func value(_ index: Int, _ rating: Double) -> Double {
      var moved = ratings
      moved[index] = rating
      return height(moved)
    }

    func height(_ ratings: [Double]) -> Double {
      var sum = 0.0
      for level in 0..<outcomes.levels {
        for player in 0..<outcomes.players {
          let place = level * outcomes.players + player
          let logit = ratings[outcomes.levels + player] - ratings[level]
          let rate = 1 / (1 + DeterministicMath.exp(-logit))
          let wins = Double(outcomes.wins[place])
          let losses = Double(outcomes.games[place]) - wins
          if wins > 0 { sum += wins * DeterministicMath.log(rate) }
          if losses > 0 { sum += losses * DeterministicMath.log(1 - rate) }
        }
      }
      return sum - ratings.reduce(0) { $0 + $1 * $1 } / 18
    }

    /// The standard errors, from second differences.
    func errors() -> [Double] {
      let free = ratings.indices.filter { $0 != outcomes.levels + anchor }
      let step = 1e-3
      func height(_ first: Int, _ one: Double, _ second: Int, _ two: Double) -> Double {
        var moved = ratings
        moved[first] += one * step
        moved[second] += two * step
        return self.height(moved)
      }
      var rows = free.map { first in
        free.map { second in
          -(height(first, 1, second, 1) - height(first, 1, second, -1)
            - height(first, -1, second, 1) + height(first, -1, second, -1)) / (4 * step * step)
        }
      }
      for index in rows.indices {
        rows[index] += rows.indices.map { $0 == index ? 1 : 0 }
      }
      for pivot in rows.indices {
        let factor = rows[pivot][pivot]
        rows[pivot] = rows[pivot].map { $0 / factor }
        for other in rows.indices where other != pivot {
          let share = rows[other][pivot]
          rows[other] = zip(rows[other], rows[pivot]).map { $0 - share * $1 }
        }
      }
      var errors = [Double](repeating: 0, count: ratings.count)
      for (place, index) in free.enumerated() {
        errors[index] = rows[place][free.count + place].squareRoot()
      }
      return errors
    }
  }

  @Test(arguments: [
    ([[3, 9, 14], [1, 6, 11], [0, 0, 4], [18, 20, 20], [10, 10, 10]], 1),
    ([[0, 0], [20, 20]], 0),
    ([[0, 20], [20, 0], [10, 10]], 1),
    ([[0, 3, 5, 20]], 2),
  ])
  func isTheModeOfThePosterior(wins: [[Int]], anchor: Int) {
    let outcomes = Self.outcomes(wins, games: 20)
    let rating = RaschRating(outcomes, anchor: anchor)
    let slow = Slow(outcomes, anchor: anchor)
    let errors = slow.errors()
    for (index, estimate) in (rating.difficulties + rating.abilities).enumerated() {
      #expect((estimate.value - slow.ratings[index]).magnitude < 1e-5)
      #expect((estimate.error - errors[index]).magnitude < 1e-4)
    }
    #expect(rating.abilities[anchor] == RaschRating.Estimate(value: 0, error: 0))
  }

  /// One level, one other player with no games: a binomial with a prior, by hand.
  @Test func staysFiniteWithoutAnyPass() {
    var outcomes = RaschRating.Outcomes(levels: 1, players: 2)
    outcomes.set(level: 0, player: 0, wins: 0, games: 1000)
    let rating = RaschRating(outcomes, anchor: 0)
    // The slope is 1000 / (1 + e^d) = d / 9.
    let d = rating.difficulties[0].value
    #expect(isClose(1000 / (1 + DeterministicMath.exp(d)), d / 9, 1e-9))
    #expect((5...9).contains(d))
    #expect(rating.difficulties[0].error > 0.9 && rating.difficulties[0].error < 3)
    // Nothing was played by the other: the prior alone.
    #expect(rating.abilities[1].value == 0)
    #expect(isClose(rating.abilities[1].error, 3, 1e-12))
    let none = RaschRating(RaschRating.Outcomes(levels: 1, players: 1), anchor: 0)
    #expect(isClose(none.difficulties[0].error, 3, 1e-12))
  }

  /// Of 200 levels of known difficulty, the 95% intervals hold about 190 (standard error 3), after
  /// the prior's pull.
  @Test func findsHiddenDifficulties() {
    var random = ReportFixture.Random(state: 31)
    let abilities = [-1.0, 0, 1.5, 2.5]
    let truth = (0..<200).map { _ in 4 * random.unit() - 1.5 }
    let games = 200
    let wins = truth.map { difficulty in
      abilities.map { ability in
        let rate = RaschRating.logistic(ability - difficulty)
        return (0..<games).reduce(0) { sum, _ in random.unit() < rate ? sum + 1 : sum }
      }
    }
    let rating = RaschRating(Self.outcomes(wins, games: games), anchor: 1)
    let held = zip(truth, rating.difficulties).count {
      ($0 - $1.value).magnitude < 1.96 * $1.error
    }
    #expect((180...198).contains(held), "\(held)")
    for (ability, estimate) in zip(abilities, rating.abilities) {
      #expect((ability - estimate.value).magnitude < 0.15, "\(ability) \(estimate)")
    }
  }

  @Test func discriminationIsTheSlope() throws {
    let abilities = [-2.0, -1, 0, 1, 2]
    func slope(_ truth: Double) throws -> RaschRating.Estimate {
      let wins = abilities.map {
        Int((10_000 * RaschRating.logistic(truth * $0 - 0.5)).rounded())
      }
      return try #require(
        Discrimination.slope(
          abilities: abilities, wins: wins, games: [Int](repeating: 10_000, count: 5)))
    }
    for truth in [0, 0.5, 1, 2] {
      let estimate = try slope(truth)
      #expect((estimate.value - truth).magnitude < 0.01)
      #expect(estimate.error > 0 && estimate.error < 0.05)
    }
    // Perfectly split and completely unwon levels stay finite.
    for wins in [[0, 0, 0, 20, 20], [0, 0, 0, 0, 0], [20, 20, 0, 0, 0]] {
      let estimate = try #require(
        Discrimination.slope(
          abilities: abilities, wins: wins, games: [Int](repeating: 20, count: 5)))
      #expect(estimate.value.isFinite && estimate.value.magnitude < 6)
    }
    #expect(Discrimination.slope(abilities: [1, 1], wins: [0, 1], games: [5, 5]) == nil)
    #expect(Discrimination.slope(abilities: [1, 2], wins: [0, 1], games: [0, 5]) == nil)
  }

  /// Players who passed everything or nothing bound a slope to one side only.
  @Test func aSlopeThatOnePlayerDecidesHasNoInterval() throws {
    func figure(_ wins: [Int]) -> MetricSummary {
      RunSummary.discrimination([-2, 0, 2], wins: wins, games: [Int](repeating: 20, count: 3))
    }
    for wins in [[0, 7, 20], [0, 0, 3], [0, 20, 20]] {
      let figure = figure(wins)
      #expect(figure.value?.isKnown == false, "\(wins)")
      #expect(figure.reason == Discrimination.reason)
    }
    for wins in [[1, 7, 20], [0, 1, 19]] {
      let figure = figure(wins)
      #expect(figure.value?.isKnown == true && figure.reason == nil, "\(wins)")
    }
  }

  @Test func aRunIsRated() throws {
    var summary = ReportFixture.run([
      ReportFixture.cell("Easy", "casual", wins: 90, of: 100),
      ReportFixture.cell("Easy", "skilled", wins: 97, of: 100),
      ReportFixture.cell("Middle", "casual", wins: 60, of: 100),
      ReportFixture.cell("Middle", "skilled", wins: 80, of: 100),
      ReportFixture.cell("Hard", "casual", wins: 0, of: 100),
      ReportFixture.cell("Hard", "skilled", wins: 2, of: 100),
    ])
    summary.addRatings()
    let difficulties = try summary.levels.map { try #require($0.difficulty) }
    #expect(difficulties[1].value == 0)
    #expect(difficulties[0].value < -1.5 && difficulties[2].value > 3)
    #expect(difficulties[0].low < difficulties[0].value)
    #expect(summary.players.map(\.agent) == ["casual", "skilled"])
    // About the logits of 60% and 80%.
    #expect((0.3...0.6).contains(summary.players[0].ability.value))
    #expect((1.2...1.8).contains(summary.players[1].ability.value))
    #expect(summary.players.map(\.orderAgreement) == [1, 1])
    #expect(summary.levels[0].metrics.map(\.name) == ["discrimination", "rasch_misfit"])
    let json = ReportFormat.json.render(summary, runPath: "r")
    #expect(json.contains(#""level":"Middle","difficulty":{"value":0,"low":-"#))
    #expect(json.contains(#""players":["#))

    // One agent, or none whose games can be passed, rates nothing.
    summary.agents.removeLast()
    summary.addRatings()
    #expect(summary.levels.allSatisfy { $0.difficulty == nil && $0.metrics.isEmpty })
    #expect(summary.players.isEmpty)
  }
}
