import SimHarness

/// What to generate: a value that does not depend on the number of workers.
public struct GeneratePlan: Sendable {
  /// Who must be able to win every level, and in how many games.
  public struct Solver: Sendable, Equatable {
    public var agent: String
    public var games: Int

    public init(agent: String, games: Int) {
      self.agent = agent
      self.games = games
    }
  }

  public var origin: LevelOrigin
  public var game: GameEntry
  public var library: ScriptLibrary
  /// Everybody who is named in a condition, a feature or as the solver.
  public var players: [RunPlayer]
  /// The modules that scripts may require.
  public var modules: [ScriptSource]
  /// The conditions on the levels.
  public var conditions: [Condition]
  /// Two figures to be diverse in; none: the first levels that meet the conditions are kept.
  public var features: [LevelFeature] = []
  public var solver: Solver?
  /// How many levels to keep; nil, with features: one in each cell.
  public var count: Int?
  /// The maximum number of levels to make.
  public var tries: Int
  public var seed: UInt64 = 1
  /// The seed of the games in which the kept levels are measured again.
  public var freshSeed: UInt64 = 2
  /// Games per level and player.
  public var games = 400

  public init(
    origin: LevelOrigin, game: GameEntry, library: ScriptLibrary, players: [RunPlayer],
    modules: [ScriptSource], conditions: [Condition], count: Int?, tries: Int
  ) {
    self.origin = origin
    self.game = game
    self.library = library
    self.players = players
    self.modules = modules
    self.conditions = conditions
    self.count = count
    self.tries = tries
  }

  /// The figures that are measured: those of conditions and features, each once.
  public var figures: [Condition] {
    (conditions + features.map(\.condition)).uniqued { "\($0.metric)(\($0.agent))" }
  }

  /// The players whose games are measured, by place.
  var measured: [Int] {
    let names = Set(figures.map(\.agent))
    return players.indices.filter { names.contains(players[$0].name) }
  }
}

/// A level that was generated, and what its games say.
public struct GeneratedLevel: Sendable {
  /// A figure as it was when the level was chosen, and on fresh games.
  public struct Figure: Sendable, Equatable {
    public var metric: String
    public var agent: String
    /// The condition's bound.
    public var bounds: [Condition.Bound]
    public var chosen: Interval
    /// Measured on independent games; nil if it was interrupted.
    public var fresh: Interval?

    /// Whether the fresh value meets the conditions; nil without any.
    public var holdsOnFreshGames: Bool? {
      guard let fresh, !bounds.isEmpty else { return nil }
      return bounds.allSatisfy { $0.contains(fresh.value) }
    }
  }

  public var file: LevelFile
  /// The seed of the generator, or of the level that it was changed from.
  public var generatorSeed: UInt64
  public var values: [(name: String, value: Double)]
  /// Whether cells were changed after the generator.
  public var isEdited: Bool
  public var figures: [Figure]
  /// The first game, from 1, that the solver won.
  public var solvedIn: Int?

  /// Whether every condition is met on fresh games; nil without conditions or fresh games.
  public var holdsOnFreshGames: Bool? {
    let all = figures.compactMap(\.holdsOnFreshGames)
    return all.isEmpty ? nil : all.allSatisfy { $0 }
  }
}

/// The levels that were generated, and how it went.
public struct GeneratedSet: Sendable {
  /// Why candidates were not kept.
  public enum Drop: String, CaseIterable, Sendable {
    /// The generator's script failed, or what it made is not a level.
    case invalid
    case duplicate
    /// A script failed in a game.
    case faulted
    case condition
    /// No game gave the figure of a condition.
    case unmeasured
    case unsolved
    /// No better than what the archive held.
    case surpassed
  }

  /// The archive when the search ended, and measured on fresh games.
  public struct Archive: Sendable, Equatable {
    public var features: [LevelFeature]
    public var filled: Int
    public var score: Double
    /// Cells in which a level lies by its fresh figures.
    public var freshFilled: Int
    public var freshScore: Double
    /// The fresh cells, row by row from the second feature's lowest bin.
    public var freshCells: [Bool]

    public var cells: Int { freshCells.count }
  }

  public var levels: [GeneratedLevel] = []
  public var candidates = 0
  public var gamesPlayed = 0
  public var drops: [Drop: Int] = [:]
  /// What was wrong with the first candidate that was invalid or faulted.
  public var firstProblem: String?
  /// Why the first candidate without a figure that a condition needs has none.
  public var firstUnmeasured: String?
  /// Of the candidates that do not meet the conditions, the one that misses them least.
  public var nearest: (miss: Double, figures: [GeneratedLevel.Figure])?
  public var archive: Archive?
  public var isInterrupted = false
}
