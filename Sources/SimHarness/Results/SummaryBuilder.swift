/// Makes a cell's figures from its games' rows.
///
/// Only integers are added up, and of example games that are alike the one with the lowest index is
/// kept; rates, means and intervals are calculated once at the end. So the figures do not depend on the order of
/// games, nor on how they were divided among workers.
package struct CellSummaryBuilder {
  private var cell: CellSummary
  private let metrics: [MetricDefinition]
  private var moves: FigureHistogram
  private var samples: [FigureSample]
  private var reasons: [String: Int] = [:]
  private var faults: [String: (count: Int, firstGame: Int)] = [:]
  private var firstCapped: GameResult?
  private var firstFaulted: GameResult?
  private var firstInconclusive: GameResult?
  private var ranked: [ExampleRank: RankedGames] = [:]
  private var nearMiss: GameResult?
  /// The place of the metric that marks a near miss.
  private let nearMissPlace: Int?
  /// The place of the points in two-player games whose players change seats.
  private let pointsPlace: Int?
  private var derived: CellGames
  private var marks = OutcomeMarks()
  /// Whether the level is known to have no goal, whatever its games say.
  private var knowsNoGoal = false

  /// The figures of a level and agent, without games.
  ///
  /// With `hasPairs` the agent is two players that change seats between two games on one deal;
  /// `stars` are the level's scores for one, two and three stars, if it has any.
  package init(
    level: String, levelHash: String, agent: String, hasPairs: Bool, metrics: [MetricDefinition],
    stars: [Int] = []
  ) {
    let isForTwo = MetricDefinition.areForTwo(metrics)
    derived = CellGames(hasPairs: hasPairs, isForTwo: isForTwo)
    derived.stars = stars
    moves = FigureHistogram(hasPairs: hasPairs)
    cell = CellSummary(level: level, levelHash: levelHash, agent: agent)
    cell.isForTwo = isForTwo
    self.metrics = metrics
    nearMissPlace = metrics.firstIndex { $0.name == "near_miss" }
    pointsPlace = isForTwo ? metrics.firstIndex { $0.name == "points" } : nil
    samples = metrics.map { _ in FigureSample(hasPairs: hasPairs) }
  }

  /// The figures of a level that is played without a store.
  package init(of level: PlayableLevel, agent: String, metrics: [MetricDefinition]) {
    self.init(
      level: level.name, levelHash: level.hash, agent: agent,
      hasPairs: TableNames.names(in: agent).count == 2, metrics: metrics, stars: level.stars)
    knowsNoGoal = !level.hasGoal
  }

  /// How many of the games so far were passed.
  package var passes: PassCount { derived.passCount }

  package mutating func add(_ row: GameRow) {
    let result = row.result
    cell.games += 1
    derived.add(row)
    marks.add(result, isForTwo: cell.isForTwo)
    switch result.end {
    case .won: cell.wins += 1
    case .lost: cell.losses += 1
    case .ended: cell.ended += 1
    case .capped:
      cell.capped += 1
      Self.keepFirst(result, in: &firstCapped)
    case .faulted:
      cell.faults += 1
      Self.keepFirst(result, in: &firstFaulted)
    case .inconclusive:
      cell.inconclusive += 1
      Self.keepFirst(result, in: &firstInconclusive)
    }
    if result.end == .faulted || result.end == .inconclusive {
      let message = result.fault ?? "no reason was recorded"
      let fault = faults[message] ?? (count: 0, firstGame: result.index)
      faults[message] = (fault.count + 1, min(fault.firstGame, result.index))
      return
    }
    moves.add(result.moves, game: result.index)
    if pointsPlace != nil { addPoints(row) }
    ranked[ExampleRank(result, isForTwo: cell.isForTwo), default: RankedGames()].add(result)
    if let reason = row.reasonNotWon { reasons[reason, default: 0] += 1 }
    for (index, value) in row.metrics.enumerated() where index < samples.count {
      guard let value else { continue }
      samples[index].add(value, game: result.index)
      if index == nearMissPlace && value == 1 { Self.keepFirst(result, in: &nearMiss) }
    }
  }

  private mutating func addPoints(_ row: GameRow) {
    guard let pointsPlace, row.metrics.indices.contains(pointsPlace),
      let points = row.metrics[pointsPlace], (0...MirroredPairs.win).contains(points)
    else { return }
    cell.pairs.add(
      game: row.result.index, halves: Int(points / (MirroredPairs.win / 2)))
  }

  /// Keeps the game of the lower index.
  fileprivate static func keepFirst(_ game: GameResult, in kept: inout GameResult?) {
    if let earlier = kept, earlier.index <= game.index { return }
    kept = game
  }

  package func build() -> CellSummary {
    var cell = cell
    cell.passEffect = derived.passEffect
    cell.capEffect = derived.capEffect
    cell.hasGoal = !knowsNoGoal && (cell.wins + cell.losses > 0 || cell.ended == 0)
    cell.passRate = cell.passEvidence?.interval
    cell.score = derived.scores.distribution
    cell.moves = moves.distribution
    cell.metrics = zip(metrics, samples).map { definition, sample in
      MetricSummary(definition, of: sample)
    }
    cell.metrics += DerivedMetrics.summaries(of: derived)
    cell.endsByMove = moves.sorted.map { moves, count in
      let (wins, lost) = (derived.won.moves.count(of: moves), derived.lost.moves.count(of: moves))
      return (moves: moves, wins: wins, lost: lost, ended: count - wins - lost)
    }
    cell.lossReasons = Self.ranked(reasons).map { (reason: $0.key, count: $0.value) }
    cell.faultMessages = faults.sorted {
      ($1.value.count, $0.value.firstGame) < ($0.value.count, $1.value.firstGame)
    }.prefix(5).map { ($0.key, $0.value.count, $0.value.firstGame) }
    cell.examples = examples()
    cell.marks = marks
    return cell
  }

  private static func ranked(_ counts: [String: Int]) -> [(key: String, value: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  /// Best, median and worst, and the first of each noteworthy kind.
  private func examples() -> [ExampleGame] {
    var examples: [ExampleGame] = []
    func add(_ label: String, _ game: GameResult?) {
      guard let game else { return }
      examples.append(
        ExampleGame(
          label: label, index: game.index, end: game.end, score: game.score, moves: game.moves))
    }
    // Without a goal, only the score says how good a game was.
    let hasGoal = cell.wins + cell.losses > 0
    let ranks = ranked.keys.sorted { $0.isWorse(than: $1, hasGoal: hasGoal) }
    let middle = Statistics.quantile(
      0.5, of: ranks.indices.map { (value: $0, count: ranked[ranks[$0]]?.count ?? 0) })
    add("best", ranks.last.flatMap { ranked[$0]?.quickest })
    add("median", middle.flatMap { ranked[ranks[$0]]?.first })
    add("worst", ranks.first.flatMap { ranked[$0]?.worst })
    add("near miss", nearMiss)
    add("capped", firstCapped)
    add("fault", firstFaulted)
    add("inconclusive", firstInconclusive)
    return examples
  }
}

/// The rank of a game among those of a level and player: first by its outcome (won, then a draw
/// between two players, then lost), then by its score.
private struct ExampleRank: Hashable {
  let standing: Int
  let score: Int

  init(_ result: GameResult, isForTwo: Bool) {
    score = result.score
    standing =
      switch result.end {
      case .won: 2
      // Neither won nor lost, such as a draw.
      case .ended: 1
      case .capped: isForTwo ? 1 : 0
      case .lost, .faulted, .inconclusive: 0
      }
  }

  func isWorse(than other: Self, hasGoal: Bool) -> Bool {
    hasGoal
      ? (standing, score) < (other.standing, other.score)
      : (score, standing) < (other.score, other.standing)
  }
}

/// The games of a rank, as far as examples need them.
private struct RankedGames {
  var count = 0
  var first: GameResult?
  /// The game with the fewest moves, and that with the most.
  var quickest: GameResult?
  private var slowest: GameResult?

  /// Of won games the slowest is the worst; of others moves say nothing.
  var worst: GameResult? { first?.end == .won ? slowest : first }

  mutating func add(_ game: GameResult) {
    count += 1
    CellSummaryBuilder.keepFirst(game, in: &first)
    func isBefore(_ kept: GameResult?, _ moves: (GameResult) -> Int) -> Bool {
      kept.map { (moves(game), game.index) < (moves($0), $0.index) } ?? true
    }
    if isBefore(quickest, \.moves) { quickest = game }
    if isBefore(slowest, { -$0.moves }) { slowest = game }
  }
}

extension MetricDefinition {
  /// Whether these are the metrics of a two-player game, in which a game that hit the move limit is
  /// a draw.
  package static func areForTwo(_ metrics: [MetricDefinition]) -> Bool {
    areForTwo(metrics.map(\.name))
  }

  /// The same by their names.
  static func areForTwo(_ names: [String]) -> Bool { names.contains("seat_points") }
}

extension MetricSummary {
  /// The figure of a definition from its values, game by game.
  init(_ definition: MetricDefinition, of sample: FigureSample) {
    let total = sample.total
    var evidence: FigureEvidence?
    if total.count > 0 {
      switch definition.kind {
      case .rate:
        // A foreign store may hold other values than 0 and 1.
        let successes = Int(min(max(total.sum, 0), Int128(total.count)))
        evidence = .rate(
          successes: successes, trials: total.count, effect: sample.effect)
      case .count: evidence = .mean(MeanEvidence(sample))
      case .real:
        evidence = .mean(
          MeanEvidence(sample, scale: 0x1p-32, naturalHigh: definition.unit == "share" ? 1 : nil))
      }
    }
    let interval = evidence?.interval
    self.init(definition, value: interval)
    count = total.count
    self.evidence = evidence
    reason = evidence?.reason(for: interval)
  }
}
