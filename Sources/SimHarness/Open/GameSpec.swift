/// The definition of an open game: a game described by data, with rules that a backend executes.
public struct GameSpec: Hashable, Sendable {
  /// A name with what it stands for.
  public struct Event: Hashable, Sendable {
    public let name: String
    public let summary: String
  }

  /// A figure that the rules calculate of the last position of a game.
  public struct Metric: Hashable, Sendable {
    public let name: String
    public let unit: String
    public let summary: String
  }

  public var name = ""
  public var summary = ""
  /// The level's own fields.
  public var fields: [OpenField] = []
  /// The numbers of a move.
  public var move: [RulesSetup.MoveNumber] = []
  /// The hidden fields of the state, pool by pool: within a pool, values change places.
  public var hidden: [[String]] = []
  /// How many play: 1 or 2.
  public var players = 1
  /// Hidden fields that are lists of two, of which each player sees its own.
  public var own: [String] = []
  /// The parts of what is hidden, in a two-player game.
  var parts: [HiddenPart] = []
  /// In the order of their names.
  public var events: [Event] = []
  public var metrics: [Metric] = []
  /// Why its games can be lost, as `outcome` says it.
  public var lossReasons: [String] = []
  /// What players get who see numbers alone; empty: worked out, see `OpenGame.observation(on:)`.
  public var observation: [OpenObservation] = []
  /// Fields of the state that only count: positions that differ in nothing else are the same to
  /// players who avoid those that they have seen.
  public var counters: [String] = []
  public var maxMoves = Self.usualMoves
  /// Whether a game can be won.
  public var hasGoal = true
  /// Names of colours for characters of the picture.
  public var colours: [Character: String] = [:]
  /// What may lie on its board, in the order of their names.
  public var tokens: [BoardToken] = []
  /// Pairs of tokens that were given one letter, so that boards in characters do not tell them apart.
  var duplicateTokens: [DuplicateTokens] = []
  /// How its levels are drawn; nil if they have fields alone.
  public var design: OpenDesign?
  /// The functions that the rules have.
  public var functions: Set<RulesFunction> = []
  /// Whether the script makes levels: it has `generate`.
  package var generates = false

  /// Two tokens that were given one letter.
  struct DuplicateTokens: Hashable, Sendable {
    let letter: Character
    let names: [String]
  }

  /// The limits of a game's declarations.
  public static let usualMoves = 2000
  static let maxFields = 64
  static let maxPools = 16
  static let maxEvents = 32
  static let maxMetrics = 32
  static let maxCounters = 32
  static let maxReasons = 16
  static let maxTokens = 256

  /// The metrics of the game's rows: of each event how often it happened and the sum of its
  /// numbers, then the declared ones.
  public var metricDefinitions: [MetricDefinition] {
    events.flatMap { event in
      [
        MetricDefinition.count(event.name, "events", event.summary),
        MetricDefinition.count(
          "\(event.name)_sum", "sum", "\(event.summary): the numbers added up"),
      ]
    }
      + metrics.map { MetricDefinition.real($0.name, $0.unit, $0.summary) }
      + (isForTwo ? TableFigures.definitions : [])
  }

  /// Whether it is a two-player game.
  public var isForTwo: Bool { players == 2 }

  /// Whether the game draws its positions, on a board or in characters.
  var drawsPositions: Bool { functions.contains(.board) || functions.contains(.picture) }

  /// Whether what is hidden is drawn by the rules' own function.
  var imaginesItself: Bool { functions.contains(.imagine) }
}
