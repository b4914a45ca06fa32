import Testing

@testable import Lab
@testable import SimHarness

@Suite struct CellComparisonTests {
  private static func game(
    _ index: Int, _ end: GameEnd, score: Int = 0, hash: UInt64 = 0
  ) -> ComparedGame {
    ComparedGame(
      GameResult(index: index, end: end, score: score, moves: 5, hash: hash, fault: nil),
      isForTwo: false)
  }

  private static func compared(
    _ base: [ComparedGame], _ new: [ComparedGame], figure: CellComparison.Figure = .passRate,
    isPaired: Bool = true, tolerance: Double = 0
  ) -> CellComparison {
    var cell = CellComparison(
      level: "One", agent: "casual", figure: figure, isEdited: false, isPaired: isPaired)
    cell.compare(base, new, tolerance: tolerance)
    cell.correctedP = cell.p
    return cell
  }

  @Test func aRunAgainstItself() {
    let games = (0..<200).map { Self.game($0, $0 % 3 == 0 ? .won : .lost, score: $0) }
    let cell = Self.compared(games, games)
    #expect(cell.differing == 0)
    #expect(cell.example == nil)
    #expect(cell.p == 1)
    #expect(cell.difference?.value == 0)
    #expect(!cell.hasMoved)
    let scores = Self.compared(games, games, figure: .score)
    // That no game changed does not say that none can.
    #expect(scores.difference == .unknown(0))
    #expect(ComparisonText.change(scores) == "0")
    #expect(scores.p == 1)
    #expect(scores.widthRatio == nil)
  }

  /// Only games of both sides count, and of those on each side what says whether the level was passed.
  @Test func pairsByIndex() throws {
    let base = [
      Self.game(0, .won), Self.game(1, .lost), Self.game(2, .capped), Self.game(3, .faulted),
      Self.game(5, .won), Self.game(7, .won),
    ]
    let new = [
      Self.game(1, .won), Self.game(2, .won), Self.game(3, .won), Self.game(4, .lost),
      Self.game(5, .lost), Self.game(7, .won, hash: 9), Self.game(8, .won),
    ]
    let cell = Self.compared(base, new)
    #expect(cell.playedPairs == 5)
    #expect(cell.baseGames == 4 && cell.newGames == 5 && cell.oneSided == 1)
    #expect(cell.base == 0.5 && cell.new == 0.8)
    #expect(cell.differing == 5)
    #expect(cell.example == 1)
    let outcomes = PairedOutcomes(
      both: 1, lost: 1, gained: 2, neither: 0, onlyAfter: .init(passed: 1, failed: 0))
    #expect(cell.p == Statistics.pValue(outcomes, beyond: 0))
    #expect(cell.difference == Statistics.pairedRateDifference(outcomes))
  }

  @Test func movesInBothDirectionsAndWithinATolerance() {
    let base = (0..<200).map { Self.game($0, $0 < 100 ? .won : .lost) }
    let better = (0..<200).map { Self.game($0, $0 < 130 ? .won : .lost) }
    #expect(Self.compared(base, better).hasMoved)
    #expect(Self.compared(better, base).hasMoved)
    #expect(Self.compared(base, better, tolerance: 0.08).hasMoved)
    #expect(!Self.compared(base, better, tolerance: 0.14).hasMoved)
    #expect(!Self.compared(base, better, tolerance: 0.2).hasMoved)
    // Nothing in common was played: nothing is said.
    let others = (200..<400).map { Self.game($0, .won) }
    let none = Self.compared(base, others)
    #expect(none.p == nil && none.difference == nil && !none.hasMoved)
  }

