/// A player made ready for a run: its name, and how it plays a batch of games of a level.
public struct RunPlayer: Sendable {
  /// The name as it was given: part of its stream's key and of the report.
  public let name: String
  /// One line: what it does.
  public let summary: String
  /// The scripts it needs.
  public let scripts: [ScriptSource]
  /// The games of a level, ascending, where they were played before; nil: it plays all.
  public let recorded: (@Sendable (PlayableLevel) -> [Int])?
  /// Plays a batch.
  ///
  /// Stops early, between two games, when `isCancelled` says so.
  public let play:
    @Sendable (
      _ request: BatchRequest, _ level: PlayableLevel, _ scripts: ScriptHost,
      _ isCancelled: () -> Bool, _ row: (consuming GameRow) -> Void
    ) -> Void

  public init(
    name: String, summary: String, scripts: [ScriptSource],
    recorded: (@Sendable (PlayableLevel) -> [Int])? = nil,
    play:
      @escaping @Sendable (
        _ request: BatchRequest, _ level: PlayableLevel, _ scripts: ScriptHost,
        _ isCancelled: () -> Bool, _ row: (consuming GameRow) -> Void
      ) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.scripts = scripts
    self.recorded = recorded
    self.play = play
  }
}

/// Everything a run plays: a value that does not depend on the number of workers.
public struct RunPlan: Sendable {
  /// The maximum number of games of a level and player.
  public static let maxGames = 1_000_000_000

  public var title: String
  public var game: GameEntry
  public var levels: [PlayableLevel]
  public var players: [RunPlayer]
  /// Games of each level and player; with `precision` the maximum.
  public var games: Int
  /// Play each cell only until its pass rate has this precision.
  public var precision: PrecisionGoal?
  /// The part of every cell's games to play; nil: all.
  public var shard: RunShard?
  /// A hash of how the games behave on the machine that plays a part.
  public var signature: String?
  public var seed: UInt64
  public var maxMoves: Int
  /// Check every state's invariants after every move.
  public var checks = false
  public var limits = ScriptLimits.standard
  /// Where its scripts and engines are found, for the commands that its report suggests.
  public var folders = NamedFolders()
  /// The thresholds of the levels' flags.
  public var thresholds = FlagThresholds.standard
  /// The formats of the report, in addition to the summary.
  public var formats = ReportFormat.standard
  /// The modules that scripts may require.
  public var modules: [ScriptSource] = []
  /// Which of the lines that scripts print are kept; results do not depend on it.
  public var prints = PrintFilter.all

  public init(
    title: String, game: GameEntry, levels: [PlayableLevel], players: [RunPlayer], games: Int,
    seed: UInt64, maxMoves: Int
  ) {
    self.title = title
    self.game = game
    self.levels = levels
    self.players = players
    self.games = games
    self.seed = seed
    self.maxMoves = maxMoves
  }

  /// Level by level, the players within each.
  public var cells: [RunCell] {
    levels.indices.flatMap { level in
      players.map { RunCell(level: level, agent: $0.name) }
    }
  }

  /// What scripts printed while the levels were loaded, as far as it is kept.
  public var loadingPrints: [PrintedLine] {
    levels.enumerated().flatMap { place, level in
      level.printed(prints, cell: place * players.count)
    }
  }

  /// The games of every cell.
  public var range: Range<Int> { shard?.range(of: games) ?? 0..<games }

  /// The games of a cell that were played before, ascending; nil: all are to be played.
  func recorded(ofCell cell: Int) -> [Int]? {
    players[cell % players.count].recorded.map { $0(levels[cell / players.count]) }
  }

  /// All games of the plan; with `precision` the maximum.
  public var totalGames: Int {
    var total = 0
    for player in players {
      let recorded = player.recorded.map { games in levels.reduce(0) { $0 + games($1).count } }
      let (own, overflow) = levels.count.multipliedReportingOverflow(by: range.count)
      let (sum, more) = total.addingReportingOverflow(recorded ?? own)
      if overflow || more { return .max }
      total = sum
    }
    return total
  }
}
