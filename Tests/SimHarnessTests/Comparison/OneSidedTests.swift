import Testing

@testable import Lab
@testable import SimHarness

/// Comparisons of games that were won or lost on one side only, such as draws that become wins.
///
/// The figures of the tables are from another implementation (NumPy and SciPy, from the rows of the
/// pairs and their covariances, the p-value by a root finder).
@Suite struct OneSidedTests {
  struct Table: Sendable {
    var outcomes: PairedOutcomes
    var rates: (base: Double, new: Double)
    var change: (value: Double, low: Double, high: Double)
    var p: Double
    var pBeyond: Double

    init(
      _ both: Int, _ lost: Int, _ gained: Int, _ neither: Int, before: (Int, Int),
      after: (Int, Int),
      rates: (Double, Double), change: (Double, Double, Double), p: Double, pBeyond: Double
    ) {
      outcomes = PairedOutcomes(
        both: both, lost: lost, gained: gained, neither: neither,
        onlyBefore: .init(passed: before.0, failed: before.1),
        onlyAfter: .init(passed: after.0, failed: after.1))
      self.rates = rates
      self.change = change
      self.p = p
      self.pBeyond = pBeyond
    }
  }

  static let tables = [
    // 171 draws that are wins now.
    Table(
      106, 0, 0, 123, before: (0, 0), after: (171, 0), rates: (0.462882096069869, 0.6925),
      change: (0.22961790393013098, 0.19133300807472892, 0.267677198093012),
      p: 3.260265672176872e-55, pBeyond: 1.3109265998960021e-27),
    Table(
      3, 1, 2, 4, before: (2, 1), after: (1, 3), rates: (0.46153846153846156, 0.42857142857142855),
      change: (-0.032967032967033016, -0.3372781796358447, 0.27928410325719794),
      p: 0.8528783427298422, pBeyond: 1),
    Table(
      20, 5, 9, 16, before: (3, 7), after: (4, 6), rates: (0.4666666666666667, 0.55),
      change: (0.08333333333333337, -0.06007874942182381, 0.22098372808848898),
      p: 0.26050085094580866, pBeyond: 0.6531624499224238),
    // No game was decided on both sides.
    Table(
      0, 0, 0, 0, before: (10, 20), after: (15, 5), rates: (0.3333333333333333, 0.75),
      change: (0.4166666666666667, 0.13413671503999075, 0.6140778764443342),
      p: 0.0034163277884054176, pBeyond: 0.010694451284397966),
    // 40 losses that are draws now.
    Table(
      30, 0, 0, 30, before: (0, 40), after: (0, 0), rates: (0.3, 0.5),
      change: (0.2, 0.12913858033052364, 0.27327458013294115),
      p: 7.92999158716749e-12, pBeyond: 3.3136852505899663e-06),
    Table(
      12, 9, 8, 11, before: (0, 0), after: (0, 1), rates: (0.525, 0.4878048780487805),
      change: (-0.037195121951219545, -0.23245732067030042, 0.16241988137377292),
      p: 0.7243058621058778, pBeyond: 1),
  ]

  /// The games of a table, in a fixed order, as (before, after).
  private static func games(_ outcomes: PairedOutcomes) -> [(Bool?, Bool?)] {
    func some(_ count: Int, _ before: Bool?, _ after: Bool?) -> [(Bool?, Bool?)] {
      Array(repeating: (before, after), count: count)
    }
    return some(outcomes.both, true, true) + some(outcomes.lost, true, false)
      + some(outcomes.gained, false, true) + some(outcomes.neither, false, false)
      + some(outcomes.onlyBefore.passed, true, nil) + some(outcomes.onlyBefore.failed, false, nil)
      + some(outcomes.onlyAfter.passed, nil, true) + some(outcomes.onlyAfter.failed, nil, false)
  }

  private static func game(_ index: Int, _ isPassed: Bool?) -> ComparedGame {
    let end: GameEnd = isPassed.map { $0 ? .won : .lost } ?? .ended
    return ComparedGame(
      GameResult(index: index, end: end, score: 0, moves: 1, hash: 0, fault: nil), isForTwo: true)
  }

  private static func cell(
    _ games: [(Bool?, Bool?)], tolerance: Double = 0, sharesDeals: Bool = false
  ) -> CellComparison {
    var cell = CellComparison(
      level: "One", agent: "a", figure: .passRate, isEdited: true, isPaired: true,
      sharesDeals: sharesDeals)
    cell.compare(
      games.enumerated().map { game($0, $1.0) }, games.enumerated().map { game($0, $1.1) },
      tolerance: tolerance)
    return cell
  }

