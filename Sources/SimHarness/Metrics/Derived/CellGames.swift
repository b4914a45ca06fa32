/// The sums over the rows of a level and player, as integers, from which derived metrics are
/// calculated.
///
/// Sums are independent of order and grouping.
struct CellGames: Sendable {
  /// Scores and moves of games of one kind of end.
  struct Part: Sendable {
    var moves: FigureHistogram
    var scores: FigureHistogram

    init(hasPairs: Bool) {
      moves = FigureHistogram(hasPairs: hasPairs)
      scores = FigureHistogram(hasPairs: hasPairs)
    }

    mutating func add(_ result: GameResult) {
      moves.add(result.moves, game: result.index)
      scores.add(result.score, game: result.index)
    }
  }

  private(set) var games = 0
  private(set) var wins = 0
  /// Games that were not won though they could have been: lost or capped.
  private(set) var failed = 0
  private(set) var capped = 0
  private(set) var ended = 0
  /// Faulted and inconclusive games, which count nowhere else.
  private(set) var faulted = 0
  private(set) var won: Part
  /// Lost and capped games.
  private(set) var lost: Part
  private(set) var scores: FigureHistogram
  private(set) var scorePerMove: RatioSample
  private(set) var lossReasons: [String: Int] = [:]
  /// The level's scores for one, two and three stars; empty without.
  var stars: [Int] = []
  /// Whether two games each are played on one deal.
  private let hasPairs: Bool
  /// Whether two players play: a game that hit the move limit is a draw then.
  private let isForTwo: Bool
  /// Of games in pairs that could be won, whether they were.
  private var passes = PairSums()
  /// Of those that count, whether they were capped.
  private var caps = PairSums()
  /// Of all, whether they faulted.
  private var faults = PairSums()

  init(hasPairs: Bool = false, isForTwo: Bool = false) {
    self.hasPairs = hasPairs
    self.isForTwo = isForTwo
    won = Part(hasPairs: hasPairs)
    lost = Part(hasPairs: hasPairs)
    scores = FigureHistogram(hasPairs: hasPairs)
    scorePerMove = RatioSample(hasPairs: hasPairs)
  }

  // MARK: Design effects of pairs (`PairSums`)

  var passCount: PassCount {
    var count = PassCount(wins: wins, trials: decided)
    (count.effect, count.hasPairs) = (passEffect, hasPairs)
    return count
  }
  var passEffect: Double { Self.effect(passes, wins, of: decided) }
  var capEffect: Double { Self.effect(caps, capped, of: counted) }
  var faultEffect: Double { Self.effect(faults, faulted, of: games) }
  /// The largest effect on a figure of the games that count.
  var maxEffect: Double { scores.maxEffect }

  private static func effect(_ pairs: PairSums, _ count: Int, of games: Int) -> Double {
    var total = FigureSum()
    if count > 0 { total.add(1, count: count) }
    if games > count { total.add(0, count: games - count) }
    return pairs.effect(on: total)
  }

  private mutating func addPair(_ result: GameResult) {
    faults.add(result.end.isCounted ? 0 : 1, game: result.index)
    guard result.end.isCounted else { return }
    caps.add(result.end == .capped ? 1 : 0, game: result.index)
    if let isPassed = result.end.isPassed(isForTwo: isForTwo) {
      passes.add(isPassed ? 1 : 0, game: result.index)
    }
  }

  // MARK: Adding

  /// Games that could be won.
  var decided: Int { wins + failed }
  /// Games that neither faulted nor were inconclusive.
  var counted: Int { decided + ended }

  mutating func add(_ row: GameRow) {
    let result = row.result
    games += 1
    if hasPairs { addPair(result) }
    switch result.end {
    case .faulted, .inconclusive:
      faulted += 1
      return
    case .won:
      wins += 1
      won.add(result)
    case .capped where isForTwo:
      capped += 1
      ended += 1
    case .lost, .capped:
      failed += 1
      if result.end == .capped { capped += 1 }
      lost.add(result)
      if let reason = row.lossReason { lossReasons[reason, default: 0] += 1 }
    case .ended: ended += 1
    }
    scores.add(result.score, game: result.index)
    if result.moves > 0 {
      scorePerMove.add(Double(result.score) / Double(result.moves), game: result.index)
    }
  }
}
