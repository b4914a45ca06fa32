/// A game as the rest of the program sees it: plain data and closures that were specialised where
/// the game's types are named. Crossed once a batch, never once a move.
public struct GameEntry: Sendable {
  public let name: String
  /// One line.
  public let summary: String
  public let rules: [RuleParameter]
  public let metrics: [MetricDefinition]
  /// What the game's scripts see of it.
  public let interfaces: [ScriptInterface]
  /// The move limit when none is given.
  public let defaultMaxMoves: Int
  /// Reads a level from its file; every issue is recorded with the cursor's reader.
  public let decodeLevel: @Sendable (JSONCursor, ScriptLibrary, LevelOverrides) -> PlayableLevel?
  /// Reads a record's moves and encodes them; every issue is recorded.
  public let decodeMoves: @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?
  /// Encoded moves as a record writes them; nil when they are none.
  public let encodeMoves: @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?
  /// Plays a record again.
  public let replay: @Sendable (ReplayRequest) throws(ReplayError) -> Replay

  public init(
    name: String, summary: String, rules: [RuleParameter], metrics: [MetricDefinition],
    interfaces: [ScriptInterface], defaultMaxMoves: Int,
    decodeLevel: @escaping @Sendable (JSONCursor, ScriptLibrary, LevelOverrides) -> PlayableLevel?,
    decodeMoves: @escaping @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?,
    encodeMoves: @escaping @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?,
    replay: @escaping @Sendable (ReplayRequest) throws(ReplayError) -> Replay
  ) {
    self.name = name
    self.summary = summary
    self.rules = rules
    self.metrics = metrics
    self.interfaces = interfaces
    self.defaultMaxMoves = defaultMaxMoves
    self.decodeLevel = decodeLevel
    self.decodeMoves = decodeMoves
    self.encodeMoves = encodeMoves
    self.replay = replay
  }
}

/// What a suite sets in every level: rule numbers and script parameters.
public struct LevelOverrides: Sendable, Equatable {
  public var rules: [String: Double]
  public var parameters: [String: [String: Double]]

  public init(rules: [String: Double] = [:], parameters: [String: [String: Double]] = [:]) {
    self.rules = rules
    self.parameters = parameters
  }

  public static let none = LevelOverrides()

  public var isEmpty: Bool { rules.isEmpty && parameters.isEmpty }
}

/// The list of games: a game is one line here.
public enum GameRegistry {
  public static let games: [GameEntry] = [
    BubbleBlast.entry
  ]

  public static func game(named name: String) -> GameEntry? { games.first { $0.name == name } }
}