  @Test(arguments: tables)
  func everySideHasItsOwnRate(_ table: Table) throws {
    // Some draws on both sides say nothing.
    let games = Self.games(table.outcomes) + [(nil, nil), (nil, nil)]
    let cell = Self.cell(games)
    #expect(cell.playedPairs == games.count)
    #expect(cell.baseGames == games.count { $0.0 != nil })
    #expect(cell.newGames == games.count { $0.1 != nil })
    #expect(cell.oneSided == table.outcomes.oneSided)
    #expect(cell.decidedGames == games.count - 2)
    #expect(cell.base == table.rates.base && cell.new == table.rates.new)
    let change = try #require(cell.difference)
    #expect(isClose(change.value, table.change.value, 1e-14))
    #expect(isClose(change.low, table.change.low, 1e-12))
    #expect(isClose(change.high, table.change.high, 1e-12))
    #expect(isClose(try #require(cell.p) / table.p, 1, 1e-7), "\(cell.p ?? -1)")
    let beyond = try #require(Self.cell(games, tolerance: 0.05).p)
    #expect(isClose(beyond / table.pBeyond, 1, 1e-7), "\(beyond)")
    // The same for `explain`, `tune` and `run --watch`.
    let trials = games.map { (Self.trial($0.0), Self.trial($0.1)) }
    #expect(PairedEffect.passRate(trials.map(\.0)[...], trials.map(\.1)[...]) == change)
  }

  private static func trial(_ isPassed: Bool?) -> TrialGame {
    TrialGame(
      end: isPassed.map { $0 ? .won : .lost } ?? .ended, score: 0, moves: 1, metrics: [])
  }

  /// Where every game is decided on both sides, the figures are those of the exact methods.
  @Test func decidedGamesAreComparedAsBefore() throws {
    let outcomes = PairedOutcomes(both: 40, lost: 4, gained: 15, neither: 21)
    let cell = Self.cell(Self.games(outcomes))
    #expect(cell.oneSided == 0)
    #expect(cell.p == Statistics.mcNemar(gained: 15, lost: 4))
    let change = try #require(cell.difference)
    // Newcombe's method 10, by the other implementation.
    #expect(isClose(change.value, 0.1375, 1e-14))
    #expect(isClose(change.low, 0.03139527798859096, 1e-12), "\(change)")
    #expect(isClose(change.high, 0.23844465386827918, 1e-12), "\(change)")
  }

  @Test func theSideWithoutAnyDecidedGameHasNoRate() {
    let cell = Self.cell([(nil, true), (nil, false), (nil, nil)])
    #expect(cell.base == nil && cell.new == 0.5 && cell.difference == nil && cell.p == nil)
  }

  /// The example is a game that was won on one side; else one that was lost there alone.
  @Test func theExampleShowsTheChange() {
    #expect(Self.cell([(true, true), (false, nil), (nil, true), (true, true)]).example == 2)
    #expect(Self.cell([(true, true), (false, false), (nil, false), (false, nil)]).example == 2)
  }

  // MARK: How often it is right

  /// Games of two sides; a share `alike` of them have the same luck on both sides.
  private static func sample(
    _ games: Int, _ before: (won: Double, lost: Double), _ after: (won: Double, lost: Double),
    alike: Double, twice: Bool = false, _ random: inout SeededRandom
  ) -> PairedPasses {
    func end(_ luck: Double, _ share: (won: Double, lost: Double)) -> Bool? {
      luck < share.won ? true : luck > 1 - share.lost ? false : nil
    }
    var passes = PairedPasses(hasPairs: twice)
    for game in 0..<games {
      let luck = random.uniform()
      let other = random.uniform() < alike ? luck : random.uniform()
      let (one, two) = (end(luck, before), end(other, after))
      passes.add(before: one, after: two, game: twice ? 2 * game : game)
      if twice { passes.add(before: one, after: two, game: 2 * game + 1) }
    }
    return passes
  }

  struct Design: Sendable {
    var games: Int
    var before: (won: Double, lost: Double)
    var after: (won: Double, lost: Double)
    var alike: Double
    var twice = false
    /// The intervals of 4,000 that may hold the truth.
    var held: ClosedRange<Int>
  }