  /// `scipy.stats.ttest_rel` and `ttest_ind(equal_var=False)`, 1.17.1.
  @Test func scores() throws {
    let before = [275, 210, 190, 236, 170, 179, 169, 201, 219, 226]
    let after = [271, 220, 208, 234, 234, 235, 258, 220, 248, 202]
    let base = before.enumerated().map { Self.game($0, .ended, score: $1) }
    let new = after.enumerated().map { Self.game($0, .ended, score: $1) }
    let paired = Self.compared(base, new, figure: .score)
    let interval = try #require(paired.difference)
    #expect(isClose(interval.value, 25.5, 1e-12))
    #expect(isClose(interval.low, 0.6362730613966754, 1e-11))
    #expect(isClose(try #require(paired.p), 0.045482330230720736, 1e-12))
    let apart = Self.compared(base, new, figure: .score, isPaired: false)
    #expect(isClose(try #require(apart.p), 0.059253737007745146, 1e-12))
    #expect(apart.widthRatio == nil && apart.differing == 0)
    let width = try #require(apart.difference)
    #expect(
      isClose(
        try #require(paired.widthRatio),
        (interval.high - interval.low) / (width.high - width.low), 1e-12))
  }

  /// How large a change counts has no part in how well it is known.
  @Test func theIntervalIsTheSameWithAnyTolerance() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    func games(_ mean: Double) -> [ComparedGame] {
      (0..<60).map { Self.game($0, .ended, score: Int((mean + 2 * random.gaussian()).rounded())) }
    }
    let (base, new) = (games(100), games(97))
    let cells = [0, 0.02, 0.03, 0.1].map {
      Self.compared(base, new, figure: .score, isPaired: false, tolerance: $0)
    }
    let first = try #require(cells[0].difference)
    #expect(first.high < 0)
    for cell in cells { #expect(cell.difference == first) }
    let p = try cells.map { try #require($0.p) }
    #expect(p[0] < 0.001 && p == p.sorted() && p[3] > 0.9)
  }

  /// Scores without any spread: no interval, and a p-value that counts the games.
  @Test func constantScores() {
    let base = (0..<6).map { Self.game($0, .ended, score: 10) }
    let new = (0..<6).map { Self.game($0, .ended, score: 12, hash: 1) }
    let paired = Self.compared(base, new, figure: .score)
    #expect(paired.difference == .unknown(2) && paired.widthRatio == nil)
    // Six changes of one sign: 2 of 2^6.
    #expect(isClose(paired.p ?? 0, 0.03125, 1e-15))
    #expect(Self.compared(base, new, figure: .score, tolerance: 0.2).p == 1)
    let apart = Self.compared(base, Array(new.prefix(3)), figure: .score, isPaired: false)
    #expect(apart.difference == .unknown(2))
    // Three games above the six others: 2 of the 84 orders.
    #expect(isClose(apart.p ?? 0, 2.0 / 84, 1e-14))
    #expect(ComparisonText.change(apart) == "+2.00")
  }

  @Test func ratesOfDifferentGames() {
    let base = (0..<80).map { Self.game($0, $0 < 48 ? .won : .lost) }
    let new = (0..<70).map { Self.game($0, $0 < 56 ? .won : .lost) }
    let cell = Self.compared(base, new, isPaired: false)
    #expect(
      cell.difference
        == Statistics.rateDifference(successes: 56, trials: 70, lessSuccesses: 48, lessTrials: 80))
    #expect(
      cell.p
        == Statistics.fisher(successes: 56, trials: 70, otherSuccesses: 48, otherTrials: 80))
    #expect(cell.playedPairs == 0 && cell.example == nil)
  }

  /// 400 comparisons of 20 cells without any change: few say that something moved.
  ///
  /// At most 1 in 20 may (0.05, standard error 0.011); exact tests stay below it.
  @Test func falseAlarmsAreRare() {
    var random = ReportFixture.Random(state: 5)
    var alarms = 0
    for _ in 0..<400 {
      var values: [Double] = []
      for _ in 0..<20 {
        var outcomes = PairedOutcomes()
        for _ in 0..<100 {
          let ease = random.unit()
          outcomes.add(before: random.unit() < ease, after: random.unit() < ease)
        }
        values.append(Statistics.pValue(outcomes, beyond: 0))
      }
      if Statistics.holm(values).contains(where: { $0 < CellComparison.error }) { alarms += 1 }
    }
    #expect(alarms <= 28, "\(alarms)")
    #expect(alarms > 0)
  }
}
