import Testing

@testable import Lab
@testable import SimHarness

/// Comparisons and gates of two players who change seats between two games on one deal.
@Suite struct SharedDealsTests {
  private static let samples = 1000
  private static let deals = 60

  /// A game of each side; both games of a deal are alike where `alike` says so.
  private static func sides(
    alike: Bool, _ random: inout SeededRandom, game: (inout SeededRandom) -> (Int, Int)
  ) -> (base: [(Int, Int)], new: [(Int, Int)]) {
    var sides: (base: [(Int, Int)], new: [(Int, Int)]) = ([], [])
    for deal in 0..<deals {
      var values = game(&random)
      for index in [2 * deal, 2 * deal + 1] {
        if !alike { values = game(&random) }
        sides.base.append((index, values.0))
        sides.new.append((index, values.1))
      }
    }
    return sides
  }

  private static func compared(
    _ sides: (base: [(Int, Int)], new: [(Int, Int)]), _ figure: CellComparison.Figure,
    isPaired: Bool, sharesDeals: Bool
  ) -> CellComparison {
    func games(_ values: [(Int, Int)]) -> [ComparedGame] {
      values.map { index, value in
        let end: GameEnd = figure == .score ? .ended : value > 0 ? .won : .lost
        return ComparedGame(
          GameResult(index: index, end: end, score: value, moves: 1, hash: 0, fault: nil),
          isForTwo: true)
      }
    }
    var cell = CellComparison(
      level: "One", agent: "a:b", figure: figure, isEdited: true, isPaired: isPaired,
      sharesDeals: sharesDeals)
    cell.compare(games(sides.base), games(sides.new), tolerance: 0)
    return cell
  }

  /// Of comparisons without a change, how many say there is one (p < 0.05), and how many intervals
  /// contain 0.
  private static func errors(
    _ figure: CellComparison.Figure, isPaired: Bool, sharesDeals: Bool, alike: Bool = true
  ) -> (alarms: Int, held: Int) {
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    var (alarms, held) = (0, 0)
    for _ in 0..<samples {
      let sides = sides(alike: alike, &random) { random in
        figure == .score
          ? (random.below(20), random.below(20)) : (random.below(2), random.below(2))
      }
      let cell = compared(sides, figure, isPaired: isPaired, sharesDeals: sharesDeals)
      if let p = cell.p, p < 0.05 { alarms += 1 }
      if let difference = cell.difference, difference.low <= 0, difference.high >= 0 { held += 1 }
    }
    return (alarms, held)
  }

  /// Three standard errors of a share of 5% in 1,000 samples are 2.1%.
  @Test(arguments: [CellComparison.Figure.passRate, .score], [true, false])
  func comparisonsKeepTheirError(_ figure: CellComparison.Figure, isPaired: Bool) {
    for alike in [true, false] {
      let (alarms, held) = Self.errors(
        figure, isPaired: isPaired, sharesDeals: true, alike: alike)
      #expect(alarms <= 71, "\(alarms)")
      #expect(held >= 930, "\(held)")
    }
    // Taken one by one, games that are alike say more than they know.
    let naive = Self.errors(figure, isPaired: isPaired, sharesDeals: false)
    #expect(naive.alarms > 100 && naive.held < 900, "\(naive)")
  }

  @Test func aChangeIsFound() {
    var random = SeededRandom(key: StreamKey(rawValue: 12))
    for figure in [CellComparison.Figure.passRate, .score] {
      for isPaired in [true, false] {
        let sides = Self.sides(alike: true, &random) { random in
          (random.below(4) == 0 ? 1 : 0, random.below(4) == 0 ? 0 : 1)
        }
        let cell = Self.compared(sides, figure, isPaired: isPaired, sharesDeals: true)
        #expect((cell.p ?? 1) < 1e-4 && (cell.difference?.low ?? 0) > 0, "\(cell)")
      }
    }
  }

  // MARK: Sequential gates

  /// How many of 2,000 gates fail on pairs of equal games, passed so many times in a thousand.
  private static func failures(
    _ text: String, passes: Int, games: Int, hasPairs: Bool = true
  ) throws -> Int {
    let condition = try Condition(parsing: text)
    var random = SeededRandom(key: StreamKey(rawValue: 13))
    var failed = 0
    for _ in 0..<2000 {
      var gate = try #require(
        SequentialGate(
          condition, games: games, error: GateReport.error, isForTwo: true, hasPairs: hasPairs))
      var marks = GameSum(hasPairs: true)
      for deal in 0..<games / 2 where !gate.isDecided {
        let isPassed = random.below(1000) < passes
        for game in [2 * deal, 2 * deal + 1] {
          marks.add(isPassed ? 1 : 0, game: game)
          gate.add(isPassed ? .won : .lost)
        }
      }
      let evidence = FigureEvidence.rate(
        successes: Int(marks.total.sum), trials: marks.total.count, effect: marks.effect)
      let isFailed =
        gate.isDecided
        ? gate.hasFailed : evidence.pValue(condition.bound) < GateReport.error / 2
      if isFailed { failed += 1 }
    }
    return failed
  }

  /// At a bound of the gate at most 5% fail (standard error 0.005); taken one by one, equal games
  /// would fail more often.
  @Test(arguments: [("pass_rate(a) in 0.4...0.6", 400), ("pass_rate(a) >= 0.7", 700)])
  func sequentialGatesKeepTheirError(text: String, passes: Int) throws {
    let failed = try Self.failures(text, passes: passes, games: 600)
    #expect(Double(failed) / 2000 <= 0.06, "\(failed)")
    let naive = try Self.failures(text, passes: passes, games: 600, hasPairs: false)
    #expect(Double(naive) / 2000 > 0.07, "\(naive)")
  }

  /// What half of the games find with 0.85 is found with 0.8 at least (standard error 0.009).
  @Test func sequentialGatesFindWhatTheySay() throws {
    let condition = try Condition(parsing: "pass_rate(a) >= 0.5")
    let power = SequentialGate.power(
      .rate(successes: 0, trials: 800), condition, games: nil, error: GateReport.error,
      hasPairs: true)
    let low = try #require(power.low)
    let failed = try Self.failures(
      "pass_rate(a) >= 0.5", passes: Int(saturating: low * 1000), games: 800)
    #expect(Double(failed) / 2000 >= 0.78, "\(low) \(failed)")
  }

  /// A gate is not decided between the two games of a pair.
  @Test func pairsAreTestedAsAWhole() throws {
    let condition = try Condition(parsing: "pass_rate(a) >= 0.9")
    var gate = try #require(
      SequentialGate(condition, games: 200, error: 0.05, isForTwo: true, hasPairs: true))
    var games = 0
    while !gate.isDecided && games < 200 {
      gate.add(.lost)
      games += 1
    }
    #expect(gate.hasFailed && games % 2 == 0)
  }
}