  /// 4,000 samples each; the standard error of a coverage of 95% is 14 intervals.
  ///
  /// With few games that are very alike the intervals are wider than they need be, as are Newcombe's.
  @Test(arguments: [
    Design(games: 100, before: (0.27, 0.3), after: (0.69, 0.3), alike: 0, held: 3750...3850),
    Design(games: 100, before: (0.27, 0.3), after: (0.69, 0.3), alike: 0.9, held: 3790...3900),
    Design(games: 400, before: (0.27, 0.3), after: (0.69, 0.3), alike: 0.9, held: 3750...3860),
    Design(games: 100, before: (0.27, 0.3), after: (0.27, 0.3), alike: 0, held: 3730...3850),
    Design(games: 400, before: (0.27, 0.3), after: (0.27, 0.3), alike: 0.9, held: 3780...3890),
    Design(games: 100, before: (0.1, 0.1), after: (0.3, 0.1), alike: 0, held: 3760...3860),
    Design(games: 400, before: (0.1, 0.1), after: (0.3, 0.1), alike: 0.9, held: 3770...3880),
    // Both games of a deal end alike, so that 200 games say what 100 do.
    Design(
      games: 100, before: (0.27, 0.3), after: (0.69, 0.3), alike: 0, twice: true, held: 3750...3900),
    Design(
      games: 200, before: (0.27, 0.3), after: (0.69, 0.3), alike: 0.9, twice: true,
      held: 3760...3920),
  ])
  func intervalsContainTheTrueValueAsOftenAsStated(_ design: Design) throws {
    var random = SeededRandom(key: StreamKey(rawValue: 21))
    let truth =
      design.after.won / (design.after.won + design.after.lost)
      - design.before.won / (design.before.won + design.before.lost)
    var (held, naive) = (0, 0)
    for _ in 0..<4000 {
      let passes = Self.sample(
        design.games, design.before, design.after, alike: design.alike, twice: design.twice, &random
      )
      let change = try #require(passes.difference)
      if change.low <= truth && truth <= change.high { held += 1 }
      if design.twice,
        let plain = Statistics.pairedRateDifference(passes.outcomes), plain.low <= truth,
        truth <= plain.high
      {
        naive += 1
      }
    }
    #expect(design.held.contains(held), "\(held)")
    // Taken one by one, games of a deal would say more than they know.
    if design.twice { #expect(naive < 3700, "\(naive)") }
  }

  /// Without a change of the rate, although fewer games are decided: few say that it moved.
  @Test(arguments: [0, 0.9])
  func falseAlarmsAreRare(alike: Double) {
    var random = SeededRandom(key: StreamKey(rawValue: 22))
    var alarms = 0
    for _ in 0..<4000 {
      let passes = Self.sample(100, (0.27, 0.3), (0.135, 0.15), alike: alike, &random)
      if passes.pValue(beyond: 0) < 0.05 { alarms += 1 }
    }
    #expect(alarms <= 240, "\(alarms)")
    #expect(alarms > 0)
  }

  // MARK: Where it is shown

  private static func row(_ index: Int, _ isPassed: Bool?) -> GameRow {
    let end: GameEnd = isPassed.map { $0 ? .won : .lost } ?? .ended
    return GameRow(
      result: GameResult(index: index, end: end, score: 0, moves: 1, hash: 0, fault: nil))
  }

  @Test func theStudioShowsDrawsThatAreWon() throws {
    let games = Self.games(Self.tables[0].outcomes)
    let change = LiveFigures.Change(
      from: games.enumerated().map { Self.row($0, $1.0) },
      to: games.enumerated().map { Self.row($0, $1.1) }, isForTwo: true)
    #expect(change.games == 400 && change.differing == Array(229..<400))
    #expect(change.gained == 171 && change.lost == 0)
    #expect(change.difference == Statistics.pairedRateDifference(Self.tables[0].outcomes))
  }

  /// A draw that is lost now, a win that is drawn, and a loss that is drawn.
  @Test func theStudioTellsLossesFromDraws() {
    let games: [(Bool?, Bool?)] = [
      (true, true), (nil, false), (true, nil), (false, nil), (nil, nil), (false, true),
    ]
    let change = LiveFigures.Change(
      from: games.enumerated().map { Self.row($0, $1.0) },
      to: games.enumerated().map { Self.row($0, $1.1) }, isForTwo: true)
    #expect(change.games == 5 && change.differing == [1, 2, 3, 5])
    #expect(change.gained == 1 && change.lost == 1)
  }

  /// The moves of games won are known where a game is won: a change of them is that of the two means.
  @Test func aFigureOfSomeGamesCountsOnEverySide() throws {
    let figure = TuneFigure(
      name: "m", kind: .metric(0, isReal: false), level: 0, player: 0, aim: 0, tolerance: 1,
      weight: 1,
      target: 0)
    func game(_ value: Int64?) -> TrialGame {
      TrialGame(end: .won, score: 0, moves: 1, metrics: [value])
    }
    let before: [Int64?] = [4, 6, nil, nil, 8, 2, nil, 5, 3, 7]
    let after: [Int64?] = [5, 6, 20, 22, nil, 4, 18, 5, nil, 9]
    let change = try #require(
      PairedEffect.difference(
        of: figure, before.map(game)[...], after.map(game)[...]))
    // 89 / 8 - 35 / 7; where all games that lack it on a side were left out, it would be 0.8.
    #expect(isClose(change.value, 6.125, 1e-6), "\(change)")
    #expect(change.low < 6.125 && change.high > 6.125)
    let same = before.map { $0.map { $0 + 1 } }
    let even = try #require(
      PairedEffect.difference(of: figure, before.map(game)[...], same.map(game)[...]))
    #expect(isClose(even.value, 1, 1e-6))
  }
}
