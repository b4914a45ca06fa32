/// Everything a report says about a run, as numbers: no formatting, no machine, no clock.
///
/// Made from the store's rows alone, so a run and a later `report` give the same bytes.
public struct RunSummary: Sendable {
  /// The suite's or run's title: user text.
  public var title: String
  public var game: String
  public var seed: UInt64
  /// Games asked for of each level and agent; with `precision` the maximum.
  public var gamesPerCell: Int
  /// The precision that each level and agent was played until.
  public var precision: PrecisionGoal?
  /// The run was interrupted: some games were not played.
  public var isPartial: Bool
  /// Where the games come from if they were not played but imported.
  public var imported: ImportedResults?
  /// Agents in the order given.
  public var agents: [AgentSummary]
  /// Levels in the order given.
  public var levels: [LevelSummary]
  /// Level by level, agents within a level in the order of `agents`.
  public var cells: [CellSummary]
  /// How able the players are; empty with fewer than two whose games can be passed.
  public var players: [PlayerRating] = []
  /// How players of a two-player game did against each other; nil if no two played `A:B`.
  public internal(set) var table: TableSummary?
  /// Why games of the run's game can be lost, as the game says.
  public var lossReasons: [String] = []
  /// What reports keep with the figures, in a type of their own: see `additions`.
  package var attachment: (any Sendable)?
  /// Where the run's scripts and engine were found, where they are not in the default folders.
  public var folders = NamedFolders()
  /// What the flags were found with.
  public var thresholds = FlagThresholds.standard

  public init(
    title: String, game: String, seed: UInt64, gamesPerCell: Int, precision: PrecisionGoal? = nil,
    isPartial: Bool, agents: [AgentSummary], levels: [LevelSummary], cells: [CellSummary]
  ) {
    self.precision = precision
    self.title = title
    self.game = game
    self.seed = seed
    self.gamesPerCell = gamesPerCell
    self.isPartial = isPartial
    self.agents = agents
    self.levels = levels
    self.cells = cells
  }
}

/// A player of the run.
public struct AgentSummary: Sendable, Equatable {
  /// The name as it was given, such as `casual` or `casual:aim=2.5`.
  public var name: String
  /// One line: what it does.
  public var summary: String
  /// A person: of their games there are those that they played, and no others.
  public var isPerson: Bool = false

  /// Whether these are two players against each other, such as `greedy:casual`.
  var isMatch: Bool { !isPerson && TableNames.names(in: name).count == 2 }
}

/// A level of the run.
public struct LevelSummary: Sendable {
  public var name: String
  public var id: String
  public var hash: String
  /// The level's picture.
  public var picture: LevelPictureKind
  /// See `PlayableLevel.layout`.
  public var layout: String?
  /// Facts for the report beside the picture: shots, goal, colours..., a label and a text each.
  public var facts: [(label: String, value: String)]
  public var flags: [LevelFlag]
  /// See `PlayableLevel.source`.
  public var source: String?
  /// See `PlayableLevel.changedBy`.
  public var changedBy: String?
  /// Whether the level can be won or lost.
  public var hasGoal: Bool
  /// In logits, 0 being the level in the middle; nil with fewer than two players.
  public var difficulty: Interval?
  /// What to know about the figures, a sentence each.
  public var notes: [String] = []
  /// Figures over all players.
  public var metrics: [MetricSummary] = []

  public init(
    name: String, id: String, hash: String, picture: LevelPictureKind, layout: String? = nil,
    facts: [(label: String, value: String)], source: String? = nil, changedBy: String? = nil,
    hasGoal: Bool = true, flags: [LevelFlag] = []
  ) {
    self.name = name
    self.id = id
    self.hash = hash
    self.picture = picture
    self.layout = layout
    self.facts = facts
    self.source = source
    self.changedBy = changedBy
    self.hasGoal = hasGoal
    self.flags = flags
  }
}

extension LevelSummary {
  /// The argument for commands that read or change the level as it was played; nil where the file
  /// is another level than that.
  public var ownSource: String? { changedBy == nil ? source : nil }
}

extension PlayableLevel {
  /// The level as a run's manifest and report tell of it, without figures.
  var summary: LevelSummary {
    LevelSummary(
      name: name, id: id, hash: hash, picture: picture, layout: layout, facts: facts,
      source: source, changedBy: changedBy, hasGoal: hasGoal)
  }
}

/// Something about a level that a designer should look at.
public struct LevelFlag: Sendable, Equatable {
  /// What is wrong; the raw values are the names in `summary.json`.
  public enum Kind: String, Sendable, CaseIterable {
    case unwon
    case trivial
    case tooHard = "too-hard"
    case tooEasy = "too-easy"
    case dip
    case spike
    case duplicate
    case luck
    case order
    case stuck
    case faults
  }

