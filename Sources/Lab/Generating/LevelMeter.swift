import SimHarness

/// A level that may be kept, and the games that were played of it.
struct LevelCandidate: Sendable {
  var number: Int
  var generatorSeed: UInt64
  var values: [Double]
  var isEdited = false
  var file: LevelFile
  var level: PlayableLevel
  /// Its appearance: see `LevelFile.layout`.
  var layout: String
  /// The games of each player of the plan.
  var games: [[TrialGame]]
  var solvedIn: Int?
}

/// Plays candidates and reads their figures.
struct LevelMeter: Sendable {
  let plan: GeneratePlan
  let pool: GamePool
  let isCancelled: @Sendable () -> Bool
  let progress: @Sendable (Int) -> Void

  /// Parts of the games after which a candidate may be dropped.
  static let stages = [0.125, 0.25, 0.5, 1]

  init(
    _ plan: GeneratePlan, jobs: Int, isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void,
    printed: (@Sendable (PrintedLine) -> Void)? = nil
  ) {
    self.plan = plan
    self.isCancelled = isCancelled
    self.progress = progress
    var pool = GamePool(
      game: plan.game, players: plan.players, maxMoves: plan.game.defaultMaxMoves, jobs: jobs,
      modules: plan.modules, columns: Array(plan.game.metrics.indices))
    pool.toleratesFaults = true
    pool.printed = printed
    self.pool = pool
  }

  /// Plays each candidate's games up to this many; nil when cancelled.
  func play(
    _ candidates: [LevelCandidate], upTo count: Int, players: [Int], seed: UInt64
  ) async throws -> [LevelCandidate]? {
    var requests: [GameRequest] = []
    for candidate in candidates {
      for player in players where candidate.games[player].count < count {
        requests.append(
          GameRequest(
            level: candidate.level, player: player, seed: seed,
            games: candidate.games[player].count..<count))
      }
    }
    guard
      let played = try await pool.play(
        requests, isCancelled: isCancelled, progress: progress)
    else { return nil }
    var candidates = candidates
    var next = 0
    for index in candidates.indices {
      for player in players where candidates[index].games[player].count < count {
        candidates[index].games[player] += played[next]
        next += 1
      }
    }
    return candidates
  }

  /// Whether a script failed in one of the games.
  func isFaulted(_ candidate: LevelCandidate) -> Bool {
    candidate.games.contains { games in
      games.contains { $0.end == .faulted || $0.end == .inconclusive }
    }
  }

  /// A figure from the games; nil if they do not determine it.
  func figure(_ condition: Condition, of candidate: LevelCandidate) -> Interval? {
    guard let player = plan.players.firstIndex(where: { $0.name == condition.agent }) else {
      return nil
    }
    let cell = CellSummary(
      candidate.games[player], of: candidate.level, agent: condition.agent,
      metrics: plan.game.metrics)
    if let interval = FigureEvidence(condition, in: cell)?.interval { return interval }
    return condition.value(in: cell).map(Interval.unknown)
  }

  /// Whether the figure lies so far outside that more games would hardly bring it back.
  func isHopeless(_ candidate: LevelCandidate) -> Bool {
    plan.conditions.contains { condition in
      guard let figure = figure(condition, of: candidate) else { return false }
      return (condition.bound.low.map { figure.high < $0 } ?? false)
        || (condition.bound.high.map { figure.low > $0 } ?? false)
    }
  }

  /// Whether every condition is met by a standard error, so that it is likely to be met again.
  func holds(_ candidate: LevelCandidate) -> Bool {
    plan.conditions.allSatisfy { condition in
      guard let figure = figure(condition, of: candidate) else { return false }
      // Too few games for an interval, or all alike: the value has to do.
      guard figure.isKnown else { return condition.bound.contains(figure.value) }
      return condition.bound.contains(figure.value)
        && (condition.bound.low.map { Self.isAbove($0, figure) } ?? true)
        && (condition.bound.high.map { Self.isBelow($0, figure) } ?? true)
    }
  }

  /// Whether a figure lies above a bound by a standard error.
  ///
  /// A bound at the natural end of a figure needs none: nothing is below 0 where the interval is not,
  /// and no share above 1.
  static func isAbove(_ bound: Double, _ figure: Interval) -> Bool {
    (figure.value + figure.low) / 2 >= bound || (bound <= 0 && figure.low >= 0)
      || (bound == 1 && figure.value == 1 && figure.high == 1)
  }

