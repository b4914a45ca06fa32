/// A player made ready for a run: its name, and how it plays a batch of games of a level.
public struct RunPlayer: Sendable {
  /// The name as it was given: part of its stream's key and of the report.
  public let name: String
  /// One line: what it does.
  public let summary: String
  /// The scripts it needs.
  public let scripts: [ScriptSource]
  /// How many games of the run there are where they were played before; nil: it plays all.
  public let recordedGames: Int?
  /// Plays a batch.
  ///
  /// Stops early, between two games, when `isCancelled` says so.
  public let play:
    @Sendable (
      _ request: BatchRequest, _ level: PlayableLevel, _ scripts: ScriptHost,
      _ isCancelled: () -> Bool, _ row: (GameRow) -> Void
    ) -> Void

  public init(
    name: String, summary: String, scripts: [ScriptSource], recordedGames: Int? = nil,
    play:
      @escaping @Sendable (
        _ request: BatchRequest, _ level: PlayableLevel, _ scripts: ScriptHost,
        _ isCancelled: () -> Bool, _ row: (GameRow) -> Void
      ) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.scripts = scripts
    self.recordedGames = recordedGames
    self.play = play
  }
}

/// Everything a run plays: a value that says what, never how many workers do it.
public struct RunPlan: Sendable {
  public var title: String
  public var game: GameEntry
  public var levels: [PlayableLevel]
  public var players: [RunPlayer]
  /// Games of each level and player.
  public var games: Int
  public var seed: UInt64
  public var maxMoves: Int
  /// Check every state's invariants after every move.
  public var checks = false
  public var limits = ScriptLimits.standard
  /// The modules that scripts may require.
  public var modules: [ScriptSource] = []

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

  /// All games of the plan.
  public var totalGames: Int {
    players.reduce(0) { $0 + ($1.recordedGames ?? levels.count * games) }
  }
}