  public var kind: Kind
  /// One sentence with the figures behind it.
  public var reason: String
  /// A game that shows it.
  public var example: GameReference?
}

/// Names one game of a run.
public struct GameReference: Sendable, Equatable {
  public var level: String
  public var agent: String
  public var index: Int

  public init(level: String, agent: String, index: Int) {
    self.level = level
    self.agent = agent
    self.index = index
  }
}

/// One level played by one agent.
public struct CellSummary: Sendable {
  public var level: String
  public var levelHash: String
  public var agent: String
  public var games = 0
  public var wins = 0
  public var losses = 0
  /// Games of a level without a goal.
  public var ended = 0
  public var capped = 0
  public var faults = 0
  public var inconclusive = 0
  /// wins / (wins + losses + capped), with its 95% interval; nil if no game counts.
  ///
  /// Between two players capped games are draws, which do not count.
  public var passRate: Interval?
  /// Of the games that count (neither faulted nor inconclusive).
  public var score: Distribution?
  public var moves: Distribution?
  public var metrics: [MetricSummary] = []
  /// How many counted games ended after each number of moves: won, lost or capped, and otherwise;
  /// sorted by moves.
  public var endsByMove: [EndsOfMove] = []
  /// Why games were not won, by reason (`line`, `shots`, `capped`...), most frequent first.
  public var lossReasons: [(reason: String, count: Int)] = []
  /// Games worth looking at, such as best, median and worst.
  public var examples: [ExampleGame] = []
  /// The most frequent fault messages, each with how many games have it and the first of them; at
  /// most five.
  public var faultMessages: [(message: String, count: Int, firstGame: Int)] = []

  /// The fault to show: a cause rather than games that were not played because of it.
  package var shownFault: (message: String, game: GameReference)? {
    let shown = faultMessages.first { !GameRow.isUnplayed($0.message) } ?? faultMessages.first
    return shown.map { fault in
      (fault.message, GameReference(level: level, agent: agent, index: fault.firstGame))
    }
  }

  /// Games that were not played because too many before them had failed, among the messages kept.
  package var unplayed: Int {
    faultMessages.reduce(0) { $0 + (GameRow.isUnplayed($1.message) ? $1.count : 0) }
  }
  /// What the games did to the bodies of the level's scene; nil if there is none.
  public var scene: SceneStudy?
  /// Whether the level can be won or lost, as far as its games say.
  var hasGoal = true
  /// Whether two players play, one of whom wins.
  package internal(set) var isForTwo = false
  /// The design effects of games in pairs on the pass rate and on the share of capped games
  /// (`PairSums`).
  var passEffect = 1.0
  var capEffect = 1.0
  /// Pairs of games of a two-player game.
  var pairs = MirroredPairs()
  /// Which games were passed, for pairs with those of other players.
  var marks = OutcomeMarks()

  public init(level: String, levelHash: String, agent: String) {
    self.level = level
    self.levelHash = levelHash
    self.agent = agent
  }

  /// The games of a move by how they ended.
  public typealias EndsOfMove = (moves: Int, wins: Int, lost: Int, ended: Int)

  /// Games that count: neither faulted nor inconclusive.
  public var counted: Int { wins + losses + ended + capped }
}

/// A game that the report names.
public struct ExampleGame: Sendable, Equatable {
  /// Why it is named: `best`, `median`, `worst`, `fault`, `capped`, `near miss`.
  public var label: String
  public var index: Int
  public var end: GameEnd
  public var score: Int
  public var moves: Int
}

/// One metric of a level and agent.
public struct MetricSummary: Sendable {
  public var name: String
  public var unit: String
  /// What it measures, in one line.
  public var summary: String
  /// nil if it is undefined.
  public var value: Interval?
  /// Whether it is a mean or a rate.
  public var kind = MetricDefinition.Kind.count
  /// The group of a report's metrics that it stands in.
  public var group = MetricDefinition.Group.balance
  /// The games in which it is defined.
  public var count = 0
  /// Why it is undefined, or has no interval, where that is known.
  public var reason: String?
  /// What the games say about bounds on it; nil if it cannot be tested.
  var evidence: FigureEvidence?

  public init(name: String, unit: String, summary: String, value: Interval?) {
    self.name = name
    self.unit = unit
    self.summary = summary
    self.value = value
  }

  /// The figure of a definition.
  init(_ definition: MetricDefinition, value: Interval?) {
    self.init(
      name: definition.name, unit: definition.unit, summary: definition.summary, value: value)
    kind = definition.kind
    group = definition.group
  }
}