  static func isBelow(_ bound: Double, _ figure: Interval) -> Bool {
    (figure.value + figure.high) / 2 <= bound || (bound >= 1 && figure.high <= 1)
      || (bound == 0 && figure.value == 0 && figure.low == 0)
  }

  /// Why a condition's figure is not there; nil if every one is.
  func unmeasured(_ candidate: LevelCandidate) -> String? {
    for condition in plan.conditions where figure(condition, of: candidate) == nil {
      guard let player = plan.players.firstIndex(where: { $0.name == condition.agent }) else {
        continue
      }
      let cell = CellSummary(
        candidate.games[player], of: candidate.level, agent: condition.agent,
        metrics: plan.game.metrics)
      return "\(condition.metric)(\(SafeText.escaped(condition.agent, limit: 60))): "
        + cell.reasonUndefined(condition.metric)
    }
    return nil
  }

  /// How far the figures are outside, in widths of their bands; 0 if all are met.
  func miss(of candidate: LevelCandidate) -> Double {
    plan.conditions.reduce(0) { sum, condition in
      guard let value = figure(condition, of: candidate)?.value else { return sum + 10 }
      let low = condition.bound.low ?? value
      let high = condition.bound.high ?? value
      let width = condition.bound.low != nil && condition.bound.high != nil ? high - low : 1
      return sum + max(low - value, value - high, 0) / max(width, 1e-9)
    }
  }

  // MARK: Racing

  /// The candidates that meet the conditions after all games; the others are dropped as soon as
  /// possible.
  func raced(
    _ batch: [LevelCandidate], _ set: inout GeneratedSet
  ) async throws -> (kept: [LevelCandidate], dropped: [LevelCandidate])? {
    var running = batch
    var dropped: [LevelCandidate] = []
    for stage in Self.stages {
      let count = max(2, Int(saturating: (stage * Double(plan.games)).rounded(.up)))
      guard
        let played = try await play(
          running, upTo: min(count, max(2, plan.games)), players: plan.measured, seed: plan.seed)
      else { return nil }
      running = []
      for candidate in played {
        if isFaulted(candidate) {
          set.drop(.faulted)
        } else if stage == 1, let reason = unmeasured(candidate) {
          set.drop(.unmeasured, because: reason)
        } else if stage < 1 ? isHopeless(candidate) : !holds(candidate) {
          set.drop(.condition)
          dropped.append(candidate)
        } else {
          running.append(candidate)
        }
      }
      if running.isEmpty { break }
    }
    return (running, dropped)
  }

  /// Games of the solver that are played at once.
  private static let attempt = 4

  /// The candidates that the solver wins within its games; all if there is no solver.
  func solved(
    _ batch: [LevelCandidate], _ set: inout GeneratedSet
  ) async throws -> [LevelCandidate]? {
    guard let solver = plan.solver,
      let player = plan.players.firstIndex(where: { $0.name == solver.agent })
    else { return batch }
    var candidates = batch
    var played = 0
    while played < solver.games {
      played = min(played + Self.attempt, solver.games)
      let open = candidates.indices.filter { candidates[$0].solvedIn == nil }
      guard !open.isEmpty else { break }
      guard
        let answers = try await play(
          open.map { candidates[$0] }, upTo: played, players: [player], seed: plan.seed)
      else { return nil }
      for (index, answer) in zip(open, answers) {
        candidates[index] = answer
        candidates[index].solvedIn = answer.games[player].firstIndex { $0.end == .won }.map {
          $0 + 1
        }
      }
    }
    let solved = candidates.filter { $0.solvedIn != nil }
    for _ in solved.count..<candidates.count { set.drop(.unsolved) }
    return solved
  }
}

extension GeneratedSet {
  mutating func drop(_ reason: Drop) { drops[reason, default: 0] += 1 }

  mutating func drop(_ reason: Drop, because words: String) {
    drop(reason)
    firstUnmeasured = firstUnmeasured ?? words
  }
}

extension CellSummary {
  /// The figures of games that were played for tuning, as a run of them has them.
  init(
    _ games: some Sequence<TrialGame>, of level: PlayableLevel, agent: String,
    metrics: [MetricDefinition]
  ) {
    var builder = CellSummaryBuilder(of: level, agent: agent, metrics: metrics)
    for (index, game) in games.enumerated() {
      builder.add(
        GameRow(
          result: GameResult(
            index: index, end: game.end, score: game.score, moves: game.moves, hash: 0),
          lossReason: game.lossReason, metrics: game.metrics))
    }
    self = builder.build()
  }
}
