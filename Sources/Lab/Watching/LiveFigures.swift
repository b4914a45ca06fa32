import SimHarness

/// What the games so far say of a level: a figure for each player.
public struct LiveFigures: Sendable, Equatable {
  /// A loss reason with its games.
  public struct Reason: Sendable, Equatable {
    public var name: String
    public var count: Int
  }

  /// A script that failed.
  public struct Fault: Sendable, Equatable {
    /// The most common message.
    public var message: String
    /// The games in which a script failed.
    public var games: [Int]
  }

  /// A player's games against the same games of another version of the level.
  public struct Change: Sendable, Equatable {
    /// The games that count in one of the versions, or in both.
    public var games: Int
    /// The pass rate or mean score now minus the one before; nil if no game ends differently, if too
    /// few games count, or if one version has a goal and the other none.
    public var difference: Interval?
    /// The games that end differently: won, lost or neither or, where nothing can be won, with another
    /// score.
    public var differing: [Int]
    /// How many of them are won now, and how many lost.
    public var gained: Int
    public var lost: Int
    /// Whether the difference is one of mean scores.
    var isScore = false
  }

  /// A player's row.
  public struct Player: Sendable, Equatable {
    public var name: String
    public var games: Int
    public var won: Int
    /// Lost, or stopped by the limit of moves.
    public var lost: Int
    /// The pass rate, or the mean score where nothing can be won; nil if no game counts.
    public var value: Interval?
    /// Whether the figure is a mean score.
    public var isScore: Bool
    /// How each of the first games ended; few games are shown as dots.
    public var ends: [GameEnd]
    /// Why games were not won, the most common first.
    public var reasons: [Reason]
    public var fault: Fault?
    /// Against the level as it was saved.
    public var sinceSaved: Change?
    /// Against the level before the last stroke.
    public var sinceStroke: Change?
  }

  /// Games below which a player has dots and no interval that is worth showing.
  public static let fewGames = 8

  public var players: [Player]
  /// Games of each player in the end.
  public var total: Int
  public var isFinal: Bool

  /// - Parameters:
  ///   - snapshot: The games so far.
  ///   - plan: What is played.
  ///   - saved: The games of the level as it was saved.
  ///   - stroke: Those of the level before the last stroke.
  public init(
    _ snapshot: LiveEstimate.Snapshot, of plan: RunPlan, saved: LiveGames? = nil,
    stroke: LiveGames? = nil
  ) {
    total = snapshot.total
    isFinal = snapshot.isFinal
    let isForTwo = MetricDefinition.areForTwo(plan.game.metrics)
    players = zip(plan.players, snapshot.games.rows).enumerated().map { number, player in
      func rows(_ games: LiveGames?) -> [GameRow]? {
        games.flatMap { number < $0.rows.count ? $0.rows[number] : nil }
      }
      return Player(
        player.0.name, player.1, hasGoal: plan.levels.first?.hasGoal ?? true,
        isForTwo: isForTwo, saved: rows(saved), stroke: rows(stroke))
    }
  }
}

extension LiveFigures.Player {
  init(
    _ name: String, _ rows: [GameRow], hasGoal: Bool, isForTwo: Bool, saved: [GameRow]?,
    stroke: [GameRow]?
  ) {
    self.name = name
    games = rows.count
    isScore = !hasGoal
    ends = rows.prefix(LiveFigures.fewGames).map(\.result.end)
    let hasPairs = TableNames.names(in: name).count == 2
    let passes = PassCount(
      rows.map { ComparedGame($0.result, isForTwo: isForTwo) }, hasPairs: hasPairs)
    won = passes.wins
    lost = passes.trials - passes.wins
    value = hasGoal ? passes.rate() : Self.meanScore(of: rows, hasPairs: hasPairs)
    reasons = Self.reasons(of: rows)
    fault = Self.fault(in: rows)
    func change(from games: [GameRow]) -> LiveFigures.Change {
      var change = LiveFigures.Change(
        from: games, to: rows, isForTwo: isForTwo, hasPairs: hasPairs)
      // A level that has got a goal, or lost it, has another figure than before.
      if change.isScore != isScore { change.difference = nil }
      return change
    }
    sinceSaved = saved.map(change)
    sinceStroke = stroke.map(change)
  }

  private static func meanScore(of rows: [GameRow], hasPairs: Bool) -> Interval? {
    var scores = FigureHistogram(hasPairs: hasPairs)
    for row in rows where row.result.end.isCounted {
      scores.add(row.result.score, game: row.result.index)
    }
    return scores.distribution.map { $0.meanInterval ?? .unknown($0.mean) }
  }

  private static func reasons(of rows: [GameRow]) -> [LiveFigures.Reason] {
    var counts: [String: Int] = [:]
    for row in rows {
      guard let reason = row.reasonNotWon else { continue }
      counts[reason, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { LiveFigures.Reason(name: $0.key, count: $0.value) }
  }

  private static func fault(in rows: [GameRow]) -> LiveFigures.Fault? {
    let faulted = rows.map(\.result).filter { $0.end == .faulted || $0.end == .inconclusive }
    var counts: [String: Int] = [:]
    for result in faulted { counts[result.fault ?? "a script failed", default: 0] += 1 }
    let commonest = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }
    return commonest.map { LiveFigures.Fault(message: $0.key, games: faulted.map(\.index)) }
  }
}

extension LiveFigures.Change {
  /// The change from some games to the same ones of another version, both from index 0 on.
  init(from before: [GameRow], to after: [GameRow], isForTwo: Bool, hasPairs: Bool = false) {
    let count = min(before.count, after.count)
    let old = before.prefix(count).map { ComparedGame($0.result, isForTwo: isForTwo) }
    let new = after.prefix(count).map { ComparedGame($0.result, isForTwo: isForTwo) }
    // As `compare` decides it.
    let hasGoal = old.contains(where: \.isDecided) && new.contains(where: \.isDecided)
    var comparison = CellComparison(
      level: "", agent: "", figure: hasGoal ? .passRate : .score, isEdited: true, isPaired: true,
      sharesDeals: hasPairs)
    comparison.compare(old, new, tolerance: 0)
    games = hasGoal ? comparison.decidedGames : comparison.newGames
    let pairs = zip(old, new).filter { old, new in
      hasGoal ? old.isPassed != new.isPassed : old.score != new.score
    }
    differing = pairs.map(\.1.index)
    gained = pairs.count { $0.1.isPassed == true }
    lost = pairs.count { $0.1.isPassed == false }
    difference = differing.isEmpty ? nil : comparison.difference
    isScore = !hasGoal
  }
}
