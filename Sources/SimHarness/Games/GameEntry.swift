/// A game as the rest of the program sees it: plain data and closures that were specialised where
/// the game's types are named.
///
/// Crossed once per batch, never once per move.
public struct GameEntry: LevelGame {
  /// The game's own type.
  let module: any GameModule.Type
  public let name: String
  /// One line.
  public let summary: String
  public let rules: [RuleParameter]
  public let metrics: [MetricDefinition]
  /// What the game's scripts see of it.
  public let interfaces: [ScriptInterface]
  /// The kinds of scripts that its levels may name.
  public let scriptKinds: [ScriptKind]
  /// The move limit when none is given.
  public let defaultMaxMoves: Int
  /// What its level files hold.
  public let levels: any DesignedLevel.Type
  /// Whether a page can draw its levels and edit them by pointing.
  public let isDrawn: Bool
  /// Fixed levels without scripts, for the signature.
  public let signatureLevels: @Sendable () -> [PlayableLevel]
  /// Games of each of these levels and player behind the signature.
  public let signatureGames: Int
  /// The default amounts of `study`: games of each level and player, turns of each game, and games
  /// continued from each turn.
  public let studyEffort: (games: Int, turns: Int, rollouts: Int)
  /// Reads a record's moves and encodes them; every issue is recorded.
  public let decodeMoves: @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?
  /// Encoded moves as a record writes them; nil when they are none.
  public let encodeMoves: @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?
  /// Plays a record again.
  public let replay: @Sendable (ReplayRequest) throws(ReplayError) -> Replay
  /// How the turns of recorded games are written for other programs.
  public let turns: TurnTable
  /// Replays a record for what it did to the bodies of the level's scene, with the balls' paths if
  /// requested; nil in games without a scene.
  public let sceneReplay: (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  /// Plays small games to try an agent's script, given the modules it may require and who takes
  /// what it prints.
  public let smokeGames:
    @Sendable (AgentScript, [ScriptSource], @escaping (String) -> Void) -> [SmokeGame]
  /// Whether a replay has a line for each physics step.
  public let hasFrames: Bool
  /// Makes films of the games of a level, for the report; nil where the game has none.
  public let film: @Sendable (PlayableLevel) -> (any FilmCutting)?
  /// How agents play the game: a value of the agents' module.
  public var agentBinding: (any Sendable)?

  private let make: @Sendable (any DesignedLevel, ScriptLibrary) throws(LevelError) -> PlayableLevel

  /// The erased form of a game.
  public init<Game: GameModule>(of game: Game.Type) {
    module = game
    name = Game.name
    summary = Game.summary
    rules = Game.Content.rules(of: Game.name)
    metrics = Game.Tally.metrics
    interfaces = Game.allInterfaces
    defaultMaxMoves = Game.defaultMaxMoves
    scriptKinds = Game.scriptKinds
    studyEffort = Game.studyEffort
    levels = Game.Content.self
    isDrawn = Game.isDrawn
    signatureLevels = { Game.signatureLevels() }
    signatureGames = Game.signatureGames
    make = { content, library throws(LevelError) in
      guard let level = content as? Game.Content else {
        throw .invalid("this is not a level of \(Game.name)")
      }
      return try Game.ready(level, library)
    }
    decodeMoves = { level, cursor in
      guard let own = level.content(as: Game.State.Level.self),
        let moves = cursor.array(of: "moves", count: 0...1_000_000, decode: { Game.move($0) })
      else { return nil }
      var bytes: [UInt8] = []
      for move in moves { Game.State.encode(move, level: own, into: &bytes) }
      return bytes
    }
    encodeMoves = { level, bytes in
      level.content(as: Game.State.Level.self)
        .flatMap { Game.State.decodeMoves(bytes, level: $0) }?.map { Game.tree(of: $0) }
    }
    replay = { request throws(ReplayError) in try Game.replay(request) }
    turns = Game.turns
    sceneReplay = Game.sceneReplay
    smokeGames = { Game.smokeGames($0, $1, $2) }
    hasFrames = Game.hasFrames
    film = { Game.film(of: $0) }
  }

  /// Makes a level file ready to play, with a suite's overrides.
  /// - Throws: Why it cannot be played, such as that it is another game's.
  public func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws(LevelError) -> PlayableLevel {
    try make(try file.overridden(by: overrides, catalog: library).content, library)
  }
}

extension GameRegistry {
  /// - Precondition: No two games have the same name.
  public init(_ games: [GameEntry]) { self.init(registered: games) }

  public var games: [GameEntry] { registered.compactMap { $0 as? GameEntry } }

  public func game(named name: String) -> GameEntry? { games.first { $0.name == name } }
}
