/// A call into the rules of a game that is not written in Swift: what to do, and what came of it.
///
/// One value serves call after call, so that its memory is used again.
public struct RulesCall {
  /// What a call does, in this order.
  public struct Steps: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Makes a new state.
    public static let setup = Steps(rawValue: 1)
    /// Starts from `position`.
    public static let load = Steps(rawValue: 2)
    /// Leaves out what is hidden.
    public static let hideHiddenFields = Steps(rawValue: 4)
    /// Plays `move`.
    public static let apply = Steps(rawValue: 8)
    /// Draws what is hidden, by the game's own function.
    public static let imagine = Steps(rawValue: 16)
    /// Gives the state in `position`.
    public static let save = Steps(rawValue: 32)
    /// Gives the moves.
    public static let moves = Steps(rawValue: 64)
    /// Gives the outcome.
    public static let outcome = Steps(rawValue: 128)
    /// Gives the score.
    public static let score = Steps(rawValue: 256)
    /// Gives what the position is worth to players who look ahead.
    public static let worth = Steps(rawValue: 512)
    /// Calls `function`.
    public static let call = Steps(rawValue: 1024)
    /// Gives the state once more after all that, to see whether it was changed.
    public static let resave = Steps(rawValue: 4096)
    /// Calls `function`, which is `check` or `goal`, with the level alone.
    public static let check = Steps(rawValue: 2048)
    /// Gives the table that the function of `call` returned.
    public static let table = Steps(rawValue: 8192)
    /// Gives, in `text`, why the game has the outcome that `outcome` gives; nil: nothing is said.
    public static let reason = Steps(rawValue: 16384)
  }

  /// What is passed to `function` beside the state.
  public enum Extra: Int32, Sendable {
    case none, move, text
    /// The move and `random`, which draws from `stream`.
    case moveAndRandom
  }

  /// What a function said of the outcome.
  public enum Ending: Int32, Sendable {
    case none, won, lost, ended
  }

  /// Something that happened.
  public struct Event: Hashable, Sendable {
    /// Its place among the events that the game declares.
    public let name: Int
    /// What the game said of it, such as how many; 1 where it said nothing.
    public let value: Int

    public init(name: Int, value: Int) {
      self.name = name
      self.value = value
    }
  }

  // MARK: What to do

  public var steps: Steps = []
  /// The function of `call` and `check`.
  public var function: RulesFunction?
  public var extra = Extra.none
  /// Who asks, in a two-player game: 1 or 2.
  public var player = 1
  /// The position to load, and the one that was saved.
  public var position = PackedPosition()
  /// Up to four numbers of 16 bits each, the first in the low bits.
  public var move: UInt64 = 0
  /// Where `random` draws.
  public var stream = StreamKey(rawValue: 0)
  /// All streams of a game that is set up.
  public var streams: GameStreams?
  /// The number of the stream's next draw.
  public var draws: UInt64 = 0

  // MARK: What came of it

  public var moves: [UInt64] = []
  public var events: [Event] = []
  public var score = 0
  /// The points of player 1 and of player 2, in a two-player game.
  public var scores = (first: 0, second: 0)
  /// Who moves, in a two-player game; else 0.
  public var turn = 0
  public var worth = 0.0
  public var ending = Ending.none

  // MARK: Values that few calls have

  /// They are apart, so that the calls of moves need not look at each when they end.
  private struct Values {
    var number = Double.nan
    var numbers: [Int] = []
    var stray: String?
    var text: String?
    var secondText: String?
    var table = LuaValue.none
  }

  private var values: Values?

  private var rare: Values {
    get { values ?? Values() }
    set { values = newValue }
  }

  /// The text that a function takes, and the one that it gave; nil for another value.
  public var text: String? {
    get { values?.text }
    set { rare.text = newValue }
  }
  /// The second text that a function gave.
  public var secondText: String? {
    get { values?.secondText }
    set { rare.secondText = newValue }
  }
  /// The number that a function gave; NaN for another value.
  public var number: Double {
    get { values?.number ?? .nan }
    set { rare.number = newValue }
  }
  /// The whole numbers that a function gave.
  public var numbers: [Int] {
    get { values?.numbers ?? [] }
    set { rare.numbers = newValue }
  }
  /// Lua's name of the type of what a function gave behind the whole numbers; nil: nothing.
  package var stray: String? {
    get { values?.stray }
    set { rare.stray = newValue }
  }
  /// The table that a function gave, or another value.
  package var table: LuaValue {
    get { values?.table ?? .none }
    set { rare.table = newValue }
  }

  public init() {}

  /// Whether a function gave nothing: nil, or false.
  package var gaveNothing: Bool {
    numbers.isEmpty && (stray == nil || (stray == "boolean" && number == 0))
  }
}

/// A function of a game's rules.
public enum RulesFunction: Hashable, Sendable {
  case setup, moves, apply, outcome, worth, imagine
  case picture, describe, key, check, slip, goal
  case board, hand
  /// The value of the declared metric at this place.
  case metric(Int)

  /// Those with a name of their own, in the order of their places.
  public static let named: [RulesFunction] = [
    .setup, .moves, .apply, .outcome, .worth, .imagine, .picture, .describe, .key, .check,
    .slip, .board, .hand, .goal,
  ]

  /// The name in a script.
  public var name: String {
    switch self {
    case .metric: "value"
    default: String(describing: self)
    }
  }
}

/// A position of a game as bytes: what a player sees, then what is hidden.
public struct PackedPosition: Hashable, Sendable {
  public var bytes: [UInt8]
  /// How many of the bytes a player sees.
  public var visibleCount: Int
  /// The owner of the position, if it is not CLua's; nil: the bytes are the position.
  public var remote: (any RemotePosition)?
  /// How many moves were made in its game, for the owner's messages.
  public var depth = 0
  /// Whether `remote` plays its moves in place, without a call of the rules' backend; the bytes are
  /// then what the position is made of.
  public let isPlayedInPlace: Bool

  public init(
    bytes: [UInt8] = [], visibleCount: Int = 0, remote: (any RemotePosition)? = nil,
    isPlayedInPlace: Bool = false
  ) {
    self.bytes = bytes
    self.visibleCount = visibleCount
    self.remote = remote
    self.isPlayedInPlace = isPlayedInPlace
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.visibleCount == b.visibleCount && a.bytes == b.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(visibleCount)
  }
}

/// What a worker's script host needs of a game's rules for one level.
public struct RulesSetup: Sendable {
  /// A number of a move.
  public struct MoveNumber: Hashable, Sendable {
    public let name: String
    public let range: ClosedRange<Int>

    public init(_ name: String, _ range: ClosedRange<Int>) {
      self.name = name
      self.range = range
    }
  }

  /// The text of a chunk that returns the level's fields.
  public let level: String
  public let move: [MoveNumber]
  /// The hidden fields, pool by pool.
  public let hidden: [[String]]
  /// How many play: 1 or 2.
  public let players: Int
  /// Hidden fields that are lists of two, of which each player sees its own.
  public let own: [String]
  /// The names of the events.
  public let events: [String]
  /// How many metrics are declared.
  public let metrics: Int

  public init(
    level: String, move: [MoveNumber], hidden: [[String]], events: [String], metrics: Int,
    players: Int = 1, own: [String] = []
  ) {
    self.level = level
    self.move = move
    self.hidden = hidden
    self.events = events
    self.metrics = metrics
    self.players = players
    self.own = own
  }
}
